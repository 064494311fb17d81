// SPDX-License-Identifier: MIT
// The page survives the files of the hostile corpus, dropped one after the other onto one page, and says why: every fourth of a kind and
// at least two, or with NOPY_LONG all. What the engine says of each of them, web.engine_hostile holds.
import assert from 'node:assert/strict';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drop, inHand, tested } from './browser.mjs';

const { withShared } = tested();
const corpus = process.env.NOPY_HOSTILE;

/** All names, or some of every kind, which a name begins with (`npy/dtype-`, `npz/cd-`, ...). */
function chosen(all) {
  if (process.env.NOPY_LONG) return all;
  const seen = {};
  return all.filter((name) => {
    const kind = name.split('-')[0];
    seen[kind] = (seen[kind] ?? -1) + 1;
    return seen[kind] % 4 === 0 || seen[kind] === 1;
  });
}

test('the page survives hostile files and says why', { skip: corpus ? false : 'no corpus given' }, () =>
  withShared(async (page) => {
    const all = chosen(readdirSync(corpus, { recursive: true }).map(String).filter((name) => /\.np[yz]$/.test(name) && lstatSync(join(corpus, name)).isFile()).sort());
    assert.ok(all.length > 100, `${all.length} files`);
    let said = 0;
    const files = await inHand(page, ...all.map((name) => join(corpus, name)));
    for (const [i, name] of all.entries()) {
      await drop(page, files, i).catch((fault) => assert.fail(`${name}: ${fault}`));
      assert.deepEqual(page.faults.splice(0), [], name);
      const seen = await page.evaluate(() => ({
        error: document.querySelector('.message .what') !== null,
        shown: document.querySelector('.answer h1, .message') !== null,
        scripts: document.scripts.length,
      }));
      assert.ok(seen.shown, `${name}: neither data nor an error`);
      assert.equal(seen.scripts, 1, name);
      said += seen.error ? 1 : 0;
    }
    console.log(`      # ${all.length} hostile files, ${said} of them with an error page`);
    assert.ok(said > all.length / 4);
  }));
