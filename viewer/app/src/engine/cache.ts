// SPDX-License-Identifier: MIT
// The bytes of a source that were read, and the reads that bring the missing ones: few, merged over small gaps, at most 8 in
// flight, each counted. Invariant: chunks are sorted by offset and never overlap.

import { SourceError, type ByteSource } from './source';
import type { ReadCounters, ReadLogEntry } from './types';

export interface Range {
  readonly offset: number;
  readonly count: number;
}

interface Chunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
  used: number;
}

const mostCached = 32 << 20;
const mostInFlight = 8;
const mostLogged = 1000;
/** A read of that much is a scan: it passes by the cache. */
const scanBytes = 512 << 10;
const localGap = 256 << 10;
const remoteGap = 32 << 10;
/** What rounding out may add up to in one fetch: a corner of rows that lie far apart is many small reads, not many blocks. */
const mostRounded = 256 << 10;
const leastGrain = 4 << 10;
/** Reads ahead of a pass: so many on their way, each of that size. One of twice the size takes Chromium five times as long. */
const mostAhead = 3;
const aheadBytes = 1 << 20;

/** What all sources of one engine have read. */
export class Counters implements ReadCounters {
  reads = 0;
  bytes = 0;
  readonly log: ReadLogEntry[] = [];
  /** Called after every read that reached a source. */
  onRead: ((entry: ReadLogEntry) => void) | null = null;

  add(entry: ReadLogEntry): void {
    this.reads += 1;
    this.bytes += entry.bytes;
    this.log.push(entry);
    if (this.log.length > mostLogged) this.log.shift();
    this.onRead?.(entry);
  }
}

export class CachedSource {
  readonly source: ByteSource;
  /** The engine's number of the file, for the log. */
  file = 0;
  private readonly counters: Counters;
  private chunks: Chunk[] = [];
  private cached = 0;
  private clock = 0;
  /** Reads ahead of a pass that are on their way; they end in the cache. And as far as that pass was asked for. */
  private flights: (Range & { readonly landed: Promise<void> })[] = [];
  private pass: Range = { offset: 0, count: 0 };

  constructor(source: ByteSource, counters: Counters) {
    this.source = source;
    this.counters = counters;
  }

  /**
   * The bytes of each range, in turn. What is missing is read in pieces rounded out to at most `grain` bytes, to fewer where the
   * pieces are many. A range may reach behind the end of the source: then its bytes are fewer. Of a pass that goes on to `until`
   * the next piece is read while the engine works on this one.
   */
  async fetch(ranges: readonly Range[], grain: number, why: string, signal?: AbortSignal, until = 0): Promise<Uint8Array[]> {
    const inside = ranges.map(({ offset, count }) => {
      const start = Math.min(offset, this.source.size);
      return { offset: start, count: Math.min(count, this.source.size - start) };
    });
    for (const flight of [...this.flights]) if (inside.some((range) => overlap(range, flight))) await flight.landed;
    const scans = new Map<Range, Uint8Array>();
    // Again where the end of another fetch dropped what was there before these reads came.
    for (;;) {
      const lacking = inside.filter((range) => !scans.has(range) && this.missing(range, 1).length > 0);
      if (lacking.length === 0) break;
      const big = lacking.filter((range) => range.count >= scanBytes);
      const reads = this.reads(lacking.filter((range) => !big.includes(range)), grain);
      await inParallel(
        [...reads.map((read) => ({ read, keep: true })), ...big.map((read) => ({ read, keep: false }))],
        async ({ read, keep }) => {
          const bytes = await this.read(read, why, signal);
          if (keep) this.insert(read.offset, bytes);
          else scans.set(read, bytes);
        },
      );
    }
    const out = inside.map((range) => scans.get(range) ?? this.copy(range));
    this.evict();
    if (until > 0) this.goAhead(Math.max(...inside.map(({ offset, count }) => offset + count)), until, why, signal);
    return out;
  }

  /** Goes ahead of a pass that stands at `at`. What fails here fails again, and is told, when it is wanted. */
  private goAhead(at: number, until: number, why: string, signal?: AbortSignal): void {
    const end = this.pass.offset + this.pass.count;
    const goesOn = at >= this.pass.offset && at <= end;
    let from = goesOn ? end : at;
    while (from < Math.min(until, at + mostAhead * aheadBytes) && this.flights.length < mostAhead) {
      const to = Math.min(until, from + aheadBytes);
      for (const part of this.missing({ offset: from, count: to - from }, 1)) this.fly(part, why, signal);
      from = to;
    }
    this.pass = { offset: at, count: from - at };
  }

  private fly(part: Range, why: string, signal?: AbortSignal): void {
    const read = this.read(part, why, signal).then((bytes) => this.insert(part.offset, bytes), () => undefined);
    const flight = { ...part, landed: read.then(() => void (this.flights = this.flights.filter((one) => one !== flight))) };
    this.flights.push(flight);
  }

  private async read(range: Range, why: string, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted();
    const began = performance.now();
    const bytes = await this.source.read(range.offset, range.count, signal);
    if (bytes.byteLength !== range.count)
      throw new SourceError('short', 'the file became shorter while it was read');
    this.counters.add({ file: this.file, offset: range.offset, bytes: range.count, why, milliseconds: performance.now() - began });
    return bytes;
  }

  /** Position of the first chunk that ends behind `offset`. */
  private find(offset: number): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.chunks[middle]!;
      if (chunk.offset + chunk.bytes.byteLength <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The parts of a range that no chunk holds, rounded out as far as no chunk is met. */
  private missing(range: Range, grain: number): Range[] {
    const parts: Range[] = [];
    const end = range.offset + range.count;
    let at = range.offset;
    for (let i = this.find(at); at < end; ++i) {
      const chunk = this.chunks[i];
      const stop = chunk === undefined ? end : Math.min(end, chunk.offset);
      if (at < stop) {
        const before = this.chunks[i - 1];
        const floor = before === undefined ? 0 : before.offset + before.bytes.byteLength;
        const ceiling = chunk === undefined ? this.source.size : chunk.offset;
        const first = Math.max(floor, Math.floor(at / grain) * grain);
        const last = Math.min(ceiling, Math.ceil(stop / grain) * grain);
        parts.push({ offset: first, count: last - first });
      }
      if (chunk === undefined) break;
      at = Math.max(at, chunk.offset + chunk.bytes.byteLength);
    }
    return parts;
  }

  /** The reads that bring what is missing of all ranges. */
  private reads(ranges: readonly Range[], grain: number): Range[] {
    const rounded = (to: number) => this.merged(ranges.flatMap((range) => this.missing(range, to)));
    const pieces = rounded(1).length;
    let fine = grain;
    while (fine > leastGrain && pieces * fine > mostRounded) fine /= 2;
    return rounded(fine);
  }

  private merged(parts: Range[]): Range[] {
    const gap = this.source.remote ? remoteGap : localGap;
    const sorted = [...parts].sort((a, b) => a.offset - b.offset);
    const out: { offset: number; count: number }[] = [];
    for (const part of sorted) {
      const last = out.at(-1);
      if (last !== undefined && part.offset - (last.offset + last.count) <= gap)
        last.count = Math.max(last.count, part.offset + part.count - last.offset);
      else out.push({ ...part });
    }
    return out;
  }

  /** Chunks the new one covers are dropped; one that reaches over an end of it is cut. */
  private insert(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.byteLength;
    const first = this.find(offset);
    let last = first;
    const kept: Chunk[] = [];
    for (let chunk = this.chunks[last]; chunk !== undefined && chunk.offset < end; chunk = this.chunks[++last]) {
      this.cached -= chunk.bytes.byteLength;
      if (chunk.offset < offset) kept.push({ ...chunk, bytes: chunk.bytes.subarray(0, offset - chunk.offset) });
    }
    const behind = this.chunks[last - 1];
    kept.push({ offset, bytes, used: ++this.clock });
    if (last > first && behind !== undefined && behind.offset + behind.bytes.byteLength > end)
      kept.push({ offset: end, bytes: behind.bytes.subarray(end - behind.offset), used: behind.used });
    for (const chunk of kept) this.cached += chunk.bytes.byteLength;
    this.chunks.splice(first, last - first, ...kept);
  }

  private copy(range: Range): Uint8Array {
    const end = range.offset + range.count;
    const first = this.find(range.offset);
    const whole = this.chunks[first];
    if (range.count === 0 || whole === undefined) return new Uint8Array();
    whole.used = ++this.clock;
    if (whole.offset + whole.bytes.byteLength >= end)
      return whole.bytes.subarray(range.offset - whole.offset, end - whole.offset);
    const out = new Uint8Array(range.count);
    for (let i = first; i < this.chunks.length && this.chunks[i]!.offset < end; ++i) {
      const chunk = this.chunks[i]!;
      chunk.used = ++this.clock;
      const from = Math.max(range.offset, chunk.offset);
      const to = Math.min(end, chunk.offset + chunk.bytes.byteLength);
      out.set(chunk.bytes.subarray(from - chunk.offset, to - chunk.offset), from - range.offset);
    }
    return out;
  }

  private evict(): void {
    if (this.cached <= mostCached) return;
    const oldest = [...this.chunks].sort((a, b) => a.used - b.used);
    const gone = new Set<Chunk>();
    for (const chunk of oldest) {
      if (this.cached <= mostCached / 2) break;
      gone.add(chunk);
      this.cached -= chunk.bytes.byteLength;
    }
    this.chunks = this.chunks.filter((chunk) => !gone.has(chunk));
  }
}

const overlap = (a: Range, b: Range): boolean => a.offset < b.offset + b.count && b.offset < a.offset + a.count;

/** Runs `each` over all, at most 8 at a time; stops at the first that fails. */
async function inParallel<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < all.length && !failed) {
      const one = all[next++]!;
      try {
        await each(one);
      } catch (cause) {
        failed = true;
        throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostInFlight, all.length) }, lane));
}
