// SPDX-License-Identifier: MIT
// A scroll bar over any number of rows: its place is a number of rows, not of pixels, because browsers end at 17.9 million
// pixels. Keys belong to what is scrolled; this one is for the pointer.
import { useRef } from 'preact/hooks';

interface Props {
  down: boolean;
  /** Elements in all, elements that fit, and the first one shown (may be a fraction). */
  total: number;
  shown: number;
  at: number;
  move: (at: number) => void;
  /** Left or top inset in pixels. */
  inset: number;
}

export function ScrollBar({ down, total, shown, at, move, inset }: Props) {
  const track = useRef<HTMLDivElement>(null);
  if (total <= shown) return null;
  const most = total - shown;
  const part = Math.min(1, shown / total);
  const size = `max(24px, ${100 * part}%)`;
  const place = most > 0 ? Math.min(1, Math.max(0, at / most)) : 0;
  const drag = (event: PointerEvent) => {
    const box = track.current!.getBoundingClientRect();
    const length = down ? box.height : box.width;
    const thumb = Math.max(24, length * part);
    const offset = (down ? event.clientY - box.top : event.clientX - box.left) - thumb / 2;
    move(Math.max(0, Math.min(most, (offset / (length - thumb)) * most)));
  };
  const begin = (event: PointerEvent) => {
    event.preventDefault();
    track.current!.setPointerCapture(event.pointerId);
    drag(event);
  };
  const style = down ? { top: `${inset}px` } : { left: `${inset}px`, right: '12px' };
  const thumb = down
    ? { height: size, top: `calc(${place} * (100% - ${size}))` }
    : { width: size, left: `calc(${place} * (100% - ${size}))` };
  return (
    <div
      ref={track}
      class={`scroll ${down ? 'down' : 'across'}`}
      style={style}
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={(event) => track.current?.hasPointerCapture(event.pointerId) && drag(event)}
    >
      <i style={thumb} />
    </div>
  );
}
