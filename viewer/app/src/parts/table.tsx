// SPDX-License-Identifier: MIT
// The table: any number of rows and columns, of which only those in sight exist. Numbers are short in the grid and exact in the
// status bar; `x` shows all digits.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { indexAt } from '../plain/slice';
import { grouped, seen } from '../plain/words';
import type { ArrayState, Place } from '../state/array_state';
import { litField } from '../state/page';
import { useSize } from './measure';
import { ScrollBar } from './scroll_bar';
import { cellText, isLeft, kindIndex, useSheet, type Sheet } from './sheet';
import { useFrame, type Frame, type PlacedColumn } from './table_frame';
import { tableKeys, useFocusInSight, useTablePointer, useTableWheel } from './table_gestures';

interface Part {
  state: ArrayState;
  sheet: Sheet;
  frame: Frame;
  /** Nothing has arrived yet. */
  blank: boolean;
}

export function Table({ state }: { state: ArrayState }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const { wanted, current } = useSheet(state);
  const frame = useFrame(state, current, size);
  const { rows, columns, wide, high, headWidth, bodyWidth, placed, firstRow, shownRows } = frame;
  useLayoutEffect(() => {
    if (shownRows > 0 && placed.length && size.height)
      void wanted.blocks.want({ row: firstRow, rows: shownRows, column: placed[0]!.column, columns: placed.length });
  }, [wanted, firstRow, shownRows, placed[0]?.column, placed.length, size.height]);
  useEffect(() => {
    state.sampling.value = wide ? `${grouped(rows)} rows` : `${grouped(rows)} × ${grouped(columns)}`;
  }, [rows, columns, wide]);
  useFocusInSight(state, frame);
  useTableWheel(ref, frame);
  const { press, drag, release } = useTablePointer(ref, state, frame);
  const part: Part = { state, sheet: current, frame, blank: current.blocks.arrivals.value === 0 };
  const { row, column } = state.axes.value;
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
      onKeyDown={(event) => tableKeys(event, state, frame)}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerLeave={() => (state.hover.value = null)}
    >
      <div class="corner" style={{ width: `${headWidth}px`, height: `${high + 1}px` }} aria-hidden="true">
        {row >= 0 ? `axis ${row}${current.columnPick && !wide ? ` \\ ${column}` : ''}` : ''}
      </div>
      <div role="row" aria-rowindex={1} class="heads across" style={{ left: `${headWidth}px`, top: 0, width: `${bodyWidth}px`, height: `${high + 1}px` }}>
        {(part.blank ? [] : placed).map((item) => (
          <ColumnHead key={item.column} {...part} item={item} />
        ))}
      </div>
      <RowHeads {...part} />
      <Cells {...part} />
      <ScrollBar down total={rows} shown={Math.floor(frame.fit)} at={frame.scrollRow} move={frame.toRow} inset={high + 1} />
      <ScrollBar down={false} total={columns} shown={frame.fitColumns} at={frame.scrollColumn} move={frame.toColumn} inset={headWidth} />
    </div>
  );
}

/** The place that the heads point at. */
const litPlace = (state: ArrayState): Place => state.hover.value ?? state.focus.value;

function ColumnHead({ state, sheet, frame, item }: Part & { item: PlacedColumn }) {
  const column = frame.wide ? state.model.columns[item.column]! : null;
  const field = litField.value;
  const classes = ['head'];
  if (frame.wide) classes.push('named');
  if (isLeft(sheet.letters[kindIndex(state, item.column)]!)) classes.push('left');
  if (litPlace(state).column === item.column) classes.push('lit');
  if (column && field !== null && (column.name === field || column.name.startsWith(`${field}.`) || column.name.startsWith(`${field}[`))) classes.push('glow');
  return (
    <div
      role="columnheader"
      aria-colindex={item.column + 1}
      class={classes.join(' ')}
      style={{ left: `${item.left}px`, width: `${item.width}px` }}
      title={column ? `${seen(column.name)}: ${column.words}` : undefined}
    >
      {column ? seen(column.name) : sheet.columnPick ? grouped(indexAt(sheet.columnPick, item.column)) : 'value'}
    </div>
  );
}

function RowHeads({ state, sheet, frame }: Part) {
  const { firstRow, shownRows, high, headWidth, shift } = frame;
  const lit = litPlace(state).row;
  return (
    <div class="heads down" style={{ left: 0, top: `${high + 1}px`, width: `${headWidth}px`, bottom: 0 }} aria-hidden="true">
      {Array.from({ length: shownRows }, (_, i) => (
        <div key={firstRow + i} class={`head${lit === firstRow + i ? ' lit' : ''}`} style={{ left: 0, right: '1px', top: `${i * high - shift}px` }}>
          {sheet.rowPick ? grouped(indexAt(sheet.rowPick, firstRow + i)) : ''}
        </div>
      ))}
    </div>
  );
}

/** Whether a place lies in the selection. */
function pickedOf({ focus, anchor }: ArrayState): (row: number, column: number) => boolean {
  const [a, b] = [anchor.value, focus.value];
  if (!a) return () => false;
  const within = (at: number, one: number, other: number) => at >= Math.min(one, other) && at <= Math.max(one, other);
  return (row, column) => within(row, a.row, b.row) && within(column, a.column, b.column);
}

function Cells({ state, sheet, frame, blank }: Part) {
  const { firstRow, shownRows, high, headWidth, shift, placed } = frame;
  const focus = state.focus.value;
  const isPicked = pickedOf(state);
  const present = presentRows(state);
  const cell = (row: number, item: PlacedColumn) => {
    const text = row < present ? sheet.blocks.text(row, item.column) : undefined;
    const shown = text === undefined ? null : cellText(sheet, state, item.column, text);
    const isFocus = row === focus.row && item.column === focus.column;
    const picked = isPicked(row, item.column);
    const classes = ['cell'];
    if (isLeft(sheet.letters[kindIndex(state, item.column)]!)) classes.push('left');
    if (shown?.faint) classes.push('faint');
    if (picked) classes.push('picked');
    if (isFocus) classes.push('focus');
    if (row >= present) classes.push('missing');
    return (
      <div
        key={item.column}
        id={isFocus ? 'focus-cell' : undefined}
        role="gridcell"
        aria-colindex={item.column + 1}
        aria-selected={isFocus || picked}
        class={classes.join(' ')}
        style={{ left: `${item.left}px`, width: `${item.width}px` }}
      >
        {shown?.text ?? ''}
      </div>
    );
  };
  return (
    <div role="rowgroup" style={{ position: 'absolute', left: `${headWidth}px`, top: `${high + 1}px`, right: 0, bottom: 0, overflow: 'hidden' }}>
      {Array.from({ length: blank ? 0 : shownRows }, (_, i) => (
        <div key={firstRow + i} role="row" aria-rowindex={firstRow + i + 2} style={{ position: 'absolute', top: `${i * high - shift}px`, left: 0, right: 0, height: `${high}px` }}>
          {placed.map((item) => cell(firstRow + i, item))}
        </div>
      ))}
    </div>
  );
}

/** Rows whose bytes lie in a file that was cut short; all where nothing is missing. */
function presentRows(state: ArrayState): number {
  const { info } = state.model;
  if (info.presentBytes >= info.dataBytes || info.order !== 'C' || state.axes.value.row !== 0) return Infinity;
  const perRow = info.dataBytes / Math.max(1, info.shape[0] ?? 1);
  return Math.floor(info.presentBytes / perRow);
}
