// SPDX-License-Identifier: MIT
// The arrow keys of everything that shows a plane.
import type { Place } from '../state/array_state';

/** Where a key moves the focus in a plane, or null for other keys. */
export function movedFocus(event: KeyboardEvent, { row, column }: Place, rows: number, columns: number, page: number): Place | null {
  const far = event.ctrlKey || event.metaKey;
  const clip = (place: Place): Place => ({
    row: Math.min(Math.max(0, place.row), rows - 1),
    column: Math.min(Math.max(0, place.column), columns - 1),
  });
  if (event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown': return clip({ row: far ? rows - 1 : row + 1, column });
    case 'ArrowUp': return clip({ row: far ? 0 : row - 1, column });
    case 'ArrowRight': return clip({ row, column: far ? columns - 1 : column + 1 });
    case 'ArrowLeft': return clip({ row, column: far ? 0 : column - 1 });
    case 'PageDown': return clip({ row: row + page, column });
    case 'PageUp': return clip({ row: row - page, column });
    case 'Home': return clip({ row: far ? 0 : row, column: 0 });
    case 'End': return clip({ row: far ? rows - 1 : row, column: columns - 1 });
    default: return null;
  }
}
