// SPDX-License-Identifier: MIT
// Arrays of Python objects: read as data, never run.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Objects } from '../engine';
import { grouped, seen, sizeText } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { Message } from './message';

const most = 2000;

function indexOf(flat: number, shape: readonly number[]): string {
  const index: number[] = [];
  for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
    index.unshift(flat % shape[axis]!);
    flat = Math.floor(flat / shape[axis]!);
  }
  return `[${index.join(', ')}]`;
}

export function ObjectView({ state }: { state: ArrayState }) {
  const found = useSignal<Objects | null>(null);
  const fault = useSignal<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    void state.model
      .objects({ signal: stop.signal, why: 'objects' })
      .then((answer) => (found.value = answer))
      .catch((error: unknown) => !stop.signal.aborted && (fault.value = error));
    return () => stop.abort();
  }, [state]);
  const objects = found.value;
  return (
    <div class="fill" style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label="Objects">
      <section class="message">
        <h2>Python objects. They are never run.</h2>
        {!objects && !fault.value && <p class="quiet">Reading the pickle as data.</p>}
        {objects && (
          <p>
            {`${grouped(objects.count - objects.foreign)} ${objects.count - objects.foreign === 1 ? 'value' : 'values'} could be read as data`}
            {objects.foreign ? `; ${grouped(objects.foreign)} are of classes that are no data and are shown by what the pickle says of them` : ''}
            {`. The pickle has ${sizeText(objects.pickleBytes)}.`}
          </p>
        )}
        {objects && (
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">index</th>
                <th scope="col">value</th>
              </tr>
            </thead>
            <tbody>
              {objects.items.slice(0, most).map((item, i) => (
                <tr key={i}>
                  <td class="left faint">{indexOf(i, objects.shape)}</td>
                  <td class="left" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{seen(item)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {objects && objects.count > most && <p class="quiet">{`The first ${grouped(most)} of ${grouped(objects.count)} are listed.`}</p>}
      </section>
      {fault.value !== null && <Message fault={fault.value}><p>Shape, order and header are known and shown above; nothing of the pickle was run.</p></Message>}
    </div>
  );
}
