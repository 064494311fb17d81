// SPDX-License-Identifier: MIT
// Sizes, names and numbers read as the page promises.
import { expect, test } from 'vitest';
import { grouped, middleCut, seen, shapeText, sizeText, tupleText } from '../src/plain/words';
import { alignedText, columnText, freshFormat, growFormat, shortComplex } from '../src/plain/columns';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1234, '1.23 kB'],
  [12_345, '12.3 kB'],
  [999_600, '1 MB'],
  [268_435_456, '268 MB'],
  [107_374_182_528, '107 GB'],
  [1.5e18, '1.5 EB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('shapes are written with times signs, tuples as Python', () => {
  expect(shapeText([64, 1024, 1024])).toBe('64 × 1\u2009024 × 1\u2009024');
  expect(shapeText([1])).toBe('1 element');
  expect(shapeText([])).toBe('scalar');
  expect(tupleText([3])).toBe('(3,)');
  expect(tupleText([])).toBe('()');
  expect(grouped(67108864n)).toBe('67\u2009108\u2009864');
});

test('a long name keeps both ends', () => {
  expect(middleCut('weights_of_the_last_layer.npy', 15)).toBe('weights…yer.npy');
  expect(Array.from(middleCut('😀'.repeat(30), 10)).length).toBe(10);
});

test.each([
  ['a\u202eyzfd.npy', 'a\\u202eyzfd.npy'],
  ['x\u0000y\n', 'x\\x00y\\n'],
  ['\u200b', '\\u200b'],
  ['\ud800', '\\ud800'],
  ['<img src=x>', '<img src=x>'],
  ['naïve 😀', 'naïve 😀'],
  ['\u{e0041}', '\\U000e0041'],
])('%j is shown as %j', (text, shown) => expect(seen(text)).toBe(shown));

const column = (texts: string[], digits: number) => {
  const format = growFormat(freshFormat(), texts, digits);
  return texts.map((text) => {
    const cell = columnText(text, format);
    return alignedText(cell.text, cell.short, format).replace(/\u00a0/g, ' ');
  });
};

test.each([
  [['1.5', '22.25', '-3.0'], 7, ['1.5  ', '22.25 ', '-3   ']],
  [['0.1', '0.12345678901'], 7, ['0.1       ', '0.1234568…']],
  [['9.99999999', '1.0'], 7, ['10.000000…', '1']],
  [['9223372036854775807', '-1'], 7, ['9223372036854775807', '-1']],
  [['1e-300', '1.0'], 7, ['1e-300', '1e+00']],
  [['nan', '2.5'], 7, ['nan', '2.5 ']],
  [['123456.789', '0.001'], 7, ['123456.8…', '0.0…  ']],
  [['-0.0', '1.0'], 7, ['-0', '1']],
])('%j with %d digits', (texts, digits, shown) => {
  expect(column(texts, digits).map((text) => text.trimEnd())).toEqual(shown.map((text) => text.trimEnd()));
});

test('decimal points stand below each other', () => {
  const cells = column(['1.5', '-22.12345678', '3.0', '1000.25'], 7);
  const end = cells.map((cell) => {
    const point = cell.indexOf('.');
    return cell.length - (point < 0 ? cell.trimEnd().length : point);
  });
  expect(new Set(end).size).toBe(1);
});

test.each([
  ['(1+2j)', '(1+2j)', false],
  ['2j', '2j', false],
  ['-0.5j', '-0.5j', false],
  ['(0.1234567891+nanj)', '(0.12346+nanj)', true],
  ['(-1e-300-inf' + 'j)', '(-1e-300-infj)', false],
  ['(nan+1.5j)', '(nan+1.5j)', false],
  ['(1e+20+3j)', '(1e+20+3j)', false],
])('the complex number %s is shortened to %s', (text, shown, short) => {
  expect(shortComplex(text, 5)).toEqual({ text: shown, short });
});
