// SPDX-License-Identifier: MIT
// Every colour pair the page uses is read from tokens.css and its contrast recomputed (WCAG 2.2), in both themes.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../src/style/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((m) => [m[1]!, { light: m[2]!, dark: m[3]! }]),
);

const channel = (hex: string, at: number) => {
  const c = parseInt(hex.slice(at, at + 2), 16) / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
const contrast = (a: string, b: string) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const grounds = ['canvas', 'surface', 'sunken'];
const pairs: [ink: string, ground: string, least: number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ['text', ground, 10.4],
    ['text-2', ground, 5.8],
    ['text-3', ground, 4.8],
    ['accent', ground, 5.4],
    ['control', ground, 3.2],
    ['focus', ground, 4.5],
    ['error', ground, 4.5],
    ['warn', ground, 4.5],
  ]),
  ['text', 'accent-soft', 10.4],
  ['text-2', 'accent-soft', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['on-accent', 'accent', 6.4],
  ['warn', 'warn-bg', 6.1],
  ['error', 'error-bg', 6],
  ['text', 'error-bg', 4.5],
  ['text', 'warn-bg', 4.5],
  ['ok', 'ok-bg', 6.1],
  // Kinds of dtypes in the member list.
  ...['magic', 'version', 'length', 'newline'].flatMap((name): [string, string, number][] => [
    [name, 'sunken', 4.5],
    [name, 'accent-soft', 4.5],
  ]),
  ...['magic', 'version', 'length', 'key', 'value', 'punctuation', 'padding', 'newline'].map((name): [string, string, number] => [name, `${name}-bg`, 5]),
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s is readable', (ink, ground, least) => {
    expect(contrast(tokens.get(ink)![theme], tokens.get(ground)![theme])).toBeGreaterThanOrEqual(least);
  });
});

test('every colour token takes part in a pair', () => {
  const used = new Set([...pairs.flatMap(([ink, ground]) => [ink, ground]), 'line']);
  expect([...tokens.keys()].filter((name) => !used.has(name))).toEqual([]);
});
