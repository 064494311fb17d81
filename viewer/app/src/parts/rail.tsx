// SPDX-License-Identifier: MIT
// The members of an archive: a filtered tree of any length, of which only the rows in sight exist.
import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { grouped, seen } from '../plain/words';
import { typedAhead } from '../plain/typed_ahead';
import { archive, current, keep, peekMembers, peeked, railWidth, selectMember } from '../state/page';
import { filterText, memberRows, type MemberRow } from '../state/members';
import { soon } from '../state/work';
import { MemberLine, rowSize } from './member_line';

type List = RefObject<HTMLDivElement>;

/** The rows that are on screen, and some around them. */
function useSight(list: List, rows: readonly MemberRow[]) {
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    const element = list.current!;
    const observer = new ResizeObserver(() => (height.value = element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top.value / rowSize) - 4);
  const count = Math.ceil(height.value / rowSize) + 8;
  return { top, first, count, sight: rows.slice(first, first + count), page: Math.max(1, Math.floor(height.value / rowSize) - 1) };
}

/** Reads the headers of the arrays in sight, after a moment's rest: scrolling past reads nothing. */
function useHeaders(sight: readonly MemberRow[], first: number, count: number, rows: readonly MemberRow[]): void {
  useEffect(() => {
    const arrays = sight.flatMap(({ member }) => (member && !member.error && member.name.endsWith('.npy') ? [member.index] : []));
    return soon(() => void peekMembers(arrays), 60);
  }, [first, count, rows]);
}

/** Scrolls to the chosen row as far as it takes to see it. */
function useChosenInSight(list: List, at: number, rows: readonly MemberRow[]): void {
  useEffect(() => {
    const element = list.current!;
    if (at < 0) return;
    if (at * rowSize < element.scrollTop) element.scrollTop = at * rowSize;
    else if ((at + 1) * rowSize > element.scrollTop + element.clientHeight) element.scrollTop = (at + 1) * rowSize - element.clientHeight;
  }, [at, rows]);
}

/** Chooses the next member from a row on, groups left out. */
function step(rows: readonly MemberRow[], from: number, by: 1 | -1): void {
  for (let i = from + by; i >= 0 && i < rows.length; i += by) {
    const { member } = rows[i]!;
    if (member) return void selectMember(member.index);
  }
}

/**
 * Arrows, page keys, and a name's first letters: these where the keyboard brought the focus, so that a click leaves the page's keys
 * alone; digits, which choose a view, only behind a letter.
 */
function useListKeys(rows: readonly MemberRow[], at: number, page: number) {
  const typed = useRef({ text: '', when: -Infinity });
  const clicked = useRef(false);
  const last = rows.length;
  const from = at < 0 ? -1 : at;
  const steps: Record<string, () => void> = {
    ArrowDown: () => step(rows, from, 1),
    ArrowUp: () => step(rows, from, -1),
    Home: () => step(rows, -1, 1),
    End: () => step(rows, last, -1),
    PageDown: () => step(rows, Math.min(last, from + page) - 1, 1),
    PageUp: () => step(rows, Math.max(0, from - page) + 1, -1),
  };
  const typeAhead = (key: string, now: number): boolean => {
    const goesOn = now - typed.current.when < 800;
    if (clicked.current || !(goesOn ? /^[\p{L}\p{N}_.-]$/u : /^[\p{L}_]$/u).test(key)) return false;
    const text = goesOn ? typed.current.text + key : key;
    const found = typedAhead(rows.map((row) => (row.member ? row.label : '')), text, at);
    typed.current = { text, when: now };
    const member = rows[found]?.member;
    if (member) void selectMember(member.index);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const named = steps[event.key];
    if (named) named();
    else if (!typeAhead(event.key, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onKeyDown, onPointerDown: () => (clicked.current = true), onBlur: () => (clicked.current = false) };
}

export function Rail() {
  const list = useRef<HTMLDivElement>(null);
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const found = useComputed(() => memberRows(archive.value?.members ?? [], filterText.value, closed.value));
  const { rows, matches } = found.value;
  const { top, first, count, sight, page } = useSight(list, rows);
  const at = rows.findIndex((row) => row.member?.index === current.value);
  useHeaders(sight, first, count, rows);
  useChosenInSight(list, at, rows);
  const keys = useListKeys(rows, at, page);
  const toggle = (path: string) => {
    const next = new Set(closed.value);
    if (!next.delete(path)) next.add(path);
    closed.value = next;
  };
  const enter = () => {
    list.current?.focus();
    if (at < 0) step(rows, -1, 1);
  };
  return (
    <nav class="rail" style={{ width: `${railWidth.value}px` }} aria-label="Arrays of this archive">
      <Filter matches={matches} enter={enter} leave={() => list.current?.focus()} />
      <div
        ref={list}
        id="members"
        class="list"
        role="tree"
        tabIndex={0}
        aria-label="Members"
        aria-activedescendant={at >= first && at < first + count ? `member-${current.value}` : undefined}
        onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
        {...keys}
      >
        <div class="sheet" role="presentation" style={{ height: `${rows.length * rowSize}px` }}>
          {sight.map((row, i) =>
            row.member ? (
              <MemberLine key={row.member.index} row={row} member={row.member} peek={peeked.value.get(row.member.index)} place={first + i} total={rows.length} />
            ) : (
              <GroupLine key={`group ${row.path}`} row={row} place={first + i} closed={closed} toggle={toggle} />
            ),
          )}
        </div>
      </div>
      <Grip />
    </nav>
  );
}

function Filter({ matches, enter, leave }: { matches: number; enter: () => void; leave: () => void }) {
  const all = archive.value?.members.length ?? 0;
  return (
    <div class="filter">
      <input
        id="filter"
        class="field"
        type="search"
        placeholder="Filter  /"
        aria-label="Filter arrays by name"
        value={filterText.value}
        onInput={(event) => (filterText.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            enter();
          } else if (event.key === 'Escape') {
            filterText.value = '';
            leave();
          }
        }}
      />
      <span class="count" aria-live="polite">
        {filterText.value ? `${grouped(matches)} of ${grouped(all)}` : `${grouped(all)} ${all === 1 ? 'member' : 'members'}`}
      </span>
    </div>
  );
}

interface GroupLineProps {
  row: MemberRow;
  place: number;
  closed: ReadonlySignal<ReadonlySet<string>>;
  toggle: (path: string) => void;
}

function GroupLine({ row, place, closed, toggle }: GroupLineProps) {
  const isClosed = closed.value.has(row.path);
  return (
    <div
      role="treeitem"
      aria-expanded={!isClosed}
      aria-level={row.depth + 1}
      class="member"
      style={{ top: `${place * rowSize}px`, paddingLeft: `${14 + row.depth * 14}px` }}
      onClick={() => toggle(row.path)}
    >
      <span class="faint" aria-hidden="true">{isClosed ? '▸' : '▾'}</span>
      <span class="name quiet">{seen(row.label)}</span>
      <span class="badge">{grouped(row.count)}</span>
    </div>
  );
}

function Grip() {
  const set = (width: number) => {
    railWidth.value = Math.max(180, Math.min(480, width));
    keep('rail', String(railWidth.value));
  };
  return (
    <div
      class="grip"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the list"
      aria-valuemin={180}
      aria-valuemax={480}
      aria-valuenow={railWidth.value}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') set(railWidth.value - 16);
        else if (event.key === 'ArrowRight') set(railWidth.value + 16);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && set(event.clientX)}
      onDblClick={() => set(264)}
    />
  );
}
