// SPDX-License-Identifier: MIT
// The row and the column through the focus, drawn below and beside the heatmap.
import type { Camera, Extents } from '../draw/camera';
import type { Limits } from '../draw/scale';
import type { Place } from '../state/array_state';
import { tokenColor } from './measure';
import type { Sample } from './plane_sample';

const room = 60;
const gap = 10;

export function drawProfiles(
  context: CanvasRenderingContext2D, shown: Sample, focus: Place, view: Camera, extents: Extents,
  edge: { left: number; top: number }, displayRow: (row: number) => number, limits: Limits,
): void {
  const { row, column, values } = shown;
  const r = Math.round((focus.row - row.from) / row.every);
  const c = Math.round((focus.column - column.from) / column.every);
  const span = limits.high - limits.low || 1;
  const part = (value: number) => Math.min(1, Math.max(0, (value - limits.low) / span));
  context.strokeStyle = tokenColor('accent');
  context.lineWidth = 1.5;
  const bottom = edge.top + extents.height + gap + room;
  const right = edge.left + extents.width + gap;
  if (r >= 0 && r < row.count) {
    context.beginPath();
    let down = false;
    for (let i = 0; i < column.count; i += 1) {
      const value = values[r * column.count + i]!;
      const x = edge.left + (column.from + (i + 0.5) * column.every - view.left) * view.scaleX;
      if (value !== value || x < edge.left || x > edge.left + extents.width) {
        down = false;
        continue;
      }
      const y = bottom - part(value) * room;
      if (down) context.lineTo(x, y);
      else context.moveTo(x, y);
      down = true;
    }
    context.stroke();
  }
  if (c >= 0 && c < column.count) {
    context.beginPath();
    let down = false;
    for (let i = 0; i < row.count; i += 1) {
      const value = values[i * column.count + c]!;
      const at = displayRow(row.from + i * row.every);
      const y = edge.top + (at + 0.5 * row.every - view.top) * view.scaleY;
      if (value !== value || y < edge.top || y > edge.top + extents.height) {
        down = false;
        continue;
      }
      const x = right + part(value) * room;
      if (down) context.lineTo(x, y);
      else context.moveTo(x, y);
      down = true;
    }
    context.stroke();
  }
  context.fillStyle = tokenColor('line');
  context.fillRect(edge.left, bottom + 1, extents.width, 1);
  context.fillRect(right - 1, edge.top, 1, extents.height);
}
