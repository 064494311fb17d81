// SPDX-License-Identifier: MIT
// What the page weighs.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dist } from './browser.mjs';

const zipped = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const assets = readdirSync(join(dist, 'assets'));
test('JavaScript before the first paint is at most 40 KB gzipped', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const entry = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)[1];
  const code = readFileSync(join(dist, entry), 'utf8');
  const imported = [...code.matchAll(/from"\.\/([^"]+)"/g)].map((found) => `assets/${found[1]}`);
  const worker = assets.find((name) => name.startsWith('engine_worker'));
  const sum = [entry, ...imported, `assets/${worker}`].reduce((all, name) => all + zipped(join(dist, name)), 0);
  const whole = assets.filter((name) => name.endsWith('.js')).reduce((all, name) => all + zipped(join(dist, 'assets', name)), 0);
  console.log(`      # JavaScript: ${sum} bytes gzipped before the first paint with the worker, ${whole} in all`);
  assert.ok(sum <= 40_000, `${sum}`);
});
// The goal of the engine is 60 KB; this holds what is reached, so that it only shrinks.
test('the engine does not grow', () => {
  const bytes = zipped(join(dist, 'assets/nopy_engine.wasm'));
  console.log(`      # engine: ${bytes} bytes gzipped; the goal is 60000`);
  assert.ok(bytes <= 120_000, `${bytes}`);
});
test('the single file is at most 250 KB', () => {
  const bytes = statSync(join(dist, 'nopy-view.html')).size;
  console.log(`      # nopy-view.html: ${bytes} bytes`);
  assert.ok(bytes <= 250_000, `${bytes}`);
});
