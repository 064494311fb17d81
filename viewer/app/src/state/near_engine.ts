// SPDX-License-Identifier: MIT
// The engine on this thread, called by name.
import { Engine, blobSource, urlSource, type ReadLogEntry, type ReadOptions } from '../engine';
import { linkOf, type EngineLink } from './engine_link';

/** Calls one method of an engine by name; `open` makes its source here, where the engine runs. */
export async function perform(engine: Engine, method: string, args: unknown[]): Promise<unknown> {
  if (method === 'open') {
    const [from, name, options] = args as [Blob | string, string, ReadOptions];
    if (typeof from !== 'string') return engine.open(blobSource(from, name), options);
    const source = await urlSource(from);
    return engine.open(name ? { ...source, name } : source, options);
  }
  return (engine[method as keyof Engine] as (...args: unknown[]) => unknown).apply(engine, args);
}

/** The engine on this thread. */
export async function nearEngine(wasm: BufferSource, told: (entry: ReadLogEntry) => void): Promise<EngineLink> {
  const engine = await Engine.load(wasm);
  engine.onRead = told;
  return linkOf((method, args) => perform(engine, method, args));
}
