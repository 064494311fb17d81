// SPDX-License-Identifier: MIT
// What keys and menus do with the array that is shown: copy, export, code.
import { csvText, tsvText } from '../plain/csv';
import type { Selection } from '../plain/slice';
import { cppCode, memmapCode, numpyCode, type CodeSubject } from '../plain/snippets';
import { grouped, sizeText } from '../plain/words';
import type { ArrayState } from './array_state';
import { announced, said } from './page';
import { counted } from './work';

let quiet = 0;
/** Says something in the status bar and to screen readers, for a moment. */
export function say(text: string): void {
  said.value = text;
  announced.value = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => (said.value = ''), 2400) as unknown as number;
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await counted(navigator.clipboard.writeText(text));
  } catch {
    // No clipboard permission, or file:// in some browsers: the old way.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'hidden';
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(`Copied ${what}${text.length <= 60 && !text.includes('\n') ? `: ${text}` : ''}`);
}

const cppTypes: Record<string, string> = {
  b1: 'bool', i1: 'std::int8_t', i2: 'std::int16_t', i4: 'std::int32_t', i8: 'std::int64_t',
  u1: 'std::uint8_t', u2: 'std::uint16_t', u4: 'std::uint32_t', u8: 'std::uint64_t',
  f2: 'nopy::float16', f4: 'float', f8: 'double', f16: 'long double', c8: 'std::complex<float>', c16: 'std::complex<double>',
};

export function subjectOf(state: ArrayState): CodeSubject {
  const { info, file, key } = state.model;
  return {
    file,
    member: key ?? undefined,
    descr: info.descr,
    cppType: cppTypes[info.descr.replace(/^[<>|=]/, '')],
    shape: info.shape,
    order: info.order,
    dataOffset: info.fileOffset ?? 0,
    mappable: info.mappable.startsWith('yes'),
    objects: info.kind === 'object',
  };
}

export const copyNumpy = (state: ArrayState) => copyText(numpyCode(subjectOf(state), state.selection.value), 'as NumPy');
export const copyCpp = (state: ArrayState) => copyText(cppCode(subjectOf(state), state.selection.value), 'as C++');
export function copyMemmap(state: ArrayState): void {
  const code = memmapCode(subjectOf(state), state.selection.value);
  if (code) void copyText(code, 'as np.memmap');
  else say('These bytes cannot be mapped');
}

/** The table's selection, or the one element in focus, as a part of the array. */
export function pickedPart(state: ArrayState): { part: Selection; rows: number; columns: number; cells: boolean } {
  const focus = state.focus.value;
  const anchor = state.anchor.value ?? focus;
  const top = Math.min(focus.row, anchor.row);
  const left = Math.min(focus.column, anchor.column);
  const rows = Math.abs(focus.row - anchor.row) + 1;
  const columns = Math.abs(focus.column - anchor.column) + 1;
  const wide = state.field.value === null;
  return { part: state.part_of(top, rows, wide ? 0 : left, wide ? 1 : columns), rows, columns, cells: rows * columns > 1 };
}

const mostCells = 1_000_000;

async function pickedTexts(state: ArrayState): Promise<string[][] | null> {
  const { part, rows, columns } = pickedPart(state);
  if (rows * columns > mostCells) {
    say(`Too many elements to copy at once: ${grouped(rows * columns)}. Export them instead.`);
    return null;
  }
  const wide = state.field.value === null;
  const answer = await state.read((signal) => state.model.texts(part, state.field.value, { signal, why: 'copy' }));
  if (!answer) return null;
  const left = Math.min(state.focus.value.column, (state.anchor.value ?? state.focus.value).column);
  const width = wide ? answer.columns : columns;
  const at = (r: number, c: number) => (state.columnsFirst ? c * rows + r : r * width + c + (wide ? left : 0));
  return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => answer.cells[at(r, c)] ?? ''));
}

export async function copyValue(state: ArrayState): Promise<void> {
  const texts = await pickedTexts(state);
  if (!texts) return;
  const cells = texts.length * (texts[0]?.length ?? 0);
  await copyText(cells === 1 ? texts[0]![0]! : tsvText(texts), cells === 1 ? 'the value' : `${grouped(cells)} values`);
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
}

const stemOf = (state: ArrayState) => (state.model.key ?? state.model.file).replace(/\.np[yz]$/, '').replace(/[^\w.-]+/g, '_') || 'array';

export async function exportNpy(state: ArrayState): Promise<void> {
  const blob = await state.read((signal) => state.model.exportNpy(state.selection.value, { signal, why: 'export' }));
  if (!blob) return;
  download(blob, `${stemOf(state)}_slice.npy`);
  say(`Saved ${stemOf(state)}_slice.npy, ${sizeText(blob.size)}`);
}

/** The plane that is shown as CSV, in pieces, exact. */
export async function exportCsv(state: ArrayState): Promise<void> {
  const rows = state.rows.value;
  const wide = state.field.value === null;
  const columns = wide ? state.model.columns.length : state.columns.value;
  if (rows * columns > 20 * mostCells) return say(`Too large for CSV: ${grouped(rows * columns)} cells. Choose a part of it.`);
  const pieces: string[] = [];
  if (wide) pieces.push(csvText([state.model.columns.map((column) => column.name)]));
  const atOnce = Math.max(1, Math.floor(100_000 / columns));
  for (let row = 0; row < rows; row += atOnce) {
    const count = Math.min(atOnce, rows - row);
    const part = state.part_of(row, count, 0, wide ? 1 : columns);
    const answer = await state.read((signal) => state.model.texts(part, state.field.value, { signal, why: 'export' }));
    if (!answer) return;
    const at = (r: number, c: number) => (state.columnsFirst ? c * count + r : r * columns + c);
    pieces.push(csvText(Array.from({ length: count }, (_, r) => Array.from({ length: columns }, (_, c) => answer.cells[at(r, c)] ?? ''))));
  }
  download(new Blob(pieces, { type: 'text/csv' }), `${stemOf(state)}.csv`);
  say(`Saved ${stemOf(state)}.csv, ${grouped(rows)} rows`);
}

export function exportPng(state: ArrayState): void {
  const canvas = document.querySelector<HTMLCanvasElement>('.view canvas.plot');
  if (!canvas) return say('This view has no picture');
  const flat = document.createElement('canvas');
  flat.width = canvas.width;
  flat.height = canvas.height;
  const context = flat.getContext('2d')!;
  context.fillStyle = getComputedStyle(document.querySelector('.view')!).backgroundColor;
  context.fillRect(0, 0, flat.width, flat.height);
  context.drawImage(canvas, 0, 0);
  flat.toBlob((blob) => blob && download(blob, `${stemOf(state)}.png`), 'image/png');
  say(`Saved ${stemOf(state)}.png`);
}
