// SPDX-License-Identifier: MIT
// The state of the page: which files are open, which array is shown, what the reader chose, and what was read for it.
import { batch, computed, effect, signal } from '@preact/signals';
import type { Member, PeekedMember, ReadLogEntry, ArrayInfo } from '../engine';
import { readLink, linkText, type Link } from '../plain/link';
import { seen } from '../plain/words';
import { colorMaps } from '../draw/color_maps';
import { scaleKinds } from '../draw/scale';
import type { ArrayModel } from './array_model';
import { ArrayState, views, type View } from './array_state';
import type { EngineLink } from './engine_link';
import { filterText } from './members';
import type { OpenFile } from './open_file';
import { counted, soon } from './work';
import { engineArray } from './engine_array';

export type Panel = 'header' | 'map' | 'stats';

/** Slice, view and choices of the arrays that were shown, kept while their file is open. */
const keptStates = new Map<string, ArrayState>();

export const files = signal<OpenFile[]>([]);
export const opening = signal<string | null>(null);
export const openFault = signal<unknown>(null);
/** How often something was opened, or failed to: tests wait for it. */
export const openings = signal(0);
export const current = signal(-1);
export const shown = signal<ArrayState | null>(null);
export const memberFault = signal<unknown>(null);
export const panel = signal<Panel | null>(null);
export const peeked = signal<ReadonlyMap<number, PeekedMember>>(new Map());
export const exact = signal(false);
export const bits = signal(false);
/** The header field or column that lights up elsewhere, by name. */
export const litField = signal<string | null>(null);
export const litPart = signal<string | null>(null);
export const announced = signal('');
export const helpOpen = signal(false);
export const exportOpen = signal(false);
export const logOpen = signal(false);
export const said = signal('');
/** Which of two files is shown: the first, the second, or their difference. */
export const side = signal<'a' | 'b' | 'diff' | 'mask'>('diff');

export const reads = signal<{ count: number; bytes: number; log: ReadLogEntry[] }>({ count: 0, bytes: 0, log: [] });
let queued: ReadLogEntry[] = [];
/** Takes note of a read; several of one moment become one change of the page. */
export function noteRead(entry: ReadLogEntry): void {
  if (entry.why === 'sample') return;
  if (!queued.length)
    soon(() => {
      const { count, bytes, log } = reads.value;
      const more = queued;
      queued = [];
      reads.value = { count: count + more.length, bytes: bytes + more.reduce((sum, one) => sum + one.bytes, 0), log: [...log, ...more].slice(-1000) };
    }, 0);
  queued.push(entry);
}

export const totalBytes = computed(() => files.value.reduce((sum, file) => sum + file.bytes, 0));
export const archive = computed(() => (files.value[0]?.opened.kind === 'npz' ? files.value[0] : null));

let engine: Promise<EngineLink> | null = null;
export function useEngine(start: () => Promise<EngineLink>): void {
  engine = counted(start());
  engine.catch((fault: unknown) => (openFault.value = fault));
}
export const theEngine = (): Promise<EngineLink> => engine!;

export type Theme = 'system' | 'light' | 'dark';
const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
export const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows and file:// may have no storage: the choice lasts for this page.
  }
};
export const theme = signal<Theme>((kept('theme') as Theme | null) ?? 'system');
export const railWidth = signal(Number(kept('rail')) || 264);

/** Forgets what is open and opens one file, or two as a difference. */
export const openFiles = (given: { from: Blob | string; name: string }[]): Promise<void> => counted(open(given));

async function open(given: { from: Blob | string; name: string }[]): Promise<void> {
  const chosen = given.slice(0, 2);
  if (!chosen.length) return;
  shown.value?.stop.abort();
  const old = files.value;
  batch(() => {
    openFault.value = null;
    reads.value = { count: 0, bytes: 0, log: [] };
    opening.value = chosen[0]!.name || String(chosen[0]!.from);
  });
  try {
    const link = await theEngine();
    const made: OpenFile[] = [];
    for (const { from, name } of chosen) {
      const opened = await link.open(from, name);
      const members = opened.kind === 'npz' ? await listMembers(link, opened.file, opened.archive.members) : [];
      const salvaged = opened.kind === 'damaged npz' ? await link.salvage(opened.file).catch(() => []) : [];
      made.push({ name: opened.name, bytes: opened.bytes, opened, members, salvaged });
    }
    batch(() => {
      forget();
      files.value = made;
      side.value = made.length > 1 ? 'diff' : 'a';
    });
    for (const file of old) void link.close(file.opened.file);
    await showFirst(made[0]!);
  } catch (fault) {
    batch(() => {
      forget();
      files.value = [];
      openFault.value = fault;
    });
  }
}

/** Empties the page: what was shown stays until the next file is open. */
function forget(): void {
  keptStates.clear();
  filterText.value = '';
  shown.value = null;
  current.value = -1;
  memberFault.value = null;
  panel.value = null;
  litField.value = null;
  peeked.value = new Map();
  opening.value = null;
  openings.value += 1;
}

const listed = 8_192;
/** The engine writes one part while the page reads the one before. */
async function listMembers(link: EngineLink, file: number, count: number): Promise<Member[]> {
  const part = async (at: number) => JSON.parse(await link.membersText(file, at * listed, listed)) as Member[];
  return (await Promise.all(Array.from({ length: Math.ceil(count / listed) }, (_, at) => part(at)))).flat();
}

async function showFirst(file: OpenFile): Promise<void> {
  if (file.opened.kind === 'npy') {
    announced.value = `${seen(file.name)}: ${file.opened.array.words}, shape ${file.opened.array.shapeText}`;
    return showArray(file.opened.array);
  }
  if (file.opened.kind !== 'npz') {
    panel.value = file.opened.kind === 'damaged npy' ? 'header' : null;
    announced.value = 'error' in file.opened ? file.opened.error.summary : '';
    return;
  }
  announced.value = `${seen(file.name)}: ${file.members.length} members`;
  if (!file.members.length) return;
  const wanted = pendingLink.member;
  const linked = wanted === undefined ? -1 : file.members.findIndex((member) => member.key === wanted || member.name === wanted);
  const first = file.members.findIndex((member) => member.error === null && member.name.endsWith('.npy'));
  await selectMember(linked >= 0 ? linked : Math.max(0, first));
}

let selecting = 0;
/** Shows a member of the archive; a damaged one shows its error. */
export const selectMember = (index: number): Promise<void> => counted(select(index));

async function select(index: number): Promise<void> {
  const file = archive.peek();
  const member = file?.members[index];
  if (!file || !member) return;
  selecting += 1;
  const mine = selecting;
  current.value = index;
  const known = peeked.value.get(index) ?? (await peekMembers([index])).get(index);
  if (mine !== selecting) return;
  litField.value = null;
  if (!known?.array) {
    batch(() => {
      shown.value?.stop.abort();
      shown.value = null;
      memberFault.value = known?.error ?? member.error ?? new Error('This member is no .npy array.');
    });
    announced.value = `${seen(member.key)} cannot be shown`;
    return;
  }
  announced.value = `${seen(member.key)}: ${known.array.words}, shape ${known.array.shapeText}`;
  await showArray(known.array, member);
}

/** Headers of members, in one batch; those already known cost nothing. */
export async function peekMembers(indices: number[]): Promise<ReadonlyMap<number, PeekedMember>> {
  const file = archive.peek();
  const missing = indices.filter((index) => !peeked.value.has(index));
  if (!file || !missing.length) return peeked.value;
  const link = await theEngine();
  const answers = await link.peek(file.opened.file, missing).catch(() => []);
  if (archive.peek() !== file) return peeked.value;
  const next = new Map(peeked.value);
  for (const answer of answers) next.set(answer.index, answer);
  peeked.value = next;
  return next;
}

async function showArray(info: ArrayInfo, member?: Member): Promise<void> {
  const link = await theEngine();
  const first = files.peek()[0]!;
  const a = engineArray(link, first.opened.file, first.name, member ?? null, info);
  let model: ArrayModel = a;
  if (files.peek().length > 1 && side.peek() !== 'a') {
    const { differenceOf } = await import('./difference');
    model = (await differenceOf(link, files.peek()[1]!, a, side.peek())) ?? a;
  }
  memberFault.value = null;
  const key = `${first.opened.file}/${info.member}/${model === a ? 'a' : side.peek()}`;
  const known = keptStates.get(key);
  shown.value?.stop.abort();
  const state = known ?? new ArrayState(model);
  state.stop = new AbortController();
  state.fault.value = null;
  keptStates.set(key, state);
  if (keptStates.size > 64) keptStates.delete(keptStates.keys().next().value!);
  if (!known) applyLink(state);
  shown.value = state;
}

/** Shows the current array again, after `side` changed. */
export const showSide = (): Promise<void> => counted(showChosenSide());

async function showChosenSide(): Promise<void> {
  const file = files.peek()[0];
  if (file?.opened.kind === 'npy') await showArray(file.opened.array);
  else if (current.peek() >= 0) await selectMember(current.peek());
}

// The address: read once for the first array that is shown, then written.
let pendingLink: Link = readLink(location.hash);

function applyLink(state: ArrayState): void {
  const link = pendingLink;
  pendingLink = {};
  if (link.view && views.includes(link.view as View)) state.setView(link.view as View);
  if (link.slice !== undefined) state.setText(link.slice);
  if (link.map && (colorMaps as string[]).includes(link.map)) state.map.value = link.map as never;
  if (link.scale && (scaleKinds as string[]).includes(link.scale)) state.scale.value = link.scale as never;
  if (link.range) state.limits.value = link.range;
}

export function followAddress(): void {
  addEventListener('hashchange', () => {
    const link = readLink(location.hash);
    const state = shown.value;
    if (!state || location.hash === written) return;
    pendingLink = link;
    const file = archive.peek();
    const index = link.member === undefined || !file ? -1 : file.members.findIndex((member) => member.key === link.member);
    if (index >= 0 && index !== current.value) void selectMember(index).then(() => shown.value && applyLink(shown.value));
    else applyLink(state);
  });
  effect(() => {
    const state = shown.value;
    if (!state) return;
    const link: Link = { slice: state.text.value, view: state.view.value };
    if (state.model.key !== null) link.member = state.model.key;
    if (state.map.value) link.map = state.map.value;
    if (state.scale.value !== 'linear') link.scale = state.scale.value;
    if (state.limits.value) link.range = state.limits.value;
    written = linkText(link);
    try {
      history.replaceState(null, '', written || location.pathname);
    } catch {
      // Some browsers allow no history from file://.
    }
  });
}
let written = '';
