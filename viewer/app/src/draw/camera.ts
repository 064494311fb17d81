// SPDX-License-Identifier: MIT
// Where a plane of cells lies in a window: whole pixels a cell, or whole cells a pixel, never anything between.

export interface Camera {
  /** Pixels a cell: 1, 2, 3, ... or 1/2, 1/3, ... */
  scaleX: number;
  scaleY: number;
  /** The cell at the left and the top edge; fractions and values outside are allowed. */
  left: number;
  top: number;
}

export interface Extents {
  width: number;
  height: number;
  rows: number;
  columns: number;
}

const whole = (scale: number) => (scale >= 1 ? Math.floor(scale) : 1 / Math.ceil(1 / scale));

const centered = (scaleX: number, scaleY: number, { width, height, rows, columns }: Extents): Camera => ({
  scaleX,
  scaleY,
  left: Math.min(0, (columns - width / scaleX) / 2),
  top: Math.min(0, (rows - height / scaleY) / 2),
});

/** Everything in sight. Cells are square unless `fill`, or the plane is a thin strip. */
export function fitted(extents: Extents, fill: boolean): Camera {
  const { width, height, rows, columns } = extents;
  const x = width / Math.max(1, columns);
  const y = height / Math.max(1, rows);
  if (fill || Math.max(rows, columns) > 12 * Math.max(1, Math.min(rows, columns))) return centered(whole(x), whole(y), extents);
  const scale = whole(Math.min(x, y, 96));
  return centered(scale, scale, extents);
}

/** One step nearer (or further), keeping the cell under the pointer where it is. */
export function zoomed(camera: Camera, nearer: boolean, x: number, y: number, extents: Extents): Camera {
  const step = (scale: number) => {
    if (nearer) return scale >= 1 ? Math.min(160, Math.max(scale + 1, Math.round(scale * 1.4))) : 1 / Math.max(1, Math.floor(1 / scale / 1.4));
    return scale > 1 ? Math.max(1, Math.min(scale - 1, Math.round(scale / 1.4))) : 1 / Math.ceil((1 / scale) * 1.4);
  };
  const least = fitted(extents, true);
  const scaleX = Math.max(Math.min(1, least.scaleX), step(camera.scaleX));
  const scaleY = Math.max(Math.min(1, least.scaleY), step(camera.scaleY));
  return bounded({ scaleX, scaleY, left: camera.left + x / camera.scaleX - x / scaleX, top: camera.top + y / camera.scaleY - y / scaleY }, extents);
}

/** Keeps the plane in the window: centred where it is smaller, without an empty edge where it is larger. */
export function bounded(camera: Camera, { width, height, rows, columns }: Extents): Camera {
  const hold = (at: number, seen: number, total: number) => (seen >= total ? (total - seen) / 2 : Math.min(Math.max(0, at), total - seen));
  return {
    ...camera,
    left: hold(camera.left, width / camera.scaleX, columns),
    top: hold(camera.top, height / camera.scaleY, rows),
  };
}

/** The sample of one axis that fills the window: first element, how many, and how far apart. */
export function sampled(from: number, pixels: number, scale: number, total: number): { from: number; count: number; every: number } {
  const every = scale >= 1 ? 1 : Math.round(1 / scale);
  const first = Math.max(0, Math.floor(Math.floor(from) / every) * every);
  const end = Math.min(total, Math.ceil(from + pixels / scale));
  return { from: first, count: Math.max(0, Math.ceil((end - first) / every)), every };
}
