// SPDX-License-Identifier: MIT
// The page's other forms: the single file under file://, the remote page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { answer, at, counted, dist, serve, show, tested } from './browser.mjs';

const { withPage } = tested();

test('the single file works from file:// and sends nothing', () =>
  withPage(async (page) => {
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await show(page, at('huge.npy'));
    assert.deepEqual(await answer(page), ['float32', '25\u2009000 × 1\u2009000\u2009000', 'C order', '100 GB']);
    assert.deepEqual(asked.filter((url) => !/^(file:|data:|blob:)/.test(url)), []);
  }, `file://${join(dist, 'nopy-view.html')}`));

test('the remote page reads ranges of an address', async () => {
  const other = await serve(at(''));
  await withPage(async (page) => {
    assert.equal((await answer(page))[0], 'float64');
    assert.ok((await counted(page)).bytes < 20_000);
  }, `remote.html#src=${encodeURIComponent(`${other.url}plain_le_f8.npy`)}`).finally(other.close);
});
