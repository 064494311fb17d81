// SPDX-License-Identifier: MIT
// The histogram of the slice: every element up to a limit, a labelled sample beyond it.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { binCounts } from '../draw/picture';
import { summarize, ticks, tickText, type Summary } from '../draw/scale';
import { selectedCount, type Selection } from '../plain/slice';
import { grouped, percentText } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { freshContext, themeChanges, tokenColor, useSize } from './measure';
import { OverviewButton, priceOf } from './overview';

const edge = { left: 72, top: 28, right: 16, bottom: 36 };
const mostValues = 1 << 22;

interface Bins {
  counts: Float64Array;
  summary: Summary;
  everyRow: number;
  everyColumn: number;
  total: number;
  /** Only the first values: all of them were too dear. */
  first: boolean;
}

/** Whole numbers of a short range get a bin each. */
function binsFor(letter: string, { low, high }: Summary): { low: number; high: number; bins: number } {
  if ('iub'.includes(letter) && high - low < 128) return { low: low - 0.5, high: high + 0.5, bins: Math.max(1, Math.round(high - low) + 1) };
  return high > low ? { low, high, bins: 96 } : { low: low - 0.5, high: high + 0.5, bins: 1 };
}

/** As many values as are read anyway, from where they lie side by side. */
function firstValues(state: ArrayState): Selection {
  const rows = state.rows.value;
  const columns = state.columns.value;
  const wide = state.model.info.order === 'F' ? Math.max(1, Math.floor(mostValues / rows)) : columns;
  const across = Math.min(columns, wide, mostValues);
  return state.part_of(0, Math.min(rows, Math.max(1, Math.floor(mostValues / across))), 0, across);
}

export function HistPlot({ state }: { state: ArrayState }) {
  const [area, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useSignal<Bins | null>(null);
  const at = useSignal<number | null>(null);
  /** Bytes that values from everywhere would read, until the reader asks for them. */
  const dear = useSignal<number | null>(null);
  const allowed = useSignal(false);
  const key = `${state.text.value}|${state.transposed.value}|${state.column.value}|${state.part.value}`;
  useEffect(() => {
    const stop = new AbortController();
    const rows = state.rows.value;
    const columns = state.columns.value;
    const others = selectedCount(state.selection.value) / Math.max(1, rows * columns);
    const every = Math.max(1, Math.ceil(Math.sqrt((rows * columns * others) / mostValues)));
    const everyRow = columns < every ? Math.ceil((rows * columns) / mostValues) : Math.min(every, rows);
    const everyColumn = columns < every ? 1 : every;
    const part = state.part_of(0, Math.ceil(rows / everyRow), 0, Math.ceil(columns / everyColumn), everyRow, everyColumn);
    void state
      .read(async (signal, onProgress) => {
        dear.value = !allowed.value && every > 1 ? await priceOf(state, part) : null;
        if (dear.value === null) return state.model.numbers(part, state.column.value, state.part.value, { signal, onProgress, why: 'histogram' });
        const start = firstValues(state);
        return (await priceOf(state, start)) === null ? state.model.numbers(start, state.column.value, state.part.value, { signal, onProgress, why: 'histogram' }) : null;
      }, stop.signal)
      .then((answer) => {
        if (!answer) return;
        const summary = summarize(answer.values);
        const range = binsFor(state.letter, summary);
        shown.value = { counts: binCounts(answer.values, range, range.bins), summary: { ...summary, low: range.low, high: range.high }, everyRow, everyColumn, total: answer.values.length, first: dear.value !== null };
      });
    return () => stop.abort();
  }, [key, allowed.value]);
  useEffect(() => {
    if (shown.value) state.sampling.value = `${grouped(shown.value.total)} values, ${shown.value.counts.length} ${shown.value.counts.length === 1 ? 'bin' : 'bins'}`;
  }, [shown.value]);

  const width = Math.max(1, size.width - edge.left - edge.right);
  const height = Math.max(1, size.height - edge.top - edge.bottom);
  useLayoutEffect(() => {
    if (!canvas.current || !size.width) return;
    const context = freshContext(canvas.current, size.width, size.height);
    const now = shown.value;
    if (!now) return;
    drawBins(context, now, width, height, state.logCounts.value, at.value);
  }, [shown.value, size.width, size.height, state.logCounts.value, at.value, themeChanges.value]);

  const now = shown.value;
  const bin = now && at.value !== null ? at.value : null;
  const step = now ? (now.summary.high - now.summary.low) / now.counts.length : 0;
  const said =
    now && bin !== null
      ? `${tickText(now.summary.low + bin * step, step)} to ${tickText(now.summary.low + (bin + 1) * step, step)}: ${grouped(now.counts[bin]!)} (${percentText(now.counts[bin]!, now.total)})`
      : now
        ? [now.summary.nan ? `${grouped(now.summary.nan)} nan` : '', now.summary.plusInf ? `${grouped(now.summary.plusInf)} inf` : '', now.summary.minusInf ? `${grouped(now.summary.minusInf)} -inf` : ''].filter(Boolean).join(', ')
        : '';
  const sampled = now && (now.everyRow > 1 || now.everyColumn > 1);
  return (
    <div
      ref={area}
      class="plot-area"
      tabIndex={0}
      role="application"
      aria-roledescription="histogram"
      aria-label="Histogram of the slice. Arrow keys move over the bins."
      onPointerMove={(event) => {
        const box = area.current!.getBoundingClientRect();
        const place = Math.floor(((event.clientX - box.left - edge.left) / width) * (now?.counts.length ?? 0));
        at.value = now && place >= 0 && place < now.counts.length ? place : null;
      }}
      onPointerLeave={() => (at.value = null)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!by || !now) return;
        at.value = Math.max(0, Math.min(now.counts.length - 1, (at.value ?? -by) + by));
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas ref={canvas} class="plot" />
      <div class="note data" style={{ top: '4px', bottom: 'auto', left: `${edge.left}px` }} aria-live="polite">
        {said}
      </div>
      {sampled && (
        <div class="note" id="sampling-note" style={{ left: `${edge.left + 8}px`, bottom: `${edge.bottom + 8}px` }}>
          {now.first ? `of the first ${grouped(now.total)} values` : `from every ${grouped(now.everyRow * now.everyColumn)}th value`}
        </div>
      )}
      {dear.value !== null && <OverviewButton bytes={dear.value} bottom={edge.bottom + 8} go={() => (allowed.value = true)} />}
    </div>
  );
}

function drawBins(context: CanvasRenderingContext2D, { counts, summary }: Bins, width: number, height: number, log: boolean, lit: number | null): void {
  const grow = (count: number) => (log ? Math.log10(1 + count) : count);
  const most = Math.max(1, ...Array.from(counts, grow));
  context.font = '11px ui-monospace, "DejaVu Sans Mono", monospace';
  const marks = log ? Array.from({ length: Math.ceil(most) + 1 }, (_, i) => 10 ** i) : ticks({ low: 0, high: most }, height / 64);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const mark of marks) {
    const y = Math.round(edge.top + (1 - grow(mark) / most) * height);
    if (y < edge.top - 1) continue;
    context.fillStyle = tokenColor('line');
    context.globalAlpha = 0.55;
    context.fillRect(edge.left, y, width, 1);
    context.globalAlpha = 1;
    context.fillStyle = tokenColor('text-3');
    context.fillText(tickText(mark, most), edge.left - 8, y);
  }
  const bar = width / counts.length;
  const gap = bar > 4 ? 1 : 0;
  counts.forEach((count, i) => {
    if (!count) return;
    const h = Math.max(1, (grow(count) / most) * height);
    context.fillStyle = tokenColor(i === lit ? 'focus' : 'accent');
    context.fillRect(edge.left + i * bar, edge.top + height - h, Math.max(1, bar - gap), h);
  });
  context.fillStyle = tokenColor('control');
  context.fillRect(edge.left, edge.top + height, width, 1);
  context.fillStyle = tokenColor('text-3');
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const span = summary.high - summary.low;
  for (const value of ticks(summary, width / 110)) {
    const x = edge.left + ((value - summary.low) / span) * width;
    context.fillRect(Math.round(x), edge.top + height, 1, 4);
    context.fillText(tickText(value, span), x, edge.top + height + 10);
  }
}
