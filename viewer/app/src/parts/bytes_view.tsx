// SPDX-License-Identifier: MIT
// The array's stream as bytes: header and data in rows of 16 (8 on narrow screens), the element in focus marked.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { grouped } from '../plain/words';
import type { ArrayState } from '../state/array_state';
import { rowHeight, useSize } from './measure';
import { ScrollBar } from './scroll_bar';

const block = 4096;

/** Where the element in focus lies in the stream. */
export function byteOfFocus(state: ArrayState): number {
  const { info } = state.model;
  const index = state.indexOf(state.focus.value);
  const axes = info.order === 'F' ? index.map((_, i) => index.length - 1 - i) : index.map((_, i) => i);
  const flat = axes.reduce((at, axis) => at * info.shape[axis]! + index[axis]!, 0);
  const column = state.field.value === null && state.view.value === 'table' ? state.focus.value.column : state.column.value;
  return info.dataOffset + flat * info.itemBytes + (state.isRecord ? (state.model.columns[column]?.offset ?? 0) : 0);
}

export function BytesView({ state }: { state: ArrayState }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const { info } = state.model;
  const total = info.dataOffset + info.presentBytes;
  const per = size.width > 620 ? 16 : 8;
  const high = rowHeight();
  const rows = Math.ceil(total / per);
  const fit = Math.max(1, Math.floor((size.height - 8) / high));
  const focusByte = byteOfFocus(state);
  const at = useSignal(-1);
  const top = Math.max(0, Math.min(at.value < 0 ? Math.floor(focusByte / per) - 2 : at.value, rows - fit));
  const blocks = useSignal<ReadonlyMap<number, Uint8Array>>(new Map());
  const from = Math.floor(top) * per;
  const to = Math.min(total, from + (fit + 1) * per);

  useEffect(() => {
    const stop = new AbortController();
    for (let b = Math.floor(from / block); b * block < to; b += 1) {
      if (blocks.value.has(b)) continue;
      void state
        .read((signal) => state.model.bytes(b * block, Math.min(block, total - b * block), { signal, why: 'bytes' }), stop.signal)
        .then((bytes) => {
          if (!bytes) return;
          const next = new Map(blocks.value);
          next.set(b, bytes);
          while (next.size > 64) next.delete(next.keys().next().value!);
          blocks.value = next;
        });
    }
    return () => stop.abort();
  }, [from, to]);
  useEffect(() => {
    state.sampling.value = `${grouped(total)} bytes, header ${grouped(info.dataOffset)}`;
  }, [total]);

  const go = (to: number) => (at.value = Math.max(0, Math.min(rows - fit, to)));
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    go(top + Math.sign(event.deltaY) * 3);
  };
  useEffect(() => {
    const element = ref.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });
  const keys = (event: KeyboardEvent) => {
    const by: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: fit - 1, PageUp: 1 - fit, Home: -rows, End: rows };
    if (!(event.key in by) || event.altKey) return;
    go(top + by[event.key]!);
    event.preventDefault();
    event.stopPropagation();
  };
  const digits = Math.max(4, total.toString(16).length);
  const lines = [];
  for (let row = Math.floor(top); row < Math.min(rows, top + fit + 1); row += 1) {
    const cells = [];
    let ascii = '';
    for (let i = 0; i < per; i += 1) {
      const place = row * per + i;
      const byte = place < total ? blocks.value.get(Math.floor(place / block))?.[place % block] : undefined;
      const inItem = place >= focusByte && place < focusByte + info.itemBytes;
      const header = place < info.dataOffset;
      cells.push(
        <span key={i} class={`byte ${inItem ? 'of-value' : header ? 'of-key' : 'past'}`} style={{ borderColor: 'transparent', marginRight: i % 8 === 7 ? '1ch' : 0 }}>
          {byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')}
        </span>,
      );
      ascii += byte === undefined ? ' ' : byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·';
    }
    lines.push(
      <div key={row} style={{ height: `${high}px` }}>
        <span class="offset" style={{ width: `${digits}ch` }}>{(row * per).toString(16).padStart(digits, '0')}</span>
        {cells}
        <span class="quiet">{ascii}</span>
      </div>,
    );
  }
  return (
    <div ref={ref} class="fill" style={{ padding: '8px 16px', outlineOffset: '-2px' }} tabIndex={0} role="group" aria-label="Bytes of this array, header first" onKeyDown={keys}>
      <div class="hex" style={{ fontSize: '13px', lineHeight: `${high}px`, overflow: 'hidden' }}>
        {lines}
      </div>
      <ScrollBar down total={rows} shown={fit} at={top} move={(to) => go(Math.floor(to))} inset={0} />
    </div>
  );
}
