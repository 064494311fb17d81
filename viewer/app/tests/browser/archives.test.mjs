// SPDX-License-Identifier: MIT
// Archives larger than ZIP's own numbers: 65 536 members, 1 GiB deflated, 5 GB stored; few bytes are read, and they are counted.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { answer, at, cells, click, counted, dist, drop, inHand, press, settled, show, slice, tested } from './browser.mjs';

const { withPage, withShared } = tested();

test('65 536 members are listed, filtered and reached at both ends', () =>
  withShared(async (page) => {
    await show(page, at('members.npz'));
    assert.equal(await page.textContent('.rail .count'), '65\u2009536 members');
    const { reads, bytes } = await counted(page);
    // The directory is 8 MB of it; the rest are heads of the rows in sight.
    assert.ok(reads < 65_536 / 8 && bytes < 65_536 * 200, `${reads} reads, ${bytes} bytes`);
    await page.click('#members');
    await press(page, 'End');
    assert.match(await page.textContent('.member[aria-selected=true]'), /w65535/);
    assert.equal(await page.textContent('#value'), '65535');
    await press(page, '/', ...'w4567');
    assert.match(await page.textContent('.rail .count'), /^10 of 65\u2009536/);
    assert.ok((await page.$$('.member')).length < 60);
    await press(page, 'Enter');
    assert.equal(await page.textContent('#value'), '45670');
  }));

test('scrolling through 65 536 members draws only rows in sight, and reads heads where it rests', () =>
  withShared(async (page) => {
    await show(page, at('members.npz'));
    const before = (await counted(page)).reads;
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await page.$eval('#members', (list, to) => (list.scrollTop = list.scrollHeight * to), part);
      await settled(page);
      assert.ok((await page.$$('.member')).length < 60);
    }
    const { reads } = await counted(page);
    assert.ok(reads > before && reads - before <= 4 * 8, `${reads - before} reads for four places`);
    assert.match(await page.$$eval('.member .name', (all) => all.at(-1).textContent), /w65535/);
  }));

/** 1024 elements a row; the first 16 of each 1024th row are the number of that row's piece. */
const inPiece = (row) => Math.floor(row / 1024);

test('1 GiB deflated is paged: far ahead with progress, back at once, few bytes each time', () =>
  withPage(async (page) => {
    await show(page, at('gibibyte.npz'));
    assert.deepEqual(await answer(page), ['int32', '262\u2009144 × 1\u2009024', 'C order', '1.07 GB']);
    assert.equal((await cells(page))[0][3], '0');
    const opened = (await counted(page)).bytes;
    assert.ok(opened < 1.5e6, `${opened} bytes for the first rows`);
    await slice(page, '261120:261160, :40');
    assert.equal((await cells(page))[0][3], String(inPiece(261120)));
    assert.equal((await cells(page))[1][3], String((1024 + 3) >> 6));
    const far = (await counted(page)).bytes;
    assert.ok(far < 10e6, `${far} bytes to the far end of 8 MB`);
    // Back, near what was seen: from a checkpoint, over at most the 160th part of the member.
    for (const row of [130_048, 0, 260_096]) {
      const before = (await counted(page)).bytes;
      await slice(page, `${row}:${row + 40}, :40`);
      assert.equal((await cells(page))[0][3], String(inPiece(row)), `row ${row}`);
      const { bytes } = await counted(page);
      assert.ok(bytes - before < 400_000, `${bytes - before} bytes for row ${row}`);
    }
  }, '#v=table'));

test('another slice ends the way to a far window at once', () =>
  withPage(async (page) => {
    await show(page, at('gibibyte.npz'));
    const before = (await counted(page)).bytes;
    await page.$eval('#slice', (field) => {
      for (const text of ['-40:, :40', '3:43, :40']) {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
    });
    await settled(page);
    assert.equal((await cells(page))[1][3], String((4 * 1024 + 3) >> 6));
    const { bytes } = await counted(page);
    assert.ok(bytes - before < 4e6, `${bytes - before} of 8 MB`);
  }, '#v=table'));

test('a long way says how far it is, and is cancelled', () =>
  withPage(async (page) => {
    await show(page, at('gibibyte.npz'));
    const before = (await counted(page)).bytes;
    // Some 32 reads lie on that way. Slowing the processor down instead would depend on how busy it is.
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      window.atOnce = () => (Blob.prototype.arrayBuffer = arrayBuffer);
      Blob.prototype.arrayBuffer = async function () {
        await new Promise((go) => setTimeout(go, 200));
        return arrayBuffer.call(this);
      };
    });
    // Pressed by the page itself, at the first word of how far it is: who asks from outside may come after the end.
    await page.evaluate(() => {
      new MutationObserver((changes, observer) => {
        const text = document.querySelector('.busy-text [aria-hidden]')?.textContent ?? '';
        if (!text.includes(' of ')) return;
        observer.disconnect();
        document.body.dataset.said = text;
        document.querySelector('.busy-text button').click();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.fill('#slice', '-40:, :40');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-said]', { timeout: 120_000 });
    const said = await page.$eval('body', (body) => body.dataset.said);
    assert.match(said, /^Reading .* of 1.07 GB, .* a second$/);
    await page.evaluate(() => void window.atOnce());
    await settled(page);
    // The status says it for 2.4 s only; to a screen reader it stays said.
    assert.equal(await page.textContent('.hidden[aria-live]'), 'Reading was cancelled');
    const { bytes } = await counted(page);
    assert.ok(bytes - before < 8e6, `${bytes - before}`);
    await slice(page, '1024:1064, :40');
    assert.equal((await cells(page))[0][3], '1');
  }, `file://${join(dist, 'nopy-view.html')}#v=table`));

const five = async (page) => {
  assert.deepEqual(await page.$$eval('.member .name', (all) => all.map((name) => name.textContent)), ['small', 'big', 'last']);
  await click(page, '.member >> text=big');
  assert.deepEqual(await answer(page), ['float32', '1\u2009250 × 1\u2009000\u2009000', 'C order', '5 GB']);
  await press(page, '1');
  assert.equal((await cells(page))[0][7], '7');
  await click(page, '.member >> text=last');
  await press(page, '1');
  assert.deepEqual(await cells(page), [['9007199254740993', '-1'], ['0', '7']]);
  const { bytes } = await counted(page);
  assert.ok(bytes < 16e6, `${bytes} bytes of 5 GB`);
};
const hundred = async (page) => {
  assert.deepEqual(await answer(page), ['float32', '25\u2009000 × 1\u2009000\u2009000', 'C order', '100 GB']);
  assert.ok((await counted(page)).bytes < 64e6);
};

for (const [form, path] of [['the site', ''], ['the single file under file://', `file://${join(dist, 'nopy-view.html')}`]])
  test(`5 GB and 100 GB are opened and dropped on ${form} by ranges`, () =>
    withPage(async (page) => {
      await show(page, at('five.npz'));
      await five(page);
      const files = await inHand(page, at('huge.npy'), at('five.npz'));
      await drop(page, files, 0);
      await hundred(page);
      await drop(page, files, 1);
      await five(page);
    }, path));
