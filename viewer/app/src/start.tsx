// SPDX-License-Identifier: MIT
// Starts the page: theme, keys, dropping, and what was asked for by address or by `nopy view`.
import { render } from 'preact';
import { applyTheme } from './parts/top_bar';
import { PageView } from './parts/page_view';
import './style/tokens.css';
import './style/page.css';
import './style/frame.css';
import './style/rail.css';
import './style/bars.css';
import './style/view.css';
import './style/inspector.css';
import './style/dialogs.css';
import './style/narrow.css';
import type { EngineLink } from './state/engine_link';
import { loadServedFiles, mode } from './state/modes';
import { followAddress, openFault, openFiles, opening, useEngine } from './state/page';
import { listenToKeys } from './state/keyboard';
import { followIcon } from './parts/icon';
import { fetchRest } from './parts/later';
import { afterPaint, counted, countRenderings } from './state/work';

const picker = document.createElement('input');
picker.type = 'file';
picker.multiple = true;
picker.accept = '.npy,.npz';
picker.id = 'picker';
picker.className = 'hidden';
picker.tabIndex = -1;
picker.setAttribute('aria-hidden', 'true');
picker.addEventListener('change', () => {
  take(picker.files);
  picker.value = '';
});
document.body.append(picker);
const open = () => picker.click();

function take(list: FileList | null | undefined): void {
  const given = [...(list ?? [])].map((file) => ({ from: file, name: file.name }));
  if (given.length) void openFiles(given);
}

let inside = 0;
const frame = (on: boolean) => document.documentElement.classList.toggle('dropping', on);
addEventListener('dragenter', (event) => {
  event.preventDefault();
  inside += 1;
  frame(true);
});
addEventListener('dragleave', () => {
  inside -= 1;
  if (inside <= 0) frame(false);
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  inside = 0;
  frame(false);
  take(event.dataTransfer?.files);
});

function openAddress(): void {
  const found = /[#&]src=([^&]*)/.exec(location.hash)?.[1];
  if (!found) return;
  try {
    const address = new URL(decodeURIComponent(found));
    if (address.protocol === 'https:' || address.protocol === 'http:') void openFiles([{ from: address.href, name: '' }]);
    else openFault.value = new Error('Only http and https addresses can be opened.');
  } catch {
    openFault.value = new Error('This is no address.');
  }
}

async function openServed(): Promise<void> {
  try {
    const list = await loadServedFiles();
    if (list.length === 1 && list[0]!.bytes !== null) await openFiles([{ from: list[0]!.url, name: list[0]!.path }]);
  } catch (fault) {
    openFault.value = fault;
    opening.value = null;
  }
}

/** Starts the page with the engine that this form of it has. */
export function startPage(engine: () => Promise<EngineLink>): void {
  countRenderings();
  applyTheme();
  useEngine(engine);
  listenToKeys(open);
  render(<PageView open={open} />, document.getElementById('app')!);
  followAddress();
  followIcon();
  // Behind the first paint. What can not be fetched now is asked for again where it is shown.
  afterPaint(() => void counted(fetchRest().catch(() => undefined)));
  if (mode === 'remote') {
    openAddress();
    addEventListener('hashchange', openAddress);
  }
  if (mode === 'served') void counted(openServed());
}
