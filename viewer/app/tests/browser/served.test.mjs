// SPDX-License-Identifier: MIT
// `nopy view` as its user has it: the tool runs, the page it serves opens what it was given.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { answer, at, cells, click, counted, dist, press, settled, slice, tested } from './browser.mjs';

const { withPage } = tested();
const tool = process.env.NOPY_TOOL;
const skip = tool ? false : 'no tool was given';

/** Runs `nopy view` on the page as it was built, and gives its address; ends it as Ctrl-C does. */
async function serving(files, action) {
  const server = spawn(tool, ['view', '--no-open', '--page', join(dist, '../dist-server'), ...files], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  try {
    const [address] = await once(createInterface(server.stdout), 'line');
    await action(address);
  } finally {
    server.kill('SIGINT');
  }
  assert.deepEqual(await ended, [0, null]);
}

test('nopy view FILE opens the file, names it, and reads ranges of it', { skip }, () =>
  serving([at('huge.npy')], (address) =>
    withPage(async (page) => {
      assert.match(await page.textContent('.top .file'), /huge\.npy/);
      assert.match(await page.title(), /huge\.npy/);
      assert.deepEqual(await answer(page), ['float32', '25\u2009000 × 1\u2009000\u2009000', 'C order', '100 GB']);
      await press(page, '1');
      assert.equal((await cells(page))[0][5], '5');
      assert.ok((await counted(page)).bytes < 64e6);
      await press(page, 'n');
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /huge\.npy/);
    }, address),
  ));

test('nopy view of an archive of 5 GB lists it and shows its members', { skip }, () =>
  serving([at('five.npz')], (address) =>
    withPage(async (page) => {
      assert.match(await page.textContent('.top .file'), /five\.npz/);
      await click(page, '.member >> text=last');
      await press(page, '1');
      assert.deepEqual(await cells(page), [['9007199254740993', '-1'], ['0', '7']]);
      assert.ok((await counted(page)).bytes < 16e6);
    }, address),
  ));

test('nopy view of an element of an archive and a slice opens just that', { skip }, () =>
  serving([`${at('pair.npz')}:b[2:8, 1]`], (address) =>
    withPage(async (page) => {
      assert.deepEqual(await answer(page), ['float32', '12 × 9', 'C order', '432 B']);
      assert.equal(await page.inputValue('#slice'), '[2:8, 1]');
    }, address),
  ));

test('several files are offered by name, and each opens', { skip }, () =>
  serving([at('pair.npz'), at('volume.npy'), at('empty.npy')], (address) =>
    withPage(async (page) => {
      const text = await page.textContent('.empty');
      for (const name of ['pair.npz', 'volume.npy', 'empty.npy']) assert.ok(text.includes(name), name);
      await click(page, '.empty >> text=volume.npy');
      assert.match(await page.textContent('.top .file'), /volume\.npy/);
      await slice(page, '5, :, :');
      await press(page, '1');
      assert.equal((await cells(page))[0][0], '280');
    }, address),
  ));

test('a server that ended is said, and what was read stays', { skip }, async () => {
  let page;
  await serving([at('huge.npy')], (address) =>
    withPage(async (open) => {
      page = await open.context().newPage();
      await page.goto(`${address}#v=table`);
      await settled(page);
    }, address),
  );
  await slice(page, '20000:20040, :40');
  assert.match(await page.textContent('.view .message'), /cannot be read|did not answer/);
  assert.equal((await answer(page))[0], 'float32');
  await page.close();
});
