// SPDX-License-Identifier: MIT
// Which line of a list the letters typed mean.

/**
 * Position of the line that begins with `typed`, letters alike in either case: of one letter the next one behind `at`, round the end;
 * of more the first one from `at` on. The same letter again and again goes from line to line. -1 where none does.
 */
export function typedAhead(lines: readonly string[], typed: string, at: number): number {
  const wanted = typed.toLowerCase();
  const repeated = [...wanted].every((letter) => letter === wanted[0]);
  const start = repeated ? at + 1 : Math.max(0, at);
  const begin = repeated && !lines.some((line) => line.toLowerCase().startsWith(wanted)) ? wanted[0]! : wanted;
  for (let i = 0; i < lines.length; i += 1) {
    const place = (start + i) % lines.length;
    if (begin && lines[place]!.toLowerCase().startsWith(begin)) return place;
  }
  return -1;
}
