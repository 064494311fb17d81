// SPDX-License-Identifier: MIT
// Reads archives by yauzl, jszip or fflate, and prints of every member its name, bytes and CRC-32:
//   node judge.mjs yauzl ARCHIVE...
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const table = Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; ++bit) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

class Sum {
  bytes = 0;
  crc = 0xffffffff;
  add(block) {
    this.bytes += block.length;
    if (zlib.crc32) this.crc = ~zlib.crc32(block, ~this.crc >>> 0) >>> 0;
    else for (const byte of block) this.crc = (table[(this.crc ^ byte) & 255] ^ (this.crc >>> 8)) >>> 0;
    return this;
  }
  line(name) {
    return `${this.bytes}\t${((this.crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')}\t${name}`;
  }
}

const readers = {
  async yauzl(path, say) {
    const { default: yauzl } = await import('yauzl');
    const zip = await promisify(yauzl.open)(path, { lazyEntries: true, strictFileNames: false, autoClose: false });
    const openStream = promisify(zip.openReadStream.bind(zip));
    for (;;) {
      const entry = await new Promise((resolve, reject) => {
        zip.once('error', reject).once('end', () => resolve(null)).once('entry', resolve).readEntry();
      });
      zip.removeAllListeners();
      if (entry === null) break;
      const sum = new Sum();
      for await (const block of await openStream(entry)) sum.add(block);
      say(sum.line(entry.fileName));
    }
    zip.close();
  },
  async jszip(path, say) {
    const { default: JSZip } = await import('jszip');
    const zip = await JSZip.loadAsync(readFileSync(path), { checkCRC32: true });
    for (const entry of Object.values(zip.files))
      say(new Sum().add(await entry.async('uint8array')).line(entry.unsafeOriginalName ?? entry.name));
  },
  async fflate(path, say) {
    const { unzipSync } = await import('fflate');
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(path)))) say(new Sum().add(bytes).line(name));
  },
};

const [name, ...paths] = process.argv.slice(2);
for (const path of paths) {
  const lines = [];
  console.log(`> ${path}`);
  try {
    await readers[name](path, (line) => lines.push(line));
    if (lines.length > 0) console.log(lines.join('\n'));
    console.log('= read');
  } catch (problem) {
    console.log(`= refused: ${String(problem.message).split('\n')[0]}`);
  }
}
