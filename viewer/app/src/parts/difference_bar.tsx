// SPDX-License-Identifier: MIT
// Above two files: which of them is shown, or how they differ.
import { useSignal } from '@preact/signals';
import { grouped, sizeText } from '../plain/words';
import { compareAll, compared, incomparable, pair } from '../state/difference';
import { showSide, side, theEngine } from '../state/page';

const sides = [['a', 'First'], ['b', 'Second'], ['diff', 'Difference'], ['mask', 'Where']] as const;

export function DifferenceBar() {
  const run = useSignal<{ done: number; total: number; stop: AbortController } | null>(null);
  const found = compared.value;
  const two = pair.value;
  const bytes = two ? two.a.info.dataBytes + two.b.info.dataBytes : 0;
  const scan = async () => {
    if (!two) return;
    const stop = new AbortController();
    run.value = { done: 0, total: 0, stop };
    await compareAll(await theEngine(), two.a, two.b, stop.signal, (done, total) => (run.value = { done, total, stop }));
    run.value = null;
  };
  const said = incomparable.value
    ? incomparable.value
    : found?.reason
      ? `${found.reason.summary}.`
      : found?.same
        ? `All ${grouped(found.count)} elements are the same, bit for bit.`
        : found
          ? `${grouped(found.different)} of ${grouped(found.count)} elements differ${found.maximum === null ? '' : `, at most by ${found.maximum}`}${found.first ? `; first at [${found.first.index.join(', ')}]: ${found.first.a} and ${found.first.b}` : ''}${found.signedZeros ? `; ${grouped(found.signedZeros)} zeros differ in sign only` : ''}.`
          : '';
  return (
    <div class={`banner${found && !found.same ? '' : ' calm'}`} id="difference">
      <div class="segment" role="group" aria-label="Which of the two">
        {sides.map(([name, label]) => (
          <button
            key={name}
            data-label={label}
            aria-pressed={side.value === name}
            onClick={() => {
              side.value = name;
              void showSide();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <span role="status">{said}</span>
      {!found && two && !incomparable.value && bytes > 64e6 && !run.value && (
        <button class="button" onClick={() => void scan()}>
          {`Compare all ${sizeText(bytes)}`}
        </button>
      )}
      {run.value && (
        <>
          <progress style={{ width: '160px' }} aria-label="Comparison" max={run.value.total || 1} value={run.value.done} />
          <button class="button" onClick={() => run.value?.stop.abort()}>
            Cancel
          </button>
        </>
      )}
    </div>
  );
}
