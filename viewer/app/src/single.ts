// SPDX-License-Identifier: MIT
// The page as one file: the engine is inside it, as gzip in base64 in a data block that nothing runs. From file:// there are no
// workers, so it runs on the main thread.
import { startPage } from './start';
import { nearEngine } from './state/near_engine';
import { noteRead } from './state/page';

async function unpacked(): Promise<ArrayBuffer> {
  const text = document.getElementById('nopy-engine')!.textContent ?? '';
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

startPage(async () => nearEngine(await unpacked(), noteRead));
