// SPDX-License-Identifier: MIT
// 100 GB open by one read; what the engine itself weighs.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { assert, fileSource, load, npy, run, wasmBytes } from './engine_under_node.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nopy-engine-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

function sparse(name, head, bytes) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, head);
  fs.truncateSync(file, bytes);
  return file;
}

await run({
  '100 GB open by one read of 4096 bytes, and a window is a few more': async () => {
    const shape = [50000, 500000];
    const head = npy("'<f4'", shape);
    const file = sparse('huge.npy', head, head.length + shape[0] * shape[1] * 4);
    const spot = fs.openSync(file, 'r+');
    fs.writeSync(spot, Buffer.from(Float32Array.of(0.1).buffer), 0, 4, head.length + (40000 * 500000 + 400000) * 4);
    fs.closeSync(spot);
    const engine = await load();
    const source = fileSource(file);
    const opened = await engine.open(source);
    assert.equal(engine.counters.reads, 1);
    assert.equal(engine.counters.bytes, 4096);
    assert.deepEqual(opened.array.shape, shape);
    assert.equal(opened.array.dataBytes, 100_000_000_000);
    const { axes } = engine.slice(opened.file, -1, '40000:40040, 400000:400020');
    assert.equal(engine.cost(opened.file, -1, axes).ranges, 40);
    const { cells } = await engine.text(opened.file, -1, axes);
    assert.equal(cells[0], '0.1');
    assert.equal(cells[1], '0.0');
    assert.ok(engine.counters.reads <= 41);
    assert.equal((await engine.numbers(opened.file, -1, engine.slice(opened.file, -1, '-1, -1').axes)).values[0], 0);
    source.close();
  },
  'the engine stays within its budget': () => {
    const packed = zlib.gzipSync(wasmBytes(), { level: 9 }).length;
    console.log(`        engine.wasm: ${wasmBytes().length} bytes, ${packed} gzipped`);
    assert.ok(packed <= 120_000);
  },
});
