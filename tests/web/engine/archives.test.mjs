// SPDX-License-Identifier: MIT
// Archives through engine.ts: few reads, each counted; errors of members stay theirs; long actions are given up.
import fs from 'node:fs';
import zlib from 'node:zlib';
import { assert, fileSource, load, memorySource, NopyError, npy, run, zip } from './engine_under_node.mjs';

const int32 = (count) => npy("'<i4'", [count], Buffer.from(Int32Array.from({ length: count }, (_, i) => i).buffer));
const deflated = (name, data) => ({ name, data, method: 8, packed: zlib.deflateRawSync(data) });
const everything = (engine, file, member) => engine.slice(file, member, '...').axes;

await run({
  'archives of np.savez and np.savez_compressed are read whole': async () => {
    for (const name of fs.readdirSync('vectors/npz').filter((one) => one.endsWith('.npz'))) {
      const engine = await load();
      const source = fileSource(`vectors/npz/${name}`);
      const opened = await engine.open(source);
      assert.equal(opened.kind, 'npz', name);
      const members = engine.members(opened.file, 0, 1000);
      assert.equal(members.length, opened.archive.members);
      const peeked = await engine.peek(opened.file, members.map((one) => one.index));
      for (const { index, array, error } of peeked) {
        assert.equal(error, null, name);
        const { cells } = await engine.text(opened.file, index, everything(engine, opened.file, index));
        assert.equal(cells.length, array.count, name);
        assert.equal((await engine.verify(opened.file, index)).crc32, members[index].crc32);
      }
      source.close();
    }
  },
  'ten thousand members are listed by two reads, and peeked by batches': async () => {
    const bytes = zip(Array.from({ length: 10000 }, (_, i) => ({ name: `layer/${i}/weight.npy`, data: int32(300) })));
    const engine = await load();
    const opened = await engine.open(memorySource(bytes));
    assert.equal(opened.archive.members, 10000);
    assert.ok(engine.counters.reads <= 3, `${engine.counters.reads}`);
    assert.equal(engine.members(opened.file, 9990, 100).length, 10);
    const before = engine.counters.reads;
    const shown = await engine.peek(opened.file, Array.from({ length: 32 }, (_, i) => 5000 + i));
    assert.ok(shown.every((one) => one.array.shapeText === '(300,)'));
    assert.ok(engine.counters.reads - before <= 4, `${engine.counters.reads - before}`);
  },
  'a bad member tells its error and leaves the others alone': async () => {
    const bytes = zip([{ name: 'good.npy', data: int32(5) }, { name: 'torn.npy', data: Buffer.from('\x93NUMPY\x01\x00\xff', 'latin1') }, deflated('b.npy', int32(900))]);
    bytes[bytes.indexOf('b.npy') + 5 + 60] ^= 0x55;
    const engine = await load();
    const { file } = await engine.open(memorySource(bytes));
    const peeked = await engine.peek(file, [0, 1, 2]);
    assert.equal(peeked[0].error, null);
    assert.equal(peeked[1].error.id, 'header_truncated');
    assert.deepEqual((await engine.text(file, 0, everything(engine, file, 0))).cells, ['0', '1', '2', '3', '4']);
    await assert.rejects(engine.verify(file, 2), NopyError);
  },
  'a window deep in a deflated member goes on from a checkpoint': async () => {
    const data = npy("'<f8'", [4_000_000], Buffer.from(Float64Array.from({ length: 4_000_000 }, (_, i) => Math.sqrt(i)).buffer));
    const engine = await load();
    const { file } = await engine.open(memorySource(zip([deflated('x.npy', data)])));
    await engine.peek(file, [0]);
    const at = async (slice) => (await engine.numbers(file, 0, engine.slice(file, 0, slice).axes)).values[0];
    assert.equal(await at('3999999'), Math.sqrt(3999999));
    assert.ok(engine.cost(file, 0, engine.slice(file, 0, '2000000:2000100').axes).inflateBytes < 1.1e6);
    assert.equal(await at('2000000'), Math.sqrt(2000000));
  },
  'a long scan tells how far it is and stops when it is given up': async () => {
    const data = npy("'<f4'", [8_000_000], Buffer.alloc(32_000_000));
    const engine = await load();
    const { file } = await engine.open(memorySource(data));
    const stop = new AbortController();
    const slow = engine.statistics(file, -1, null, { signal: stop.signal, onProgress: () => stop.abort() });
    await assert.rejects(slow, { name: 'AbortError' });
    const said = await engine.statistics(file, -1, null);
    assert.equal(said.zeros, 8_000_000);
  },
  'objects are shown as data': async () => {
    const engine = await load();
    const row = JSON.parse(fs.readFileSync('vectors/writer.json', 'utf8')).find((one) => one.descr === "'|O'" && one.file);
    const source = fileSource(`vectors/${row.file}`);
    const opened = await engine.open(source);
    const objects = await engine.objects(opened.file, -1);
    assert.equal(objects.items.length, opened.array.count);
    assert.equal(objects.foreign, 0);
  },
});
