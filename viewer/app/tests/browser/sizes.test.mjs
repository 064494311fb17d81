// SPDX-License-Identifier: MIT
// Size does not matter: what is read, in reads and bytes, of files and archives that nobody could hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, at, cells, click, counted, press, readLog, show, tested } from './browser.mjs';

const { withPage, withShared } = tested();

test('100 GB open with one read of at most 4 KiB, and a window costs little', () =>
  withPage(async (page) => {
    await show(page, at('huge.npy'));
    assert.deepEqual(await answer(page), ['float32', '25\u2009000 × 1\u2009000\u2009000', 'C order', '100 GB']);
    const opening = (await readLog(page)).filter((read) => read.why === 'open');
    assert.equal(opening.length, 1);
    assert.ok(opening[0].bytes <= 4096, `${opening[0].bytes}`);
    const { bytes } = await counted(page);
    assert.ok(bytes <= 1e6, `${bytes} bytes for the first table`);
    assert.equal((await cells(page))[0][3], '3');
  }, '#v=table'));

test('an overview that would read gigabytes is offered with its price', () =>
  withShared(async (page) => {
    await show(page, at('huge.npy'));
    assert.match(await page.textContent('#overview'), /^Overview: reads 2\.\d+ GB$/);
    assert.ok((await counted(page)).bytes < 64e6);
  }));

test('no view of a huge array reads much without having been asked', () =>
  withShared(async (page) => {
    await show(page, at('long.npy'));
    for (const [key, why] of [['3', 'line'], ['5', 'histogram'], ['6', 'bytes'], ['1', 'table']]) {
      const before = (await counted(page)).bytes;
      await press(page, key);
      assert.ok((await counted(page)).bytes - before <= 64e6, why);
      if (key === '3' || key === '5') assert.match(await page.textContent('#overview'), /^Overview: reads (7\.99|8) GB$/);
    }
  }));

test('10 000 members are listed from their directory and scroll', () =>
  withShared(async (page) => {
    await show(page, at('many.npz'));
    assert.equal(await page.textContent('.rail .count'), '10\u2009000 members');
    assert.ok((await counted(page)).reads < 10_000 / 8);
    await page.click('#members');
    await press(page, 'End');
    assert.match(await page.textContent('.member[aria-selected=true]'), /array_09999/);
    assert.equal(await page.textContent('#value'), '9999');
    await press(page, '/', ...'_0123');
    assert.match(await page.textContent('.rail .count'), /^10 of/);
    assert.ok((await page.$$('.member')).length < 60);
  }));

test('a picture larger than the window says how it is sampled', () =>
  withShared(async (page) => {
    await show(page, at('wide.npy'));
    assert.match(await page.textContent('#sampling-note'), /^every \d(rd|nd|th) column$/);
  }));
