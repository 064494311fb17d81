// SPDX-License-Identifier: MIT
// Numbers in the grid: one format a column, aligned on the decimal point, shortened openly. Works on exact texts, so
// that 64-bit integers and long doubles lose nothing on the way.

/** How a column writes its numbers. Grows while the same column is shown, so that scrolling moves nothing. */
export interface ColumnFormat {
  /** Characters before the decimal point, sign included. */
  before: number;
  /** Characters behind it. */
  after: number;
  exponent: boolean;
}

export const freshFormat = (): ColumnFormat => ({ before: 1, after: 0, exponent: false });

interface Digits {
  negative: boolean;
  digits: string; // no point
  point: number; // digits before the point; may be <= 0
}

const number = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/;

function digitsOf(text: string): Digits | null {
  const found = number.exec(text);
  if (!found) return null;
  const whole = found[2] ?? '';
  const all = whole + (found[3] ?? '');
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  const digits = all.slice(leading).replace(/0+$/, '');
  return { negative: found[1] === '-', digits, point: whole.length - leading + Number(found[4] ?? 0) };
}

// Half to even on decimal digits; returns digits and whether a digit was carried to the front.
function roundDigits(digits: string, keep: number): { digits: string; carried: boolean } {
  if (keep >= digits.length) return { digits: digits.padEnd(keep, '0'), carried: false };
  if (keep < 0) return { digits: '', carried: false };
  const rest = digits.slice(keep);
  const last = keep > 0 ? digits.charCodeAt(keep - 1) - 48 : 0;
  const half = rest[0]! > '5' || (rest[0] === '5' && (/[1-9]/.test(rest.slice(1)) || last % 2 === 1));
  if (!half) return { digits: digits.slice(0, keep), carried: false };
  const up = String(BigInt(digits.slice(0, keep) || '0') + 1n).padStart(keep, '0');
  return up.length > keep ? { digits: up, carried: true } : { digits: up, carried: false };
}

/** Lets a format grow until it holds these texts with `significant` digits. */
export function growFormat(format: ColumnFormat, texts: readonly string[], significant: number): ColumnFormat {
  let { before, after, exponent } = format;
  let lowest = Infinity;
  let highest = -Infinity;
  let longest = 0;
  const read = texts.flatMap((text) => digitsOf(text) ?? []);
  for (const item of read)
    if (item.digits !== '') {
      highest = Math.max(highest, item.point);
      lowest = Math.min(lowest, item.point);
      longest = Math.max(longest, item.digits.length);
    }
  const whole = texts.every((text) => !/[.e]/.test(text));
  exponent ||= !whole && (highest > 15 || (highest - lowest > significant + 2 && lowest < -3) || (highest < -3 && longest > 0));
  for (const item of read) {
    before = Math.max(before, (item.negative ? 1 : 0) + (exponent ? 1 : Math.max(1, item.point)));
    const behind = exponent ? item.digits.length - 1 : item.digits.length - item.point;
    const room = exponent ? significant - 1 : Math.max(0, significant - Math.max(highest, 0));
    after = Math.max(after, Math.min(Math.max(0, behind), room));
  }
  return { before, after, exponent };
}

/** A number as its column writes it; `short` is true where digits were left out. */
export function columnText(text: string, format: ColumnFormat): { text: string; short: boolean } {
  const item = digitsOf(text);
  if (!item) return { text, short: false };
  const sign = item.negative ? '-' : '';
  if (format.exponent) {
    if (item.digits === '') return { text: `${sign}0`, short: false };
    const rounded = roundDigits(item.digits, format.after + 1);
    const power = item.point - 1 + (rounded.carried ? 1 : 0);
    const shown = rounded.digits.slice(0, format.after + 1);
    const tail = shown.slice(1).replace(/0+$/, '');
    const size = String(Math.abs(power)).padStart(2, '0');
    return {
      text: `${sign}${shown[0]}${tail ? `.${tail}` : ''}e${power < 0 ? '-' : '+'}${size}`,
      short: item.digits.length > format.after + 1,
    };
  }
  if (item.digits.length <= item.point) return { text: sign + item.digits.padEnd(Math.max(1, item.point), '0'), short: false };
  // All digits down to the last kept place as one string, then cut before the point.
  const places = item.digits.padStart(item.digits.length + Math.max(0, -item.point), '0');
  const whole = Math.max(0, item.point);
  const rounded = roundDigits(places, whole + format.after);
  const cut = rounded.digits.length - format.after;
  const short = places.length > whole + format.after;
  const behind = short ? rounded.digits.slice(cut) : rounded.digits.slice(cut).replace(/0+$/, '');
  return { text: `${sign}${rounded.digits.slice(0, cut) || '0'}${behind ? `.${behind}` : ''}`, short };
}

/** Pads behind the decimal point, so that points stand below each other in a monospaced, right-aligned cell. */
export function alignedText(text: string, short: boolean, format: ColumnFormat): string {
  const shown = short ? `${text}…` : text;
  if (format.exponent || format.after === 0) return short ? shown : `${shown}${format.after ? '\u00a0' : ''}`;
  const point = text.indexOf('.');
  const behind = point < 0 ? -1 : text.length - point - 1;
  const isNumber = /^-?\d/.test(text);
  return isNumber ? shown + '\u00a0'.repeat(Math.max(0, format.after - behind + (short ? 0 : 1))) : shown;
}

const part = '(?:\\d[\\d.]*(?:e[+-]?\\d+)?|nan|inf)';
const imaginaryText = new RegExp(`^(-?${part})j$`);
const complexText = new RegExp(`^\\((-?${part})([+-])(${part})j\\)$`);

/** A complex number with at most `significant` digits in each part: `(1.234568+2j)`. */
export function shortComplex(text: string, significant: number): { text: string; short: boolean } {
  let short = false;
  const shown = (value: string) => {
    const cell = columnText(value, growFormat(freshFormat(), [value], significant));
    short ||= cell.short;
    return cell.text;
  };
  const alone = imaginaryText.exec(text);
  if (alone) return { text: `${shown(alone[1]!)}j`, short };
  const both = complexText.exec(text);
  return both ? { text: `(${shown(both[1]!)}${both[2]}${shown(both[3]!)}j)`, short } : { text, short };
}
