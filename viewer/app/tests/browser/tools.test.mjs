// SPDX-License-Identifier: MIT
// The reader's tools: header, statistics, code, slices, export, difference, addresses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answer, at, cells, click, expected, press, settled, show, slice, tested } from './browser.mjs';

const { withPage, withShared } = tested();

test('the inspector explains each field of the header, by arrow keys', () =>
  withPage(async (page) => {
    await show(page, at('plain_le_f8.npy'));
    await press(page, 'h');
    await page.focus('.fields [role=option]');
    const read = [];
    for (let i = 0; i < 10; i += 1) {
      read.push(await page.evaluate(() => document.activeElement.querySelector('.of .faint:last-child').textContent));
      await press(page, 'ArrowDown');
    }
    for (const kind of ['magic', 'version', 'header length', 'descr', 'shape']) assert.ok(read.includes(kind), `${kind} in ${read}`);
    await page.hover('.fields [role=option] >> text=shape');
  }));

test('statistics are those of NumPy', () =>
  withShared(async (page) => {
    await show(page, at('plain_le_f8.npy'));
    await press(page, 's');
    const text = await page.textContent('#statistics');
    assert.ok(text.includes('minimum-3.0[0, 0]') && text.includes('maximum7.0[11, 8]') && text.includes('mean2'), text);
  }));

test('code and values are copied for exactly the slice shown', () =>
  withPage(async (page) => {
    await show(page, at('pair.npz'));
    await slice(page, '2:8:2, 1');
    const copied = async (key) => {
      await press(page, key);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied('n'), 'np.load("pair.npz")["a"][2:8:2, 1]');
    assert.match(await copied('N'), /nopy::npz_reader/);
    await press(page, '1');
    assert.equal(await copied('c'), '-1.2242990654205608');
  }));

test('an invalid slice says why and leaves the picture', () =>
  withShared(async (page) => {
    await show(page, at('volume.npy'));
    await page.fill('#slice', '9, :, :');
    await settled(page);
    assert.equal(await page.textContent('#slice-reason'), 'axis 0 has 6 elements; 9 is outside');
    await slice(page, '5, :, ::2');
    await press(page, '1');
    assert.deepEqual((await cells(page))[0], ['280', '282', '284', '286']);
  }));

/** Opens the export menu, chooses a line of it and gives the saved bytes. */
async function exported(page, line) {
  await press(page, 'e');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(`[role=menuitem] >> text=${line}`)]);
  return readFileSync(await saved.path());
}

test('the exported slice is a .npy that opens again with the same values', () =>
  withPage(async (page) => {
    await show(page, at('volume.npy'));
    await slice(page, '1, 2:5, ::3');
    const bytes = await exported(page, 'Slice as .npy');
    assert.match(bytes.toString('latin1'), /'descr': '<i4', 'fortran_order': False, 'shape': \(3, 3\)/);
    assert.deepEqual([...new Int32Array(bytes.buffer.slice(bytes.byteOffset + bytes.length - 36, bytes.byteOffset + bytes.length))], [72, 75, 78, 80, 83, 86, 88, 91, 94]);
  }));

test('CSV holds the exact texts', () =>
  withShared(async (page) => {
    const { columns, rows } = expected().records;
    await show(page, at('records.npy'));
    const lines = (await exported(page, 'Slice as CSV')).toString('utf8').split('\r\n');
    assert.equal(lines[0], columns.map((name) => (name.includes(',') ? `"${name}"` : name)).join(','));
    assert.equal(lines[2], rows[1].join(','));
  }));

test('two files are shown as their difference', () =>
  withPage(async (page) => {
    await show(page, at('first_grid.npy'), at('second_grid.npy'));
    assert.match(await page.textContent('#difference'), /2 of 108 elements differ/);
    await press(page, '1');
    assert.equal((await cells(page))[2][3], '-0.5');
    await click(page, '#difference >> text=Second');
    assert.equal((await answer(page))[0], 'float64');
  }));

test('the address reproduces the view', () =>
  withPage(async (page) => {
    await show(page, at('pair.npz'));
    assert.deepEqual(await answer(page), ['float32', '12 × 9', 'C order', '432 B']);
    assert.equal(await page.inputValue('#slice'), '[1:5, :]');
    assert.equal(await page.getAttribute('#tab-table', 'aria-selected'), 'true');
    await press(page, '2');
    assert.match(page.url(), /#m=b&s=1:5,:&v=heat$/);
  }, '#m=b&s=1:5,:&v=table'));
