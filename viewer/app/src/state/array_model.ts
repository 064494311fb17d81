// SPDX-License-Identifier: MIT
// One array as the page reads it: the engine's answers about a slice. Views know this interface only; a difference of two
// arrays is one of them, too.
import type {
  Anatomy, ArrayInfo, Column, Cost, Histogram, Member, Numbers, Objects, Part, ReadOptions, Statistics, Texts, Verified,
} from '../engine';
import type { Selection } from '../plain/slice';

export interface ArrayModel {
  readonly file: string;
  /** NumPy's key in an archive; null in a .npy file. */
  readonly key: string | null;
  readonly member: Member | null;
  readonly info: ArrayInfo;
  readonly columns: readonly Column[];
  /** Where the engine knows it; the first of the two where it is a difference. */
  readonly place: { readonly file: number; readonly member: number };
  /** Said under the answer line instead of the header's health. */
  readonly note?: string;
  numbers(slice: Selection, column: number, part: Part, options: ReadOptions): Promise<Numbers>;
  texts(slice: Selection, column: number | null, options: ReadOptions): Promise<Texts>;
  statistics(slice: Selection | null, column: number, part: Part, options: ReadOptions): Promise<Statistics>;
  histogram(slice: Selection | null, column: number, part: Part, low: number, high: number, bins: number, options: ReadOptions): Promise<Histogram>;
  cost(slice: Selection): Promise<Cost>;
  /** The items' own bytes, as the file holds them. */
  items(slice: Selection, options: ReadOptions): Promise<Uint8Array>;
  /** Bytes of the array's own stream, header included. */
  bytes(offset: number, count: number, options: ReadOptions): Promise<Uint8Array>;
  anatomy(options: ReadOptions): Promise<Anatomy>;
  objects(options: ReadOptions): Promise<Objects>;
  exportNpy(slice: Selection, options: ReadOptions): Promise<Blob>;
  /** Reads the whole member and holds it against the CRC of the directory; null in a .npy file. */
  readonly verify: ((options: ReadOptions) => Promise<Verified>) | null;
}

/** The letter of a kind as NumPy's dtype.kind has it. */
export function kindLetter(kind: ArrayInfo['kind']): string {
  switch (kind) {
    case 'boolean': return 'b';
    case 'signed_int': return 'i';
    case 'unsigned_int': return 'u';
    case 'floating': return 'f';
    case 'complex': return 'c';
    case 'bytes': return 'S';
    case 'text': return 'U';
    case 'datetime': return 'M';
    case 'timedelta': return 'm';
    case 'object': return 'O';
    default: return 'V';
  }
}
