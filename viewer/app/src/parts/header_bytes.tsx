// SPDX-License-Identifier: MIT
// The bytes of a header in rows, each field in its colour.
import type { Anatomy } from '../engine';
import { inkOf, letterOf } from '../plain/anatomy';
import { grouped } from '../plain/words';

const mostBytes = 2048;

export function HeaderBytes({ anatomy, lit, light, per }: { anatomy: Anatomy; lit: number; light: (span: number) => void; per: number }) {
  const { bytes, spans } = anatomy;
  const shown = Math.min(bytes.length, mostBytes);
  const rows = [];
  let span = 0;
  for (let row = 0; row < shown; row += per) {
    const cells = [];
    let ascii = '';
    for (let i = row; i < Math.min(shown, row + per); i += 1) {
      while (span < spans.length && i >= spans[span]!.offset + spans[span]!.bytes) span += 1;
      const mine = spans[span];
      const inside = mine && i >= mine.offset;
      const at = span;
      const ink = inside ? inkOf(mine.kind) : 'bad';
      cells.push(
        <span key={i} class={`byte of-${ink}${at === lit ? ' lit' : ''}`} onPointerEnter={() => light(at)}>
          {ink === 'padding' ? '·' : bytes[i]!.toString(16).padStart(2, '0')}
        </span>,
      );
      ascii += letterOf(bytes[i]!);
    }
    rows.push(
      <div key={row}>
        <span class="offset">{row}</span>
        {cells}
        <span class="ascii faint">{per === 16 && rows.length >= 0 ? ` ${ascii}` : ''}</span>
      </div>,
    );
  }
  return (
    <div class={`hex${per === 16 ? ' sixteen' : ''}`} aria-hidden="true">
      {rows}
      {bytes.length > shown && <div class="faint">{`and ${grouped(bytes.length - shown)} bytes more`}</div>}
    </div>
  );
}
