// SPDX-License-Identifier: MIT
// The page survives every file of the hostile corpus, dropped one after the other onto one page, and says why.
import assert from 'node:assert/strict';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drop, inHand, tested } from './browser.mjs';

const { withShared } = tested();
const corpus = process.env.NOPY_HOSTILE;

test('the page survives every hostile file and says why', { skip: corpus ? false : 'no corpus given' }, () =>
  withShared(async (page) => {
    const all = readdirSync(corpus, { recursive: true }).map(String).filter((name) => /\.np[yz]$/.test(name) && lstatSync(join(corpus, name)).isFile());
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
