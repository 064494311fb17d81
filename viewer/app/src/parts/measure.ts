// SPDX-License-Identifier: MIT
// Sizes of elements and of a monospaced letter, and colours of the theme for canvases.
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The size of an element, kept up to date. */
export function useSize<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current!;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size] as const;
}

let letter = 0;
/** The width of a digit in the grid's font. */
export function letterWidth(): number {
  if (letter) return letter;
  const probe = document.createElement('span');
  probe.className = 'data';
  probe.textContent = '0'.repeat(40);
  probe.style.cssText = 'position:absolute;visibility:hidden;font-size:13px';
  document.body.append(probe);
  letter = probe.getBoundingClientRect().width / 40 || 8;
  probe.remove();
  return letter;
}

export const rowHeight = (): number => (matchMedia('(pointer: coarse)').matches ? 32 : 24);

/** Changes when the theme does; canvases read it to be drawn again. */
export const themeChanges = signal(0);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (themeChanges.value += 1));

/** A token's colour as the canvas wants it. */
export function tokenColor(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

/** Sizes a canvas for the screen's pixels and returns its context in CSS pixels, cleared. */
export function freshContext(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * ratio));
  const h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
