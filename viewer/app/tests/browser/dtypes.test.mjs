// SPDX-License-Identifier: MIT
// Every dtype in the page's table is what NumPy prints, and each view that applies draws it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, cells, expected, press, show, tested } from './browser.mjs';

const { withShared } = tested();
const said = expected();

/** The table with all digits. */
async function exactTable(page) {
  await press(page, '1');
  if ((await page.getAttribute('.tools .tool >> text=Exact', 'aria-pressed')) !== 'true') await press(page, 'x');
}

const visible = (text) => text.replace(/[\u202e]/g, '\\u202e');

/** Whether the picture holds more than one colour. */
const inked = (page) =>
  page.$eval('.view canvas.plot', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.some((pixel) => pixel !== pixels[0]);
  });

const keyOf = { 'tab-table': '1', 'tab-heat': '2', 'tab-line': '3', 'tab-image': '4', 'tab-hist': '5', 'tab-bytes': '6' };

for (const [name, { plane, shape, kind }] of Object.entries(said)) {
  if (!plane?.length || shape.length === 0) continue;
  test(`${name} is shown as NumPy prints it, and drawn in each view that applies`, () =>
    withShared(async (page) => {
      await show(page, at(`${name}.npy`));
      await exactTable(page);
      const shown = await cells(page);
      const mark = (text) => (kind === 'b' ? (text === 'True' ? '✓' : '·') : visible(text).trimEnd());
      plane.forEach((row, r) => {
        const across = Math.min(row.length, shown[r].length);
        assert.ok(across >= Math.min(3, row.length));
        assert.deepEqual(shown[r].slice(0, across), row.slice(0, across).map(mark), `row ${r}`);
      });
      const tabs = await page.$$eval('.tab[id^=tab-]', (all) => all.map((tab) => tab.id));
      const numeric = 'iufbcmM'.includes(kind);
      assert.equal(tabs.includes('tab-hist'), numeric);
      assert.equal(tabs.includes('tab-heat'), numeric && shape.length > 1);
      for (const tab of tabs) {
        await press(page, keyOf[tab]);
        assert.equal(await page.getAttribute(`#${tab}`, 'aria-selected'), 'true');
        assert.equal(await page.$('.view .message'), null, `${tab} shows an error`);
        if (tab !== 'tab-table' && tab !== 'tab-bytes') assert.ok(await inked(page), `${tab} is blank`);
      }
    }));
}

for (const name of ['records', 'version3'])
  test(`${name} has one column a field, nested ones too`, () =>
    withShared(async (page) => {
      await show(page, at(`${name}.npy`));
      await exactTable(page);
      assert.deepEqual(await page.$$eval('.grid [role=columnheader]', (heads) => heads.map((head) => head.textContent)), said[name].columns);
      const shown = await cells(page);
      said[name].rows.slice(0, shown.length - 1).forEach((row, r) => assert.deepEqual(shown[r], row.map((text) => text.trimEnd()), `row ${r}`));
    }));

test('a scalar is its value', () =>
  withShared(async (page) => {
    await show(page, at('scalar.npy'));
    assert.equal(await page.textContent('.scalar'), '2.5');
  }));

test('an empty array says so', () =>
  withShared(async (page) => {
    await show(page, at('empty.npy'));
    assert.equal(await page.textContent('.view .message'), 'No elements: shape 0 × 3.');
  }));

test('objects are shown as data and never run', () =>
  withShared(async (page) => {
    await show(page, at('objects.npy'));
    const text = await page.textContent('.view');
    for (const part of ['never run', "'two'", '[3, 4]', 'datetime.date(2020, 1, 1)']) assert.ok(text.includes(part), part);
  }));

test('the focus reads the exact value of each view', () =>
  withShared(async (page) => {
    await show(page, at('extremes_u8.npy'));
    for (const key of ['1', '2']) {
      await press(page, key);
      await page.click('#view [tabindex="0"]', { position: { x: 4, y: 4 } });
      await press(page, 'Control+Home', 'ArrowRight');
      assert.equal(await page.textContent('#value'), '9007199254740993');
      assert.equal(await page.textContent('#index'), '[0, 1]');
    }
  }));
