// SPDX-License-Identifier: MIT
// Colour maps as tables of 256 colours, interpolated between a few anchors; the cyclic one is a circle of equal
// lightness in OKLCH.

export type ColorMap = 'viridis' | 'magma' | 'cividis' | 'gray' | 'RdBu' | 'cyclic' | 'labels';
export const colorMaps: ColorMap[] = ['viridis', 'magma', 'cividis', 'gray', 'RdBu', 'cyclic', 'labels'];

const anchors: Partial<Record<ColorMap, string>> = {
  viridis: '440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725',
  magma: '000004 140e36 3b0f70 641a80 8c2981 b73779 de4968 f7705c fe9f6d fecf92 fcfdbf',
  cividis: '00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838',
  gray: '000000 ffffff',
  RdBu: '67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061',
};

/** Twelve colours that stay apart for the colour-blind by their lightness too. */
const labelColors = '20343b 1f77b4 e69f00 2a9d74 cc5c3f 8e6bbf 56b4e9 d6c53a 8c564b d98cc4 7f7f7f b8d8c8';

type Rgb = [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

function oklch(lightness: number, chroma: number, turn: number): Rgb {
  const a = chroma * Math.cos(2 * Math.PI * turn);
  const b = chroma * Math.sin(2 * Math.PI * turn);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((v) => {
    const c = Math.min(1, Math.max(0, v));
    return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
  }) as Rgb;
}

function between(stops: Rgb[], at: number): Rgb {
  const place = at * (stops.length - 1);
  const left = Math.min(stops.length - 2, Math.floor(place));
  const part = place - left;
  return [0, 1, 2].map((i) => Math.round(stops[left]![i]! * (1 - part) + stops[left + 1]![i]! * part)) as Rgb;
}

const made = new Map<string, Uint32Array>();

/** 256 pixels as ImageData stores them (little-endian RGBA). */
export function colorTable(name: ColorMap, reversed = false): Uint32Array {
  const key = `${name}${reversed}`;
  const known = made.get(key);
  if (known) return known;
  const table = new Uint32Array(256);
  const stops = (anchors[name] ?? labelColors).split(' ').map(rgbOf);
  for (let i = 0; i < 256; i += 1) {
    const at = reversed ? 255 - i : i;
    const rgb =
      name === 'cyclic' ? oklch(0.72, 0.125, at / 256) : name === 'labels' ? stops[at % stops.length]! : between(stops, at / 255);
    table[i] = (0xff000000 | (rgb[2] << 16) | (rgb[1] << 8) | rgb[0]) >>> 0;
  }
  made.set(key, table);
  return table;
}

export const cssColor = (pixel: number): string => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;

/** A table as a CSS gradient, from its first colour to its last. */
export function cssGradient(table: Uint32Array, direction: string): string {
  const stops = Array.from({ length: 17 }, (_, i) => cssColor(table[Math.min(255, i * 16)]!));
  return `linear-gradient(${direction}, ${stops.join(', ')})`;
}
