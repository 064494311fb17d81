// SPDX-License-Identifier: MIT
// Damage is explained: what happened, what still works; names are text whatever they hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, at, click, press, show, tested } from './browser.mjs';

const { withShared } = tested();

test('a bad member shows its error while the others work', () =>
  withShared(async (page) => {
    await show(page, at('mixed.npz'));
    assert.ok(await page.$('.badge.bad'));
    await click(page, '.member >> text=broken');
    assert.ok(await page.$('.message .what'));
    assert.match(await page.textContent('.message'), /other 6 members are listed/);
    await click(page, '.member >> text=deflated');
    assert.equal((await answer(page))[1], '50\u2009000 elements');
  }));

test('names with HTML and bidi controls stay text', () =>
  withShared(async (page) => {
    await show(page, at('mixed.npz'));
    const names = await page.$$eval('.member .name', (all) => all.map((name) => name.textContent));
    assert.ok(names.includes('<img src=x onerror=alert(1)>'));
    assert.ok(names.includes('evil\\u202egpj'));
    assert.equal(await page.$('.rail img'), null);
  }));

test('a checksum that differs is found by the check', () =>
  withShared(async (page) => {
    await show(page, at('mixed.npz'));
    await click(page, '.member >> text=bad_crc');
    if (!(await page.$('#verify'))) await press(page, 's');
    await click(page, '#verify');
    assert.equal(await page.textContent('.inspector [style*=error]'), "The member's checksum does not match.");
    await click(page, '.member >> text=good');
    await click(page, '#verify');
    assert.match(await page.textContent('.inspector'), /agree with the directory/);
  }));

test('a cut archive says what is whole', () =>
  withShared(async (page) => {
    await show(page, at('cut.npz'));
    const text = await page.textContent('.message');
    assert.match(text, /no directory/);
    assert.match(text, /found by their own headers/);
  }));

test('a cut array shows the rows that are there', () =>
  withShared(async (page) => {
    await show(page, at('cut.npy'));
    assert.match(await page.textContent('.banner'), /37 of 64 rows are present/);
  }));
