// SPDX-License-Identifier: MIT
// One member in the list: its name, what it holds, and what is wrong with it.
import type { Member, PeekedMember } from '../engine';
import { grouped, seen, sizeText } from '../plain/words';
import { kindLetter } from '../state/array_model';
import { filterText, type MemberRow } from '../state/members';
import { current, railWidth, selectMember } from '../state/page';

/** Pixels of a row of the list. */
export const rowSize = 32;

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

export function MemberLine({ row, member, peek, place, total }: { row: MemberRow; member: Member; peek: PeekedMember | undefined; place: number; total: number }) {
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
