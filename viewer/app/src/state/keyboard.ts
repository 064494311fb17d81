// SPDX-License-Identifier: MIT
// The keys of the page: one table, used for handling and for the help.
import { copyCpp, copyNumpy, copyValue } from './actions';
import { views, type ArrayState } from './array_state';
import { memberRows, filterText } from './members';
import { archive, bits, current, exact, exportOpen, helpOpen, logOpen, panel, selectMember, shown, type Panel } from './page';

interface KeyRow {
  /** As the help shows them. */
  keys: string;
  says: string;
}

export const keyTable: KeyRow[] = [
  { keys: 'o', says: 'Open a file' },
  { keys: '/', says: 'Filter the members' },
  { keys: 'j  k', says: 'Next and previous member' },
  { keys: '1 – 6', says: 'Table, heatmap, line, image, histogram, bytes' },
  { keys: '[  ]', says: 'Previous and next index on the active axis' },
  { keys: '{  }', says: 'Previous and next axis' },
  { keys: 'g', says: 'Go to an index, edit the slice' },
  { keys: 't', says: 'Transpose' },
  { keys: 'l', says: 'Logarithmic scale' },
  { keys: 'a', says: 'Limits from the data' },
  { keys: 'p', says: 'Profiles' },
  { keys: 'x', says: 'All digits in the grid' },
  { keys: 'b', says: 'Bits of the value' },
  { keys: 'h', says: 'Header bytes' },
  { keys: 'm', says: 'Archive map' },
  { keys: 's', says: 'Statistics' },
  { keys: 'c', says: 'Copy the value or the selection' },
  { keys: 'n', says: 'Copy as NumPy' },
  { keys: 'Shift n', says: 'Copy as C++' },
  { keys: 'e', says: 'Export' },
  { keys: 'Space', says: 'Play the active axis' },
  { keys: '+  -  0', says: 'Zoom in, out, fit' },
  { keys: 'Ctrl arrow', says: 'To the edge' },
  { keys: 'Shift arrow', says: 'Select' },
  { keys: 'Esc', says: 'Close what is open' },
  { keys: '?', says: 'These keys' },
];

const togglePanel = (name: Panel) => (panel.value = panel.value === name ? null : name);

function stepMember(by: number): void {
  const file = archive.peek();
  if (!file) return;
  const { rows } = memberRows(file.members, filterText.peek(), new Set());
  const members = rows.flatMap((row) => row.member ?? []);
  const at = members.findIndex((member) => member.index === current.peek());
  const next = members[Math.max(0, Math.min(members.length - 1, at + by))];
  if (next && next.index !== current.peek()) void selectMember(next.index);
}

let playing = 0;
export function stopPlaying(): void {
  clearInterval(playing);
  playing = 0;
}

/** Moves the active index axis twelve times a second, waiting for pictures that are late. */
function play(state: ArrayState): void {
  if (playing) return stopPlaying();
  const axis = state.selection.value.findIndex((pick, i) => pick.dropped && (i === state.activeAxis.value || !state.selection.value[state.activeAxis.value]?.dropped));
  if (axis < 0) return;
  playing = setInterval(() => {
    if (shown.peek() !== state) return stopPlaying();
    if (state.busy.peek()) return;
    const at = state.selection.peek()[axis]!;
    if (!at.dropped) return stopPlaying();
    state.setAxis(axis, { ...at, start: (at.start + 1) % state.shape[axis]! });
  }, 1000 / 12) as unknown as number;
}

function moveAxis(state: ArrayState, by: number): void {
  const count = state.shape.length;
  if (count) state.activeAxis.value = (state.activeAxis.value + by + count) % count;
}

function onArray(key: string, state: ArrayState): boolean {
  const digit = '123456'.indexOf(key);
  if (digit >= 0) {
    state.setView(views[digit]!);
    return true;
  }
  switch (key) {
    case '[': state.stepAxis(state.activeAxis.value, -1); return true;
    case ']': state.stepAxis(state.activeAxis.value, 1); return true;
    case '{': moveAxis(state, -1); return true;
    case '}': moveAxis(state, 1); return true;
    case 'g': document.getElementById('slice')?.focus(); return true;
    case 't': state.transposed.value = !state.transposed.value; return true;
    case 'l':
      if (state.view.value === 'hist') state.logCounts.value = !state.logCounts.value;
      else state.scale.value = state.scale.value === 'log' ? 'linear' : 'log';
      return true;
    case 'a': state.limits.value = null; state.fullRange.value = false; return true;
    case 'p': state.profiles.value = !state.profiles.value; return true;
    case 'x': exact.value = !exact.value; return true;
    case 'b': bits.value = !bits.value; return true;
    case 's': togglePanel('stats'); return true;
    case 'c': void copyValue(state); return true;
    case 'n': void copyNumpy(state); return true;
    case 'N': void copyCpp(state); return true;
    case 'e': exportOpen.value = !exportOpen.value; return true;
    case ' ': play(state); return true;
    default: return false;
  }
}

function onPage(key: string, open: () => void): boolean {
  switch (key) {
    case 'o': open(); return true;
    case '/': document.getElementById('filter')?.focus(); return !!archive.value;
    case 'j': stepMember(1); return true;
    case 'k': stepMember(-1); return true;
    case 'h': togglePanel('header'); return true;
    case 'm': if (archive.value) togglePanel('map'); return true;
    case '?': helpOpen.value = true; return true;
    case 'Escape':
      if (logOpen.value) logOpen.value = false;
      else if (exportOpen.value) exportOpen.value = false;
      else if (panel.value) panel.value = null;
      else return false;
      return true;
    default: return false;
  }
}

export function listenToKeys(open: () => void): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || helpOpen.value) return;
    const target = event.target as Element;
    const types = target.matches('input:not([type=range]), select, textarea');
    if (types && event.key !== 'Escape') return;
    // Space and Enter belong to the button in focus.
    if (event.key === ' ' && target.matches('button, [role=tab], [role=slider], select, input')) return;
    stopPlayingUnlessSpace(event.key);
    const state = shown.value;
    if ((state && state.available.length > 0 && onArray(event.key, state)) || onPage(event.key, open)) event.preventDefault();
  });
}

function stopPlayingUnlessSpace(key: string): void {
  if (key !== ' ' && playing) stopPlaying();
}
