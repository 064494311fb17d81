// SPDX-License-Identifier: MIT
// An array of the engine as the page's ArrayModel.
import { allColumns, wholeItem, type ArrayInfo, type Member } from '../engine';
import type { ArrayModel } from './array_model';
import type { EngineLink } from './engine_link';

export function engineArray(link: EngineLink, file: number, name: string, member: Member | null, info: ArrayInfo): ArrayModel {
  const at = info.member;
  const single = info.columns.length <= 1 && info.kind !== 'record' && info.kind !== 'subarray';
  const leaf = (column: number) => (single ? wholeItem : column);
  return {
    file: name,
    key: member?.key ?? null,
    member,
    info,
    columns: info.columns,
    place: { file, member: at },
    numbers: (slice, column, part, options) => link.numbers(file, at, slice, { ...options, column: leaf(column), part }),
    texts: (slice, column, options) => link.text(file, at, slice, { ...options, column: column === null ? allColumns : leaf(column) }),
    statistics: (slice, column, part, options) => link.statistics(file, at, slice, { ...options, column: leaf(column), part }),
    histogram: (slice, column, part, low, high, bins, options) =>
      link.histogram(file, at, slice, { ...options, column: leaf(column), part, low, high, bins }),
    cost: (slice) => link.cost(file, at, slice),
    items: (slice, options) => link.items(file, at, slice, options),
    bytes: (offset, count, options) => link.bytes(file, at, offset, count, options),
    anatomy: (options) => link.anatomy(file, at, options),
    objects: (options) => link.objects(file, at, options),
    exportNpy: (slice, options) => link.exportSlice(file, at, slice, options),
    verify: member ? (options) => link.verify(file, at, options) : null,
  };
}
