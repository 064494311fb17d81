// SPDX-License-Identifier: MIT
// What the reader sees of one array: slice, view, focus and the choices of the views. Everything derived is computed.
import { batch, computed, signal } from '@preact/signals';
import type { Part, Progress } from '../engine';
import type { ColorMap } from '../draw/color_maps';
import type { Limits, ScaleKind } from '../draw/scale';
import { defaultSelection, fitRanges, indexAt, oneIndex, parseSlice, rangeAxes, sliceText, wholeAxis, within, type AxisPick, type Selection } from '../plain/slice';
import { kindLetter, type ArrayModel } from './array_model';

export type View = 'table' | 'heat' | 'line' | 'image' | 'hist' | 'bytes';
export const viewNames: Record<View, string> = {
  table: 'Table', heat: 'Heatmap', line: 'Line', image: 'Image', hist: 'Histogram', bytes: 'Bytes',
};
export const views = Object.keys(viewNames) as View[];

/** A place in the plane that is shown: element `row` and `column` of the slice. */
export interface Place {
  row: number;
  column: number;
}

export class ArrayState {
  readonly model: ArrayModel;
  readonly shape: readonly number[];
  readonly isRecord: boolean;
  readonly selection = signal<Selection>([]);
  readonly sliceFault = signal<string | null>(null);
  readonly transposed = signal(false);
  /** Which leaf is shown; null: all of a record side by side. */
  readonly field = signal<number | null>(0);
  readonly part = signal<Part>('real');
  readonly view = signal<View>('table');
  readonly focus = signal<Place>({ row: 0, column: 0 });
  /** The other corner of the table's selection. */
  readonly anchor = signal<Place | null>(null);
  readonly hover = signal<Place | null>(null);
  readonly activeAxis = signal(0);
  readonly map = signal<ColorMap | null>(null);
  readonly reversed = signal(false);
  readonly scale = signal<ScaleKind>('linear');
  readonly limits = signal<Limits | null>(null);
  readonly fullRange = signal(false);
  readonly profiles = signal(false);
  readonly fillAspect = signal(false);
  readonly flipRows = signal(false);
  readonly flipColumns = signal(false);
  readonly logCounts = signal(false);
  readonly busy = signal(0);
  /** What was shown last was cancelled: nothing goes on reading for it. */
  readonly givenUp = signal(false);
  /** How far the longest of the running reads is, where it tells. */
  readonly progress = signal<(Progress & { began: number }) | null>(null);
  readonly fault = signal<unknown>(null);
  /** Said in the status bar, right: size of the view and how it was sampled. */
  readonly sampling = signal('');
  readonly copied = signal('');
  stop: AbortController = new AbortController();

  readonly letter: string;
  readonly available: readonly View[];

  constructor(model: ArrayModel) {
    this.model = model;
    this.shape = model.info.shape;
    this.letter = kindLetter(model.info.kind);
    this.isRecord = model.columns.length > 1 || model.info.kind === 'record' || model.info.kind === 'subarray';
    if (this.isRecord && model.columns.length > 1) this.field.value = null;
    if (this.letter === 'c') this.part.value = 'abs';
    this.available = this.fittingViews();
    const first = this.firstView();
    this.view.value = first;
    this.selection.value = defaultSelection(this.shape, this.mostRanges(first));
    this.activeAxis.value = Math.max(0, this.selection.value.findIndex((pick) => pick.dropped));
  }

  readonly column = computed(() => this.field.value ?? 0);
  readonly numeric = computed(() => this.model.columns[this.column.value]?.numeric ?? false);
  readonly ranges = computed(() => rangeAxes(this.selection.value));

  /** The axes of rows and columns in the array; -1 where the plane has none. */
  readonly axes = computed(() => {
    const ranges = this.ranges.value.slice(0, this.view.value === 'image' && this.channels() > 1 ? -1 : undefined);
    const rowAxis = ranges.length > 1 ? ranges[ranges.length - 2]! : (ranges[0] ?? -1);
    const columnAxis = ranges.length > 1 ? ranges[ranges.length - 1]! : -1;
    return this.transposed.value && columnAxis >= 0 ? { row: columnAxis, column: rowAxis } : { row: rowAxis, column: columnAxis };
  });

  readonly rows = computed(() => (this.axes.value.row < 0 ? 1 : this.selection.value[this.axes.value.row]!.count));
  readonly columns = computed(() => (this.axes.value.column < 0 ? 1 : this.selection.value[this.axes.value.column]!.count));
  readonly text = computed(() => sliceText(this.selection.value, this.shape));

  /** Last-axis channels of an image: 3 or 4, else 1. */
  channels(): number {
    const last = this.shape[this.shape.length - 1];
    return this.shape.length > 2 && (last === 3 || last === 4) && this.isImageType() ? last : 1;
  }

  private isImageType(): boolean {
    const info = this.model.info;
    return !this.isRecord && ((this.letter === 'u' && info.itemBytes <= 2) || this.letter === 'f' || this.letter === 'b');
  }

  private fittingViews(): View[] {
    const { info, columns } = this.model;
    if (info.count === 0 || this.letter === 'O') return [];
    const numeric = columns.some((column) => column.numeric);
    const axes = this.shape.length;
    const has: Record<View, boolean> = {
      table: true,
      heat: numeric && axes >= 2,
      line: numeric && axes >= 1 && info.count > 1,
      image: this.isImageType() && (this.channels() > 1 || (axes >= 2 && this.letter === 'u' && info.itemBytes === 1)),
      hist: numeric && info.count > 1,
      bytes: true,
    };
    return views.filter((view) => has[view]);
  }

  private firstView(): View {
    const { itemBytes } = this.model.info;
    if (this.isRecord) return 'table';
    if (this.available.includes('image') && this.channels() > 1 && this.letter === 'u' && itemBytes === 1) return 'image';
    if (this.letter !== 'M' && this.letter !== 'm') {
      const square = Math.min(...this.shape.slice(-2)) >= 2;
      if (this.available.includes('heat') && square) return 'heat';
      if (this.available.includes('line') && this.shape.length === 1 && this.letter !== 'b') return 'line';
    }
    return 'table';
  }

  mostRanges(view: View): number {
    if (view === 'bytes') return this.shape.length;
    if (view === 'table' && this.field.value === null) return 1;
    return view === 'image' && this.channels() > 1 ? 3 : 2;
  }

  /** Takes a slice text; an invalid one leaves the picture and says why. */
  setText(text: string): boolean {
    try {
      this.setSelection(parseSlice(text, this.shape));
      return true;
    } catch (fault) {
      this.sliceFault.value = fault instanceof Error ? fault.message : String(fault);
      return false;
    }
  }

  setSelection(selection: Selection): void {
    batch(() => {
      this.sliceFault.value = null;
      let fitted = fitRanges(selection, this.mostRanges(this.view.value));
      if (this.view.value === 'image' && this.channels() > 1) {
        const last = this.shape.length - 1;
        fitted = fitted.map((pick, axis) => (axis === last ? wholeAxis(this.shape[last]!) : pick));
        fitted = fitRanges(fitted, 3);
      }
      this.selection.value = fitted;
      this.keepFocusInside();
    });
  }

  setView(view: View): void {
    if (!this.available.includes(view)) return;
    batch(() => {
      const wasTable = this.view.value === 'table';
      this.view.value = view;
      if (view !== 'table' && view !== 'bytes' && this.field.value === null) {
        const first = this.model.columns.findIndex((column) => column.numeric);
        this.field.value = Math.max(0, first);
      } else if (view === 'table' && !wasTable && this.isRecord && this.model.columns.length > 1) this.field.value = null;
      const needed = view === 'line' ? 1 : view === 'image' && this.channels() > 1 ? 3 : Math.min(2, this.shape.length);
      let selection = this.selection.value;
      if (rangeAxes(selection).length < needed && view !== 'table' && view !== 'bytes') selection = defaultSelection(this.shape, this.mostRanges(view));
      this.setSelection(selection);
    });
  }

  setField(field: number | null): void {
    batch(() => {
      this.field.value = field;
      this.limits.value = null;
      this.map.value = null;
      if (field !== null && !this.model.columns[field]?.numeric && this.view.value !== 'table') this.view.value = 'table';
      const most = this.mostRanges(this.view.value);
      const fewer = rangeAxes(this.selection.value).length < Math.min(most, this.shape.length);
      this.setSelection(fewer ? defaultSelection(this.shape, most) : this.selection.value);
    });
  }

  private keepFocusInside(): void {
    const { row, column } = this.focus.value;
    const rows = this.rows.value;
    const columns = this.field.value === null ? this.model.columns.length : this.columns.value;
    if (row >= rows || column >= columns)
      this.focus.value = { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
    this.anchor.value = null;
  }

  /** Moves one axis: an index by `by`, a range to be an index. */
  stepAxis(axis: number, by: number): void {
    const pick = this.selection.value[axis];
    const extent = this.shape[axis] ?? 0;
    if (!pick?.dropped) return;
    const at = Math.min(Math.max(0, pick.start + by), extent - 1);
    if (at !== pick.start) this.setAxis(axis, oneIndex(at));
  }

  setAxis(axis: number, pick: AxisPick): void {
    this.setSelection(this.selection.value.map((old, i) => (i === axis ? pick : old)));
  }

  /** Gives an axis to the picture, or takes it out of it. */
  toggleAxis(axis: number): void {
    const pick = this.selection.value[axis];
    if (!pick) return;
    if (!pick.dropped) {
      if (this.ranges.value.length > 1 || this.view.value === 'table' || this.view.value === 'bytes') this.setAxis(axis, oneIndex(pick.count ? pick.start : 0));
      return;
    }
    const most = this.mostRanges(this.view.value);
    let selection = this.selection.value.map((old, i) => (i === axis ? wholeAxis(this.shape[i]!) : old));
    let spare = rangeAxes(selection).length - most;
    // The axis just chosen stays; the earliest other range makes room.
    selection = selection.map((old, i) => (i !== axis && !old.dropped && spare-- > 0 ? oneIndex(old.count ? old.start : 0) : old));
    this.setSelection(selection);
  }

  /** A part of the plane as a selection of the array. */
  part_of(rowFrom: number, rowCount: number, columnFrom: number, columnCount: number, rowEvery = 1, columnEvery = 1): Selection {
    const { row, column } = this.axes.value;
    return this.selection.value.map((pick, axis) => {
      if (axis === row) return within(pick, rowFrom, rowCount, rowEvery);
      if (axis === column) return within(pick, columnFrom, columnCount, columnEvery);
      return pick;
    });
  }

  /** Answers come in C order of the array's axes: true where that is columns first. */
  get columnsFirst(): boolean {
    const { row, column } = this.axes.value;
    return column >= 0 && column < row;
  }

  /** The index in the array of a place in the plane. */
  indexOf(place: Place): number[] {
    const { row, column } = this.axes.value;
    return this.selection.value.map((pick, axis) =>
      axis === row ? indexAt(pick, place.row) : axis === column ? indexAt(pick, place.column) : pick.start,
    );
  }

  /** Which axis is used for what, for its chip. */
  role(axis: number): string {
    const { row, column } = this.axes.value;
    const pick = this.selection.value[axis];
    if (pick?.dropped) return 'index';
    if (axis === row) return this.view.value === 'line' && column < 0 ? 'along' : 'rows';
    if (axis === column) return 'columns';
    return this.view.value === 'image' ? 'channel' : 'all';
  }

  /**
   * Runs something that reads; the 2 px line shows while any runs, and what fails is shown in the view. `own` ends it where the view
   * wants something else; `stop` ends all of it.
   */
  async read<T>(action: (signal: AbortSignal, onProgress: (at: Progress) => void) => Promise<T>, own?: AbortSignal): Promise<T | null> {
    const signal = either(this.stop.signal, own);
    this.givenUp.value = false;
    this.busy.value += 1;
    const began = performance.now();
    const onProgress = (at: Progress) => (this.progress.value = { ...at, began });
    try {
      const answer = await action(signal, onProgress);
      return signal.aborted ? null : answer;
    } catch (fault) {
      if (!signal.aborted && !(fault instanceof DOMException && fault.name === 'AbortError')) this.fault.value = fault;
      return null;
    } finally {
      this.busy.value -= 1;
      if (this.busy.value === 0) this.progress.value = null;
    }
  }
}

/** Ends with the first of two. */
function either(one: AbortSignal, other?: AbortSignal): AbortSignal {
  if (!other) return one;
  const both = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) both.abort();
    else signal.addEventListener('abort', () => both.abort(), { once: true, signal: both.signal });
  }
  return both.signal;
}
