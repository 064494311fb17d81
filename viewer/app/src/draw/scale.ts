// SPDX-License-Identifier: MIT
// How a value becomes a place between 0 and 1, which limits and colours suit the data, and round numbers for axes.
import type { ColorMap } from './color_maps';

export type ScaleKind = 'linear' | 'log' | 'symlog' | 'gamma';
export const scaleKinds: ScaleKind[] = ['linear', 'log', 'symlog', 'gamma'];

export interface Limits {
  low: number;
  high: number;
}

/** The place of a value between the limits: 0 at low, 1 at high, beyond them outside. */
export function scaleOf(kind: ScaleKind, { low, high }: Limits): (value: number) => number {
  const span = (a: number, b: number) => (b > a ? 1 / (b - a) : 0);
  if (kind === 'log') {
    const bottom = low > 0 ? low : high > 0 ? high * 1e-6 : 1;
    const from = Math.log(bottom);
    const factor = span(from, Math.log(Math.max(high, bottom)));
    return (value) => (value > 0 ? (Math.log(value) - from) * factor : -1);
  }
  if (kind === 'symlog') {
    const knee = Math.max(Math.abs(low), Math.abs(high)) * 1e-3 || 1;
    const bend = (value: number) => Math.asinh(value / knee);
    const factor = span(bend(low), bend(high));
    return (value) => (bend(value) - bend(low)) * factor;
  }
  const factor = span(low, high);
  if (kind === 'gamma') return (value) => (value <= low ? (value - low) * factor : Math.sqrt((value - low) * factor));
  return (value) => (value - low) * factor;
}

/** What a picture's numbers are like, counted in one pass. */
export interface Summary extends Limits {
  finite: number;
  nan: number;
  plusInf: number;
  minusInf: number;
  /** The 0.5 and 99.5 per cent points, from at most 65 536 of the values. */
  inner: Limits;
}

export function summarize(values: ArrayLike<number>): Summary {
  let low = Infinity;
  let high = -Infinity;
  let finite = 0;
  let nan = 0;
  let plusInf = 0;
  let minusInf = 0;
  const every = Math.max(1, Math.ceil(values.length / 65_536));
  const sample: number[] = [];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    if (value - value === 0) {
      finite += 1;
      if (value < low) low = value;
      if (value > high) high = value;
      if (i % every === 0) sample.push(value);
    } else if (value === Infinity) plusInf += 1;
    else if (value === -Infinity) minusInf += 1;
    else nan += 1;
  }
  const sorted = Float64Array.from(sample).sort();
  const point = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  const inner = { low: point(0.005), high: point(0.995) };
  return finite ? { low, high, finite, nan, plusInf, minusInf, inner } : { low: 0, high: 1, finite, nan, plusInf, minusInf, inner };
}

/** The limits a picture starts with: symmetric for RdBu, without the outer per cent where that hides the rest. */
export function startLimits(summary: Summary, map: ColorMap): Limits & { clipped: boolean } {
  const whole = summary.high - summary.low;
  const inner = summary.inner.high - summary.inner.low;
  const clipped = inner > 0 && inner < whole / 3;
  const { low, high } = clipped ? summary.inner : summary;
  if (map === 'RdBu') {
    const most = Math.max(Math.abs(low), Math.abs(high));
    return { low: -most, high: most, clipped };
  }
  return { low, high, clipped };
}

/** The colour map that suits the numbers; the reader may choose another. */
export function fittingMap(kind: string, summary: Summary, values: ArrayLike<number>): ColorMap {
  if (kind === 'b') return 'labels';
  if ((kind === 'i' || kind === 'u') && summary.high - summary.low < 12 && summary.high < 12 && summary.low >= 0) {
    const seen = new Set<number>();
    for (let i = 0; i < values.length && seen.size <= 12; i += 1) seen.add(values[i]!);
    if (seen.size <= 12) return 'labels';
  }
  const smaller = Math.min(summary.high, -summary.low);
  return smaller > 0 && smaller >= 0.1 * Math.max(summary.high, -summary.low) ? 'RdBu' : 'viridis';
}

/** Round numbers between two limits, about `most` of them. */
export function ticks({ low, high }: Limits, most: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const found: number[] = [];
  for (let i = first; i * step <= high + step * 1e-9 && found.length < 50; i += 1) found.push(i * step || 0);
  return found;
}

/** A tick's text: as short as its neighbours allow. */
export function tickText(value: number, span: number): string {
  const size = Math.max(Math.abs(value), span);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value === 0 ? '0' : Number(value.toPrecision(3)).toExponential().replace('e+', 'e');
  const places = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(span || 1))));
  return String(Number(value.toFixed(places)));
}
