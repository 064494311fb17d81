// SPDX-License-Identifier: MIT
// The slice: one chip an axis with its role, and the same as NumPy text, both editable.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Cost } from '../engine';
import { oneIndex } from '../plain/slice';
import { durationText, grouped, seen, sizeText } from '../plain/words';
import type { ArrayState } from '../state/array_state';

export function SliceBar({ state }: { state: ArrayState }) {
  const { columns } = state.model;
  if ((!state.shape.length && columns.length <= 1) || state.letter === 'O') return null;
  return (
    <>
      <div class="bar" role="group" aria-label="Slice">
        {state.selection.value.map((_, axis) => (
          <AxisChip key={axis} state={state} axis={axis} />
        ))}
        {columns.length > 1 && <FieldChoice state={state} />}
        {state.letter === 'c' && <PartChoice state={state} />}
        {state.shape.length > 0 && <SliceField state={state} />}
      </div>
      {state.sliceFault.value && (
        <div class="reason" id="slice-reason" role="alert">
          {seen(state.sliceFault.value)}
        </div>
      )}
      <Price state={state} />
    </>
  );
}

function AxisChip({ state, axis }: { state: ArrayState; axis: number }) {
  const pick = state.selection.value[axis]!;
  const extent = state.shape[axis]!;
  const role = state.role(axis);
  const active = state.activeAxis.value === axis;
  const count = pick.dropped || pick.count === extent ? grouped(extent) : `${grouped(pick.count)} of ${grouped(extent)}`;
  return (
    <div class={`chip${active ? ' active' : ''}`} onPointerDown={() => (state.activeAxis.value = axis)} onFocusIn={() => (state.activeAxis.value = axis)}>
      <button onClick={() => state.toggleAxis(axis)} title={pick.dropped ? 'Show this axis in the picture' : 'Take one index of this axis'}>
        {`axis ${axis} · ${count} `}
        <span class="role">{role}</span>
      </button>
      {pick.dropped && (
        <>
          <input
            type="number"
            aria-label={`Index on axis ${axis}`}
            min={0}
            max={extent - 1}
            value={pick.start}
            onInput={(event) => {
              const value = Number(event.currentTarget.value);
              if (event.currentTarget.value !== '' && Number.isInteger(value) && value >= 0 && value < extent) state.setAxis(axis, oneIndex(value));
            }}
          />
          <input
            type="range"
            aria-label={`Index on axis ${axis}, slider`}
            min={0}
            max={extent - 1}
            value={pick.start}
            onInput={(event) => state.setAxis(axis, oneIndex(Number(event.currentTarget.value)))}
          />
        </>
      )}
    </div>
  );
}

function FieldChoice({ state }: { state: ArrayState }) {
  const { columns } = state.model;
  const all = state.view.value === 'table' || state.view.value === 'bytes';
  return (
    <select
      aria-label="Field"
      value={state.field.value ?? -1}
      onChange={(event) => state.setField(Number(event.currentTarget.value) < 0 ? null : Number(event.currentTarget.value))}
    >
      {all && <option value={-1}>all fields</option>}
      {columns.map((column, i) => (all || column.numeric) && <option value={i}>{seen(column.name)}</option>)}
    </select>
  );
}

const partNames = { abs: 'magnitude', phase: 'phase', real: 'real part', imag: 'imaginary part' } as const;

function PartChoice({ state }: { state: ArrayState }) {
  if (state.view.value === 'table' || state.view.value === 'bytes') return null;
  return (
    <select
      aria-label="Part of the complex number"
      value={state.part.value}
      onChange={(event) => {
        state.part.value = event.currentTarget.value as keyof typeof partNames;
        state.limits.value = null;
      }}
    >
      {Object.entries(partNames).map(([part, name]) => (
        <option value={part}>{name}</option>
      ))}
    </select>
  );
}

function SliceField({ state }: { state: ArrayState }) {
  const typed = useSignal<string | null>(null);
  return (
    <div class="slice-text">
      <input
        id="slice"
        class="field"
        aria-label="Slice as in NumPy"
        aria-invalid={state.sliceFault.value !== null}
        aria-describedby={state.sliceFault.value ? 'slice-reason' : undefined}
        spellcheck={false}
        autocomplete="off"
        value={typed.value ?? `[${state.text.value}]`}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          state.setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
        onBlur={() => {
          typed.value = null;
          state.sliceFault.value = null;
        }}
      />
    </div>
  );
}

/** What a deflated or scattered slice costs, said before it is felt. */
function Price({ state }: { state: ArrayState }) {
  const cost = useSignal<Cost | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    cost.value = null;
    void state.model
      .cost(state.selection.value)
      .then((answer) => mine === asked.current && (cost.value = answer))
      .catch(() => undefined);
  }, [state.selection.value]);
  const bytes = cost.value?.inflateBytes ?? 0;
  if (bytes < 50e6) return null;
  const time = durationText(bytes / 150e6);
  return <div class="price">{`This slice needs ${sizeText(bytes)} inflated${time ? `, about ${time}` : ''}. What was inflated once stays reachable.`}</div>;
}
