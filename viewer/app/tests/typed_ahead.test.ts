// SPDX-License-Identifier: MIT
// Typing goes to the member whose name begins so.
import { expect, test } from 'vitest';
import { typedAhead } from '../src/plain/typed_ahead';

const lines = ['bias', 'beta', '', 'Weight', 'weight_2', 'aa'];
test.each<[string, string, number, number]>([
  ['a letter goes to the next line behind', 'b', 0, 1],
  ['and round the end', 'b', 1, 0],
  ['from nowhere to the first', 'b', -1, 0],
  ['more letters stay where they still fit', 'we', 3, 3],
  ['and go on where they do not', 'be', 0, 1],
  ['either case', 'WEIGHT_', 0, 4],
  ['a letter again goes to the next', 'bb', 0, 1],
  ['unless a line begins with it twice', 'aa', 0, 5],
  ['nothing fits', 'x', 0, -1],
])('%s', (_, typed, at, found) => expect(typedAhead(lines, typed, at)).toBe(found));
test('an empty list has no line', () => expect(typedAhead([], 'a', -1)).toBe(-1));
