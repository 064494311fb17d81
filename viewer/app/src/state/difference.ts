// SPDX-License-Identifier: MIT
// Two arrays of one shape as a third one: the other array, their difference, or the mask of what differs.
import { signal } from '@preact/signals';
import type { ArrayInfo, Column, Difference, EngineError, Member } from '../engine';
import type { ArrayModel } from './array_model';
import { engineArray } from './engine_array';
import type { EngineLink } from './engine_link';
import type { OpenFile } from './open_file';

/** What is known of the two arrays as a whole; null while nothing was compared. */
export const compared = signal<Difference | null>(null);
/** Why there is no difference to show. */
export const incomparable = signal<string | null>(null);
/** The two arrays that are shown, for a comparison of all their bytes. */
export const pair = signal<{ a: ArrayModel; b: ArrayModel } | null>(null);

async function counterpart(link: EngineLink, file: OpenFile, a: ArrayModel): Promise<ArrayModel | null> {
  const { opened } = file;
  if (opened.kind === 'npy') return engineArray(link, opened.file, file.name, null, opened.array);
  const member: Member | undefined = file.members.find((one) => one.key === a.key) ?? (a.key === null ? file.members[0] : undefined);
  if (!member) return null;
  const [peeked] = await link.peek(opened.file, [member.index]);
  return peeked?.array ? engineArray(link, opened.file, file.name, member, peeked.array) : null;
}

const sameShape = (a: ArrayInfo, b: ArrayInfo) => a.shapeText === b.shapeText;

export async function differenceOf(link: EngineLink, other: OpenFile, a: ArrayModel, side: 'a' | 'b' | 'diff' | 'mask'): Promise<ArrayModel | null> {
  compared.value = null;
  pair.value = null;
  const b = await counterpart(link, other, a);
  if (!b) {
    incomparable.value = `${other.name} has no array of this name.`;
    return null;
  }
  incomparable.value = null;
  pair.value = { a, b };
  if (side === 'b') return b;
  if (!sameShape(a.info, b.info)) {
    incomparable.value = `The shapes differ: ${a.info.shapeText} and ${b.info.shapeText}.`;
    return null;
  }
  if (a.columns.length !== b.columns.length) {
    incomparable.value = 'The records have different fields.';
    return null;
  }
  if (a.info.dataBytes + b.info.dataBytes <= 64e6) void compareAll(link, a, b);
  return side === 'mask' ? maskOf(a, b) : minus(a, b);
}

/** Holds all bytes of both against each other. */
export async function compareAll(link: EngineLink, a: ArrayModel, b: ArrayModel, signal?: AbortSignal, told?: (done: number, total: number) => void): Promise<void> {
  const answer = await link
    .difference(a.place, b.place, { ...(signal ? { signal } : {}), ...(told ? { onProgress: ({ done, total }) => told(done, total) } : {}) })
    .catch((fault: unknown): Difference => ({
      same: false, count: 0, different: 0, signedZeros: 0, maximum: null, first: null,
      reason: { id: '', summary: String(fault), message: String(fault), found: null, expected: null, hint: null, offset: null } satisfies EngineError,
    }));
  if (pair.peek()?.a === a) compared.value = answer;
}

const wholeNumbers = (column: Column) => column.kind === 'signed_int' || column.kind === 'unsigned_int';

function minusText(x: string, y: string, exact: boolean): string {
  if (x === y) return exact ? '0' : x === 'nan' ? 'nan' : '0.0';
  if (exact) return String(BigInt(x) - BigInt(y));
  const value = Number(x.replace('inf', 'Infinity')) - Number(y.replace('inf', 'Infinity'));
  return Number.isNaN(value) ? 'nan' : String(value).replace('Infinity', 'inf');
}

const pairOf = <T>(x: Promise<T>, y: Promise<T>): Promise<[T, T]> => Promise.all([x, y]);

/** a minus b, element by element; what has no difference shows both values. */
function minus(a: ArrayModel, b: ArrayModel): ArrayModel {
  return {
    ...a,
    key: a.key,
    note: `${a.file} minus ${b.file}`,
    info: { ...a.info, words: `difference of ${a.info.words}`, kind: a.info.kind === 'unsigned_int' ? 'signed_int' : a.info.kind },
    verify: null,
    async numbers(slice, column, part, options) {
      const [x, y] = await pairOf(a.numbers(slice, column, part, options), b.numbers(slice, column, part, options));
      return { ...x, values: x.values.map((value, i) => (Object.is(value, y.values[i]) ? 0 : value - y.values[i]!)) };
    },
    async texts(slice, column, options) {
      const [x, y] = await pairOf(a.texts(slice, column, options), b.texts(slice, column, options));
      const cells = x.cells.map((text, i) => {
        const at = column ?? i % x.columns;
        const kind = a.columns[at]!;
        const real = kind.numeric && kind.kind !== 'complex' && kind.kind !== 'boolean' && kind.kind !== 'datetime' && kind.kind !== 'timedelta';
        if (real) return minusText(text, y.cells[i]!, wholeNumbers(kind) && wholeNumbers(b.columns[at]!));
        return text === y.cells[i] ? '=' : `${text} → ${y.cells[i]}`;
      });
      return { ...x, cells };
    },
  };
}

/** 1 where the two differ, 0 where they are equal. */
function maskOf(a: ArrayModel, b: ArrayModel): ArrayModel {
  const columns = a.columns.map((column): Column => ({ ...column, kind: 'boolean', numeric: true }));
  const differ = async (slice: Parameters<ArrayModel['texts']>[0], column: number | null, options: object) => {
    const [x, y] = await pairOf(a.texts(slice, column, options), b.texts(slice, column, options));
    return { ...x, cells: x.cells.map((text, i) => (text === y.cells[i] ? 'False' : 'True')) };
  };
  return {
    ...a,
    note: `where ${a.file} and ${b.file} differ`,
    columns,
    info: { ...a.info, words: 'mask of differences', kind: a.info.kind === 'record' ? 'record' : 'boolean' },
    verify: null,
    texts: differ,
    async numbers(slice, column, _part, options) {
      const { cells, shape } = await differ(slice, column, options);
      return { shape, values: Float64Array.from(cells, (text) => (text === 'True' ? 1 : 0)) };
    },
  };
}
