// SPDX-License-Identifier: MIT
// The colour bar: round ticks, limits to drag over a small histogram, and what no colour can show, counted.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { colorTable, cssColor, cssGradient, type ColorMap } from '../draw/color_maps';
import { binCounts } from '../draw/picture';
import { scaleOf, ticks, tickText, type Limits, type Summary } from '../draw/scale';
import { grouped } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { freshContext, themeChanges, tokenColor, useSize } from './measure';

interface Props {
  state: ArrayState;
  width: number;
  map: ColorMap;
  limits: Limits;
  summary: Summary;
  clipped: boolean;
  values: Float64Array;
}

const above = 28;

export function Legend(props: Props) {
  return props.map === 'labels' ? <Labels {...props} /> : <Ramp {...props} />;
}

function Ramp({ state, width, map, limits, summary, clipped, values }: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const bins = useRef<HTMLCanvasElement>(null);
  const below = 20 + 18 * [clipped, state.fullRange.value, summary.nan, summary.plusInf, summary.minusInf].filter(Boolean).length;
  const long = Math.max(40, size.height - above - below);
  // The bar spans the limits or the data, whichever is wider, so that limits can be dragged both ways.
  const span: Limits = { low: Math.min(limits.low, summary.low), high: Math.max(limits.high, summary.high) };
  const moved = state.limits.value !== null;
  const range = moved ? span : limits;
  const place = scaleOf(state.scale.value === 'gamma' ? 'linear' : state.scale.value, range);
  const yOf = (value: number) => above + (1 - Math.min(1, Math.max(0, place(value)))) * long;
  useLayoutEffect(() => {
    if (!bins.current || !size.height) return;
    const context = freshContext(bins.current, 24, long);
    const counts = binCounts(values, range, 32);
    const most = Math.max(1, ...counts);
    context.fillStyle = tokenColor('control');
    context.globalAlpha = 0.6;
    counts.forEach((count, i) => {
      const w = count ? Math.max(1, (22 * Math.log1p(count)) / Math.log1p(most)) : 0;
      context.fillRect(0, long - ((i + 1) * long) / 32, w, long / 32 - 0.5);
    });
  }, [values, range.low, range.high, size.height, themeChanges.value]);

  const table = colorTable(map, state.reversed.value);
  const marks = state.scale.value === 'log' ? logTicks(range) : ticks(range, Math.max(2, long / 60));
  return (
    <div ref={ref} class="legend" style={{ width: `${width}px` }}>
      <div class="ramp" style={{ top: `${yOf(limits.high)}px`, height: `${Math.max(1, yOf(limits.low) - yOf(limits.high))}px`, background: cssGradient(table, 'to top') }} />
      {moved && yOf(limits.high) > above && <div class="ramp" style={{ top: `${above}px`, height: `${yOf(limits.high) - above}px`, background: cssColor(table[255]!) }} />}
      {moved && yOf(limits.low) < above + long && <div class="ramp" style={{ top: `${yOf(limits.low)}px`, height: `${above + long - yOf(limits.low)}px`, background: cssColor(table[0]!) }} />}
      <canvas ref={bins} class="bins" style={{ top: `${above}px`, height: `${long}px` }} />
      {summary.high > limits.high && <div class="beyond" style={{ top: `${above - 14}px` }} title="Some values are above the bar">▲</div>}
      {summary.low < limits.low && <div class="beyond" style={{ top: `${above + long + 4}px` }} title="Some values are below the bar">▼</div>}
      {marks.map((value) => (
        <div key={value} class="tick data" style={{ top: `${yOf(value)}px` }}>
          {tickText(value, range.high - range.low)}
        </div>
      ))}
      <LimitHandle state={state} which="high" limits={limits} range={range} y={yOf(limits.high)} long={long} />
      <LimitHandle state={state} which="low" limits={limits} range={range} y={yOf(limits.low)} long={long} />
      <ul class="odd">
        {clipped && (
          <li>
            <button class="tool" style={{ padding: 0 }} title="The outer 0.5 % at each end would hide the rest. Click for the full range." onClick={() => (state.fullRange.value = true)}>
              clipped 0.5 %
            </button>
          </li>
        )}
        {state.fullRange.value && (
          <li>
            <button class="tool" style={{ padding: 0 }} onClick={() => (state.fullRange.value = false)}>
              full range
            </button>
          </li>
        )}
        <Odd summary={summary} />
      </ul>
    </div>
  );
}

function Odd({ summary }: { summary: Summary }) {
  return (
    <>
      {summary.nan > 0 && <li><i class="swatch nan" />{`nan ${grouped(summary.nan)}`}</li>}
      {summary.plusInf > 0 && <li><i class="swatch up">▲</i>{`inf ${grouped(summary.plusInf)}`}</li>}
      {summary.minusInf > 0 && <li><i class="swatch down">▼</i>{`-inf ${grouped(summary.minusInf)}`}</li>}
    </>
  );
}

function logTicks({ low, high }: Limits): number[] {
  const from = Math.ceil(Math.log10(low > 0 ? low : high * 1e-6) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  if (!(to >= from)) return [low, high];
  const every = Math.max(1, Math.ceil((to - from) / 8));
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, i) => 10 ** (from + i * every));
}

function LimitHandle({ state, which, limits, range, y, long }: { state: ArrayState; which: 'low' | 'high'; limits: Limits; range: Limits; y: number; long: number }) {
  const start = useRef<{ y: number; value: number } | null>(null);
  const set = (value: number) => {
    const next = { ...limits, [which]: value };
    if (next.low < next.high) state.limits.value = next;
  };
  const step = (range.high - range.low) / 50;
  return (
    <div
      class="limit"
      style={{ top: `${y}px` }}
      role="slider"
      aria-orientation="vertical"
      aria-label={which === 'low' ? 'Lower limit of the colours' : 'Upper limit of the colours'}
      aria-valuemin={range.low}
      aria-valuemax={range.high}
      aria-valuenow={limits[which]}
      aria-valuetext={tickText(limits[which], range.high - range.low)}
      tabIndex={0}
      title={`${limits[which]}\nDrag to move, double click to reset`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, value: limits[which] };
      }}
      onPointerMove={(event) => {
        if (!start.current || !event.currentTarget.hasPointerCapture(event.pointerId) || Math.abs(event.clientY - start.current.y) < 2) return;
        set(start.current.value - ((event.clientY - start.current.y) / long) * (range.high - range.low));
      }}
      onPointerUp={() => (start.current = null)}
      onDblClick={() => (state.limits.value = null)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') set(limits[which] + step);
        else if (event.key === 'ArrowDown') set(limits[which] - step);
        else if (event.key === 'Home' || event.key === 'Escape') state.limits.value = null;
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

function Labels({ state, width, summary, values }: Props) {
  const table = colorTable('labels');
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const shown = [...counts].filter(([value]) => Number.isFinite(value)).sort(([a], [b]) => a - b).slice(0, 16);
  return (
    <div class="legend" style={{ width: `${width}px` }}>
      <ul class="odd" style={{ top: '24px', bottom: 'auto' }}>
        {shown.map(([value, count]) => (
          <li key={value} title={`${grouped(count)} of what is shown`}>
            <i class="swatch" style={{ background: cssColor(table[((value % 256) + 256) % 256]!) }} />
            {state.letter === 'b' ? (value ? 'True' : 'False') : value}
          </li>
        ))}
        <Odd summary={summary} />
      </ul>
    </div>
  );
}
