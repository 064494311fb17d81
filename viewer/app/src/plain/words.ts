// SPDX-License-Identifier: MIT
// Sizes, counts, shapes and names as the page writes them.

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];

/** Decimal units and three significant digits: 268 MB. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return `${value} B`;
  return `${value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2)} ${units[unit]}`
    .replace(/\.0+ /, ' ')
    .replace(/(\.\d)0 /, '$1 ');
}

/** Digits in groups of three, parted by thin spaces. */
export function grouped(value: number | bigint | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009');
}

const small = ['no', 'one', 'two'];
/** "two dimensions", "3 dimensions". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${small[count] ?? grouped(count)} ${count === 1 ? one : many}`;
}

export function shapeText(shape: readonly number[]): string {
  if (shape.length === 0) return 'scalar';
  if (shape.length === 1) return `${grouped(shape[0] ?? 0)} ${shape[0] === 1 ? 'element' : 'elements'}`;
  return shape.map((extent) => grouped(extent)).join(' × ');
}

/** As Python writes a shape: `(3,)`, `(2, 3)`, `()`. */
export const tupleText = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;

/** Keeps both ends of a name: `a-very-l…me.npy`. */
export function middleCut(name: string, most: number): string {
  const letters = Array.from(name);
  if (letters.length <= most) return name;
  const tail = Math.ceil((most - 1) * 0.45);
  return `${letters.slice(0, most - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}

// C0 and C1 controls, bidi controls and marks, line and paragraph separators, zero-width and other invisible format
// characters, tags, lone surrogates: everything that could make a name look like another one.
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** A text of a file, made safe to look at: what is not visible stands as an escape. Goes to text nodes only. */
export function seen(text: string): string {
  return text.replace(unseen, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code === 10) return '\\n';
    if (code === 9) return '\\t';
    if (code === 13) return '\\r';
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
  });
}

export const percentText = (part: number, whole: number): string =>
  whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;

/** A time that is worth saying: nothing below a second. */
export function durationText(seconds: number): string {
  if (seconds < 1) return '';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
