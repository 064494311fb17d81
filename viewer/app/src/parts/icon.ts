// SPDX-License-Identifier: MIT
// The tab's icon: a picture of the array, 16 pixels wide.
import { effect } from '@preact/signals';
import { seen } from '../plain/words';
import { shown } from '../state/page';

let waiting = 0;

function draw(): void {
  const canvas = document.querySelector<HTMLCanvasElement>('.view canvas.plot');
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!canvas || !link || canvas.width < 120) return;
  const small = document.createElement('canvas');
  small.width = 16;
  small.height = 16;
  const side = Math.min(canvas.width, canvas.height) * 0.6;
  small.getContext('2d')!.drawImage(canvas, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side, 0, 0, 16, 16);
  link.href = small.toDataURL('image/png');
}

export function followIcon(): void {
  effect(() => {
    const state = shown.value;
    const file = state?.model.key ?? state?.model.file;
    document.title = file ? `${seen(file)} · nopy` : 'nopy';
    if (!state) return;
    void state.view.value;
    void state.text.value;
    if (state.busy.value) return;
    clearTimeout(waiting);
    waiting = setTimeout(draw, 500) as unknown as number;
  });
}
