// SPDX-License-Identifier: MIT
// Hands on a plane: drag and pinch, wheel, click, and the keys that move the focus and the camera.
import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bounded, zoomed, type Camera, type Extents } from '../draw/camera';
import type { ArrayState, Place } from '../state/array_state';
import { movedFocus } from './moved_focus';
import { edge } from './plane_drawing';

interface Point {
  x: number;
  y: number;
}

export interface PlaneHands {
  area: RefObject<HTMLDivElement>;
  state: ArrayState;
  camera: Signal<Camera | null>;
  extents: Extents;
  /** Where the camera starts. */
  home: () => Camera;
}

const mirrored = (event: KeyboardEvent) =>
  new KeyboardEvent('keydown', { key: event.key === 'ArrowUp' ? 'ArrowDown' : 'ArrowUp', ctrlKey: event.ctrlKey, metaKey: event.metaKey });

/** The camera moved as little as shows a cell. */
function revealing(camera: Camera, column: number, row: number, extents: Extents): Camera {
  const across = extents.width / camera.scaleX;
  const down = extents.height / camera.scaleY;
  const left = column < camera.left ? column : column >= camera.left + across - 1 ? column - across + 1 : camera.left;
  const top = row < camera.top ? row : row >= camera.top + down - 1 ? row - down + 1 : camera.top;
  return bounded({ ...camera, left, top }, extents);
}

/** The plane's own pixels of an event. */
function pointOf(area: RefObject<HTMLDivElement>, x: number, y: number): Point {
  const box = area.current!.getBoundingClientRect();
  return { x: x - box.left - edge.left, y: y - box.top - edge.top };
}

const displayRow = ({ state, extents }: PlaneHands, row: number) => (state.flipRows.value ? extents.rows - 1 - row : row);

function placeAt(hands: PlaneHands, event: PointerEvent): Place | null {
  const { extents } = hands;
  const view = hands.camera.value;
  const { x, y } = pointOf(hands.area, event.clientX, event.clientY);
  if (!view || x < 0 || y < 0 || x >= extents.width || y >= extents.height) return null;
  const column = Math.floor(view.left + x / view.scaleX);
  const row = displayRow(hands, Math.floor(view.top + y / view.scaleY));
  return row >= 0 && column >= 0 && row < extents.rows && column < extents.columns ? { row, column } : null;
}

/** Two fingers: every quarter that they spread or close is one step. */
function usePinch({ area, camera, extents }: PlaneHands) {
  const before = useRef<number | null>(null);
  return {
    end: () => (before.current = null),
    spread: ([a, b]: [Point, Point]) => {
      const away = Math.hypot(a.x - b.x, a.y - b.y);
      before.current ??= away;
      const view = camera.value;
      if (Math.abs(Math.log(away / before.current)) < 0.25 || !view) return;
      const nearer = away > before.current;
      before.current = away;
      const middle = pointOf(area, (a.x + b.x) / 2, (a.y + b.y) / 2);
      camera.value = zoomed(view, nearer, middle.x, middle.y, extents);
    },
  };
}

/** Drag moves the camera, a click the focus; without a button the cell below is read. */
export function usePlanePointer(hands: PlaneHands) {
  const { area, state, camera, extents } = hands;
  const held = useRef<(Point & { camera: Camera; moved: boolean }) | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const pinch = usePinch(hands);
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !camera.value) return;
    area.current!.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    held.current = { x: event.clientX, y: event.clientY, camera: camera.value, moved: false };
  };
  const move = (event: PointerEvent) => {
    if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.current.size === 2) {
      held.current = null;
      return pinch.spread([...pointers.current.values()] as [Point, Point]);
    }
    const from = held.current;
    if (!from) {
      state.hover.value = placeAt(hands, event);
      return;
    }
    const dx = event.clientX - from.x;
    const dy = event.clientY - from.y;
    from.moved ||= Math.abs(dx) + Math.abs(dy) > 3;
    if (from.moved) camera.value = bounded({ ...from.camera, left: from.camera.left - dx / from.camera.scaleX, top: from.camera.top - dy / from.camera.scaleY }, extents);
  };
  const release = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size < 2) pinch.end();
    const place = held.current && !held.current.moved ? placeAt(hands, event) : null;
    if (place) state.focus.value = place;
    held.current = null;
  };
  return { press, move, release };
}

export function usePlaneWheel({ area, camera, extents }: PlaneHands): void {
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const view = camera.value;
    if (!view) return;
    const { x, y } = pointOf(area, event.clientX, event.clientY);
    camera.value = zoomed(view, event.deltaY < 0, x, y, extents);
  };
  useEffect(() => {
    const element = area.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });
}

export function planeKeys(hands: PlaneHands, event: KeyboardEvent): void {
  const { state, camera, extents } = hands;
  const view = camera.value;
  if (!view) return;
  const centre = [extents.width / 2, extents.height / 2] as const;
  if (event.key === '+' || event.key === '=') camera.value = zoomed(view, true, ...centre, extents);
  else if (event.key === '-') camera.value = zoomed(view, false, ...centre, extents);
  else if (event.key === '0') camera.value = hands.home();
  else {
    const turned = state.flipRows.value && /^Arrow(Up|Down)$/.test(event.key) ? mirrored(event) : event;
    const to = movedFocus(turned, state.focus.value, extents.rows, extents.columns, Math.max(1, Math.floor(extents.height / view.scaleY / 2)));
    if (!to) return;
    state.focus.value = to;
    camera.value = revealing(view, to.column, displayRow(hands, to.row), extents);
  }
  event.preventDefault();
  event.stopPropagation();
}
