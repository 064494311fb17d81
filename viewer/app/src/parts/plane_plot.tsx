// SPDX-License-Identifier: MIT
// Heatmap and image: a plane of cells under a camera. Larger than the window it is sampled, and says so; the status bar always
// reads the real element.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { bounded, fitted, sampled, zoomed, type Camera, type Extents } from '../draw/camera';
import { colorTable, type ColorMap } from '../draw/color_maps';
import { paint, paintImage } from '../draw/picture';
import { fittingMap, startLimits, summarize, ticks, type Limits, type Summary } from '../draw/scale';
import { indexAt } from '../plain/slice';
import { grouped } from '../plain/words';
import type { ArrayState, Place } from '../state/array_state';
import { Legend } from './legend';
import { freshContext, themeChanges, tokenColor, useSize } from './measure';
import { OverviewButton, priceOf } from './overview';
import { drawProfiles } from './profiles';
import { movedFocus } from './table';

export interface Sample {
  values: Float64Array;
  row: { from: number; count: number; every: number };
  column: { from: number; count: number; every: number };
  channels: number;
}

const edge = { left: 52, top: 24, right: 12, bottom: 12 };
const profileSize = 76;
const legendWidth = () => (innerWidth <= 760 ? 72 : 108);

/** Answers in C order of the array's axes, brought into rows of the plane. */
function inRows(values: Float64Array, rows: number, columns: number, columnsFirst: boolean): Float64Array {
  if (!columnsFirst) return values;
  const turned = new Float64Array(values.length);
  for (let r = 0; r < rows; r += 1) for (let c = 0; c < columns; c += 1) turned[r * columns + c] = values[c * rows + r]!;
  return turned;
}

/** The first rows and columns, a few pixels each: where an overview would be too dear. */
const corner = ({ width, height, rows, columns }: Extents): Camera => bounded({ scaleX: 4, scaleY: 4, left: 0, top: 0 }, { width, height, rows, columns });

const everyText = (name: string, every: number) => (every === 1 ? null : `every ${every === 2 ? '2nd' : every === 3 ? '3rd' : `${grouped(every)}th`} ${name}`);

export function PlanePlot({ state, image }: { state: ArrayState; image: boolean }) {
  const [area, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const sample = useSignal<Sample | null>(null);
  const camera = useSignal<Camera | null>(null);
  const colors = useSignal<{ summary: Summary; map: ColorMap } | null>(null);
  /** Bytes an overview of a very large array would read, until the reader asks for it. */
  const dear = useSignal<number | null>(null);
  const allowed = useRef(false);
  const asking = useRef<AbortController | null>(null);
  const pixels = useRef(document.createElement('canvas'));
  const painted = useRef<Uint32Array | null>(null);

  const rows = state.rows.value;
  const columns = state.columns.value;
  const profiles = !image && state.profiles.value;
  const extents: Extents = {
    width: Math.max(1, size.width - edge.left - edge.right - (profiles ? profileSize : 0)),
    height: Math.max(1, size.height - edge.top - edge.bottom - (profiles ? profileSize : 0)),
    rows,
    columns,
  };
  // What is shown as a whole: a change of it starts anew, a change of the camera does not.
  const subject = useComputed(() => `${state.text.value}|${state.transposed.value}|${state.field.value}|${state.part.value}|${image}`);
  const fitKey = `${rows}|${columns}|${extents.width}|${extents.height}|${state.fillAspect.value}`;
  const lastFit = useRef('');
  if (size.width && lastFit.current !== fitKey) {
    lastFit.current = fitKey;
    camera.value = dear.value === null ? fitted(extents, state.fillAspect.value) : corner(extents);
  }
  const view = camera.value;
  const across = view && sampled(view.left, extents.width, view.scaleX, columns);
  const flip = state.flipRows.value;
  const down = view && (flip
    ? sampled(Math.max(0, rows - view.top - extents.height / view.scaleY), extents.height + 1, view.scaleY, rows)
    : sampled(view.top, extents.height, view.scaleY, rows));
  const wanted = across && down ? `${subject.value}|${across.from},${across.count},${across.every}|${down.from},${down.count},${down.every}` : '';

  const freshSubject = useRef('');
  useEffect(() => {
    if (!across || !down || !across.count || !down.count) return;
    asking.current?.abort();
    const stop = new AbortController();
    asking.current = stop;
    const part = state.part_of(down.from, down.count, across.from, across.count, down.every, across.every);
    const name = subject.value;
    void state
      .read(async (signal, onProgress) => {
        if (!allowed.current && (across.every > 1 || down.every > 1)) {
          const price = await priceOf(state, part);
          if (price !== null) {
            dear.value = price;
            camera.value = corner(extents);
            return null;
          }
        }
        return state.model.numbers(part, state.column.value, state.part.value, { signal, onProgress, why: image ? 'image' : 'heatmap' });
      }, stop.signal)
      .then((answer) => {
        if (!answer || stop.signal.aborted) return;
        const channels = image ? state.channels() : 1;
        const values = channels > 1 ? answer.values : inRows(answer.values, down.count, across.count, state.columnsFirst);
        if (freshSubject.current !== name) {
          freshSubject.current = name;
          const summary = summarize(values);
          const map = state.part.value === 'phase' ? 'cyclic' : fittingMap(state.letter, summary, values);
          colors.value = { summary: state.part.value === 'phase' ? { ...summary, low: -Math.PI, high: Math.PI, inner: { low: -Math.PI, high: Math.PI } } : summary, map };
        }
        sample.value = { values, row: down, column: across, channels };
      });
  }, [wanted]);
  useEffect(() => () => asking.current?.abort(), []);

  useEffect(() => {
    if (!view) return;
    const zoom = view.scaleX === view.scaleY ? `${view.scaleX >= 1 ? `${view.scaleX} px a cell` : ''}` : '';
    state.sampling.value = [`${grouped(rows)} × ${grouped(columns)}`, zoom].filter(Boolean).join(' · ');
  }, [view, rows, columns]);

  const map: ColorMap = state.map.value ?? colors.value?.map ?? 'viridis';
  const auto = colors.value && startLimits(state.fullRange.value ? { ...colors.value.summary, inner: colors.value.summary } : colors.value.summary, map);
  const limits: Limits = state.limits.value ?? auto ?? { low: 0, high: 1 };

  useLayoutEffect(() => {
    const shown = sample.value;
    if (!shown) return;
    const picture = pixels.current;
    picture.width = shown.column.count;
    picture.height = shown.row.count;
    const context = picture.getContext('2d')!;
    const data = context.createImageData(shown.column.count, shown.row.count);
    const out = new Uint32Array(data.data.buffer);
    if (image) paintImage(shown.values, shown.channels, state.letter === 'f' || state.letter === 'b', out);
    else paint(shown.values, shown.row.count, shown.column.count, { table: colorTable(map, state.reversed.value), scale: state.scale.value, limits, labels: map === 'labels' }, out);
    painted.current = out;
    context.putImageData(data, 0, 0);
  }, [sample.value, map, state.reversed.value, state.scale.value, limits.low, limits.high]);

  const displayRow = (row: number) => (flip ? rows - 1 - row : row);
  const drawing = () => {
    const shown = sample.value;
    if (!canvas.current || !size.width) return;
    const context = freshContext(canvas.current, size.width, size.height);
    if (!view || !shown) return;
    context.save();
    context.beginPath();
    context.rect(edge.left, edge.top, extents.width, extents.height);
    context.clip();
    context.imageSmoothingEnabled = false;
    const x = edge.left + (shown.column.from - view.left) * view.scaleX;
    const w = shown.column.count * shown.column.every * view.scaleX;
    const h = shown.row.count * shown.row.every * view.scaleY;
    const firstShown = flip ? rows - shown.row.from - shown.row.count * shown.row.every : shown.row.from;
    const y = edge.top + (firstShown - view.top) * view.scaleY;
    if (flip) {
      context.translate(0, 2 * y + h);
      context.scale(1, -1);
    }
    context.drawImage(pixels.current, x, y, w, h);
    if (flip) context.setTransform(devicePixelRatio || 1, 0, 0, devicePixelRatio || 1, 0, 0);
    if (view.scaleX >= 8 && view.scaleY >= 8) drawCells(context, shown, view, displayRow, state, image ? null : painted.current);
    context.restore();
    drawEdges(context, state, view, extents, displayRow);
    drawFocus(context, state.focus.value, view, extents, displayRow);
    if (profiles) drawProfiles(context, shown, state.focus.value, view, extents, edge, size, displayRow, limits);
  };
  useLayoutEffect(drawing, [sample.value, view, map, limits.low, limits.high, state.scale.value, state.focus.value, profiles, flip, size.width, size.height, themeChanges.value]);

  const placeAt = (event: { clientX: number; clientY: number }): Place | null => {
    const box = area.current!.getBoundingClientRect();
    if (!view) return null;
    const px = event.clientX - box.left - edge.left;
    const py = event.clientY - box.top - edge.top;
    if (px < 0 || py < 0 || px >= extents.width || py >= extents.height) return null;
    const column = Math.floor(view.left + px / view.scaleX);
    const row = displayRow(Math.floor(view.top + py / view.scaleY));
    return row >= 0 && column >= 0 && row < rows && column < columns ? { row, column } : null;
  };
  const held = useRef<{ x: number; y: number; camera: Camera; moved: boolean } | null>(null);
  const pinch = useRef<{ away: number } | null>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !view) return;
    area.current!.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    held.current = { x: event.clientX, y: event.clientY, camera: view, moved: false };
  };
  const moving = (event: PointerEvent) => {
    if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.current.size === 2) return spread();
    const from = held.current;
    if (from) {
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      from.moved ||= Math.abs(dx) + Math.abs(dy) > 3;
      if (from.moved) camera.value = bounded({ ...from.camera, left: from.camera.left - dx / from.camera.scaleX, top: from.camera.top - dy / from.camera.scaleY }, extents);
      return;
    }
    state.hover.value = placeAt(event);
  };
  const spread = () => {
    const [a, b] = [...pointers.current.values()] as [{ x: number; y: number }, { x: number; y: number }];
    const away = Math.hypot(a.x - b.x, a.y - b.y);
    const before = pinch.current?.away ?? away;
    pinch.current ??= { away };
    held.current = null;
    if (Math.abs(Math.log(away / before)) < 0.25 || !view) return;
    pinch.current.away = away;
    const box = area.current!.getBoundingClientRect();
    camera.value = zoomed(view, away > before, (a.x + b.x) / 2 - box.left - edge.left, (a.y + b.y) / 2 - box.top - edge.top, extents);
  };
  const release = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size < 2) pinch.current = null;
    const place = held.current && !held.current.moved ? placeAt(event) : null;
    if (place) state.focus.value = place;
    held.current = null;
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (!view) return;
    const box = area.current!.getBoundingClientRect();
    camera.value = zoomed(view, event.deltaY < 0, event.clientX - box.left - edge.left, event.clientY - box.top - edge.top, extents);
  };
  useEffect(() => {
    const element = area.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });
  const keys = (event: KeyboardEvent) => {
    if (!view) return;
    const centre = [extents.width / 2, extents.height / 2] as const;
    if (event.key === '+' || event.key === '=') camera.value = zoomed(view, true, ...centre, extents);
    else if (event.key === '-') camera.value = zoomed(view, false, ...centre, extents);
    else if (event.key === '0') camera.value = dear.value === null ? fitted(extents, state.fillAspect.value) : corner(extents);
    else {
      const turned = flip && /^Arrow(Up|Down)$/.test(event.key) ? mirrored(event) : event;
      const to = movedFocus(turned, state.focus.value, rows, columns, Math.max(1, Math.floor(extents.height / view.scaleY / 2)));
      if (!to) return;
      state.focus.value = to;
      camera.value = revealing(view, to.column, displayRow(to.row), extents);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const legend = !image;
  const note = sample.value && [everyText('row', sample.value.row.every), everyText('column', sample.value.column.every)].filter(Boolean).join(', ');
  return (
    <>
      <div class="fill" style={{ right: legend ? `${legendWidth()}px` : 0 }}>
        <div
          ref={area}
          class="plot-area"
          tabIndex={0}
          role="application"
          aria-roledescription="picture of values"
          aria-label={`${image ? 'Image' : 'Heatmap'} of ${grouped(rows)} rows and ${grouped(columns)} columns. Arrow keys move the focus; the status bar reads the value.`}
          onPointerDown={press}
          onPointerMove={moving}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={() => (state.hover.value = null)}
          onDblClick={() => (camera.value = dear.value === null ? fitted(extents, state.fillAspect.value) : corner(extents))}
          onKeyDown={keys}
        >
          <canvas ref={canvas} class="plot" />
          {dear.value !== null && (
            <OverviewButton
              bytes={dear.value}
              go={() => {
                allowed.current = true;
                dear.value = null;
                camera.value = fitted(extents, state.fillAspect.value);
              }}
            />
          )}
          {note && (
            <div class="note" id="sampling-note" style={{ left: `${edge.left + 8}px`, bottom: `${edge.bottom + 8 + (profiles ? profileSize : 0)}px` }}>
              {note}
            </div>
          )}
        </div>
      </div>
      {legend && colors.value && (
        <Legend state={state} width={legendWidth()} map={map} limits={limits} summary={colors.value.summary} clipped={!!auto?.clipped && !state.limits.value} values={sample.value?.values ?? new Float64Array()} />
      )}
    </>
  );
}

const mirrored = (event: KeyboardEvent) =>
  new KeyboardEvent('keydown', { key: event.key === 'ArrowUp' ? 'ArrowDown' : 'ArrowUp', ctrlKey: event.ctrlKey, metaKey: event.metaKey });

function revealing(camera: Camera, column: number, row: number, extents: Extents): Camera {
  const across = extents.width / camera.scaleX;
  const down = extents.height / camera.scaleY;
  const left = column < camera.left ? column : column >= camera.left + across - 1 ? column - across + 1 : camera.left;
  const top = row < camera.top ? row : row >= camera.top + down - 1 ? row - down + 1 : camera.top;
  return bounded({ ...camera, left, top }, extents);
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
  return '';
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
