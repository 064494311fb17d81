// SPDX-License-Identifier: MIT
// The header, byte by byte: each field with its colour, its underline and its meaning; arrows move from field to field.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Anatomy, LayoutField, Span } from '../engine';
import { inkOf, partOf, textOf } from '../plain/anatomy';
import { grouped, seen } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { litField, litPart } from '../state/page';
import { HeaderBytes } from './header_bytes';
import { Message } from './message';

/** Neighbouring spans of syntax say nothing new each: the list leaves them out, the bytes show them. */
const listedSpans = (spans: readonly Span[]) => spans.map((span, i) => ({ span, i })).filter(({ span }) => span.kind !== 'syntax');

export function FieldList({ anatomy, lit, light }: { anatomy: Anatomy; lit: number; light: (span: number) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const rows = listedSpans(anatomy.spans).slice(0, 200);
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const at = rows.findIndex((row) => row.i === lit);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    light(next.i);
    list.current?.querySelector<HTMLElement>(`[data-span="${next.i}"]`)?.focus();
  };
  return (
    <ul ref={list} class="fields" role="listbox" aria-label="Fields of the header" onKeyDown={keys}>
      {rows.map(({ span, i }, n) => (
        <li
          key={i}
          data-span={i}
          role="option"
          aria-selected={i === lit}
          tabIndex={i === lit || (lit < 0 && n === 0) || (n === 0 && !rows.some((row) => row.i === lit)) ? 0 : -1}
          class={i === lit ? `of-${inkOf(span.kind)}` : ''}
          style={{ borderLeftColor: `var(--${inkOf(span.kind) === 'bad' ? 'error' : inkOf(span.kind)})` }}
          onFocus={() => light(i)}
          onPointerEnter={() => light(i)}
        >
          <span class="of">
            <span class="faint">{grouped(span.offset)}</span>
            <span class="data">{span.kind === 'padding' ? `${grouped(span.bytes)} blanks` : textOf(anatomy.bytes, span)}</span>
            <span class="faint">{span.kind}</span>
          </span>
          <span class="meaning">{seen(span.meaning)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The panel for one array, or for a damaged file. */
export function HeaderPanel({ load, state }: { load: (signal: AbortSignal) => Promise<Anatomy>; state: ArrayState | null }) {
  const anatomy = useSignal<Anatomy | null>(null);
  const fault = useSignal<unknown>(null);
  const lit = useSignal(-1);
  useEffect(() => {
    const stop = new AbortController();
    anatomy.value = null;
    fault.value = null;
    lit.value = -1;
    load(stop.signal)
      .then((answer) => !stop.signal.aborted && (anatomy.value = answer))
      .catch((error: unknown) => !stop.signal.aborted && (fault.value = error));
    return () => {
      stop.abort();
      litPart.value = null;
    };
  }, [load]);
  const light = (span: number) => {
    lit.value = span;
    const one = anatomy.value?.spans[span];
    litPart.value = one && anatomy.value ? partOf(one, textOf(anatomy.value.bytes, one)) : null;
  };
  if (fault.value !== null) return <Message fault={fault.value} />;
  if (!anatomy.value) return null;
  return (
    <div onPointerLeave={() => light(-1)}>
      <HeaderBytes anatomy={anatomy.value} lit={lit.value} light={light} per={innerWidth <= 760 ? 8 : 16} />
      {anatomy.value.error && (
        <p style={{ marginTop: '8px', color: 'var(--error)' }}>{`Reading stopped${anatomy.value.error.offset === null ? '' : ` at byte ${grouped(anatomy.value.error.offset)}`}: ${seen(anatomy.value.error.summary)}.`}</p>
      )}
      <FieldList anatomy={anatomy.value} lit={lit.value} light={light} />
      {state && state.model.info.findings.length > 0 && (
        <>
          <h2>What deviates</h2>
          <ul>
            {state.model.info.findings.map((finding, i) => (
              <li key={i} style={{ padding: '2px 0' }}>
                <span style={{ color: finding.severity === 'note' ? 'var(--text-2)' : 'var(--warn)' }}>{`${finding.severity}: `}</span>
                {seen(finding.summary)}
                {finding.hint && <span class="quiet">{` ${seen(finding.hint)}`}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {state && state.model.info.fields.length > 0 && <Layout state={state} />}
    </div>
  );
}

/** The bytes of one record to scale, and its fields. */
function Layout({ state }: { state: ArrayState }) {
  const { info } = state.model;
  const parts: { field: LayoutField | null; from: number; bytes: number }[] = [];
  let at = 0;
  for (const field of [...info.fields].sort((a, b) => a.offset - b.offset)) {
    if (field.offset > at) parts.push({ field: null, from: at, bytes: field.offset - at });
    parts.push({ field, from: field.offset, bytes: field.bytes });
    at = Math.max(at, field.offset + field.bytes);
  }
  if (at < info.itemBytes) parts.push({ field: null, from: at, bytes: info.itemBytes - at });
  return (
    <>
      <h2>{`One record: ${grouped(info.itemBytes)} bytes`}</h2>
      <div class="ruler" aria-hidden="true">
        {parts.map(({ field, from, bytes }) => (
          <span
            key={`${from}${field?.name ?? ''}`}
            class={field ? '' : 'gap'}
            style={{ flex: `${bytes} 1 0`, background: field && litField.value === field.name ? 'var(--value-bg)' : undefined }}
            title={field ? `${seen(field.name)}: bytes ${from} to ${from + bytes - 1}` : `${bytes} bytes of padding`}
            onPointerEnter={() => (litField.value = field?.name ?? null)}
            onPointerLeave={() => (litField.value = null)}
          >
            {field && bytes * 320 > info.itemBytes * 28 ? seen(field.name) : ''}
          </span>
        ))}
      </div>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">field</th>
            <th scope="col">dtype</th>
            <th scope="col">at</th>
            <th scope="col">bytes</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ field, from, bytes }) => (
            <tr key={`${from}${field?.name ?? ''}`} onPointerEnter={() => (litField.value = field?.name ?? null)} onPointerLeave={() => (litField.value = null)}>
              <th scope="row">{field ? seen(field.name) : 'padding'}</th>
              <td class="left">{field ? seen(field.words) : ''}</td>
              <td>{grouped(from)}</td>
              <td>{grouped(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
