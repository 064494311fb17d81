// SPDX-License-Identifier: MIT
// Where bytes come from: a local file, a buffer, or a server that sends ranges. A source reads one range; merging and caching
// are the page cache's business.

export interface ByteSource {
  readonly name: string;
  /** Bytes in all. */
  readonly size: number;
  /** Whether a read costs a round trip: then gaps are read along less far. */
  readonly remote: boolean;
  /** Bytes [offset, offset + count), which lie inside; fewer mean that the source became shorter. */
  read(offset: number, count: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A `File` or `Blob`; only the slices asked for are read. */
export function blobSource(blob: Blob, name = 'name' in blob ? String(blob.name) : 'file'): ByteSource {
  return {
    name,
    size: blob.size,
    remote: false,
    async read(offset, count) {
      return new Uint8Array(await blob.slice(offset, offset + count).arrayBuffer());
    },
  };
}

export function bufferSource(bytes: Uint8Array, name: string): ByteSource {
  return {
    name,
    size: bytes.byteLength,
    remote: false,
    async read(offset, count) {
      return bytes.subarray(offset, offset + count);
    },
  };
}

/** Why a URL can not be read by ranges; `kind` chooses the sentence the page shows. */
export class SourceError extends Error {
  readonly kind: 'unreachable' | 'status' | 'no ranges' | 'wrong range' | 'encoded' | 'changed' | 'short';
  readonly status: number;
  /** Of the whole file, where a server that sends no ranges said it. */
  readonly size: number | null;
  constructor(kind: SourceError['kind'], message: string, status = 0, size: number | null = null) {
    super(message);
    this.name = 'SourceError';
    this.kind = kind;
    this.status = status;
    this.size = size;
  }
}

/**
 * A URL whose server sends ranges. Probes with a GET of the first 4096 bytes: 206 and a total in Content-Range are needed,
 * else SourceError 'no ranges' (its `size` lets the page ask "download all of it?"). Later reads send If-Range: a file that
 * changed meanwhile is SourceError 'changed'. Bytes are taken only where the answer says, and has, exactly those asked for.
 */
export async function urlSource(url: string, signal?: AbortSignal): Promise<ByteSource> {
  const probe = await get(url, 0, probeBytes, null, signal);
  const said = rangeOf(probe);
  if (probe.status === 416 && probe.headers.get('content-range') === 'bytes */0')
    return { name: nameOf(url), size: 0, remote: true, read: async () => new Uint8Array() };
  if (probe.status === 200 || (probe.status === 206 && said === null)) {
    const length = probe.headers.get('content-length');
    refuse(probe, 'no ranges', 'the server sends whole files only', length === null ? null : Number(length));
  }
  if (probe.status !== 206 || said === null) return refuse(probe, 'status', `the server answered ${probe.status}`);
  const size = said.total;
  const tag = probe.headers.get('etag');
  const strong = tag !== null && !tag.startsWith('W/') ? tag : null;
  const validator = strong ?? probe.headers.get('last-modified');
  const first = await body(probe, 0, Math.min(probeBytes, size));
  return {
    name: nameOf(url),
    size,
    remote: true,
    async read(offset, count, stop) {
      if (offset + count <= first.byteLength) return first.subarray(offset, offset + count);
      const answer = await get(url, offset, count, validator, stop);
      const now = answer.headers.get('etag');
      const other = answer.status === 206 && ((strong !== null && now !== null && now !== strong) || (rangeOf(answer)?.total ?? size) !== size);
      if (answer.status === 200 || answer.status === 416 || other) refuse(answer, 'changed', 'the file changed on the server');
      if (answer.status !== 206) refuse(answer, 'status', `the server answered ${answer.status}`);
      return body(answer, offset, count);
    },
  };
}

const probeBytes = 4096;

function rangeOf(answer: Response): { from: number; to: number; total: number } | null {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '');
  return found && { from: Number(found[1]), to: Number(found[2]) + 1, total: Number(found[3]) };
}

/** The bytes of a 206, where they are those that were asked for. */
async function body(answer: Response, offset: number, count: number): Promise<Uint8Array> {
  const encoding = answer.headers.get('content-encoding');
  // A range of compressed bytes is no range of the file.
  if (encoding !== null && encoding !== 'identity')
    refuse(answer, 'encoded', `the server sends the file compressed (${encoding}), so its parts can not be read`);
  const said = rangeOf(answer);
  const wrong = 'the server sent other bytes than were asked for';
  if (said !== null && (said.from !== offset || said.to !== offset + count)) refuse(answer, 'wrong range', wrong);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.byteLength !== count) throw new SourceError('wrong range', wrong, answer.status);
  return bytes;
}

/** Gives an answer up. */
function refuse(answer: Response, kind: SourceError['kind'], message: string, size: number | null = null): never {
  void answer.body?.cancel();
  throw new SourceError(kind, message, answer.status, size);
}

async function get(url: string, offset: number, count: number, validator: string | null, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { range: `bytes=${offset}-${offset + count - 1}` };
  if (validator !== null) headers['if-range'] = validator;
  try {
    return await fetch(url, { headers, cache: 'no-store', redirect: 'follow', ...(signal === undefined ? {} : { signal }) });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new SourceError('unreachable', 'the server did not answer, or does not allow this page to read from it (CORS)');
  }
}

function nameOf(url: string): string {
  const last = new URL(url, 'http://localhost/').pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last) || url;
  } catch {
    return last;
  }
}
