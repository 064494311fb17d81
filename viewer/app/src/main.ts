// SPDX-License-Identifier: MIT
// The page on a server: the engine is a file beside it, and runs in a worker.
import { startPage } from './start';
import { farEngine } from './state/far_engine';
import { noteRead } from './state/page';

startPage(async () => {
  const wasm = new URL('assets/nopy_engine.wasm', document.baseURI).href;
  return farEngine(new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module' }), wasm, noteRead);
});
