// SPDX-License-Identifier: MIT
// What the table knows of one slice: its texts in blocks, and each column's kind, format and width, which only grow.
import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { alignedText, columnText, freshFormat, growFormat, shortComplex, type ColumnFormat } from '../plain/columns';
import type { AxisPick } from '../plain/slice';
import { seen } from '../plain/words';
import { kindLetter } from '../state/array_model';
import type { ArrayState } from '../state/array_state';
import { TextBlocks } from '../state/blocks';
import { exact } from '../state/page';

const significantOf = (letter: string, bytes: number, coding: string): number =>
  coding === 'bfloat16' ? 3 : letter === 'f' && bytes === 2 ? 4 : 7;

export interface Sheet {
  blocks: TextBlocks;
  formats: Map<number, ColumnFormat>;
  letters: string[];
  significant: number[];
  /** Characters per column; one number for all of a plain array. */
  chars: number[];
  rowPick: AxisPick | undefined;
  columnPick: AxisPick | undefined;
}

function freshSheet(state: ArrayState, before: Sheet | null): Sheet {
  const { info, columns } = state.model;
  const shown = state.field.value === null ? columns : [columns[state.field.value]!];
  const letters = shown.map((column) => kindLetter(column.kind));
  const sheet: Sheet = {
    blocks: new TextBlocks(state),
    formats: new Map(),
    letters,
    significant: shown.map((column, i) => significantOf(letters[i]!, column.bytes, info.coding)),
    chars: shown.map((column) => Math.min(32, Math.max(state.field.value === null ? Array.from(seen(column.name)).length : 0, 4))),
    rowPick: state.selection.value[state.axes.value.row],
    columnPick: state.selection.value[state.axes.value.column],
  };
  // Columns only grow, so that another slice moves nothing.
  if (before && before.letters.join() === letters.join()) sheet.chars = sheet.chars.map((chars, i) => Math.max(chars, before.chars[i] ?? 0));
  sheet.blocks.onTexts = (column, texts) => growColumn(sheet, state, column, texts);
  return sheet;
}

export const kindIndex = (state: ArrayState, column: number) => (state.field.value === null ? column : 0);

function growColumn(sheet: Sheet, state: ArrayState, column: number, texts: string[]): void {
  const at = kindIndex(state, column);
  const format = growFormat(sheet.formats.get(column) ?? freshFormat(), sheet.letters[at] === 'f' ? texts : [], sheet.significant[at]!);
  sheet.formats.set(column, format);
  const most = sheet.letters[at] === 'S' || sheet.letters[at] === 'U' || sheet.letters[at] === 'V' ? 40 : 64;
  const longest = texts.reduce((length, text) => Math.max(length, cellText(sheet, state, column, text).text.length), 0);
  sheet.chars[at] = Math.max(sheet.chars[at]!, Math.min(most, longest));
}

export function cellText(sheet: Sheet, state: ArrayState, column: number, text: string): { text: string; faint: boolean } {
  const at = kindIndex(state, column);
  switch (sheet.letters[at]) {
    case 'b':
      return { text: text === 'True' ? '✓' : '·', faint: text !== 'True' };
    case 'f': {
      const odd = text === 'nan';
      if (exact.value) return { text, faint: odd };
      const format = sheet.formats.get(column) ?? freshFormat();
      const cell = columnText(text, format);
      return { text: alignedText(cell.text, cell.short, format), faint: odd };
    }
    case 'c': {
      if (exact.value) return { text, faint: false };
      const cell = shortComplex(text, 5);
      return { text: cell.short ? `${cell.text}…` : cell.text, faint: false };
    }
    default:
      return { text: seen(text), faint: text === 'NaT' };
  }
}

/** Texts, bytes and types stand at the left of their column. */
export const isLeft = (letter: string): boolean => 'SUVM'.includes(letter);

/** The sheet that is shown, and the one that is wanted: the old slice stays until the new one has something to show. */
export function useSheet(state: ArrayState): { wanted: Sheet; current: Sheet } {
  const last = useRef<Sheet | null>(null);
  const sheet = useComputed(() => {
    void state.selection.value;
    void state.transposed.value;
    void exact.value;
    return freshSheet(state, last.current);
  });
  useEffect(() => () => sheet.peek().blocks.end(), []);
  const wanted = sheet.value;
  const asked = useRef(wanted);
  if (asked.current !== wanted && asked.current !== last.current) asked.current.blocks.end();
  asked.current = wanted;
  const current = wanted.blocks.arrivals.value > 0 || !last.current ? wanted : last.current;
  if (last.current && last.current !== current) last.current.blocks.end();
  last.current = current;
  return { wanted, current };
}
