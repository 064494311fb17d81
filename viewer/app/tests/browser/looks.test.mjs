// SPDX-License-Identifier: MIT
// The page looks as it did when `./dev web --pictures` kept its pictures: main states, both themes, wide and narrow.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { at, tested } from './browser.mjs';
import { darkroom, plain, pose, restyle, screenOf, sizes, states, themes } from './looks.mjs';

// Letters of another smoothing, kerning or half a pixel lower move no mean of a block by more than 24 of 255 (tried); a token of another
// colour, 4 px more or a missing legend move 4 blocks of 1000 and more.
const mostAside = 24;
const mostBlocks = 0.0015;
const skip = existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf') ? false : 'the pictures are made with DejaVu (fonts-dejavu-core)';

const made = tested();
let room = null;
async function differing(page, theme, name) {
  room ??= await darkroom(made.context);
  const screen = await screenOf(page, theme);
  const found = await room.unlike(screen, name, mostAside);
  return { ...found, screen, seen: found.count / found.of > mostBlocks };
}

for (const width of Object.keys(sizes))
  for (const state of Object.keys(states))
    test(`${state} at ${width} px looks as kept, light and dark`, { skip }, () =>
      made.withPage(async (page) => {
        await pose(page, state, width);
        for (const theme of themes) {
          const name = `${state}-${theme}-${width}`;
          const { seen, screen, ...found } = await differing(page, theme, name);
          if (!seen) continue;
          writeFileSync(at(`${name}.png`), screen);
          assert.fail(`${JSON.stringify(found)}: the screen is ${at(`${name}.png`)}; if it is as wanted, ./dev web --pictures keeps it`);
        }
      }));

// What the comparison must see, each on a page that else is as kept.
const faults = {
  'a token of another colour': ':root { --accent-soft: #ffd0d0 }',
  'a bar 4 px higher': '.bar { min-height: 40px }',
  'wider margins of the answer': '.answer { padding-left: 28px }',
  'a legend that is gone': '.legend { visibility: hidden }',
  'smaller letters in the answer': '.answer h1 { font-size: 15px }',
};
test('the comparison sees a fault', { skip }, () =>
  made.withPage(async (page) => {
    await pose(page, 'heatmap', '1280');
    for (const [what, rule] of Object.entries(faults)) {
      await restyle(page, rule);
      const { seen, count } = await differing(page, 'light', 'heatmap-light-1280');
      assert.ok(seen, `${what}: ${count} blocks`);
      await plain(page);
    }
    assert.equal((await differing(page, 'light', 'heatmap-light-1280')).seen, false);
  }));
