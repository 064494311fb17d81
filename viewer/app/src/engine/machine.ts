// SPDX-License-Identifier: MIT
// The compiled core: its exports, its memory, and the life of a job. viewer/engine/protocol.md describes both sides.

import type { EngineError } from './types';

export const protocol = 1;

export const jobStatus = { wants: 0, busy: 1, part: 2, done: 3, failed: 4 } as const;

type Job = number;
type Pointer = number;

export interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  protocol(): number;
  room(bytes: number): Pointer;
  answer(): Pointer;
  answer_bytes(): number;
  open(total: bigint, policy: number): Job;
  close(file: number): void;
  members(file: number, from: number, count: number): number;
  slice(file: number, member: number, text: Pointer, bytes: number): number;
  cost(file: number, member: number, axes: Pointer): number;
  peek(file: number, indices: Pointer, count: number): Job;
  anatomy(file: number, member: number): Job;
  map(file: number, from: number, count: number): Job;
  window(file: number, member: number, axes: Pointer, form: number, column: number, part: number): Job;
  statistics(file: number, member: number, axes: Pointer, column: number, part: number): Job;
  histogram(file: number, member: number, axes: Pointer, column: number, part: number, low: number, high: number, bins: number): Job;
  stream(file: number, member: number, offset: bigint, count: bigint): Job;
  verify(file: number, member: number): Job;
  export_npy(file: number, member: number, axes: Pointer): Job;
  objects(file: number, member: number): Job;
  difference(fileA: number, memberA: number, fileB: number, memberB: number, rtol: number, atol: number, flags: number): Job;
  salvage(file: number): Job;
  job_step(job: Job): number;
  job_ranges(job: Job): Pointer;
  job_range_count(job: Job): number;
  job_brought(job: Job, range: number, count: number): void;
  job_done(job: Job): bigint;
  job_total(job: Job): bigint;
  job_answer(job: Job): Pointer;
  job_answer_bytes(job: Job): number;
  job_end(job: Job): void;
}

/** What the engine threw: the library's error as data. */
export class NopyError extends Error {
  readonly info: EngineError;
  constructor(info: EngineError) {
    super(info.message);
    this.name = 'NopyError';
    this.info = info;
  }
}

export interface WantedRange {
  readonly file: number;
  readonly place: Pointer;
  readonly offset: number;
  readonly count: number;
}

const text = new TextDecoder();
const utf8 = new TextEncoder();

/** Typed access to one instance. Views are made anew each time: memory may have grown. */
export class Machine {
  readonly call: Exports;

  private constructor(call: Exports) {
    this.call = call;
  }

  static async load(wasm: BufferSource | WebAssembly.Module | Response): Promise<Machine> {
    // The core prints nothing and reads nothing; the toolchain's library would, where it stops itself.
    const nothing = (): number => 8;
    const imports = { wasi_snapshot_preview1: new Proxy({}, { get: () => nothing }) };
    const instance =
      wasm instanceof WebAssembly.Module
        ? await WebAssembly.instantiate(wasm, imports)
        : typeof Response !== 'undefined' && wasm instanceof Response
          ? (await WebAssembly.instantiate(await wasm.arrayBuffer(), imports)).instance
          : (await WebAssembly.instantiate(wasm as BufferSource, imports)).instance;
    const call = instance.exports as unknown as Exports;
    call._initialize();
    if (call.protocol() !== protocol) throw new Error(`the engine speaks protocol ${call.protocol()}, this page ${protocol}`);
    return new Machine(call);
  }

  bytes(at: Pointer, count: number): Uint8Array {
    return new Uint8Array(this.call.memory.buffer, at, count);
  }

  /** Puts bytes where the next call finds them. */
  put(bytes: Uint8Array): Pointer {
    const at = this.call.room(bytes.byteLength);
    if (at === 0) throw outOfMemory();
    this.bytes(at, bytes.byteLength).set(bytes);
    return at;
  }

  putText(value: string): { at: Pointer; bytes: number } {
    const bytes = utf8.encode(value);
    return { at: this.put(bytes), bytes: bytes.byteLength };
  }

  /** The answer of a call that reads nothing: what it returned says whether it is the answer or an error. */
  answer<T>(ok: number): T {
    return JSON.parse(this.answerText(ok)) as T;
  }

  answerText(ok: number): string {
    const said = text.decode(this.bytes(this.call.answer(), this.call.answer_bytes()));
    if (ok === 0) throw new NopyError(JSON.parse(said) as EngineError);
    return said;
  }

  /** What a job answers now: a copy. */
  jobBytes(job: Job): Uint8Array<ArrayBuffer> {
    return this.bytes(this.call.job_answer(job), this.call.job_answer_bytes(job)).slice();
  }

  jobAnswer<T>(job: Job): T {
    return JSON.parse(text.decode(this.jobBytes(job))) as T;
  }

  /** The ranges a job wants: u32 file, u32 place, u64 offset, u64 count each. */
  ranges(job: Job): WantedRange[] {
    const count = this.call.job_range_count(job);
    const view = new DataView(this.call.memory.buffer, this.call.job_ranges(job), count * 24);
    return Array.from({ length: count }, (_, i) => ({
      file: view.getUint32(24 * i, true),
      place: view.getUint32(24 * i + 4, true),
      offset: Number(view.getBigUint64(24 * i + 8, true)),
      count: Number(view.getBigUint64(24 * i + 16, true)),
    }));
  }
}

export function outOfMemory(): NopyError {
  return new NopyError({
    id: 'out_of_memory',
    summary: 'memory ran out',
    found: null,
    expected: null,
    hint: 'close other files, or choose a smaller part',
    offset: null,
    message: 'memory ran out',
  });
}
