// SPDX-License-Identifier: MIT
// Everyone can read it: axe in both themes, keys alone, narrow windows, nothing that jumps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { at, press, settled, show, tested } from './browser.mjs';

const { withPage } = tested();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// In the dark the same elements have other colours, which tokens.test.ts recomputes: two states, or with NOPY_LONG all.
const inTheDark = process.env.NOPY_LONG ? () => true : (name) => name === 'heat' || name === 'archive';
const states = { empty: [], heat: ['volume.npy'], records: ['records.npy'], archive: ['mixed.npz'], damaged: ['cut.npz'], objects: ['objects.npy'] };
for (const theme of ['light', 'dark'])
  for (const [name, open] of Object.entries(states).filter(([name]) => theme === 'light' || inTheDark(name)))
    test(`axe finds nothing in ${name}, ${theme}`, () =>
      withPage(async (page) => {
        await page.emulateMedia({ colorScheme: theme });
        if (open.length) {
          await show(page, ...open.map(at));
          if (name !== 'damaged') await press(page, name === 'archive' ? 'm' : 'h');
        }
        await page.evaluate(axe);
        const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(' | ')}`), []);
      }));

test('everything is reached by keys alone', () =>
  withPage(async (page) => {
    await show(page, at('pair.npz'));
    await press(page, 'j');
    assert.match(await page.textContent('.member[aria-selected=true]'), /b/);
    for (const [key, view] of [['1', 'table'], ['3', 'line'], ['5', 'hist'], ['6', 'bytes'], ['2', 'heat']]) {
      await press(page, key);
      assert.equal(await page.getAttribute(`#tab-${view}`, 'aria-selected'), 'true', key);
    }
    const wanted = new Set(['counter', 'filter', 'members', 'slice', 'tab-heat', 'export']);
    for (let i = 0; i < 60 && wanted.size; i += 1) {
      await page.keyboard.press('Tab');
      wanted.delete(await page.evaluate(() => document.activeElement?.id ?? ''));
    }
    assert.deepEqual([...wanted], []);
    await press(page, '?');
    assert.ok(await page.$('dialog[open]'));
    await press(page, 'Escape');
    assert.equal(await page.$('dialog[open]'), null);
  }));

test('nothing moves while a file is opened', () =>
  withPage(async (page) => {
    // The areas of the page: what a key changes inside of them may move, and a slow machine shows it late.
    await page.evaluate(() => {
      window.moved = [];
      const area = ({ node }) => node instanceof Element && node.matches('header, main, nav, footer, .body, .answer, .bar, .view, .inspector');
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.moved.push(...entry.sources.filter(area).map(({ node }) => `${node.nodeName} ${node.className}`)))).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    await settled(page);
    await show(page, at('plain_le_f8.npy'));
    for (const key of ['1', '3', '5', '2']) await press(page, key);
    assert.deepEqual(await page.evaluate(() => window.moved), []);
  }));

for (const [what, size] of [['360 px', { width: 360, height: 640 }], ['200 % zoom', { width: 640, height: 400 }]])
  test(`nothing is lost at ${what}`, () =>
    withPage(async (page) => {
      await page.setViewportSize(size);
      await show(page, at('pair.npz'));
      for (const selector of ['.answer h1', '#members', '#slice', '#tab-table', '.status #value', '#counter']) {
        await page.locator(selector).first().scrollIntoViewIfNeeded();
        const box = await page.locator(selector).first().boundingBox();
        assert.ok(box && box.x >= 0 && box.x < size.width && box.y >= 0 && box.y < size.height, `${selector} ${JSON.stringify(box)}`);
      }
      assert.ok((await page.locator('#view').boundingBox()).height >= 100);
      // The slice is in sight without scrolling, however many chips stand before it.
      await show(page, at('volume.npy'));
      const field = await page.locator('#slice').boundingBox();
      assert.ok(field.x >= 0 && field.x + field.width <= size.width, JSON.stringify(field));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
    }));
