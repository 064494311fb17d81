// SPDX-License-Identifier: MIT
// What the engine answers, as plain data: every value here passes through postMessage as it is. The C++ side writes the same
// structures as JSON (viewer/engine/protocol.md); offsets and counts are numbers, exact to 2^53. A shape can claim more only
// where the array has no bytes; `shapeText` is exact always.

/** Something that is wrong, in the library's own words. `id` is the stable kind ("zip_crc"); docs/errors has a page for each. */
export interface EngineError {
  readonly id: string;
  /** What happened, a clause without a full stop. */
  readonly summary: string;
  readonly found: string | null;
  readonly expected: string | null;
  readonly hint: string | null;
  /** Bytes from the start of the subject: the file for records of an archive, else the array's own stream. */
  readonly offset: number | null;
  /** All of it, several lines. */
  readonly message: string;
}

/** One deviation that reading went on after. */
export interface Finding extends EngineError {
  readonly severity: 'note' | 'warning' | 'error';
}

export type Kind =
  | 'boolean' | 'signed_int' | 'unsigned_int' | 'floating' | 'complex' | 'bytes' | 'text' | 'datetime' | 'timedelta'
  | 'opaque' | 'record' | 'subarray' | 'object';

/** A leaf of the element type: what a table shows as one column. A plain array has one, with an empty name. */
export interface Column {
  /** "pos.x", "m[0,1]"; empty for a plain array. */
  readonly name: string;
  /** Bytes from the start of the item. */
  readonly offset: number;
  readonly bytes: number;
  readonly kind: Kind;
  readonly descr: string;
  /** In words: "big-endian float64". */
  readonly words: string;
  /** Whether `numbers`, `statistics` and `histogram` take it. */
  readonly numeric: boolean;
}

/** A part of a record's item, for the layout ruler: fields nest; bytes no field names are padding. */
export interface LayoutField {
  readonly name: string;
  readonly title: string | null;
  readonly offset: number;
  readonly bytes: number;
  readonly words: string;
  readonly descr: string;
  /** Extents where it is a subarray. */
  readonly extents: readonly number[];
  readonly fields: readonly LayoutField[];
}

/** An array: of a .npy file, or a member of an archive whose header was read. */
export interface ArrayInfo {
  /** The member's position in the archive; -1 in a .npy file. */
  readonly member: number;
  readonly version: string;
  readonly descr: string;
  readonly words: string;
  readonly kind: Kind;
  /** The exact coding where kind and size do not say it: "standard", "bfloat16", "x87", ... */
  readonly coding: string;
  readonly endian: 'little' | 'big' | 'none';
  readonly itemBytes: number;
  readonly shape: readonly number[];
  /** "(3, 4)", "(3,)", "()": exact. */
  readonly shapeText: string;
  readonly count: number;
  readonly order: 'C' | 'F';
  /** Of the header's text, as the preamble gives it. */
  readonly headerBytes: number;
  /** From the start of the array's own stream to its first data byte. */
  readonly dataOffset: number;
  readonly dataBytes: number;
  /** Less than `dataBytes` where the file is cut. */
  readonly presentBytes: number;
  /** Where the first data byte lies in the file; null in a deflated member. */
  readonly fileOffset: number | null;
  /** The largest power of two (at most 4096) that divides `fileOffset`; 0 where it is null. */
  readonly alignment: number;
  /** "yes, aligned", "yes, unaligned", "no, deflated", "no, objects". */
  readonly mappable: string;
  readonly findings: readonly Finding[];
  readonly columns: readonly Column[];
  /** Leaves beyond the 256 that `columns` lists. */
  readonly columnsLeftOut: number;
  /** Of a record, else empty. */
  readonly fields: readonly LayoutField[];
  /** Bytes of an item that no field names. */
  readonly paddingBytes: number;
}

/** A member as the archive's directory lists it: no byte of the member itself was read for this. */
export interface Member {
  readonly index: number;
  /** As stored, in UTF-8: "weights/w1.npy". */
  readonly name: string;
  /** NumPy's key: without ".npy". */
  readonly key: string;
  readonly method: 'stored' | 'deflated' | `method ${number}`;
  readonly bytes: number;
  readonly compressedBytes: number;
  readonly crc32: number;
  readonly flags: number;
  readonly headerOffset: number;
  readonly recordOffset: number;
  readonly recordBytes: number;
  /** Two members have this name. */
  readonly shared: boolean;
  /** Why its record can not be used; the other members still work. */
  readonly error: EngineError | null;
}

/** A member once its local header and its first bytes were read. */
export interface PeekedMember {
  readonly index: number;
  /** null: no .npy array; `error` says why, or the member is something else altogether. */
  readonly array: ArrayInfo | null;
  readonly error: EngineError | null;
  /** Of the local header, its name and extra field included; null where they were not understood. */
  readonly localBytes: number | null;
  /** Of the first stored byte, in the file. */
  readonly dataOffset: number | null;
}

export interface ArchiveInfo {
  readonly members: number;
  readonly directoryOffset: number;
  readonly directoryBytes: number;
  readonly findings: readonly Finding[];
}

/** What `open` found. A file that is damaged or something else is opened, too: its bytes and what can be said of them are shown. */
export type Opened = { readonly file: number; readonly name: string; readonly bytes: number } & (
  | { readonly kind: 'npy'; readonly array: ArrayInfo }
  | { readonly kind: 'npz'; readonly archive: ArchiveInfo }
  | { readonly kind: 'empty' | 'unknown' | 'damaged npy' | 'damaged npz'; readonly error: EngineError }
);

/** A byte span of a header or of an archive, in order, without gaps. */
export interface Span {
  readonly offset: number;
  readonly bytes: number;
  /**
   * Of a header: "magic", "version", "header length", "syntax", "key", "descr", "fortran_order", "shape", "value that does not
   * count", "padding", "newline", "header text" (could not be told apart).
   * Of an archive: "prefix", "local header", "name", "extra field", "data", "data descriptor", "gap", "central record",
   * "end record 64", "locator 64", "end record", "comment", "trailing bytes".
   */
  readonly kind: string;
  /** What the bytes say, for people: "118 = 0x76 little-endian: the header is 118 bytes; 10 + 118 = 128 = 2 x 64". */
  readonly meaning: string;
}

export interface Anatomy {
  readonly spans: readonly Span[];
  /** The bytes from the start of the array's stream to `dataOffset`, at most 64 KiB of them. */
  readonly bytes: Uint8Array;
  /** Where reading stopped, in a damaged header. */
  readonly error: EngineError | null;
}

/** What a slice takes of one axis: `count` indices from `start` on, `step` apart (never 0, may be negative). */
export interface AxisSlice {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  /** A single index: the axis is not in the result. */
  readonly dropped: boolean;
}

export interface ParsedSlice {
  readonly axes: readonly AxisSlice[];
  /** Of the result: without the dropped axes. */
  readonly shape: readonly number[];
  readonly count: number;
}

/** What reading a slice costs, told before it is read. */
export interface Cost {
  readonly items: number;
  /** Ranges of the file or of the member's stream after gaps of up to 4 KiB were closed; saturates at 2^20. */
  readonly ranges: number;
  /** Bytes to read from the file, exact for arrays that are not deflated. */
  readonly readBytes: number;
  /** Bytes to inflate first; 0 where nothing is deflated. */
  readonly inflateBytes: number;
}

/** Which real number of a complex one; of a real one `real` is the value. */
export type Part = 'real' | 'imag' | 'abs' | 'phase';

export interface Numbers<A extends Float64Array | Float32Array = Float64Array> {
  /** In C order of `shape`; NaT is NaN, bools are 0 and 1, times are ticks. Integers beyond 2^53 are rounded: exact text is `text`. */
  readonly values: A;
  readonly shape: readonly number[];
}

export interface Texts {
  /** Exact text, in C order of `shape`; with `columns` > 1 the columns of one item stand side by side. */
  readonly cells: readonly string[];
  readonly columns: number;
  readonly shape: readonly number[];
}

export interface Extreme {
  /** Exact. */
  readonly text: string;
  readonly value: number;
  /** Where it stands first, in the array's own indices. */
  readonly index: readonly number[];
}

export interface Statistics {
  readonly count: number;
  readonly finite: number;
  /** NaN, or NaT. */
  readonly nan: number;
  readonly positiveInfinity: number;
  readonly negativeInfinity: number;
  readonly zeros: number;
  readonly negative: number;
  /** Of the finite values; null where there are none. */
  readonly minimum: Extreme | null;
  readonly maximum: Extreme | null;
  readonly mean: number | null;
  /** Of the population. */
  readonly deviation: number | null;
  readonly sum: number | null;
}

export interface Histogram {
  readonly low: number;
  readonly high: number;
  /** Equal parts of low..high; the last one owns `high`. */
  readonly counts: readonly number[];
  readonly below: number;
  readonly above: number;
  readonly nan: number;
}

/** A member whose every byte was read and held against the directory. */
export interface Verified {
  readonly bytes: number;
  readonly crc32: number;
}

export interface Difference {
  readonly same: boolean;
  /** Why nothing was compared: dtype or shape differ, objects. */
  readonly reason: EngineError | null;
  readonly count: number;
  readonly different: number;
  readonly signedZeros: number;
  /** null: NaN against a number. */
  readonly maximum: number | null;
  /** Index of the first item that differs, and both texts. */
  readonly first: { readonly index: readonly number[]; readonly a: string; readonly b: string } | null;
}

export interface DifferenceOptions {
  readonly rtol?: number;
  readonly atol?: number;
  readonly equalNan?: boolean;
  /** 'bits' is the default; tolerances above 0 compare values. */
  readonly equality?: 'bits' | 'values';
}

/** Python objects of an array, read as data and never run. */
export interface Objects {
  readonly shape: readonly number[];
  /** repr of each item, in C order, cut at 4 KiB each. At most 65 536. */
  readonly items: readonly string[];
  readonly count: number;
  /** Objects of classes that are not data: shown by what the pickle says of them. */
  readonly foreign: number;
  readonly pickleBytes: number;
}

/** A member found by its local header alone, in an archive without a usable directory. */
export interface Salvaged {
  readonly name: string;
  readonly offset: number;
  readonly dataOffset: number;
  /** As the local header says; null where it does not (a stream). */
  readonly compressedBytes: number | null;
  /** All of its bytes lie in the file. */
  readonly whole: boolean;
}

/** How far a long action is. `total` 0: not known. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Given to every method that reads. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Why, for the log of reads: "heatmap", "header". */
  readonly why?: string;
}

/** One read that reached the source. */
export interface ReadLogEntry {
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
  readonly why: string;
  readonly milliseconds: number;
}

export interface ReadCounters {
  readonly reads: number;
  readonly bytes: number;
  /** The last 1000. */
  readonly log: readonly ReadLogEntry[];
}
