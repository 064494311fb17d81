// SPDX-License-Identifier: MIT
// Inflates in wasm for row 24: node wasm_inflate.mjs MODULE. A line with a path brings that stream; an empty line inflates it once and answers with
// the bytes that came out and the nanoseconds of CPU time.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const imports = { wasi_snapshot_preview1: new Proxy({}, { get: () => () => 8 }) };
const { exports } = (await WebAssembly.instantiate(readFileSync(process.argv[2]), imports)).instance;
exports._initialize();
let bytes = 0;
for await (const path of createInterface({ input: process.stdin })) {
  if (path !== '') {
    const stream = readFileSync(path);
    new Uint8Array(exports.memory.buffer, exports.room(), stream.length).set(stream);
    bytes = stream.length;
    continue;
  }
  const before = process.cpuUsage();
  const count = exports.inflate(bytes);
  const { user, system } = process.cpuUsage(before);
  console.log(count, 1000 * (user + system));
}
