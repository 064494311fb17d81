// SPDX-License-Identifier: MIT
// The worker: one engine, answering calls in the order they end.
import { Engine } from './engine';
import { faultOf, type Answer, type Call } from './state/engine_link';
import { perform } from './state/near_engine';

const tell = (answer: Answer) => postMessage(answer);
let engine: Promise<Engine> | null = null;
const stops = new Map<number, AbortController>();

async function load(wasm: string): Promise<Engine> {
  const made = await Engine.load(await (await fetch(wasm)).arrayBuffer());
  made.onRead = (entry) => tell({ kind: 'read', entry });
  return made;
}

async function answer(id: number, method: string, args: unknown[]): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  const last = args[args.length - 1] as { progress?: boolean } | undefined;
  if (last && typeof last === 'object' && 'progress' in last) {
    const { progress, ...plain } = last;
    const onProgress = progress ? (at: { done: number; total: number }) => tell({ kind: 'progress', id, ...at }) : undefined;
    args = [...args.slice(0, -1), { ...plain, signal: stop.signal, ...(onProgress ? { onProgress } : {}) }];
  }
  try {
    tell({ kind: 'done', id, value: await perform(await engine!, method, args) });
  } catch (fault) {
    tell({ kind: 'failed', id, fault: faultOf(fault) });
  } finally {
    stops.delete(id);
  }
}

onmessage = ({ data }: MessageEvent<Call>) => {
  if (data.kind === 'load') engine = load(data.wasm);
  else if (data.kind === 'stop') stops.get(data.id)?.abort();
  else void answer(data.id, data.method, data.args);
};
