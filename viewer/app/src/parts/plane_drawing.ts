// SPDX-License-Identifier: MIT
// What is drawn of a plane: the picture under the camera, the cells' values where they have room, the indices along the edges, the focus.
import type { Camera, Extents } from '../draw/camera';
import { ticks, type Limits } from '../draw/scale';
import { indexAt } from '../plain/slice';
import { grouped } from '../plain/words';
import type { ArrayState, Place } from '../state/array_state';
import { freshContext, tokenColor } from './measure';
import type { Sample } from './plane_sample';
import { drawProfiles } from './profiles';

/** Pixels around the plane, for the indices. */
export const edge = { left: 52, top: 24, right: 12, bottom: 12 };

export interface Scene {
  state: ArrayState;
  sample: Sample;
  /** The sample in colours, and its pixels where cells may hold their values. */
  picture: HTMLCanvasElement;
  painted: Uint32Array | null;
  view: Camera;
  extents: Extents;
  limits: Limits;
  flip: boolean;
  profiles: boolean;
}

/** Draws all of it; nothing where there is no scene yet. */
export function drawPlane(canvas: HTMLCanvasElement, size: { width: number; height: number }, scene: Scene | null): void {
  const context = freshContext(canvas, size.width, size.height);
  if (!scene) return;
  const { state, sample, view, extents, flip } = scene;
  const displayRow = (row: number) => (flip ? extents.rows - 1 - row : row);
  context.save();
  context.beginPath();
  context.rect(edge.left, edge.top, extents.width, extents.height);
  context.clip();
  drawPicture(context, scene);
  if (view.scaleX >= 8 && view.scaleY >= 8) drawCells(context, sample, view, displayRow, state, scene.painted);
  context.restore();
  drawEdges(context, state, view, extents, displayRow);
  drawFocus(context, state.focus.value, view, extents, displayRow);
  if (scene.profiles) drawProfiles(context, sample, state.focus.value, view, extents, edge, displayRow, scene.limits);
}

function drawPicture(context: CanvasRenderingContext2D, { sample, view, extents, flip, picture }: Scene): void {
  const { row, column } = sample;
  context.imageSmoothingEnabled = false;
  const x = edge.left + (column.from - view.left) * view.scaleX;
  const w = column.count * column.every * view.scaleX;
  const h = row.count * row.every * view.scaleY;
  const firstShown = flip ? extents.rows - row.from - row.count * row.every : row.from;
  const y = edge.top + (firstShown - view.top) * view.scaleY;
  if (flip) {
    context.translate(0, 2 * y + h);
    context.scale(1, -1);
  }
  context.drawImage(picture, x, y, w, h);
  if (flip) context.setTransform(devicePixelRatio || 1, 0, 0, devicePixelRatio || 1, 0, 0);
}

/** The pixel grid, and values where a cell has room for them. */
function drawCells(context: CanvasRenderingContext2D, shown: Sample, view: Camera, displayRow: (row: number) => number, state: ArrayState, out: Uint32Array | null): void {
  const { row, column, values } = shown;
  context.strokeStyle = tokenColor('line');
  context.globalAlpha = 0.35;
  context.lineWidth = 1;
  context.beginPath();
  const lineAt = (x0: number, y0: number, x1: number, y1: number) => {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  };
  const xOf = (c: number) => Math.round(edge.left + (c - view.left) * view.scaleX) + 0.5;
  const yOf = (d: number) => Math.round(edge.top + (d - view.top) * view.scaleY) + 0.5;
  const lastRow = row.from + row.count;
  const [y0, y1] = [yOf(Math.min(displayRow(row.from), displayRow(lastRow - 1))), yOf(Math.max(displayRow(row.from), displayRow(lastRow - 1)) + 1)];
  for (let c = column.from; c <= column.from + column.count; c += 1) lineAt(xOf(c), y0, xOf(c), y1);
  for (let r = 0; r <= row.count; r += 1) lineAt(xOf(column.from), y0 + r * view.scaleY, xOf(column.from + column.count), y0 + r * view.scaleY);
  context.stroke();
  context.globalAlpha = 1;
  if (view.scaleX < 40 || view.scaleY < 18 || out?.length !== values.length) return;
  context.font = '11px ui-monospace, "DejaVu Sans Mono", monospace';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const most = Math.floor((view.scaleX - 4) / 6.7);
  for (let r = 0; r < row.count; r += 1)
    for (let c = 0; c < column.count; c += 1) {
      const text = cellLabel(values[r * column.count + c]!, most, state.letter);
      if (!text) continue;
      const x = edge.left + (column.from + c + 0.5 - view.left) * view.scaleX;
      const y = edge.top + (displayRow(row.from + r) + 0.5 - view.top) * view.scaleY;
      context.fillStyle = inkOn(out[r * column.count + c]!);
      context.fillText(text, x, y);
    }
}

/** Black or white, whichever reads better on a pixel. */
function inkOn(pixel: number): string {
  const light = 0.299 * (pixel & 255) + 0.587 * ((pixel >> 8) & 255) + 0.114 * ((pixel >> 16) & 255);
  return light > 140 ? '#111413' : '#ffffff';
}

function cellLabel(value: number | undefined, most: number, letter: string): string {
  if (value === undefined) return '';
  if (letter === 'b') return value ? '✓' : '·';
  for (const digits of [4, 3, 2, 1]) {
    const text = String(Number(value.toPrecision(digits)));
    const full = Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : text;
    if (full.length <= most && digits === 4) return full.replace('Infinity', 'inf').replace('NaN', 'nan');
    if (text.length <= most) return text.replace('Infinity', 'inf').replace('NaN', 'nan');
  }
  const short = value.toExponential(0).replace('e+', 'e');
  return short.length <= most ? short : '';
}

/** Indices along the top and the left edge. */
function drawEdges(context: CanvasRenderingContext2D, state: ArrayState, view: Camera, extents: Extents, displayRow: (row: number) => number): void {
  const { row, column } = state.axes.value;
  const rowPick = state.selection.value[row];
  const columnPick = state.selection.value[column];
  context.font = '11px ui-monospace, "DejaVu Sans Mono", monospace';
  context.fillStyle = tokenColor('text-3');
  context.strokeStyle = tokenColor('line');
  context.lineWidth = 1;
  const wholeTicks = (from: number, to: number, most: number) => [...new Set(ticks({ low: Math.max(0, from), high: to }, most).map(Math.round))];
  if (columnPick) {
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    const last = Math.min(extents.columns - 1, view.left + extents.width / view.scaleX - 1);
    for (const at of wholeTicks(view.left, last, extents.width / 90)) {
      const x = edge.left + (at + 0.5 - view.left) * view.scaleX;
      if (x < edge.left || x > edge.left + extents.width) continue;
      const y = edge.top + Math.max(0, -view.top * view.scaleY);
      context.fillText(grouped(indexAt(columnPick, at)), x, y - 8);
      context.fillRect(Math.round(x), y - 5, 1, 4);
    }
  }
  if (rowPick) {
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    const lastShown = Math.min(extents.rows - 1, view.top + extents.height / view.scaleY - 1);
    for (const at of wholeTicks(view.top, lastShown, extents.height / 56)) {
      const y = edge.top + (at + 0.5 - view.top) * view.scaleY;
      if (y < edge.top || y > edge.top + extents.height) continue;
      const x = edge.left + Math.max(0, -view.left * view.scaleX);
      context.fillText(grouped(indexAt(rowPick, displayRow(at))), x - 8, y);
      context.fillRect(x - 5, Math.round(y), 4, 1);
    }
  }
}

function drawFocus(context: CanvasRenderingContext2D, focus: Place, view: Camera, extents: Extents, displayRow: (row: number) => number): void {
  const w = Math.max(5, view.scaleX);
  const h = Math.max(5, view.scaleY);
  const x = edge.left + (focus.column + 0.5 - view.left) * view.scaleX - w / 2;
  const y = edge.top + (displayRow(focus.row) + 0.5 - view.top) * view.scaleY - h / 2;
  if (x + w < edge.left || y + h < edge.top || x > edge.left + extents.width || y > edge.top + extents.height) return;
  context.lineWidth = 3;
  context.strokeStyle = 'rgb(0 0 0 / .7)';
  context.strokeRect(x, y, w, h);
  context.lineWidth = 1.5;
  context.strokeStyle = '#fff';
  context.strokeRect(x, y, w, h);
}
