// SPDX-License-Identifier: MIT
// The four forms of the page: the site, its remote page, one file without a server, and the page of `nopy view`. The form is
// written into the document by the build; nothing is probed.
import { signal } from '@preact/signals';

export type Mode = 'site' | 'remote' | 'single' | 'served';

const written = document.querySelector<HTMLMetaElement>('meta[name="nopy-mode"]')?.content;
export const mode: Mode = written === 'remote' || written === 'single' || written === 'served' ? written : 'site';

export interface ServedFile {
  id: number;
  name: string;
  /** As the user wrote it: what copied code opens. */
  path: string;
  bytes: number | null;
  etag: string | null;
  error?: string;
  url: string;
}

/** What `nopy view` was asked to show. */
export const servedFiles = signal<ServedFile[]>([]);

export async function loadServedFiles(): Promise<ServedFile[]> {
  const answer = await fetch(new URL('files.json', document.baseURI));
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  const { files } = (await answer.json()) as { files: Omit<ServedFile, 'url'>[] };
  servedFiles.value = files.map((file) => ({ ...file, url: new URL(`file/${file.id}`, document.baseURI).href }));
  return servedFiles.value;
}
