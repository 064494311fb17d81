// SPDX-License-Identifier: MIT
// All keys in one dialog, made from the same table that handles them.
import { useEffect, useRef } from 'preact/hooks';
import { keyTable } from '../state/keyboard';
import { helpOpen } from '../state/page';

export function Help() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current!.showModal();
  }, []);
  return (
    <dialog ref={ref} aria-labelledby="help-title" onClose={() => (helpOpen.value = false)} onClick={(event) => event.target === ref.current && (helpOpen.value = false)}>
      <div class="heading">
        <h2 id="help-title">Keys</h2>
        <button class="tool" aria-label="Close" onClick={() => (helpOpen.value = false)}>
          ×
        </button>
      </div>
      <ul class="keys">
        {keyTable.map(({ keys, says }) => (
          <li key={keys}>
            <span>{says}</span>
            <kbd>{keys}</kbd>
          </li>
        ))}
      </ul>
      <p class="quiet" style={{ marginTop: '16px' }}>
        The page reads only the bytes it shows, sends nothing anywhere, and never runs what a file contains.
      </p>
    </dialog>
  );
}
