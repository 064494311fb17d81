// SPDX-License-Identifier: MIT
// What the engine's tests share: the engine itself, files that are read by position, and bytes of arrays and archives.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , wasm, script] = process.argv;
export const { Engine, bufferSource, blobSource, NopyError, allColumns } = await import(pathToFileURL(script).href);
export const load = () => Engine.load(fs.readFileSync(wasm));
export const wasmBytes = () => fs.readFileSync(wasm);

/** A file that is read by position, as a Blob is. */
export function fileSource(path) {
  const descriptor = fs.openSync(path, 'r');
  return {
    name: path,
    size: fs.fstatSync(descriptor).size,
    remote: false,
    async read(offset, count) {
      const bytes = new Uint8Array(count);
      const got = fs.readSync(descriptor, bytes, 0, count, offset);
      return bytes.subarray(0, got);
    },
    close: () => fs.closeSync(descriptor),
  };
}

export const memorySource = (bytes, name = 'memory') => bufferSource(new Uint8Array(bytes), name);

/** A .npy file: descr as it stands in the header, quotes and all. */
export function npy(descr, shape, data = Buffer.alloc(0), fortran = false) {
  const extents = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const text = `{'descr': ${descr}, 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${extents}, }`;
  const bytes = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const head = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${text.padEnd(bytes - 1)}\n`, 'latin1');
  head.writeUInt16LE(bytes, 8);
  return Buffer.concat([head, data]);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc >>> 0;
});
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}

/** A ZIP archive of members {name, data, stored?: the compressed bytes, method}. */
export function zip(members) {
  const parts = [];
  const records = [];
  let offset = 0;
  for (const { name, data, packed = data, method = 0 } of members) {
    const both = Buffer.alloc(26);
    both.writeUInt16LE(20, 0);
    both.writeUInt16LE(method, 4);
    both.writeUInt32LE(crc32(data), 10);
    both.writeUInt32LE(packed.length, 14);
    both.writeUInt32LE(data.length, 18);
    both.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), both, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    records.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), both, rest, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** Runs each named test; says which failed. */
export async function run(tests) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`ok      ${name}`);
    } catch (fault) {
      failed += 1;
      console.log(`FAILED  ${name}\n${fault.stack}`);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}
export { assert };
