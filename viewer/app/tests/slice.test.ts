// SPDX-License-Identifier: MIT
// Slice texts mean what NumPy means by them.
import { describe, expect, test } from 'vitest';
import { defaultSelection, fitRanges, parseSlice, rangeAxes, selectedCount, sliceText, SliceFault, type AxisPick } from '../src/plain/slice';

const indices = (pick: AxisPick) => Array.from({ length: pick.count }, (_, i) => pick.start + i * pick.step);

describe('a slice of one axis selects the elements NumPy selects', () => {
  // From numpy.arange(10)[...].tolist().
  const rows: [string, number[]][] = [
    [':', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['...', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['3', [3]],
    ['-1', [9]],
    ['[2:5]', [2, 3, 4]],
    ['::3', [0, 3, 6, 9]],
    ['::-4', [9, 5, 1]],
    ['7:2:-2', [7, 5, 3]],
    ['-3:', [7, 8, 9]],
    [':-7', [0, 1, 2]],
    ['5:2', []],
    ['20:', []],
    ['-100:2', [0, 1]],
    ['100::-5', [9, 4]],
    [' 1 : 4 ', [1, 2, 3]],
  ];
  test.each(rows)('%s', (text, expected) => {
    expect(indices(parseSlice(text, [10])[0]!)).toEqual(expected);
  });
  test.each(rows)('%s comes back from its own text', (text) => {
    const first = parseSlice(text, [10]);
    expect(indices(parseSlice(sliceText(first, [10]), [10])[0]!)).toEqual(indices(first[0]!));
  });
});

describe('a text that NumPy refuses says why', () => {
  const rows: [string, number[], string][] = [
    ['2000', [1024], 'axis 0 has 1024 elements; 2000 is outside'],
    ['0, -5', [3, 4], 'axis 1 has 4 elements; -5 is outside'],
    ['::0', [3], 'the step is 0'],
    ['1,2,3', [3, 4], 'the array has 2 axes; 3 are given'],
    ['..., ...', [3, 4], 'may stand once'],
    ['a', [3], '"a" is no whole number'],
    ['1:2:3:4', [9], 'at most start:stop:step'],
    ['0,,1', [3, 4, 5], 'nothing stands between'],
    ['None', [3], 'new axes'],
    ['99999999999999999999', [3], 'too large'],
    ['0', [0], 'axis 0 has 0 elements'],
  ];
  test.each(rows)('%s on %j', (text, shape, reason) => {
    expect(() => parseSlice(text, shape)).toThrow(SliceFault);
    expect(() => parseSlice(text, shape)).toThrow(reason);
  });
});

test('an ellipsis fills the axes in the middle', () => {
  expect(sliceText(parseSlice('1, ..., ::2', [4, 5, 6, 7]), [4, 5, 6, 7])).toBe('1, :, :, ::2');
});

test('the default shows the last two axes at index 0 of the others', () => {
  expect(sliceText(defaultSelection([3, 4, 5, 6], 2), [3, 4, 5, 6])).toBe('0, 0, :, :');
  expect(sliceText(defaultSelection([], 2), [])).toBe('');
  expect(sliceText(defaultSelection([0, 3, 4], 2), [0, 3, 4])).toBe(':, :, :');
});

test('more ranges than a view has axes keep the last ones', () => {
  const shape = [4, 5, 6];
  expect(sliceText(fitRanges(parseSlice('1:3, :, :', shape), 2), shape)).toBe('1, :, :');
  expect(rangeAxes(parseSlice('1, :, 2', shape))).toEqual([1]);
  expect(selectedCount(parseSlice('1:3, :, 2', shape))).toBe(10);
});

test('every slice of a short axis survives its own text', () => {
  const texts: string[] = [];
  for (const start of ['', '0', '2', '4', '-2'])
    for (const stop of ['', '0', '1', '5', '-1']) for (const step of ['', '1', '2', '-1', '-3', '7']) texts.push(`${start}:${stop}:${step}`);
  for (const text of texts) {
    const once = parseSlice(text, [5]);
    expect(indices(parseSlice(sliceText(once, [5]), [5])[0]!), text).toEqual(indices(once[0]!));
  }
});
