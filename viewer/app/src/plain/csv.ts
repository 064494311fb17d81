// SPDX-License-Identifier: MIT
// Tables as text: CSV after RFC 4180, and tab-separated values for the clipboard.

const csvCell = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** Rows of exact texts as RFC 4180 writes them: CRLF, quotes where needed. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** Rows for the clipboard; tabs and line ends inside a cell become blanks. */
export const tsvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')).join('\n');
