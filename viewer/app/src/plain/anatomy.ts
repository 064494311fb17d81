// SPDX-License-Identifier: MIT
// Which colour and which part of the answer line a span of a header belongs to.
import type { Span } from '../engine';

export type Ink = 'magic' | 'version' | 'length' | 'key' | 'value' | 'punctuation' | 'padding' | 'newline' | 'bad';

export function inkOf(kind: string): Ink {
  switch (kind) {
    case 'magic': return 'magic';
    case 'version': return 'version';
    case 'header length': return 'length';
    case 'key': return 'key';
    case 'descr':
    case 'fortran_order':
    case 'shape': return 'value';
    case 'padding': return 'padding';
    case 'newline': return 'newline';
    case 'syntax': return 'punctuation';
    default: return 'bad';
  }
}

/** "shape" lights the shape in the answer line, its key does as well. */
export function partOf(span: Span, text: string): string | null {
  if (span.kind === 'descr' || span.kind === 'fortran_order' || span.kind === 'shape') return span.kind;
  if (span.kind !== 'key') return null;
  return ['descr', 'fortran_order', 'shape'].find((name) => text.includes(name)) ?? null;
}

/** The letter of a byte as the page prints it. */
export const letterOf = (byte: number): string => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·');

export function textOf(bytes: Uint8Array, span: Span): string {
  const part = bytes.subarray(span.offset, span.offset + Math.min(span.bytes, 240));
  return Array.from(part, letterOf).join('');
}
