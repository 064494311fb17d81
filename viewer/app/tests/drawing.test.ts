// SPDX-License-Identifier: MIT
// Scales, limits, colours and cameras: the arithmetic behind the pictures.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bounded, fitted, sampled, zoomed } from '../src/draw/camera';
import { colorTable, type ColorMap } from '../src/draw/color_maps';
import { bands, binCounts, paint, paintImage, plusInfPixel } from '../src/draw/picture';
import { fittingMap, scaleOf, startLimits, summarize, ticks, tickText } from '../src/draw/scale';

test.each([
  ['linear', 5, 0.5],
  ['linear', -10, -1],
  ['log', 1, 0],
  ['log', 0, -1],
  ['symlog', 0, 0],
  ['gamma', 2.5, 0.5],
] as const)('%s puts %d at %d', (kind, value, place) => {
  const limits = kind === 'log' ? { low: 1, high: 100 } : { low: 0, high: 10 };
  expect(scaleOf(kind, limits)(value)).toBeCloseTo(place, 12);
});

test('a constant array divides by nothing', () => {
  for (const kind of ['linear', 'log', 'symlog', 'gamma'] as const) expect(Number.isFinite(scaleOf(kind, { low: 3, high: 3 })(3))).toBe(true);
});

test('a summary counts what no colour can show', () => {
  const found = summarize([1, NaN, -4, Infinity, -Infinity, NaN]);
  expect(found).toMatchObject({ low: -4, high: 1, finite: 2, nan: 2, plusInf: 1, minusInf: 1 });
  expect(summarize([NaN])).toMatchObject({ low: 0, high: 1, finite: 0, nan: 1 });
});

test('an outlier that hides the rest is clipped, and said so', () => {
  const values = Array.from({ length: 1000 }, (_, i) => i / 1000);
  expect(startLimits(summarize(values), 'viridis').clipped).toBe(false);
  expect(startLimits(summarize([...values, 1e9]), 'viridis')).toMatchObject({ clipped: true, low: expect.closeTo(0.005, 2), high: expect.closeTo(0.995, 2) });
  expect(startLimits(summarize([-1, 3]), 'RdBu')).toMatchObject({ low: -3, high: 3 });
});

test.each([
  ['b', [0, 1], 'labels'],
  ['u', [0, 1, 2, 9], 'labels'],
  ['u', [0, 200], 'viridis'],
  ['f', [-1, 2], 'RdBu'],
  ['f', [-0.01, 2], 'viridis'],
  ['f', [0, 1], 'viridis'],
] as const)('%s %j is drawn in %s', (letter, values, map) => expect(fittingMap(letter, summarize(values), values)).toBe(map));

test('ticks are round, and texts as short as neighbours allow', () => {
  expect(ticks({ low: 0, high: 10 }, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks({ low: -0.3, high: 0.3 }, 4).map((value) => tickText(value, 0.6))).toEqual(['-0.2', '0', '0.2']);
  expect(tickText(1234567, 1e7)).toBe('1.23e6');
});

test('the colour maps are those of the tool', () => {
  const table = readFileSync(new URL('../../../tests/vectors/color_maps.txt', import.meta.url), 'utf8');
  for (const line of table.trim().split('\n')) {
    const [name, ...colors] = line.split(' ');
    const hex = (pixel: number) => [0, 8, 16].map((shift) => ((pixel >> shift) & 255).toString(16).padStart(2, '0')).join('');
    expect([...colorTable(name as ColorMap)].map(hex), name).toEqual(colors);
  }
});

test('paint clamps, hatches NaN and marks infinities', () => {
  const table = colorTable('gray');
  const out = new Uint32Array(6);
  paint([0, 1, 5, -5, Infinity, NaN], 1, 6, { table, scale: 'linear', limits: { low: 0, high: 1 }, labels: false }, out);
  expect([...out.slice(0, 4)]).toEqual([0xff000000, 0xffffffff, 0xffffffff, 0xff000000]);
  expect(out[4]).toBe(plusInfPixel);
  expect([0xff9a9a9a, 0xffd8d8d8]).toContain(out[5]);
});

test('image channels become pixels', () => {
  const out = new Uint32Array(1);
  paintImage([1, 2, 3], 3, false, out);
  expect(out[0]).toBe(0xff030201);
  paintImage([1, 0, 0.5, 0.2], 4, true, out);
  expect(out[0]).toBe(0x338000ff);
});

test('bands and bins lose no value', () => {
  const { low, high } = bands([5, -1, NaN, 8, 2, 2], 2);
  expect([...low]).toEqual([-1, 2]);
  expect([...high]).toEqual([5, 8]);
  expect([...binCounts([0, 0.5, 1, 2, NaN], { low: 0, high: 1 }, 2)]).toEqual([1, 2]);
});

describe('the camera', () => {
  const window = { width: 500, height: 400 };
  test('fits with whole pixels a cell, or whole cells a pixel', () => {
    expect(fitted({ ...window, rows: 10, columns: 10 }, false)).toMatchObject({ scaleX: 40, scaleY: 40 });
    expect(fitted({ ...window, rows: 1000, columns: 900 }, false).scaleX).toBe(1 / 3);
    expect(fitted({ ...window, rows: 3, columns: 1_000_000 }, false)).toMatchObject({ scaleX: 1 / 2000, scaleY: 133 });
  });
  test('keeps the cell under the pointer while zooming', () => {
    const extents = { ...window, rows: 1000, columns: 1000 };
    const before = { scaleX: 2, scaleY: 2, left: 300, top: 300 };
    const after = zoomed(before, true, 100, 50, extents);
    expect(after.left + 100 / after.scaleX).toBeCloseTo(350, 9);
    expect(after.top + 50 / after.scaleY).toBeCloseTo(325, 9);
  });
  test('never leaves the plane', () => {
    const extents = { ...window, rows: 1000, columns: 1000 };
    expect(bounded({ scaleX: 1, scaleY: 1, left: -50, top: 5000 }, extents)).toMatchObject({ left: 0, top: 600 });
  });
  test('samples whole strides that reach the end', () => {
    expect(sampled(10, 100, 1 / 3, 1000)).toEqual({ from: 9, count: 101, every: 3 });
    expect(sampled(0, 100, 4, 10)).toEqual({ from: 0, count: 10, every: 1 });
  });
});
