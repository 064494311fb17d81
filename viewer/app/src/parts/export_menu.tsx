// SPDX-License-Identifier: MIT
// What can be taken out of the page: the slice as a file, a picture, or code for it.
import { useEffect, useRef } from 'preact/hooks';
import { copyCpp, copyMemmap, copyNumpy, copyValue, exportCsv, exportNpy, exportPng } from '../state/actions';
import type { ArrayState } from '../state/array_state';
import { exportOpen } from '../state/page';

export function ExportMenu({ state }: { state: ArrayState }) {
  const ref = useRef<HTMLDivElement>(null);
  const close = (back: boolean) => {
    exportOpen.value = false;
    if (back) document.getElementById('export')?.focus();
  };
  useEffect(() => {
    ref.current?.querySelector('button')?.focus();
    const away = (event: Event) => {
      if (!(event.target as Element).closest('#export-menu, #export')) close(false);
    };
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, []);
  const picture = state.view.value !== 'table' && state.view.value !== 'bytes';
  const table = state.view.value === 'table' || state.view.value === 'heat' || state.view.value === 'line';
  const items: [string, string, () => void, boolean][] = [
    ['Slice as .npy', '', () => void exportNpy(state), true],
    ['Slice as CSV', '', () => void exportCsv(state), table],
    ['Picture as PNG', '', () => exportPng(state), picture],
    ['Copy value or selection', 'c', () => void copyValue(state), true],
    ['Copy as NumPy', 'n', () => void copyNumpy(state), true],
    ['Copy as C++', 'N', () => void copyCpp(state), true],
    ['Copy as np.memmap', '', () => copyMemmap(state), state.model.info.mappable.startsWith('yes')],
  ];
  const keys = (event: KeyboardEvent) => {
    const buttons = [...ref.current!.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]!.focus();
    else if (event.key === 'ArrowUp') buttons[(at + buttons.length - 1) % buttons.length]!.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = document.getElementById('export')!.getBoundingClientRect();
  return (
    <div
      id="export-menu"
      ref={ref}
      class="menu"
      role="menu"
      aria-label="Export"
      style={{ position: 'fixed', top: `${place.bottom}px`, right: `${Math.max(8, innerWidth - place.right)}px` }}
      onKeyDown={keys}
    >
      {items
        .filter((item) => item[3])
        .map(([label, key, action]) => (
          <button
            key={label}
            role="menuitem"
            class="item"
            onClick={() => {
              close(true);
              action();
            }}
          >
            {label}
            {key && <kbd>{key}</kbd>}
          </button>
        ))}
    </div>
  );
}
