// SPDX-License-Identifier: MIT
// The status bar: where the focus (or the pointer) is, the exact value there, its bits, and what is selected.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Statistics } from '../engine';
import { grouped, seen } from '../plain/words';
import { pickedPart } from '../state/actions';
import type { ArrayState, Place } from '../state/array_state';
import { bits, said } from '../state/page';
import { soon } from '../state/work';

export function StatusBar({ state }: { state: ArrayState | null }) {
  return (
    <footer class="status" aria-label="Status">
      {state && state.available.length > 0 ? <Reading state={state} /> : <div class="space" />}
      {said.value && <span role="status">{said.value}</span>}
      {state && state.available.length > 0 && <span id="view-size">{state.sampling.value}</span>}
    </footer>
  );
}

function Reading({ state }: { state: ArrayState }) {
  const text = useSignal('');
  const raw = useSignal('');
  const asked = useRef<AbortController | null>(null);
  const place = useComputed((): Place => state.hover.value ?? state.focus.value);
  const index = useComputed(() => state.indexOf(place.value));
  const wide = state.field.value === null;
  const column = wide ? place.value.column : state.column.value;
  const key = `${index.value.join()}|${column}|${bits.value}|${state.text.value}`;
  // The view inflates its way there once; behind it the value is near a checkpoint.
  const behind = state.model.member?.method === 'deflated' && (state.busy.value > 0 || state.givenUp.value);
  useEffect(() => {
    asked.current?.abort();
    if (behind) return;
    const stop = new AbortController();
    asked.current = stop;
    // Pointers pass over many elements; only where one rests is it read.
    const callOff = soon(
      () => {
        const { row, column: at } = place.value;
        const part = state.part_of(row, 1, wide ? 0 : at, 1).map((pick) => ({ ...pick, count: 1 }));
        void state.model
          .texts(part, column, { signal: stop.signal, why: 'value' })
          .then((answer) => !stop.signal.aborted && (text.value = answer.cells[0] ?? ''))
          .catch(() => undefined);
        if (bits.value)
          void state.model
            .items(part, { signal: stop.signal, why: 'bits' })
            .then((bytes) => (raw.value = Array.from(bytes.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join(' ')))
            .catch(() => undefined);
      },
      state.hover.value ? 30 : 0,
    );
    return () => {
      callOff();
      stop.abort();
    };
  }, [key, state, behind]);
  const name = wide || state.isRecord ? (state.model.columns[column]?.name ?? '') : '';
  return (
    <>
      <span class="data" id="index">{`[${index.value.join(', ')}]${name ? ` ${seen(name)}` : ''}`}</span>
      <span class="data exact" id="value" title={seen(text.value)}>
        {seen(text.value)}
      </span>
      {bits.value && (
        <span class="data" id="bits">
          {raw.value}
        </span>
      )}
      <Selected state={state} />
      <span class="space" />
    </>
  );
}

function Selected({ state }: { state: ArrayState }) {
  const statistics = useSignal<Statistics | null>(null);
  const anchor = state.anchor.value;
  const focus = state.focus.value;
  const wide = state.field.value === null;
  useEffect(() => {
    statistics.value = null;
    if (!anchor) return;
    const { part, rows, columns, cells } = pickedPart(state);
    const column = wide ? (anchor.column === focus.column ? focus.column : -1) : state.column.value;
    if (!cells || rows * columns > 4_000_000 || column < 0 || !state.model.columns[column]?.numeric) return;
    const stop = new AbortController();
    const callOff = soon(() => {
      void state.model
        .statistics(part, column, state.part.value, { signal: stop.signal, why: 'selection' })
        .then((answer) => !stop.signal.aborted && (statistics.value = answer))
        .catch(() => undefined);
    }, 60);
    return () => {
      callOff();
      stop.abort();
    };
  }, [anchor, focus, state]);
  if (!anchor) return null;
  const { rows, columns } = pickedPart(state);
  const found = statistics.value;
  const short = (value: number | null) => (value === null ? '' : String(Number(value.toPrecision(6))));
  return (
    <span id="selection">
      {`${grouped(rows * columns)} selected`}
      {found?.minimum && found.maximum && `: min ${found.minimum.text}, max ${found.maximum.text}, mean ${short(found.mean)}`}
    </span>
  );
}
