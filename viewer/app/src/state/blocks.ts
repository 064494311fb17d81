// SPDX-License-Identifier: MIT
// Exact texts of the table in blocks: what is missing of a window is asked for as one rectangle; the last blocks are kept.
import { signal } from '@preact/signals';
import type { ArrayState } from './array_state';

const blockRows = 32;
const blockColumns = 16;
const keptBlocks = 400;

export interface Window {
  row: number;
  rows: number;
  column: number;
  columns: number;
}

export class TextBlocks {
  private readonly blocks = new Map<string, string[]>();
  private readonly asked = new Set<string>();
  private readonly stop = new AbortController();
  /** Counts arrivals; reading it in a component renders it again when texts come. */
  readonly arrivals = signal(0);
  readonly state: ArrayState;
  /** Called with each arrived column of texts, for the columns' formats. */
  onTexts: ((column: number, texts: string[]) => void) | null = null;
  private readonly wide: boolean;

  constructor(state: ArrayState) {
    this.state = state;
    this.wide = state.field.value === null;
  }

  end(): void {
    this.stop.abort();
  }

  private get across(): number {
    return this.wide ? this.state.model.columns.length : blockColumns;
  }

  text(row: number, column: number): string | undefined {
    const across = this.across;
    const block = this.blocks.get(`${Math.floor(row / blockRows)},${Math.floor(column / across)}`);
    return block?.[(row % blockRows) * across + (column % across)];
  }

  /** Makes sure that a window is there or on its way. */
  async want(window: Window): Promise<void> {
    const across = this.across;
    const span = { top: Infinity, bottom: -1, left: Infinity, right: -1 };
    const keys: string[] = [];
    for (let y = Math.floor(window.row / blockRows); y * blockRows < window.row + window.rows; y += 1)
      for (let x = Math.floor(window.column / across); x * across < window.column + window.columns; x += 1) {
        const key = `${y},${x}`;
        const known = this.blocks.get(key);
        if (known) {
          this.blocks.delete(key);
          this.blocks.set(key, known);
        } else if (!this.asked.has(key)) {
          keys.push(key);
          span.top = Math.min(span.top, y);
          span.bottom = Math.max(span.bottom, y);
          span.left = Math.min(span.left, x);
          span.right = Math.max(span.right, x);
        }
      }
    if (!keys.length) return;
    for (const key of keys) this.asked.add(key);
    try {
      await this.fetch(span);
    } finally {
      for (const key of keys) this.asked.delete(key);
    }
  }

  private async fetch(span: { top: number; bottom: number; left: number; right: number }): Promise<void> {
    const { state } = this;
    const across = this.across;
    const row = span.top * blockRows;
    const column = this.wide ? 0 : span.left * across;
    const rows = Math.min(state.rows.value - row, (span.bottom + 1 - span.top) * blockRows);
    const columns = this.wide ? 1 : Math.min(state.columns.value - column, (span.right + 1 - span.left) * across);
    const part = state.part_of(row, rows, column, columns);
    const flipped = state.columnsFirst;
    const answer = await state.read((signal, onProgress) => state.model.texts(part, state.field.value, { signal, onProgress, why: 'table' }), this.stop.signal);
    if (!answer) return;
    const width = this.wide ? answer.columns : columns;
    const at = (r: number, c: number) => (flipped ? c * rows + r : r * width + c);
    for (let y = span.top; y <= span.bottom; y += 1)
      for (let x = span.left; x <= span.right; x += 1) {
        const cells: string[] = [];
        for (let r = 0; r < blockRows; r += 1)
          for (let c = 0; c < across; c += 1) {
            const inRow = y * blockRows + r - row;
            const inColumn = x * across + c - column;
            cells.push(inRow < rows && inColumn < width ? (answer.cells[at(inRow, inColumn)] ?? '') : '');
          }
        this.blocks.set(`${y},${x}`, cells);
      }
    if (this.onTexts)
      for (let c = 0; c < width; c += 1) {
        const texts: string[] = [];
        for (let r = 0; r < rows; r += 1) texts.push(answer.cells[at(r, c)] ?? '');
        this.onTexts(column + c, texts);
      }
    while (this.blocks.size > keptBlocks) this.blocks.delete(this.blocks.keys().next().value!);
    this.arrivals.value += 1;
  }
}
