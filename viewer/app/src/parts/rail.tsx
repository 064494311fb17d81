// SPDX-License-Identifier: MIT
// The members of an archive: a filtered tree of any length, of which only the rows in sight exist.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Member, PeekedMember } from '../engine';
import { grouped, seen, sizeText } from '../plain/words';
import { kindLetter } from '../state/array_model';
import { archive, current, keep, peekMembers, peeked, railWidth, selectMember } from '../state/page';
import { filterText, memberRows, type MemberRow } from '../state/members';
import { soon } from '../state/work';

const rowSize = 32;

export function Rail() {
  const list = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const rows = useComputed(() => memberRows(archive.value?.members ?? [], filterText.value, closed.value));
  const all = archive.value?.members.length ?? 0;
  const found = rows.value.matches;

  useEffect(() => {
    const element = list.current!;
    const observer = new ResizeObserver(() => (height.value = element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor(top.value / rowSize) - 4);
  const count = Math.ceil(height.value / rowSize) + 8;
  const sight = rows.value.rows.slice(first, first + count);
  useEffect(() => {
    // A moment's rest before headers are read: scrolling past reads nothing.
    return soon(() => void peekMembers(sight.flatMap((row) => (row.member && !row.member.error && row.member.name.endsWith('.npy') ? [row.member.index] : []))), 60);
  }, [first, count, rows.value]);

  const at = rows.value.rows.findIndex((row) => row.member?.index === current.value);
  useEffect(() => {
    const element = list.current!;
    if (at < 0) return;
    if (at * rowSize < element.scrollTop) element.scrollTop = at * rowSize;
    else if ((at + 1) * rowSize > element.scrollTop + element.clientHeight) element.scrollTop = (at + 1) * rowSize - element.clientHeight;
  }, [at, rows.value]);

  const go = (row: MemberRow | undefined) => {
    if (row?.member) void selectMember(row.member.index);
  };
  const toggle = (row: MemberRow) => {
    const next = new Set(closed.value);
    if (!next.delete(row.path)) next.add(row.path);
    closed.value = next;
  };
  const step = (from: number, by: number) => {
    const { rows: list } = rows.value;
    for (let i = from + by; i >= 0 && i < list.length; i += by) if (list[i]!.member) return go(list[i]);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = rows.value.rows.length;
    const from = at < 0 ? -1 : at;
    const page = Math.max(1, Math.floor(height.value / rowSize) - 1);
    if (event.key === 'ArrowDown') step(from, 1);
    else if (event.key === 'ArrowUp') step(from, -1);
    else if (event.key === 'Home') step(-1, 1);
    else if (event.key === 'End') step(last, -1);
    else if (event.key === 'PageDown') step(Math.min(last, from + page) - 1, 1);
    else if (event.key === 'PageUp') step(Math.max(0, from - page) + 1, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <nav class="rail" style={{ width: `${railWidth.value}px` }} aria-label="Arrays of this archive">
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
              list.current?.focus();
              if (at < 0) step(-1, 1);
            } else if (event.key === 'Escape') {
              filterText.value = '';
              list.current?.focus();
            }
          }}
        />
        <span class="count" aria-live="polite">
          {filterText.value ? `${grouped(found)} of ${grouped(all)}` : `${grouped(all)} ${all === 1 ? 'member' : 'members'}`}
        </span>
      </div>
      <div
        ref={list}
        id="members"
        class="list"
        role="tree"
        tabIndex={0}
        aria-label="Members"
        aria-activedescendant={at >= 0 && at >= first && at < first + count ? `member-${current.value}` : undefined}
        onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
        onKeyDown={keys}
      >
        <div class="sheet" role="presentation" style={{ height: `${rows.value.rows.length * rowSize}px` }}>
          {sight.map((row, i) =>
            row.member ? (
              <MemberLine key={row.member.index} row={row} member={row.member} peek={peeked.value.get(row.member.index)} place={first + i} total={rows.value.rows.length} />
            ) : (
              <div
                key={`group ${row.path}`}
                role="treeitem"
                aria-expanded={!closed.value.has(row.path)}
                aria-level={row.depth + 1}
                class="member"
                style={{ top: `${(first + i) * rowSize}px`, paddingLeft: `${14 + row.depth * 14}px` }}
                onClick={() => toggle(row)}
              >
                <span class="faint" aria-hidden="true">{closed.value.has(row.path) ? '▸' : '▾'}</span>
                <span class="name quiet">{seen(row.label)}</span>
                <span class="badge">{grouped(row.count)}</span>
              </div>
            ),
          )}
        </div>
      </div>
      <Grip />
    </nav>
  );
}

function badgeOf(member: Member, peek: PeekedMember | undefined): { text: string; bad: boolean } | null {
  if (member.error || (peek && !peek.array && member.name.endsWith('.npy'))) return { text: 'damaged', bad: true };
  if (member.shared) return { text: 'name twice', bad: true };
  if (!member.name.endsWith('.npy') || (peek && !peek.array)) return { text: 'no array', bad: false };
  if (member.method === 'deflated') return { text: `deflated ${(member.bytes / Math.max(1, member.compressedBytes)).toFixed(1)}×`, bad: false };
  if (member.method !== 'stored') return { text: member.method, bad: true };
  if (peek?.array?.mappable === 'yes, unaligned') return { text: 'unaligned', bad: false };
  return null;
}

const shortDtype = (descr: string) => (descr.startsWith('[') || descr.startsWith('{') ? 'record' : descr.replace(/^['"]|['"]$/g, '').replace(/^[<|=]/, ''));

function MemberLine({ row, member, peek, place, total }: { row: MemberRow; member: Member; peek: PeekedMember | undefined; place: number; total: number }) {
  const chosen = current.value === member.index;
  const badge = badgeOf(member, peek);
  const array = peek?.array;
  const wide = railWidth.value >= 340;
  const title = [seen(member.name), array ? `${array.words}, shape ${array.shapeText}` : '', badge?.text ?? '', `${grouped(member.bytes)} bytes`].filter(Boolean).join('\n');
  return (
    <div
      id={`member-${member.index}`}
      role="treeitem"
      aria-selected={chosen}
      aria-level={row.depth + 1}
      aria-posinset={place + 1}
      aria-setsize={total}
      class="member"
      title={title}
      style={{ top: `${place * rowSize}px`, paddingLeft: `${14 + row.depth * 14}px` }}
      onClick={() => void selectMember(member.index)}
    >
      <span class="name">{marked(seen(row.label), filterText.value)}</span>
      {badge && (badge.bad || wide || !array) && <span class={`badge${badge.bad ? ' bad' : ''}`}>{badge.text}</span>}
      {array && <span class={`kind data kind-${kindLetter(array.kind)}`}>{seen(shortDtype(array.descr)).slice(0, 8)}</span>}
      {array && <span class="shape data">{array.shape.length ? array.shape.join('×') : 'scalar'}</span>}
      {wide && array && <span class="badge">{sizeText(array.dataBytes)}</span>}
    </div>
  );
}

function marked(text: string, part: string) {
  const at = part ? text.toLowerCase().indexOf(part.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + part.length)}</b>
      {text.slice(at + part.length)}
    </>
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
