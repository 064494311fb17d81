// SPDX-License-Identifier: MIT
// The glance: whoever drops a file reads at once of what kind, shape and type it is, and what is odd about it. How soon is counted in reads, since
// milliseconds are the machine's; they are printed, and `./dev bench viewer` holds them against the promise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, glance, tested } from './browser.mjs';

const { withPage } = tested();
const spaced = (text) => text.replace(/\u2009/g, ' ');

// file: what the answer line says; what stands below it; what must not stand there; reads and bytes until the answer.
const files = {
  'huge.npy': { answer: 'float32 25 000 × 1 000 000 C order 100 GB', below: /aligned to 128, can be mapped$/, not: /cut short/, reads: 1, bytes: 4096 },
  'plain_be_f8.npy': { answer: 'big-endian float64 12 × 9 C order 864 B', below: /NumPy 1\.0 header/, not: /cut short/, reads: 1, bytes: 4096 },
  'fortran.npy': { answer: 'float64 12 × 9 Fortran order 864 B', below: /NumPy 1\.0 header/, not: /cut short/, reads: 1, bytes: 4096 },
  'records.npy': { answer: 'record of 5 fields 30 elements 1.2 kB', below: /8 bytes of padding an item/, not: /cut short/, reads: 1, bytes: 4096 },
  'cut.npy': { answer: 'float64 64 × 10 C order 5.12 kB', below: /The data is cut short: .* 37 of 64 rows are present\./, not: /^$/, reads: 1, bytes: 4096 },
  'mixed.npz': { answer: 'float64 12 × 9 C order 864 B', below: /checksum not checked/, not: /cut short/, rail: /7 members.*broken.*damaged/s, reads: 2, bytes: 16384 },
};
for (const [name, { answer, below, not, rail, reads, bytes }] of Object.entries(files))
  test(`${name} is told at a glance`, () =>
    withPage(async (page) => {
      const said = await glance(page, at(name));
      console.log(`      # ${name}: ${said.ms.toFixed(0)} ms, ${said.reads} reads, ${said.bytes} bytes until the answer`);
      assert.ok(said.reads <= reads && said.bytes <= bytes, JSON.stringify(said));
      const heading = page.locator('h1');
      assert.equal(spaced((await heading.ariaSnapshot()).match(/^- heading "(.*)" \[level=1\]/)[1]), answer);
      assert.equal(spaced(await heading.innerText()).replace(/\s*·\s*/g, ' ').trim().replace(/\n/g, ' '), answer);
      const told = spaced(await page.locator('main').innerText());
      assert.match(spaced(await page.locator('.health').innerText()) + (await page.locator('.banner').allInnerTexts()).join(), below);
      assert.doesNotMatch(told, not);
      if (rail) assert.match(spaced(await page.locator('.rail').innerText()), rail);
    }));
