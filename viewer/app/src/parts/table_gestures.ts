// SPDX-License-Identifier: MIT
// Hands on a table: the wheel, a finger that scrolls, a mouse that selects, and the keys that move the focus.
import { useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ArrayState, Place } from '../state/array_state';
import { movedFocus } from './moved_focus';
import { reveal, type Frame } from './table_frame';

type Grid = RefObject<HTMLDivElement>;

/** The focus stays in sight wherever it goes. */
export function useFocusInSight(state: ArrayState, frame: Frame): void {
  const before = useRef(state.focus.value);
  useSignalEffect(() => {
    const focus = state.focus.value;
    if (focus === before.current) return;
    before.current = focus;
    reveal(frame, focus);
  });
}

export function useTableWheel(grid: Grid, frame: Frame): void {
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 1 : event.deltaMode === 2 ? frame.fit : 1 / frame.high;
    const turned = event.shiftKey && !event.deltaX;
    const sideways = turned ? event.deltaY : event.deltaX;
    frame.toRow(frame.scrollRow + (turned ? 0 : event.deltaY) * unit);
    if (sideways) frame.toColumn(frame.scrollColumn + sideways / (frame.px(Math.floor(frame.scrollColumn)) || 80));
  };
  useEffect(() => {
    const element = grid.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });
}

/** The selection grows from where the focus was, or there is none. */
function moveFocus(state: ArrayState, to: Place, selects: boolean): void {
  if (selects) state.anchor.value ??= state.focus.value;
  else state.anchor.value = null;
  state.focus.value = to;
}

export function useTablePointer(grid: Grid, state: ArrayState, frame: Frame) {
  const touch = useRef<{ x: number; y: number; row: number; column: number } | null>(null);
  const placeAt = (event: PointerEvent): Place | null => {
    const box = grid.current!.getBoundingClientRect();
    const y = event.clientY - box.top - frame.high - 1;
    const x = event.clientX - box.left - frame.headWidth;
    if (x < 0 || y < 0) return null;
    const found = frame.placed.find((item) => x >= item.left && x < item.left + item.width);
    const row = Math.floor(frame.scrollRow + y / frame.high);
    return found && row < frame.rows ? { row, column: found.column } : null;
  };
  const press = (event: PointerEvent) => {
    if ((event.target as Element).closest('.scroll')) return;
    const place = placeAt(event);
    if (event.pointerType === 'touch') touch.current = { x: event.clientX, y: event.clientY, row: frame.scrollRow, column: frame.scrollColumn };
    if (!place || event.button !== 0) return;
    grid.current!.setPointerCapture(event.pointerId);
    moveFocus(state, place, event.shiftKey);
  };
  const drag = (event: PointerEvent) => {
    const from = touch.current;
    if (from) {
      frame.toRow(from.row - (event.clientY - from.y) / frame.high);
      frame.toColumn(from.column - (event.clientX - from.x) / (frame.px(0) || 80));
      return;
    }
    const place = placeAt(event);
    const { focus } = state;
    if (event.buttons !== 1 || !place || !grid.current!.hasPointerCapture(event.pointerId)) state.hover.value = place;
    else if (place.row !== focus.value.row || place.column !== focus.value.column) moveFocus(state, place, true);
  };
  return { press, drag, release: () => (touch.current = null) };
}

export function tableKeys(event: KeyboardEvent, state: ArrayState, frame: Frame): void {
  const to = movedFocus(event, state.focus.value, frame.rows, frame.columns, Math.max(1, Math.floor(frame.fit) - 1));
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  moveFocus(state, to, event.shiftKey);
}
