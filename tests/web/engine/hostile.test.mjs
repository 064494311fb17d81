// SPDX-License-Identifier: MIT
// The engine in the browser's form survives every file of the hostile corpus: each answer is data or an error, never a trap.
import fs from 'node:fs';
import path from 'node:path';
import { fileSource, load, NopyError } from './engine_under_node.mjs';

const folder = process.argv[4];
const { cases } = JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
let wrong = 0;

/** Runs one question; only the library's errors may come of it. */
async function ask(name, what, question) {
  try {
    return await question();
  } catch (fault) {
    if (fault instanceof NopyError) return null;
    wrong += 1;
    console.log(`${name}: ${what}: ${fault.stack}`);
    return null;
  }
}

async function askAll(engine, name, file, member) {
  await ask(name, 'anatomy', () => engine.anatomy(file, member));
  const chosen = await ask(name, 'slice', async () => engine.slice(file, member, '...'));
  if (chosen === null) return;
  await ask(name, 'text', () => engine.text(file, member, chosen.axes));
  await ask(name, 'numbers', () => engine.numbers(file, member, chosen.axes));
  await ask(name, 'statistics', () => engine.statistics(file, member, null));
  await ask(name, 'objects', () => engine.objects(file, member));
}

for (const { file: name } of cases) {
  const where = path.join(folder, name);
  if (!fs.existsSync(where) || !fs.statSync(where).isFile()) continue; // a page is given files only
  const engine = await load();
  const source = fileSource(where);
  const opened = await ask(name, 'open', () => engine.open(source));
  if (opened !== null && opened.kind === 'npz') {
    for (let index = 0; index < Math.min(opened.archive.members, 50); ++index) {
      await ask(name, 'peek', () => engine.peek(opened.file, [index]));
      if (opened.bytes > 64 << 20) continue;
      await askAll(engine, name, opened.file, index);
      await ask(name, 'verify', () => engine.verify(opened.file, index));
    }
    await ask(name, 'map', () => engine.map(opened.file, 0, 1000));
  } else if (opened !== null && opened.bytes <= 64 << 20) {
    await askAll(engine, name, opened.file, -1);
  }
  if (opened !== null) await ask(name, 'salvage', () => engine.salvage(opened.file));
  source.close();
}
console.log(`${cases.length} files, ${wrong} faults`);
process.exitCode = wrong === 0 ? 0 : 1;
