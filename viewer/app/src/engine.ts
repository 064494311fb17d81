// SPDX-License-Identifier: MIT
// The face of the engine for the page: typed, asynchronous, without DOM, so that it runs in a worker and on the main thread alike.
// Every method that reads takes a signal; what it answers is plain data.
//
//   const engine = await Engine.load(await fetch('engine.wasm'));
//   const opened = await engine.open(blobSource(file));
//   if (opened.kind === 'npy') {
//     const { axes } = engine.slice(opened.file, -1, '0, :40, :20');
//     const { cells, shape } = await engine.text(opened.file, -1, axes);
//   }

import { CachedSource, Counters } from './engine/cache';
import { jobStatus, Machine, NopyError, outOfMemory } from './engine/machine';
import type { ByteSource } from './engine/source';
import type {
  Anatomy, AxisSlice, Cost, Difference, DifferenceOptions, Histogram, Member, Numbers, Objects, Opened, ParsedSlice, Part,
  PeekedMember, Progress, ReadCounters, ReadLogEntry, ReadOptions, Salvaged, Span, Statistics, Texts, Verified,
} from './engine/types';

export { NopyError } from './engine/machine';
export { blobSource, bufferSource, SourceError, urlSource, type ByteSource } from './engine/source';
export * from './engine/types';

/** Every column of an item side by side, for `text` of records. */
export const allColumns = -2;
/** The item as a whole: "(1, 2.5)" of a record. */
export const wholeItem = -1;

interface Column {
  /** Position in `ArrayInfo.columns`; `wholeItem` where left out. */
  readonly column?: number;
}
interface NumberOptions extends ReadOptions, Column {
  readonly part?: Part;
}

/** How a job's bytes are brought. */
interface Manner {
  /** Of a file that has no number yet. */
  readonly opening?: CachedSource;
  /** Where in the file a pass ends that needs every byte before. */
  readonly until?: number;
}

const forms = { f64: 0, f32: 1, text: 2, items: 3 } as const;
const parts: Record<Part, number> = { real: 0, imag: 1, abs: 2, phase: 3 };
/** Small reads bring what was asked; windows bring blocks, since the next one is near. */
const exactGrain = 512;
const windowGrain = 64 << 10;

export class Engine {
  private readonly machine: Machine;
  private readonly sources = new Map<number, CachedSource>();
  private readonly seen = new Counters();

  private constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Compiles and starts the core. */
  static async load(wasm: BufferSource | WebAssembly.Module | Response): Promise<Engine> {
    return new Engine(await Machine.load(wasm));
  }

  /** What was read so far, of all files. */
  get counters(): ReadCounters {
    return { reads: this.seen.reads, bytes: this.seen.bytes, log: [...this.seen.log] };
  }

  /** Called after every read that reached a source. */
  set onRead(told: ((entry: ReadLogEntry) => void) | null) {
    this.seen.onRead = told;
  }

  /**
   * Looks what a file is and reads its header or its directory. One read of at most 4 KiB for a .npy; for an archive its first
   * bytes and its last ones. Damaged files open, too, with an `error`. Throws what the source throws.
   */
  async open(source: ByteSource, options: ReadOptions & { readonly policy?: 'tolerant' | 'strict' } = {}): Promise<Opened> {
    const job = this.machine.call.open(BigInt(source.size), options.policy === 'strict' ? 1 : 0);
    const opening = new CachedSource(source, this.seen);
    const answer = await this.run<Omit<Opened, 'name' | 'bytes'>>(job, { why: 'open', ...options }, exactGrain, { opening });
    this.sources.set(answer.file, opening);
    return { ...answer, name: source.name, bytes: source.size } as Opened;
  }

  /** Forgets a file; its running jobs fail. */
  close(file: number): void {
    this.sources.delete(file);
    this.machine.call.close(file);
  }

  /** Members [from, from + count) as the directory lists them. Reads nothing. */
  members(file: number, from: number, count: number): Member[] {
    return JSON.parse(this.membersText(file, from, count)) as Member[];
  }

  /** The same as JSON: a text crosses from a worker in a fraction of the time that as many objects take. */
  membersText(file: number, from: number, count: number): string {
    return this.machine.answerText(this.machine.call.members(file, from, count));
  }

  /** Headers of members, in one batch of small reads; what cannot be read has its own `error`. Remembered by the engine. */
  async peek(file: number, indices: readonly number[], options: ReadOptions = {}): Promise<PeekedMember[]> {
    const at = this.machine.put(new Uint8Array(Uint32Array.from(indices).buffer));
    return this.run(this.machine.call.peek(file, at, indices.length), { why: 'headers', ...options }, exactGrain);
  }

  /** The header of an array byte by byte, damaged ones too. `member` is -1 for a .npy file, here and everywhere. */
  async anatomy(file: number, member: number, options: ReadOptions = {}): Promise<Anatomy> {
    const job = this.machine.call.anatomy(file, member >>> 0);
    const said = await this.run<Omit<Anatomy, 'bytes'>>(job, { why: 'header', ...options }, exactGrain);
    const last = said.spans.at(-1);
    const count = last === undefined ? 0 : Math.min(last.offset + last.bytes, 64 << 10);
    return { ...said, bytes: await this.bytes(file, member, 0, count, { why: 'header', ...options }) };
  }

  /**
   * The archive's bytes as spans, in file order, without gaps: those of members [from, from + count) in file order, and with the
   * last of them everything behind. Reads the members' local headers.
   */
  async map(file: number, from: number, count: number, options: ReadOptions = {}): Promise<Span[]> {
    return this.run(this.machine.call.map(file, from, count), { why: 'archive map', ...options }, exactGrain);
  }

  /** NumPy slice text without brackets, held against the array's shape. Reads nothing; throws NopyError for what is none. */
  slice(file: number, member: number, text: string): ParsedSlice {
    const { at, bytes } = this.machine.putText(text);
    return this.machine.answer(this.machine.call.slice(file, member >>> 0, at, bytes));
  }

  /** What reading a slice would cost. Reads nothing. */
  cost(file: number, member: number, axes: readonly AxisSlice[]): Cost {
    return this.machine.answer(this.machine.call.cost(file, member >>> 0, this.putAxes(axes)));
  }

  /** A slice as numbers, for pictures. A sample is a slice with steps. At most 16 Mi items. */
  async numbers(file: number, member: number, axes: readonly AxisSlice[], options: NumberOptions = {}): Promise<Numbers> {
    const bytes = await this.window(file, member, axes, forms.f64, options);
    return { values: new Float64Array(bytes.buffer), shape: resultShape(axes) };
  }

  /** Like `numbers`, as float32: half the memory, for drawing only. */
  async floats(file: number, member: number, axes: readonly AxisSlice[], options: NumberOptions = {}): Promise<Numbers<Float32Array>> {
    const bytes = await this.window(file, member, axes, forms.f32, options);
    return { values: new Float32Array(bytes.buffer), shape: resultShape(axes) };
  }

  /** A slice as exact text, the same as the tool prints. Any dtype; objects as their repr. At most 1 Mi cells. */
  async text(file: number, member: number, axes: readonly AxisSlice[], options: ReadOptions & Column = {}): Promise<Texts> {
    return splitTexts(await this.window(file, member, axes, forms.text, options), resultShape(axes));
  }

  /** The bytes of a slice's items, as the file holds them, in C order: for images and for "bits". */
  async items(file: number, member: number, axes: readonly AxisSlice[], options: ReadOptions & Column = {}): Promise<Uint8Array> {
    return this.window(file, member, axes, forms.items, options);
  }

  /** Statistics of a slice, or of the whole array (`axes` null), streamed in file order with progress. */
  async statistics(file: number, member: number, axes: readonly AxisSlice[] | null, options: NumberOptions = {}): Promise<Statistics> {
    const { column = wholeItem, part = 'real' } = options;
    const how = axes === null ? this.passOver(file, member) : {};
    const job = this.machine.call.statistics(file, member >>> 0, this.putAxes(axes), column, parts[part]);
    return this.run(job, { why: 'statistics', ...options }, windowGrain, how);
  }

  /** Like `statistics`; `bins` is at most 65 536. */
  async histogram(
    file: number, member: number, axes: readonly AxisSlice[] | null,
    options: NumberOptions & { readonly low: number; readonly high: number; readonly bins: number },
  ): Promise<Histogram> {
    const { column = wholeItem, part = 'real', low, high, bins } = options;
    const how = axes === null ? this.passOver(file, member) : {};
    const at = this.putAxes(axes);
    const job = this.machine.call.histogram(file, member >>> 0, at, column, parts[part], low, high, bins);
    return this.run(job, { why: 'histogram', ...options }, windowGrain, how);
  }

  /** Bytes of an array's stream, header included, inflated where need be: the Bytes view. Fewer where the stream ends. At most 16 MiB. */
  async bytes(file: number, member: number, offset: number, count: number, options: ReadOptions = {}): Promise<Uint8Array> {
    const job = this.machine.call.stream(file, member >>> 0, BigInt(offset), BigInt(count));
    return this.runBytes(job, { why: 'bytes', ...options }, exactGrain);
  }

  /** Bytes of the file itself, records and all. Fewer where the file ends. */
  async fileBytes(file: number, offset: number, count: number, options: ReadOptions = {}): Promise<Uint8Array> {
    const [bytes] = await this.sourceOf(file).fetch([{ offset, count }], exactGrain, options.why ?? 'bytes', options.signal);
    return (bytes ?? new Uint8Array()).slice();
  }

  /** Reads all of a member and holds sizes, the stream's end and the checksum against the directory. Throws NopyError where they differ. */
  async verify(file: number, member: number, options: ReadOptions = {}): Promise<Verified> {
    const how = this.passOver(file, member);
    return this.run(this.machine.call.verify(file, member >>> 0), { why: 'verify', ...options }, windowGrain, how);
  }

  /** A slice as a .npy file, in pieces, header first; the array's order is kept. */
  async exportSlice(file: number, member: number, axes: readonly AxisSlice[], options: ReadOptions = {}): Promise<Blob> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const job = this.machine.call.export_npy(file, member >>> 0, this.putAxes(axes));
    pieces.push(await this.drive(job, { why: 'export', ...options }, windowGrain, {}, (piece) => pieces.push(piece)));
    return new Blob(pieces, { type: 'application/octet-stream' });
  }

  /** The Python objects of an object array, as data. Reads all of the pickle, at most 64 MiB. */
  async objects(file: number, member: number, options: ReadOptions = {}): Promise<Objects> {
    return this.run(this.machine.call.objects(file, member >>> 0), { why: 'objects', ...options }, windowGrain);
  }

  /** Holds two arrays against each other, streamed. */
  async difference(
    a: { readonly file: number; readonly member: number }, b: { readonly file: number; readonly member: number },
    options: ReadOptions & DifferenceOptions = {},
  ): Promise<Difference> {
    const flags = (options.equalNan === true ? 1 : 0) | (options.equality === 'values' ? 2 : 0);
    const { rtol = 0, atol = 0 } = options;
    const job = this.machine.call.difference(a.file, a.member >>> 0, b.file, b.member >>> 0, rtol, atol, flags);
    return this.run(job, { why: 'difference', ...options }, windowGrain);
  }

  /** Members found by walking over local headers, for archives whose directory is lost. */
  async salvage(file: number, options: ReadOptions = {}): Promise<Salvaged[]> {
    return this.run(this.machine.call.salvage(file), { why: 'salvage', ...options }, exactGrain);
  }

  // Below: the life of a job.

  private sourceOf(file: number): CachedSource {
    const source = this.sources.get(file);
    if (source === undefined) throw new Error(`no file ${file} is open`);
    return source;
  }

  private window(
    file: number, member: number, axes: readonly AxisSlice[], form: number, options: ReadOptions & Column & { readonly part?: Part },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { column = wholeItem, part = 'real' } = options;
    const job = this.machine.call.window(file, member >>> 0, this.putAxes(axes), form, column, parts[part]);
    return this.runBytes(job, { why: 'window', ...options }, windowGrain);
  }

  private putAxes(axes: readonly AxisSlice[] | null): number {
    if (axes === null) return 0;
    const view = new DataView(new ArrayBuffer(Math.max(32 * axes.length, 1)));
    axes.forEach(({ start, step, count, dropped }, axis) => {
      view.setBigUint64(32 * axis, BigInt(start), true);
      view.setBigInt64(32 * axis + 8, BigInt(step), true);
      view.setBigUint64(32 * axis + 16, BigInt(count), true);
      view.setBigUint64(32 * axis + 24, dropped ? 1n : 0n, true);
    });
    return this.machine.put(new Uint8Array(view.buffer));
  }

  /** What is inflated from its start to its end comes in small blocks: they are read ahead. What is stored is asked for by megabytes. */
  private passOver(file: number, member: number): Manner {
    const [listed] = member < 0 ? [] : this.members(file, member, 1);
    return listed?.method === 'deflated' ? { until: Math.min(listed.headerOffset + listed.compressedBytes, this.sourceOf(file).source.size) } : {};
  }

  private async run<T>(job: number, options: ReadOptions, grain: number, how: Manner = {}): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.drive(job, options, grain, how))) as T;
  }

  private runBytes(job: number, options: ReadOptions, grain: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.drive(job, options, grain);
  }

  /** Steps a job to its end, bringing what it wants. A job that is given up is ended, whatever it was doing. */
  private async drive(
    job: number, options: ReadOptions, grain: number, how: Manner = {},
    onPart?: (piece: Uint8Array<ArrayBuffer>) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (job === 0) throw outOfMemory();
    const { call } = this.machine;
    let told = performance.now();
    try {
      for (;;) {
        options.signal?.throwIfAborted();
        const status = call.job_step(job);
        if (status === jobStatus.done) return this.machine.jobBytes(job);
        if (status === jobStatus.failed) throw new NopyError(this.machine.jobAnswer(job));
        if (status === jobStatus.part) onPart?.(this.machine.jobBytes(job));
        if (performance.now() - told > 50) {
          told = performance.now();
          options.onProgress?.(this.progressOf(job));
          await breath();
        }
        if (status === jobStatus.wants) await this.bring(job, options, grain, how);
      }
    } finally {
      call.job_end(job);
    }
  }

  private progressOf(job: number): Progress {
    return { done: Number(this.machine.call.job_done(job)), total: Number(this.machine.call.job_total(job)) };
  }

  private async bring(job: number, options: ReadOptions, grain: number, { opening, until }: Manner): Promise<void> {
    const wanted = this.machine.ranges(job);
    const bySource = byFile(wanted);
    const bytes = new Map<(typeof wanted)[number], Uint8Array>();
    for (const [file, ranges] of bySource) {
      const source = opening ?? this.sourceOf(file);
      source.file = file;
      const brought = await source.fetch(ranges, grain, options.why ?? '', options.signal, until);
      ranges.forEach((range, i) => bytes.set(range, brought[i]!));
    }
    wanted.forEach((range, i) => {
      const brought = bytes.get(range)!;
      this.machine.bytes(range.place, brought.byteLength).set(brought);
      this.machine.call.job_brought(job, i, brought.byteLength);
    });
  }
}

function byFile<T extends { readonly file: number }>(all: readonly T[]): Map<number, T[]> {
  const made = new Map<number, T[]>();
  for (const one of all) made.set(one.file, [...(made.get(one.file) ?? []), one]);
  return made;
}

/** Lets the page draw and cancel between two steps. */
function breath(): Promise<void> {
  return new Promise((go) => {
    if (typeof MessageChannel === 'undefined') return void setTimeout(go, 0);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });
}

/** The shape of a result: the axes that a single index did not drop. */
export function resultShape(axes: readonly AxisSlice[]): number[] {
  return axes.filter((axis) => !axis.dropped).map((axis) => axis.count);
}

/** u32 cells, u32 columns, u32 end of each cell, then their UTF-8. */
function splitTexts(bytes: Uint8Array<ArrayBuffer>, shape: number[]): Texts {
  const view = new DataView(bytes.buffer);
  const count = view.getUint32(0, true);
  const columns = view.getUint32(4, true);
  const first = 8 + 4 * count;
  const all = new TextDecoder().decode(bytes.subarray(first));
  const ascii = all.length === bytes.byteLength - first;
  const decoder = new TextDecoder();
  let from = 0;
  const cells = Array.from({ length: count }, (_, i) => {
    const to = view.getUint32(8 + 4 * i, true);
    const cell = ascii ? all.slice(from, to) : decoder.decode(bytes.subarray(first + from, first + to));
    from = to;
    return cell;
  });
  return { cells, columns, shape };
}
