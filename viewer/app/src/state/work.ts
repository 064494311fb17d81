// SPDX-License-Identifier: MIT
// What the page has still to do, counted: engine calls, code on its way, timers, renderings. The document says it as `data-work`:
// "busy", or how often the page came to rest. Whoever drives the page (its tests, a script that makes pictures) waits for that.
import { options } from 'preact';

let pending = 0;
let rests = 0;
const tell = (text: string) => (document.documentElement.dataset['work'] = text);

function end(): void {
  pending -= 1;
  if (pending === 0) tell(String((rests += 1)));
}
function begin(): void {
  if (pending === 0) tell('busy');
  pending += 1;
}

/** The same promise, counted until it ends. */
export function counted<T>(work: Promise<T>): Promise<T> {
  begin();
  return work.finally(end);
}

/** A timer that is work: returns how to call it off. */
export function soon(action: () => void, milliseconds: number): () => void {
  begin();
  let open = true;
  const close = () => {
    if (open) end();
    open = false;
  };
  const timer = setTimeout(() => {
    try {
      action();
    } finally {
      close();
    }
  }, milliseconds);
  return () => {
    clearTimeout(timer);
    close();
  };
}

const ending = (action: () => void) => () => {
  try {
    action();
  } finally {
    end();
  }
};

/** Runs something once what stands in the document was painted. */
export function afterPaint(action: () => void): void {
  begin();
  const after = ending(action);
  // Hidden pages have no frames.
  const late = setTimeout(() => go(), 35);
  const frame = requestAnimationFrame(() => go());
  const go = () => {
    clearTimeout(late);
    cancelAnimationFrame(frame);
    setTimeout(after);
  };
}

/** Counts Preact's renderings and the effects behind them; when they happen stays as Preact has it. */
export function countRenderings(): void {
  options.debounceRendering = (flush) => {
    begin();
    queueMicrotask(ending(flush));
  };
  options.requestAnimationFrame = afterPaint;
}
