// SPDX-License-Identifier: MIT
// What a plane's window shows: where the camera stands, and the sample of the array that fills it. An overview that would be dear is
// priced instead of being read; until it is asked for, the first corner is shown.
import { useComputed, useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { bounded, fitted, sampled, type Camera, type Extents } from '../draw/camera';
import type { ColorMap } from '../draw/color_maps';
import { fittingMap, summarize, type Summary } from '../draw/scale';
import type { ArrayState } from '../state/array_state';
import { priceOf } from './overview';

interface Span {
  from: number;
  count: number;
  every: number;
}

export interface Sample {
  values: Float64Array;
  row: Span;
  column: Span;
  channels: number;
}

/** The range of a subject's values when it was first seen, and the map that fits it. */
export interface Colors {
  summary: Summary;
  map: ColorMap;
}

/** The first rows and columns, a few pixels each: where an overview would be too dear. */
const corner = ({ width, height, rows, columns }: Extents): Camera => bounded({ scaleX: 4, scaleY: 4, left: 0, top: 0 }, { width, height, rows, columns });

/** Answers in C order of the array's axes, brought into rows of the plane. */
function inRows(values: Float64Array, rows: number, columns: number, columnsFirst: boolean): Float64Array {
  if (!columnsFirst) return values;
  const turned = new Float64Array(values.length);
  for (let r = 0; r < rows; r += 1) for (let c = 0; c < columns; c += 1) turned[r * columns + c] = values[c * rows + r]!;
  return turned;
}

function colorsOf(values: Float64Array, state: ArrayState): Colors {
  const summary = summarize(values);
  if (state.part.value !== 'phase') return { summary, map: fittingMap(state.letter, summary, values) };
  const turn = { low: -Math.PI, high: Math.PI };
  return { summary: { ...summary, ...turn, inner: turn }, map: 'cyclic' };
}

/** The camera, which starts anew where the plane or its window has another size. */
function useCamera(state: ArrayState, extents: Extents, ready: boolean, dear: Signal<number | null>) {
  const camera = useSignal<Camera | null>(null);
  const home = () => (dear.value === null ? fitted(extents, state.fillAspect.value) : corner(extents));
  const fitKey = `${extents.rows}|${extents.columns}|${extents.width}|${extents.height}|${state.fillAspect.value}`;
  const lastFit = useRef('');
  if (ready && lastFit.current !== fitKey) {
    lastFit.current = fitKey;
    camera.value = home();
  }
  return { camera, home };
}

/** The sample that fills the window under a camera. */
function spansOf(view: Camera, { width, height, rows, columns }: Extents, flip: boolean): { down: Span; across: Span } {
  const across = sampled(view.left, width, view.scaleX, columns);
  const down = flip ? sampled(Math.max(0, rows - view.top - height / view.scaleY), height + 1, view.scaleY, rows) : sampled(view.top, height, view.scaleY, rows);
  return { down, across };
}

export function usePlaneSample(state: ArrayState, image: boolean, extents: Extents, ready: boolean) {
  const sample = useSignal<Sample | null>(null);
  const colors = useSignal<Colors | null>(null);
  /** Bytes an overview of a very large array would read, until the reader asks for it. */
  const dear = useSignal<number | null>(null);
  const allowed = useRef(false);
  const asking = useRef<AbortController | null>(null);
  const { camera, home } = useCamera(state, extents, ready, dear);
  // What is shown as a whole: a change of it starts anew, a change of the camera does not.
  const subject = useComputed(() => `${state.text.value}|${state.transposed.value}|${state.field.value}|${state.part.value}|${image}`);
  const coloured = useRef('');
  const view = camera.value;
  const spans = view && spansOf(view, extents, state.flipRows.value);
  const spanKey = spans ? [spans.across, spans.down].map(({ from, count, every }) => `${from},${count},${every}`).join('|') : '';

  const fetch = (across: Span, down: Span, signal: AbortSignal) => {
    const part = state.part_of(down.from, down.count, across.from, across.count, down.every, across.every);
    return state.read(async (stopped, onProgress) => {
      if (!allowed.current && (across.every > 1 || down.every > 1)) {
        const price = await priceOf(state, part);
        if (price !== null) {
          dear.value = price;
          camera.value = corner(extents);
          return null;
        }
      }
      return state.model.numbers(part, state.column.value, state.part.value, { signal: stopped, onProgress, why: image ? 'image' : 'heatmap' });
    }, signal);
  };
  useEffect(() => {
    if (!spans || !spans.across.count || !spans.down.count) return;
    const { across, down } = spans;
    asking.current?.abort();
    const stop = new AbortController();
    asking.current = stop;
    const name = subject.value;
    void fetch(across, down, stop.signal).then((answer) => {
      if (!answer || stop.signal.aborted) return;
      const channels = image ? state.channels() : 1;
      const values = channels > 1 ? answer.values : inRows(answer.values, down.count, across.count, state.columnsFirst);
      if (coloured.current !== name) {
        coloured.current = name;
        colors.value = colorsOf(values, state);
      }
      sample.value = { values, row: down, column: across, channels };
    });
  }, [spanKey && `${subject.value}|${spanKey}`]);
  useEffect(() => () => asking.current?.abort(), []);

  const overview = () => {
    allowed.current = true;
    dear.value = null;
    camera.value = fitted(extents, state.fillAspect.value);
  };
  return { sample: sample.value, colors: colors.value, camera, home, dear: dear.value, overview };
}
