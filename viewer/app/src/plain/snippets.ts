// SPDX-License-Identifier: MIT
// Code for exactly the slice shown: NumPy, np.memmap and C++.
import type { Selection } from './slice';
import { sliceText } from './slice';
import { tupleText } from './words';

/** What code needs to know of an array. */
export interface CodeSubject {
  file: string;
  member?: string | undefined;
  descr: string;
  cppType?: string | undefined;
  shape: readonly number[];
  order: 'C' | 'F';
  dataOffset: number;
  mappable: boolean;
  objects?: boolean | undefined;
}

/** A text as a literal that Python and C++ both read; nothing of it can end the literal. */
export function quoted(text: string): string {
  const body = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (letter === '\\' || letter === '"') return `\\${letter}`;
    if (code >= 0x20 && code < 0x7f) return letter;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `"${body.join('')}"`;
}

const whole = (selection: Selection, shape: readonly number[]) =>
  selection.every((pick, axis) => !pick.dropped && pick.start === 0 && pick.step === 1 && pick.count === shape[axis]);

const subscript = (selection: Selection, shape: readonly number[]) =>
  whole(selection, shape) ? '' : `[${sliceText(selection, shape)}]`;

export function numpyCode(subject: CodeSubject, selection: Selection): string {
  const options = subject.objects ? ', allow_pickle=True' : '';
  const load = subject.member === undefined ? `np.load(${quoted(subject.file)}${options})` : `np.load(${quoted(subject.file)}${options})[${quoted(subject.member)}]`;
  return load + subscript(selection, subject.shape);
}

/** np.memmap at the data's place, or null where the bytes cannot be mapped. */
export function memmapCode(subject: CodeSubject, selection: Selection): string | null {
  if (!subject.mappable || subject.objects) return null;
  const dtype = subject.descr.startsWith('[') ? `np.dtype(${subject.descr})` : quoted(subject.descr);
  const order = subject.order === 'F' ? ', order="F"' : '';
  return `np.memmap(${quoted(subject.file)}, dtype=${dtype}, mode="r", offset=${subject.dataOffset}, shape=${tupleText(subject.shape)}${order})${subscript(selection, subject.shape)}`;
}

export function cppCode(subject: CodeSubject, selection: Selection): string {
  const kind = `${subject.cppType ?? 'double'}, ${subject.shape.length}`;
  const file = quoted(subject.file);
  const note = whole(selection, subject.shape) ? '' : `  // then ${subscript(selection, subject.shape)}`;
  const from = subject.member === undefined ? file : `nopy::npz_reader(${file})[${quoted(subject.member)}]`;
  return `auto array = nopy::load<${kind}>(${from});${note}`;
}
