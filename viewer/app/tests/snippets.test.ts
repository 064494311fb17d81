// SPDX-License-Identifier: MIT
// Copied code is right, and nothing in a name can end its literal.
import { expect, test } from 'vitest';
import { csvText, tsvText } from '../src/plain/csv';
import { linkText, readLink } from '../src/plain/link';
import { parseSlice } from '../src/plain/slice';
import { cppCode, memmapCode, numpyCode, quoted, type CodeSubject } from '../src/plain/snippets';

const subject: CodeSubject = {
  file: 'run.npz', member: 'w/1', descr: '<f4', cppType: 'float', shape: [64, 10], order: 'C', dataOffset: 192, mappable: true,
};
const whole = parseSlice(':, :', subject.shape);
const part = parseSlice('3, ::2', subject.shape);

test('NumPy, memmap and C++ select the same', () => {
  expect(numpyCode(subject, whole)).toBe('np.load("run.npz")["w/1"]');
  expect(numpyCode(subject, part)).toBe('np.load("run.npz")["w/1"][3, ::2]');
  expect(memmapCode(subject, part)).toBe('np.memmap("run.npz", dtype="<f4", mode="r", offset=192, shape=(64, 10))[3, ::2]');
  expect(memmapCode({ ...subject, order: 'F' }, whole)).toContain('order="F")');
  expect(memmapCode({ ...subject, mappable: false }, whole)).toBeNull();
  expect(cppCode(subject, whole)).toBe('auto array = nopy::load<float, 2>(nopy::npz_reader("run.npz")["w/1"]);');
  expect(cppCode({ ...subject, member: undefined, file: 'a.npy' }, part)).toBe('auto array = nopy::load<float, 2>("a.npy");  // then [3, ::2]');
});

test('records are written as np.dtype, objects ask for allow_pickle', () => {
  expect(memmapCode({ ...subject, descr: "[('x', '<f4')]" }, whole)).toContain("dtype=np.dtype([('x', '<f4')])");
  expect(numpyCode({ ...subject, member: undefined, file: 'o.npy', objects: true }, whole)).toBe('np.load("o.npy", allow_pickle=True)');
});

test.each([
  ['a"b', '"a\\"b"'],
  ['a\\', '"a\\\\"'],
  ['\n', '"\\u000a"'],
  ['\u202e', '"\\u202e"'],
  ['😀', '"\\U0001f600"'],
])('%j is the literal %s', (text, literal) => expect(quoted(text)).toBe(literal));

test('CSV is what RFC 4180 asks for', () => {
  expect(csvText([['a', 'b,c'], ['"', 'x\ny'], [' pad', '']])).toBe('a,"b,c"\r\n"""","x\ny"\r\n" pad",\r\n');
  expect(tsvText([['a\tb', 'c'], ['1', '2']])).toBe('a b\tc\n1\t2');
});

test('a deep link comes back as it was', () => {
  const link = { member: 'weights/w 1&=#ü', slice: '0, :, ::-2', view: 'heat', map: 'magma', scale: 'log', range: { low: -1, high: 1.5 } };
  expect(linkText(link)).toBe('#m=weights/w%201%26%3D%23%C3%BC&s=0,:,::-2&v=heat&cmap=magma&scale=log&r=-1..1.5');
  expect(readLink(linkText(link))).toEqual({ ...link, slice: '0,:,::-2' });
  expect(readLink('#m=%zz&q&r=1..x&s=')).toEqual({ slice: '' });
});
