// SPDX-License-Identifier: MIT
// The engine in a worker: calls as messages, with their ends, their progress and what was read.
import { NopyError, SourceError, type ReadLogEntry, type ReadOptions } from '../engine';
import { linkOf, type Answer, type Call, type EngineLink, type Fault } from './engine_link';

const thrown = (fault: Fault): Error => {
  switch (fault.type) {
    case 'nopy': return new NopyError(fault.info);
    case 'source': return new SourceError(fault.reason, fault.message, fault.status, fault.size);
    case 'stopped': return new DOMException('stopped', 'AbortError');
    default: return new Error(fault.message);
  }
};

interface Waiting {
  done: (value: unknown) => void;
  failed: (fault: Error) => void;
  options: ReadOptions | null;
}

/** The engine in a worker. */
export function farEngine(worker: Worker, wasm: string, told: (entry: ReadLogEntry) => void): EngineLink {
  const waiting = new Map<number, Waiting>();
  let next = 1;
  const tell = (call: Call) => worker.postMessage(call);
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (data.kind === 'read') return told(data.entry);
    const one = waiting.get(data.id);
    if (!one) return;
    if (data.kind === 'progress') return one.options?.onProgress?.({ done: data.done, total: data.total });
    waiting.delete(data.id);
    if (data.kind === 'done') one.done(data.value);
    else one.failed(thrown(data.fault));
  };
  worker.onerror = (event) => {
    for (const one of waiting.values()) one.failed(new Error(event.message || 'the engine stopped'));
    waiting.clear();
  };
  tell({ kind: 'load', wasm });
  return linkOf(
    (method, args) =>
      new Promise((done, failed) => {
        const id = next;
        next += 1;
        const last = args[args.length - 1];
        const options = isOptions(last) ? last : null;
        if (options?.signal?.aborted) return failed(new DOMException('stopped', 'AbortError'));
        waiting.set(id, { done, failed, options });
        options?.signal?.addEventListener('abort', () => tell({ kind: 'stop', id }), { once: true });
        const { signal, onProgress, ...plain } = (options ?? {}) as ReadOptions & Record<string, unknown>;
        void signal;
        tell({ kind: 'call', id, method, args: options ? [...args.slice(0, -1), { ...plain, progress: !!onProgress }] : args });
      }),
  );
}

const isOptions = (value: unknown): value is ReadOptions =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('file' in value);
