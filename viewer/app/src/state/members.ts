// SPDX-License-Identifier: MIT
// The member list as rows: nested names as a tree, or the members whose names hold the filter's text.
import { signal } from '@preact/signals';
import type { Member } from '../engine';

export const filterText = signal('');

export interface MemberRow {
  label: string;
  /** Of a group: its path, with a slash at the end. */
  path: string;
  depth: number;
  member: Member | null;
  /** Members inside a group. */
  count: number;
}

interface Group {
  path: string;
  label: string;
  groups: Map<string, Group>;
  members: Member[];
  count: number;
  /** Members and groups in the order they first appear. */
  order: (Member | Group)[];
}

const fresh = (path: string, label: string): Group => ({ path, label, groups: new Map(), members: [], count: 0, order: [] });
const deepest = 16;

function treeOf(members: readonly Member[]): Group {
  const root = fresh('', '');
  for (const member of members) {
    let group = root;
    root.count += 1;
    if (!member.key.includes('/')) {
      root.order.push(member);
      continue;
    }
    const parts = member.key.split('/');
    for (const part of parts.slice(0, Math.min(deepest, parts.length - 1))) {
      let inner = group.groups.get(part);
      if (!inner) {
        inner = fresh(`${group.path}${part}/`, part);
        group.groups.set(part, inner);
        group.order.push(inner);
      }
      inner.count += 1;
      group = inner;
    }
    group.order.push(member);
  }
  return root;
}

const isGroup = (item: Member | Group): item is Group => 'groups' in item;

/** A group that holds nothing but one other is shown joined with it: `model/layers`. */
function rowsOf(root: Group, closed: ReadonlySet<string>): MemberRow[] {
  const rows: MemberRow[] = [];
  const walk = (group: Group, depth: number) => {
    for (const item of group.order) {
      if (!isGroup(item)) {
        rows.push({ label: item.key.slice(group.path.length) || item.key || item.name, path: item.key, depth, member: item, count: 1 });
        continue;
      }
      let inner = item;
      let { label } = item;
      while (inner.order.length === 1 && isGroup(inner.order[0]!)) {
        inner = inner.order[0] as Group;
        label += `/${inner.label}`;
      }
      rows.push({ label, path: inner.path, depth, member: null, count: inner.count });
      if (!closed.has(inner.path)) walk(inner, depth + 1);
    }
  };
  walk(root, 0);
  return rows;
}

export function memberRows(members: readonly Member[], filter: string, closed: ReadonlySet<string>): { rows: MemberRow[]; matches: number } {
  if (filter) {
    const wanted = filter.toLowerCase();
    const rows = members
      .filter((member) => member.key.toLowerCase().includes(wanted))
      .map((member): MemberRow => ({ label: member.key, path: member.key, depth: 0, member, count: 1 }));
    return { rows, matches: rows.length };
  }
  return { rows: rowsOf(treeOf(members), closed), matches: members.length };
}
