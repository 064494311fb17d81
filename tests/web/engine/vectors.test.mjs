// SPDX-License-Identifier: MIT
// The engine in the browser's form gives NumPy's headers and NumPy's text: tests/vectors.
import fs from 'node:fs';
import { assert, fileSource, load, memorySource, npy, run } from './engine_under_node.mjs';

const lines = (name) => fs.readFileSync(`vectors/text/${name}`, 'utf8').split('\n').filter((line) => line !== '');
const whole = -1;

async function textsOf(bytes) {
  const engine = await load();
  const opened = await engine.open(memorySource(bytes));
  assert.equal(opened.kind, 'npy', JSON.stringify(opened.error));
  return (await engine.text(opened.file, whole, engine.slice(opened.file, whole, '...').axes)).cells;
}

async function floats(name, bytes) {
  const rows = lines(name).map((line) => line.split('\t'));
  const data = Buffer.alloc(rows.length * bytes);
  rows.forEach(([bits], i) => Buffer.from(bits, 'hex').reverse().copy(data, i * bytes));
  const cells = await textsOf(npy(`'<f${bytes}'`, [rows.length], data));
  rows.forEach(([bits, text], i) => assert.equal(cells[i], text, bits));
  // The same values in the other byte order.
  const swapped = bytes === 4 ? Buffer.from(data).swap32() : Buffer.from(data).swap64();
  assert.deepEqual(await textsOf(npy(`'>f${bytes}'`, [rows.length], swapped)), cells);
  assert.ok(rows.length > 20000);
}

await run({
  'every header NumPy wrote is read as NumPy means it': async () => {
    const rows = JSON.parse(fs.readFileSync('vectors/writer.json', 'utf8')).filter((row) => row.file !== undefined && !row.only_numpy);
    let seen = 0;
    for (const row of rows) {
      const engine = await load();
      const source = fileSource(`vectors/${row.file}`);
      const opened = await engine.open(source);
      assert.equal(opened.kind, 'npy', `${row.expr} ${JSON.stringify(opened.error)}`);
      // A subarray at the top adds its extents to the shape, as np.load does.
      if (!row.descr.startsWith('(')) assert.deepEqual(opened.array.shape, row.shape, row.expr);
      assert.equal(opened.array.order, row.fortran ? 'F' : 'C', row.expr);
      assert.equal(opened.array.dataOffset, row.data_offset, row.expr);
      const { spans } = await engine.anatomy(opened.file, whole);
      assert.equal(spans.reduce((at, span) => (assert.equal(span.offset, at), at + span.bytes), 0), row.data_offset, row.expr);
      if (opened.array.count <= 10000) {
        const cells = await engine.text(opened.file, whole, engine.slice(opened.file, whole, '...').axes);
        assert.equal(cells.cells.length, opened.array.count, row.expr);
      }
      source.close();
      seen += 1;
    }
    assert.ok(seen > 50, `${seen}`);
  },
  'every float16 has its text': async () => {
    const data = Buffer.from(Uint16Array.from({ length: 65536 }, (_, bits) => bits).buffer);
    assert.deepEqual(await textsOf(npy("'<f2'", [65536], data)), lines('float16.txt'));
  },
  'float32 have their text': () => floats('float32.txt', 4),
  'float64 have their text': () => floats('float64.txt', 8),
  'all other types have their text': async () => {
    const byDescr = new Map();
    for (const line of lines('others.txt')) {
      const [descr, hex, text] = line.split('\t');
      byDescr.set(descr, [...(byDescr.get(descr) ?? []), [hex, text]]);
    }
    for (const [descr, rows] of byDescr) {
      const quoted = descr.startsWith('[') ? descr : `'${descr}'`;
      const cells = await textsOf(npy(quoted, [rows.length], Buffer.concat(rows.map(([hex]) => Buffer.from(hex, 'hex')))));
      rows.forEach(([hex, text], i) => assert.equal(cells[i], text, `${descr} ${hex}`));
    }
    assert.ok(byDescr.size >= 40, `${byDescr.size}`);
  },
});
