// SPDX-License-Identifier: MIT
// A line over one axis: all points where they fit, a band from lowest to highest where several share a pixel. NaN breaks it.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { bands } from '../draw/picture';
import { scaleOf, summarize, ticks, tickText, type Limits } from '../draw/scale';
import { indexAt } from '../plain/slice';
import { grouped } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { freshContext, themeChanges, tokenColor, useSize } from './measure';
import { OverviewButton, priceOf } from './overview';
import { movedFocus } from './moved_focus';

const edge = { left: 72, top: 16, right: 16, bottom: 32 };
/** Up to so many points all are read; beyond, every n-th. */
const mostPoints = 1 << 20;

interface Shown {
  values: Float64Array;
  every: number;
  from: number;
  points: number;
}

export function LinePlot({ state }: { state: ArrayState }) {
  const [area, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useSignal<Shown | null>(null);
  const window = useSignal<{ from: number; to: number } | null>(null);
  const plane = state.axes.value.column >= 0;
  const points = plane ? state.columns.value : state.rows.value;
  const focus = state.focus.value;
  const line = plane ? Math.min(focus.row, state.rows.value - 1) : 0;
  const pick = state.selection.value[plane ? state.axes.value.column : state.axes.value.row];
  const range = window.value ?? { from: 0, to: points };
  const key = `${state.text.value}|${state.transposed.value}|${state.column.value}|${state.part.value}|${line}`;
  const asked = useRef<AbortController | null>(null);
  /** Bytes that all points of a very long line would read, until the reader asks for them. */
  const dear = useSignal<number | null>(null);
  const allowed = useRef(false);

  useEffect(() => {
    window.value = null;
  }, [state.text.value, state.transposed.value]);
  useEffect(() => {
    asked.current?.abort();
    const stop = new AbortController();
    asked.current = stop;
    const count = range.to - range.from;
    const every = Math.max(1, Math.ceil(count / mostPoints));
    const many = Math.ceil(count / every);
    const part = plane ? state.part_of(line, 1, range.from, many, 1, every) : state.part_of(range.from, many, 0, 1, every);
    void state
      .read(async (signal, onProgress) => {
        if (!allowed.current && every > 1) {
          const price = await priceOf(state, part);
          if (stop.signal.aborted) return null;
          if (price !== null) {
            dear.value = price;
            window.value = { from: range.from, to: Math.min(points, range.from + mostPoints) };
            return null;
          }
        }
        return state.model.numbers(part, state.column.value, state.part.value, { signal, onProgress, why: 'line' });
      }, stop.signal)
      .then((answer) => answer && (shown.value = { values: answer.values, every, from: range.from, points: many }));
    return () => stop.abort();
  }, [key, range.from, range.to]);
  useEffect(() => {
    state.sampling.value = `${grouped(points)} points${plane ? ` of row ${grouped(line)}` : ''}`;
  }, [points, line]);

  const width = Math.max(1, size.width - edge.left - edge.right);
  const height = Math.max(1, size.height - edge.top - edge.bottom);
  const span = Math.max(1, range.to - range.from);
  const xOf = (at: number) => edge.left + ((at - range.from + 0.5) / span) * width;

  useLayoutEffect(() => {
    if (!canvas.current || !size.width) return;
    const context = freshContext(canvas.current, size.width, size.height);
    const now = shown.value;
    if (!now) return;
    const summary = summarize(now.values);
    const pad = state.scale.value === 'log' ? 0 : (summary.high - summary.low) * 0.04 || 0.5;
    const limits: Limits = { low: summary.low - pad, high: summary.high + pad };
    const kind = state.scale.value === 'log' ? 'log' : 'linear';
    const place = scaleOf(kind, kind === 'log' ? { low: lowestPositive(now.values), high: summary.high } : limits);
    const yOf = (value: number) => edge.top + (1 - place(value)) * height;
    drawFrame(context, kind === 'log' ? powers(lowestPositive(now.values), summary.high) : ticks(limits, height / 56), limits, yOf, width, height);
    drawIndices(context, range, width, height, xOf, (at) => (pick ? indexAt(pick, at) : at));
    context.save();
    context.beginPath();
    context.rect(edge.left, edge.top, width, height);
    context.clip();
    context.strokeStyle = tokenColor('accent');
    context.fillStyle = tokenColor('accent');
    if (now.points > 2 * width) drawBand(context, now.values, width, yOf);
    else drawPoints(context, now, xOf, yOf, kind === 'log');
    context.restore();
    drawMark(context, now, plane ? focus.column : focus.row, xOf, yOf, height);
  }, [shown.value, size.width, size.height, state.scale.value, focus.row, focus.column, range.from, range.to, themeChanges.value]);

  const atPointer = (event: PointerEvent | WheelEvent) => {
    const box = area.current!.getBoundingClientRect();
    const at = range.from + Math.floor(((event.clientX - box.left - edge.left) / width) * span);
    return Math.min(points - 1, Math.max(0, at));
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const centre = atPointer(event);
    const next = Math.max(8, Math.min(points, Math.round(span * (event.deltaY < 0 ? 0.7 : 1.4))));
    if (next >= points) return void (window.value = null);
    const from = Math.max(0, Math.min(points - next, Math.round(centre - ((centre - range.from) / span) * next)));
    window.value = { from, to: from + next };
  };
  useEffect(() => {
    const element = area.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });
  const placed = (at: number) => (plane ? { row: line, column: at } : { row: at, column: 0 });
  const keys = (event: KeyboardEvent) => {
    const at = plane ? focus.column : focus.row;
    const across = movedFocus(event, { row: line, column: at }, plane ? state.rows.value : 1, points, Math.max(1, Math.floor(span / 10)));
    if (!across) return;
    state.focus.value = plane ? across : { row: across.column, column: 0 };
    event.preventDefault();
    event.stopPropagation();
  };
  const every = shown.value?.every ?? 1;
  return (
    <div
      ref={area}
      class="plot-area"
      tabIndex={0}
      role="application"
      aria-roledescription="line of values"
      aria-label={`Line of ${grouped(points)} points. Arrow keys move along it; the status bar reads the value.`}
      onPointerMove={(event) => (state.hover.value = placed(atPointer(event)))}
      onPointerLeave={() => (state.hover.value = null)}
      onPointerDown={(event) => (state.focus.value = placed(atPointer(event)))}
      onDblClick={() => (window.value = null)}
      onKeyDown={keys}
    >
      <canvas ref={canvas} class="plot" />
      {dear.value !== null && (
        <OverviewButton
          bytes={dear.value}
          bottom={edge.bottom + 8}
          go={() => {
            allowed.current = true;
            dear.value = null;
            window.value = null;
          }}
        />
      )}
      {every > 1 && (
        <div class="note" id="sampling-note" style={{ left: `${edge.left + 8}px`, bottom: `${edge.bottom + 8}px` }}>
          {`every ${grouped(every)}th element`}
        </div>
      )}
    </div>
  );
}

function lowestPositive(values: Float64Array): number {
  let low = Infinity;
  for (const value of values) if (value > 0 && value < low) low = value;
  return Number.isFinite(low) ? low : 1;
}

function powers(low: number, high: number): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(Math.max(high, low))); power += 1) found.push(10 ** power);
  const every = Math.ceil(found.length / 8);
  return found.filter((_, i) => i % every === 0);
}

function drawFrame(context: CanvasRenderingContext2D, marks: number[], limits: Limits, yOf: (value: number) => number, width: number, height: number): void {
  context.font = '11px ui-monospace, "DejaVu Sans Mono", monospace';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of marks) {
    const y = Math.round(yOf(value));
    if (y < edge.top - 1 || y > edge.top + height + 1) continue;
    context.fillStyle = tokenColor('line');
    context.globalAlpha = value === 0 ? 1 : 0.55;
    context.fillRect(edge.left, y, width, 1);
    context.globalAlpha = 1;
    context.fillStyle = tokenColor('text-3');
    context.fillText(tickText(value, limits.high - limits.low), edge.left - 8, y);
  }
}

function drawIndices(context: CanvasRenderingContext2D, range: { from: number; to: number }, width: number, height: number, xOf: (at: number) => number, name: (at: number) => number): void {
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillStyle = tokenColor('text-3');
  for (const at of new Set(ticks({ low: range.from, high: range.to - 1 }, width / 110).map(Math.round))) {
    const x = Math.round(xOf(at));
    context.fillRect(x, edge.top + height, 1, 4);
    context.fillText(grouped(name(at)), x, edge.top + height + 8);
  }
}

function drawBand(context: CanvasRenderingContext2D, values: Float64Array, width: number, yOf: (value: number) => number): void {
  const { low, high } = bands(values, Math.round(width));
  for (let x = 0; x < low.length; x += 1) {
    if (low[x] !== low[x]) continue;
    const top = yOf(high[x]!);
    context.fillRect(edge.left + x, top, 1, Math.max(1.5, yOf(low[x]!) - top));
  }
}

function drawPoints(context: CanvasRenderingContext2D, { values, from, every }: Shown, xOf: (at: number) => number, yOf: (value: number) => number, log: boolean): void {
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.beginPath();
  let down = false;
  values.forEach((value, i) => {
    const broken = !Number.isFinite(value) || (log && value <= 0);
    if (!broken) {
      if (down) context.lineTo(xOf(from + i * every), yOf(value));
      else context.moveTo(xOf(from + i * every), yOf(value));
    }
    down = !broken;
  });
  context.stroke();
  if (values.length > 200) return;
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    context.beginPath();
    context.arc(xOf(from + i * every), yOf(value), 2.5, 0, 7);
    context.fill();
  });
}

function drawMark(context: CanvasRenderingContext2D, now: Shown, at: number, xOf: (at: number) => number, yOf: (value: number) => number, height: number): void {
  const x = xOf(at);
  context.fillStyle = tokenColor('text-3');
  context.globalAlpha = 0.5;
  context.fillRect(Math.round(x), edge.top, 1, height);
  context.globalAlpha = 1;
  const value = now.values[Math.round((at - now.from) / now.every)];
  if (value === undefined || !Number.isFinite(value)) return;
  context.beginPath();
  context.arc(x, yOf(value), 4, 0, 7);
  context.fillStyle = tokenColor('surface');
  context.fill();
  context.strokeStyle = tokenColor('accent');
  context.lineWidth = 2;
  context.stroke();
}
