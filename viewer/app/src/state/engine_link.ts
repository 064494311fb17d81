// SPDX-License-Identifier: MIT
// The engine behind one face, wherever it runs: in a worker over http(s), on the main thread from file://. Calls cross as plain
// data; signals and progress cross as messages.
import { counted } from './work';
import { NopyError, SourceError, type Engine, type EngineError, type Opened, type ReadLogEntry, type ReadOptions } from '../engine';

type Remote = Omit<Engine, 'open' | 'onRead' | 'counters'>;
/** Every method of the engine, each of them asynchronous; sources are a local file or a URL. */
export type EngineLink = {
  [K in keyof Remote]: Remote[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
} & { open(source: Blob | string, name: string, options?: ReadOptions): Promise<Opened> };

/** From the page to the worker. */
export type Call =
  | { kind: 'load'; wasm: string }
  | { kind: 'call'; id: number; method: string; args: unknown[] }
  | { kind: 'stop'; id: number };
/** And back. */
export type Answer =
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; fault: Fault }
  | { kind: 'progress'; id: number; done: number; total: number }
  | { kind: 'read'; entry: ReadLogEntry };
export type Fault =
  | { type: 'nopy'; info: EngineError }
  | { type: 'source'; reason: SourceError['kind']; message: string; status: number; size: number | null }
  | { type: 'stopped' }
  | { type: 'other'; message: string };

export const faultOf = (fault: unknown): Fault => {
  if (fault instanceof NopyError) return { type: 'nopy', info: fault.info };
  if (fault instanceof SourceError) return { type: 'source', reason: fault.kind, message: fault.message, status: fault.status, size: fault.size };
  if (fault instanceof DOMException && fault.name === 'AbortError') return { type: 'stopped' };
  // What browsers throw for a local file that changed or went away since it was chosen.
  if (fault instanceof DOMException && (fault.name === 'NotReadableError' || fault.name === 'NotFoundError'))
    return { type: 'source', reason: 'changed', message: fault.message, status: 0, size: null };
  return { type: 'other', message: fault instanceof Error ? fault.message : String(fault) };
};

export function linkOf(call: (method: string, args: unknown[]) => Promise<unknown>): EngineLink {
  return new Proxy({} as EngineLink, {
    get: (_, method) => (method === 'then' ? undefined : (...args: unknown[]) => counted(call(String(method), args))),
  });
}
