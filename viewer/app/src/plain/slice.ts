// SPDX-License-Identifier: MIT
// The part of an array that is shown: NumPy's slice text, read and written, and what each axis is used for.

/** One axis of a selection: an index, or `count` elements from `start` on, `step` apart (step may be negative). */
export interface AxisPick {
  start: number;
  step: number;
  count: number;
  /** true where the text is an integer: the axis vanishes, as in NumPy. */
  dropped: boolean;
}

export type Selection = AxisPick[];

/** Why a slice text is not valid, as a sentence for the reader. */
export class SliceFault extends Error {}

export const wholeAxis = (extent: number): AxisPick => ({ start: 0, step: 1, count: extent, dropped: false });
export const oneIndex = (at: number): AxisPick => ({ start: at, step: 1, count: 1, dropped: true });

/** The default: the last `ranges` axes whole, index 0 on the others. */
export function defaultSelection(shape: readonly number[], ranges: number): Selection {
  const first = Math.max(0, shape.length - ranges);
  return shape.map((extent, axis) => (axis < first && extent > 0 ? oneIndex(0) : wholeAxis(extent)));
}

const integer = /^[+-]?\d+$/;

function wholeNumber(text: string, axis: number): number {
  if (!integer.test(text)) throw new SliceFault(`axis ${axis}: "${text}" is no whole number`);
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new SliceFault(`axis ${axis}: ${text} is too large`);
  return value;
}

function readRange(parts: string[], extent: number, axis: number): AxisPick {
  if (parts.length > 3) throw new SliceFault(`axis ${axis}: a slice has at most start:stop:step`);
  const given = parts.map((part) => (part.trim() === '' ? null : wholeNumber(part.trim(), axis)));
  const step = given[2] ?? 1;
  if (step === 0) throw new SliceFault(`axis ${axis}: the step is 0; it must not be`);
  const lowest = step > 0 ? 0 : -1;
  const highest = step > 0 ? extent : extent - 1;
  const clamp = (value: number) => Math.min(Math.max(value < 0 ? value + extent : value, lowest), highest);
  const start = given[0] == null ? (step > 0 ? 0 : extent - 1) : clamp(given[0]);
  const stop = given[1] == null ? (step > 0 ? extent : -1) : clamp(given[1]);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  return { start: count === 0 ? 0 : start, step, count, dropped: false };
}

function readAxis(item: string, extent: number, axis: number): AxisPick {
  const text = item.trim();
  if (text === '') throw new SliceFault(`axis ${axis}: nothing stands between two commas`);
  if (text === 'None' || text === 'newaxis') throw new SliceFault('new axes cannot be shown');
  if (text.includes(':')) return readRange(text.split(':'), extent, axis);
  const value = wholeNumber(text, axis);
  if (value >= extent || value < -extent)
    throw new SliceFault(`axis ${axis} has ${extent} elements; ${value} is outside`);
  return oneIndex(value < 0 ? value + extent : value);
}

/** Reads `3, :, ::2` (with or without brackets) against a shape. Missing axes are whole, `...` fills. */
export function parseSlice(text: string, shape: readonly number[]): Selection {
  const inner = text.trim().replace(/^\[([\s\S]*)\]$/, '$1').trim().replace(/,$/, '');
  const items = inner === '' ? [] : inner.split(',');
  const dots = items.findIndex((item) => item.trim() === '...');
  if (items.filter((item) => item.trim() === '...').length > 1)
    throw new SliceFault('"..." may stand once only');
  const named = items.length - (dots < 0 ? 0 : 1);
  if (named > shape.length)
    throw new SliceFault(`the array has ${shape.length} ${shape.length === 1 ? 'axis' : 'axes'}; ${named} are given`);
  const fill = Array<string>(shape.length - named).fill(':');
  const full = dots < 0 ? [...items, ...fill] : [...items.slice(0, dots), ...fill, ...items.slice(dots + 1)];
  return full.map((item, axis) => readAxis(item, shape[axis] ?? 0, axis));
}

function axisText(pick: AxisPick, extent: number): string {
  if (pick.dropped) return String(pick.start);
  if (pick.step === 1 && pick.start === 0 && pick.count === extent) return ':';
  if (pick.count === 0) return '0:0';
  const last = pick.start + pick.step * (pick.count - 1);
  const step = pick.step === 1 ? '' : `:${pick.step}`;
  if (pick.step > 0) {
    const stop = last + pick.step >= extent ? '' : String(last + pick.step);
    return `${pick.start === 0 ? '' : pick.start}:${stop}${step}`;
  }
  const stop = last + pick.step < 0 ? '' : String(last + pick.step);
  return `${pick.start === extent - 1 ? '' : pick.start}:${stop}${step}`;
}

/** The shortest NumPy text that selects the same, without brackets. */
export function sliceText(selection: Selection, shape: readonly number[]): string {
  return selection.map((pick, axis) => axisText(pick, shape[axis] ?? 0)).join(', ');
}

/** The axes that remain after the integer indices. */
export const rangeAxes = (selection: Selection): number[] =>
  selection.flatMap((pick, axis) => (pick.dropped ? [] : [axis]));

/** At most `most` axes may be ranges: earlier ones become the index where they start. */
export function fitRanges(selection: Selection, most: number): Selection {
  let spare = rangeAxes(selection).length - most;
  return selection.map((pick) => (!pick.dropped && spare-- > 0 && pick.count > 0 ? oneIndex(pick.start) : pick));
}

/** The index in the array of element `at` of the selected part of one axis. */
export const indexAt = (pick: AxisPick, at: number): number => pick.start + pick.step * at;

/** A part of a selection's axis: elements `from`, `from + every`, ... of it. */
export function within(pick: AxisPick, from: number, count: number, every = 1): AxisPick {
  return { start: pick.start + pick.step * from, step: pick.step * every, count, dropped: false };
}

export const selectedCount = (selection: Selection): number =>
  selection.reduce((product, pick) => product * pick.count, 1);
