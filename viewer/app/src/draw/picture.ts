// SPDX-License-Identifier: MIT
// Numbers to pixels: the loops behind heatmap, image, line and histogram.
import type { Limits, ScaleKind } from './scale';
import { scaleOf } from './scale';

export interface PaintChoice {
  table: Uint32Array;
  scale: ScaleKind;
  limits: Limits;
  /** Values are label numbers: colour number i for value i. */
  labels: boolean;
}

// NaN as a hatch, infinities as solid colours outside every map; little-endian RGBA.
const hatch = [0xff9a9a9a, 0xffd8d8d8] as const;
export const plusInfPixel = 0xff2020c2;
export const minusInfPixel = 0xffa85f1f;

/** Paints `rows` x `columns` values into pixels of the same number. */
export function paint(values: ArrayLike<number>, rows: number, columns: number, choice: PaintChoice, out: Uint32Array): void {
  const place = scaleOf(choice.scale, choice.limits);
  const { table, labels } = choice;
  for (let y = 0, i = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1, i += 1) {
      const value = values[i]!;
      if (value - value !== 0) {
        out[i] = value === Infinity ? plusInfPixel : value === -Infinity ? minusInfPixel : hatch[(x + y) & 1]!;
        continue;
      }
      const at = labels ? value : Math.round(place(value) * 255);
      out[i] = table[at < 0 ? 0 : at > 255 ? 255 : at]!;
    }
}

/** Channels to pixels: 1, 3 or 4 of them, 0..255 (or 0..1 where `unit`). */
export function paintImage(values: ArrayLike<number>, channels: number, unit: boolean, out: Uint32Array): void {
  const byte = (value: number) => {
    const full = unit ? value * 255 : value;
    return full > 255 ? 255 : full > 0 ? Math.round(full) : 0;
  };
  for (let i = 0, from = 0; i < out.length; i += 1, from += channels) {
    const red = byte(values[from]!);
    const green = channels > 2 ? byte(values[from + 1]!) : red;
    const blue = channels > 2 ? byte(values[from + 2]!) : red;
    const alpha = channels === 4 ? byte(values[from + 3]!) : 255;
    out[i] = ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }
}

/** Lowest and highest value behind each of `width` pixels; NaN where a pixel holds none. */
export function bands(values: ArrayLike<number>, width: number): { low: Float64Array; high: Float64Array } {
  const low = new Float64Array(width).fill(NaN);
  const high = new Float64Array(width).fill(NaN);
  const count = values.length;
  for (let x = 0; x < width; x += 1) {
    const from = Math.floor((x * count) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * count) / width));
    for (let i = from; i < to && i < count; i += 1) {
      const value = values[i]!;
      if (value !== value) continue;
      if (!(value >= low[x]!)) low[x] = value;
      if (!(value <= high[x]!)) high[x] = value;
    }
  }
  return { low, high };
}

/** Counts of finite values in equal bins between the limits; the last bin holds its upper edge. */
export function binCounts(values: ArrayLike<number>, limits: Limits, bins: number): Float64Array {
  const counts = new Float64Array(bins);
  const factor = limits.high > limits.low ? bins / (limits.high - limits.low) : 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    if (!(value >= limits.low && value <= limits.high)) continue;
    const bin = Math.min(bins - 1, Math.floor((value - limits.low) * factor));
    counts[bin] = counts[bin]! + 1;
  }
  return counts;
}
