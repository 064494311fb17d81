// SPDX-License-Identifier: MIT
// Which rows and columns of a table stand where: places are numbers of rows and columns, in pixels only within the window.
import { useSignal } from '@preact/signals';
import { indexAt } from '../plain/slice';
import { grouped } from '../plain/words';
import type { ArrayState, Place } from '../state/array_state';
import { letterWidth, rowHeight } from './measure';
import type { Sheet } from './sheet';

export interface PlacedColumn {
  column: number;
  left: number;
  width: number;
}

/** The width of a column in pixels; one for all of a plain array. */
const widthOf = (sheet: Sheet, wide: boolean, column: number) => Math.ceil(sheet.chars[wide ? column : 0]! * letterWidth()) + 17;

/** Columns from `first` on that fit into `width`. Uniform columns need no list. */
function placeColumns(px: (column: number) => number, total: number, first: number, width: number): PlacedColumn[] {
  const placed: PlacedColumn[] = [];
  let column = Math.floor(first);
  let left = -(first - column) * (total ? px(Math.min(column, total - 1)) : 0);
  while (left < width && column < total) {
    placed.push({ column, left, width: px(column) });
    left += px(column);
    column += 1;
  }
  return placed;
}

/** How many of the last columns fit, which is where scrolling ends. */
function columnsThatEnd(total: number, width: number, px: (column: number) => number, wide: boolean): number {
  if (!wide) return Math.max(1, Math.floor(width / px(0)));
  let used = 0;
  let count = 0;
  while (count < total && (used += px(total - 1 - count)) <= width) count += 1;
  return Math.max(1, count);
}

const clip = (at: number, most: number) => Math.max(0, Math.min(Math.max(0, most), at));

export function useFrame(state: ArrayState, sheet: Sheet, size: { width: number; height: number }) {
  const top = useSignal(0);
  const left = useSignal(0);
  const wide = state.field.value === null;
  const rows = state.rows.value;
  const columns = wide ? state.model.columns.length : state.columns.value;
  const high = rowHeight();
  const { rowPick } = sheet;
  const lastIndex = rowPick ? Math.max(indexAt(rowPick, 0), indexAt(rowPick, Math.max(0, rows - 1))) : 0;
  const headWidth = Math.max(48, Math.ceil(grouped(lastIndex).length * letterWidth()) + 18);
  const bodyWidth = Math.max(0, size.width - headWidth);
  const fit = Math.max(0, size.height - high - 1 - 12) / high;
  const px = (column: number) => widthOf(sheet, wide, column);
  const fitColumns = columnsThatEnd(columns, bodyWidth - 14, px, wide);
  const scrollRow = clip(top.value, rows - Math.floor(fit));
  const firstRow = Math.floor(scrollRow);
  return {
    wide, rows, columns, high, headWidth, bodyWidth, fit, fitColumns, px, scrollRow, firstRow,
    /** Pixels that the first row lies above the edge. */
    shift: (scrollRow - firstRow) * high,
    shownRows: Math.max(0, Math.min(rows - firstRow, Math.ceil(fit) + 1)),
    scrollColumn: left.value,
    placed: placeColumns(px, columns, left.value, bodyWidth),
    toRow: (row: number) => (top.value = clip(row, rows - Math.floor(fit))),
    toColumn: (column: number) => (left.value = clip(column, columns - fitColumns)),
  };
}

export type Frame = ReturnType<typeof useFrame>;

/** Scrolls as little as shows a place. */
export function reveal(frame: Frame, place: Place): void {
  const fitting = Math.max(1, Math.floor(frame.fit));
  if (place.row < frame.scrollRow) frame.toRow(place.row);
  else if (place.row >= frame.scrollRow + fitting) frame.toRow(place.row - fitting + 1);
  if (place.column < frame.scrollColumn) return void frame.toColumn(place.column);
  let width = 0;
  let from = place.column;
  while (from >= 0 && (width += frame.px(from)) <= frame.bodyWidth - 14) from -= 1;
  if (from + 1 > frame.scrollColumn) frame.toColumn(Math.min(place.column, from + 1));
}
