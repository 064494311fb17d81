// SPDX-License-Identifier: MIT
// The table: any number of rows and columns, of which only those in sight exist. Numbers are short in the grid and exact in the
// status bar; `x` shows all digits.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { alignedText, columnText, freshFormat, growFormat, shortComplex, type ColumnFormat } from '../plain/columns';
import { indexAt, type AxisPick } from '../plain/slice';
import { grouped, seen } from '../plain/words';
import { kindLetter } from '../state/array_model';
import type { ArrayState, Place } from '../state/array_state';
import { TextBlocks } from '../state/blocks';
import { exact, litField } from '../state/page';
import { letterWidth, rowHeight, useSize } from './measure';
import { ScrollBar } from './scroll_bar';

const significantOf = (letter: string, bytes: number, coding: string): number =>
  coding === 'bfloat16' ? 3 : letter === 'f' && bytes === 2 ? 4 : 7;

interface Sheet {
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

const kindIndex = (state: ArrayState, column: number) => (state.field.value === null ? column : 0);

function growColumn(sheet: Sheet, state: ArrayState, column: number, texts: string[]): void {
  const at = kindIndex(state, column);
  const format = growFormat(sheet.formats.get(column) ?? freshFormat(), sheet.letters[at] === 'f' ? texts : [], sheet.significant[at]!);
  sheet.formats.set(column, format);
  const most = sheet.letters[at] === 'S' || sheet.letters[at] === 'U' || sheet.letters[at] === 'V' ? 40 : 64;
  const longest = texts.reduce((length, text) => Math.max(length, cellText(sheet, state, column, text).text.length), 0);
  sheet.chars[at] = Math.max(sheet.chars[at]!, Math.min(most, longest));
}

function cellText(sheet: Sheet, state: ArrayState, column: number, text: string): { text: string; faint: boolean } {
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

/** Columns from `first` on that fit into `width`; positions in pixels. Uniform columns need no list. */
function layoutColumns(sheet: Sheet, wide: boolean, total: number, first: number, width: number) {
  const letter = letterWidth();
  const px = (column: number) => Math.ceil(sheet.chars[wide ? column : 0]! * letter) + 17;
  const placed: { column: number; left: number; width: number }[] = [];
  let column = Math.floor(first);
  let left = -(first - column) * (total ? px(Math.min(column, total - 1)) : 0);
  while (left < width && column < total) {
    const w = px(column);
    placed.push({ column, left, width: w });
    left += w;
    column += 1;
  }
  return { placed, px };
}

export function Table({ state }: { state: ArrayState }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const top = useSignal(0);
  const left = useSignal(0);
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
  // The old slice stays until the new one has something to show.
  const current = wanted.blocks.arrivals.value > 0 || !last.current ? wanted : last.current;
  if (last.current && last.current !== current) last.current.blocks.end();
  last.current = current;
  const blank = current.blocks.arrivals.value === 0;

  const wide = state.field.value === null;
  const rows = state.rows.value;
  const columns = wide ? state.model.columns.length : state.columns.value;
  const high = rowHeight();
  const { rowPick, columnPick } = current;
  const lastIndex = rowPick ? Math.max(indexAt(rowPick, 0), indexAt(rowPick, Math.max(0, rows - 1))) : 0;
  const headWidth = Math.max(48, Math.ceil(grouped(lastIndex).length * letterWidth()) + 18);
  const bodyHeight = Math.max(0, size.height - high - 1 - 12);
  const fit = bodyHeight / high;
  const scrollRow = Math.max(0, Math.min(top.value, rows - Math.floor(fit)));
  const firstRow = Math.floor(scrollRow);
  const shownRows = Math.max(0, Math.min(rows - firstRow, Math.ceil(fit) + 1));
  const bodyWidth = Math.max(0, size.width - headWidth);
  const { placed, px } = layoutColumns(current, wide, columns, left.value, bodyWidth);
  const fitColumns = columnsThatEnd(columns, bodyWidth - 14, px, wide);

  useLayoutEffect(() => {
    if (shownRows > 0 && placed.length && size.height)
      void wanted.blocks.want({ row: firstRow, rows: shownRows, column: placed[0]!.column, columns: placed.length });
  }, [wanted, firstRow, shownRows, placed[0]?.column, placed.length, size.height]);

  useEffect(() => {
    state.sampling.value = wide ? `${grouped(rows)} rows` : `${grouped(rows)} × ${grouped(columns)}`;
  }, [rows, columns, wide]);

  const reveal = (place: Place) => {
    const fitting = Math.max(1, Math.floor(fit));
    if (place.row < scrollRow) top.value = place.row;
    else if (place.row >= scrollRow + fitting) top.value = place.row - fitting + 1;
    if (place.column < left.value) left.value = place.column;
    else {
      let width = 0;
      let from = place.column;
      while (from >= 0 && (width += px(from)) <= bodyWidth - 14) from -= 1;
      if (from + 1 > left.value) left.value = Math.min(place.column, from + 1);
    }
  };
  const wasFocus = useRef(state.focus.value);
  useSignalEffect(() => {
    const focus = state.focus.value;
    if (focus !== wasFocus.current) {
      wasFocus.current = focus;
      reveal(focus);
    }
  });

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 1 : event.deltaMode === 2 ? fit : 1 / high;
    const sideways = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
    const downwards = event.shiftKey && !event.deltaX ? 0 : event.deltaY;
    top.value = Math.max(0, Math.min(Math.max(0, rows - Math.floor(fit)), scrollRow + downwards * unit));
    if (sideways) left.value = Math.max(0, Math.min(Math.max(0, columns - fitColumns), left.value + sideways / (px(Math.floor(left.value)) || 80)));
  };
  useEffect(() => {
    const element = ref.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });

  const placeAt = (event: PointerEvent): Place | null => {
    const box = ref.current!.getBoundingClientRect();
    const y = event.clientY - box.top - high - 1;
    const x = event.clientX - box.left - headWidth;
    if (x < 0 || y < 0) return null;
    const found = placed.find((item) => x >= item.left && x < item.left + item.width);
    const row = Math.floor(scrollRow + y / high);
    return found && row < rows ? { row, column: found.column } : null;
  };
  const touch = useRef<{ x: number; y: number; top: number; left: number } | null>(null);
  const press = (event: PointerEvent) => {
    if ((event.target as Element).closest('.scroll')) return;
    const place = placeAt(event);
    if (event.pointerType === 'touch') touch.current = { x: event.clientX, y: event.clientY, top: scrollRow, left: left.value };
    if (!place || event.button !== 0) return;
    ref.current!.setPointerCapture(event.pointerId);
    if (event.shiftKey) state.anchor.value ??= state.focus.value;
    else state.anchor.value = null;
    state.focus.value = place;
  };
  const drag = (event: PointerEvent) => {
    if (touch.current) {
      top.value = Math.max(0, Math.min(Math.max(0, rows - Math.floor(fit)), touch.current.top - (event.clientY - touch.current.y) / high));
      left.value = Math.max(0, Math.min(Math.max(0, columns - fitColumns), touch.current.left - (event.clientX - touch.current.x) / (px(0) || 80)));
      return;
    }
    const place = placeAt(event);
    if (event.buttons === 1 && place && ref.current!.hasPointerCapture(event.pointerId)) {
      if (place.row !== state.focus.value.row || place.column !== state.focus.value.column) {
        state.anchor.value ??= state.focus.value;
        state.focus.value = place;
      }
    } else state.hover.value = place;
  };
  const keys = (event: KeyboardEvent) => {
    const to = movedFocus(event, state.focus.value, rows, columns, Math.max(1, Math.floor(fit) - 1));
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) state.anchor.value ??= state.focus.value;
    else state.anchor.value = null;
    state.focus.value = to;
  };

  const { focus, anchor, hover } = { focus: state.focus.value, anchor: state.anchor.value, hover: state.hover.value };
  const picked = anchor && {
    top: Math.min(anchor.row, focus.row), bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column), right: Math.max(anchor.column, focus.column),
  };
  const present = presentRows(state);
  const lit = hover ?? focus;
  const shift = (scrollRow - firstRow) * high;
  const cells = [];
  for (let r = firstRow; r < firstRow + (blank ? 0 : shownRows); r += 1) {
    const line = [];
    for (const item of placed) {
      const text = current.blocks.text(r, item.column);
      const letter = current.letters[kindIndex(state, item.column)]!;
      const shown = text === undefined ? null : cellText(current, state, item.column, text);
      const isFocus = r === focus.row && item.column === focus.column;
      const isPicked = picked && r >= picked.top && r <= picked.bottom && item.column >= picked.left && item.column <= picked.right;
      const missing = r >= present;
      line.push(
        <div
          key={item.column}
          id={isFocus ? 'focus-cell' : undefined}
          role="gridcell"
          aria-colindex={item.column + 1}
          aria-selected={isFocus || !!isPicked}
          class={`cell${letter === 'S' || letter === 'U' || letter === 'V' || letter === 'M' ? ' left' : ''}${shown?.faint ? ' faint' : ''}${isPicked ? ' picked' : ''}${isFocus ? ' focus' : ''}${missing ? ' missing' : ''}`}
          style={{ left: `${item.left}px`, width: `${item.width}px` }}
        >
          {missing ? '' : (shown?.text ?? '')}
        </div>,
      );
    }
    cells.push(
      <div key={r} role="row" aria-rowindex={r + 2} style={{ position: 'absolute', top: `${(r - firstRow) * high - shift}px`, left: 0, right: 0, height: `${high}px` }}>
        {line}
      </div>,
    );
  }
  return (
    <div
      ref={ref}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label="Values"
      aria-rowcount={Math.min(rows + 1, 2 ** 31 - 1)}
      aria-colcount={Math.min(columns, 2 ** 31 - 1)}
      aria-activedescendant="focus-cell"
      onKeyDown={keys}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={() => (touch.current = null)}
      onPointerLeave={() => (state.hover.value = null)}
    >
      <div class="corner" style={{ width: `${headWidth}px`, height: `${high + 1}px` }} aria-hidden="true">
        {state.axes.value.row >= 0 ? `axis ${state.axes.value.row}${columnPick && !wide ? ` \\ ${state.axes.value.column}` : ''}` : ''}
      </div>
      <div role="row" aria-rowindex={1} class="heads across" style={{ left: `${headWidth}px`, top: 0, width: `${bodyWidth}px`, height: `${high + 1}px` }}>
        {(blank ? [] : placed).map((item) => {
          const column = wide ? state.model.columns[item.column]! : null;
          const letter = current.letters[kindIndex(state, item.column)]!;
          const glow = column && litField.value !== null && (column.name === litField.value || column.name.startsWith(`${litField.value}.`) || column.name.startsWith(`${litField.value}[`));
          return (
            <div
              key={item.column}
              role="columnheader"
              aria-colindex={item.column + 1}
              class={`head${wide ? ' named' : ''}${letter === 'S' || letter === 'U' || letter === 'V' || letter === 'M' ? ' left' : ''}${lit.column === item.column ? ' lit' : ''}${glow ? ' glow' : ''}`}
              style={{ left: `${item.left}px`, width: `${item.width}px` }}
              title={column ? `${seen(column.name)}: ${column.words}` : undefined}
            >
              {column ? seen(column.name) : columnPick ? grouped(indexAt(columnPick, item.column)) : 'value'}
            </div>
          );
        })}
      </div>
      <div class="heads down" style={{ left: 0, top: `${high + 1}px`, width: `${headWidth}px`, bottom: 0 }} aria-hidden="true">
        {Array.from({ length: shownRows }, (_, i) => (
          <div key={firstRow + i} class={`head${lit.row === firstRow + i ? ' lit' : ''}`} style={{ left: 0, right: '1px', top: `${i * high - shift}px` }}>
            {rowPick ? grouped(indexAt(rowPick, firstRow + i)) : ''}
          </div>
        ))}
      </div>
      <div role="rowgroup" style={{ position: 'absolute', left: `${headWidth}px`, top: `${high + 1}px`, right: 0, bottom: 0, overflow: 'hidden' }}>
        {cells}
      </div>
      <ScrollBar down total={rows} shown={Math.floor(fit)} at={scrollRow} move={(at) => (top.value = at)} inset={high + 1} />
      <ScrollBar down={false} total={columns} shown={fitColumns} at={left.value} move={(at) => (left.value = at)} inset={headWidth} />
    </div>
  );
}

/** How many of the last columns fit, which is where scrolling ends. */
function columnsThatEnd(total: number, width: number, px: (column: number) => number, wide: boolean): number {
  if (!wide) return Math.max(1, Math.floor(width / px(0)));
  let used = 0;
  let count = 0;
  while (count < total && (used += px(total - 1 - count)) <= width) count += 1;
  return Math.max(1, count);
}

/** Rows whose bytes lie in a file that was cut short; all where nothing is missing. */
function presentRows(state: ArrayState): number {
  const { info } = state.model;
  if (info.presentBytes >= info.dataBytes || info.order !== 'C' || state.axes.value.row !== 0) return Infinity;
  const perRow = info.dataBytes / Math.max(1, info.shape[0] ?? 1);
  return Math.floor(info.presentBytes / perRow);
}

/** Where a key moves the focus in a plane, or null for other keys. */
export function movedFocus(event: KeyboardEvent, { row, column }: Place, rows: number, columns: number, page: number): Place | null {
  const far = event.ctrlKey || event.metaKey;
  const clip = (place: Place): Place => ({
    row: Math.min(Math.max(0, place.row), rows - 1),
    column: Math.min(Math.max(0, place.column), columns - 1),
  });
  if (event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown': return clip({ row: far ? rows - 1 : row + 1, column });
    case 'ArrowUp': return clip({ row: far ? 0 : row - 1, column });
    case 'ArrowRight': return clip({ row, column: far ? columns - 1 : column + 1 });
    case 'ArrowLeft': return clip({ row, column: far ? 0 : column - 1 });
    case 'PageDown': return clip({ row: row + page, column });
    case 'PageUp': return clip({ row: row - page, column });
    case 'Home': return clip({ row: far ? 0 : row, column: 0 });
    case 'End': return clip({ row: far ? rows - 1 : row, column: columns - 1 });
    default: return null;
  }
}
