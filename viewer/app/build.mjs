// SPDX-License-Identifier: MIT
// Builds the page's three forms: dist/ (a static site with its remote page), dist-server/ (what `nopy view` serves) and
// dist/nopy-view.html (one file, for offline use). Usage: node build.mjs ENGINE.wasm
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const wasmPath = process.argv[2];
if (!wasmPath || !existsSync(wasmPath)) {
  console.error('usage: node build.mjs ENGINE.wasm (./dev web builds it)');
  process.exit(2);
}
const wasm = readFileSync(wasmPath);
const site = join(here, 'dist');
const served = join(here, 'dist-server');

const common = {
  root: here,
  configFile: false,
  logLevel: 'warn',
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: { target: 'es2022', modulePreload: false, assetsInlineLimit: 0 },
  worker: { format: 'es' },
};

const rules = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};
const policy = (change) =>
  Object.entries({ ...rules, ...change })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

function shaped(html, mode, change = {}) {
  return html
    .replace('<meta name="nopy-mode" content="site" />', `<meta name="nopy-mode" content="${mode}" />`)
    .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy(change)}" />`)
    .replaceAll(' crossorigin', '');
}

async function buildSite() {
  rmSync(site, { recursive: true, force: true });
  rmSync(served, { recursive: true, force: true });
  await build({ ...common, build: { ...common.build, outDir: site, emptyOutDir: true } });
  writeFileSync(join(site, 'assets/nopy_engine.wasm'), wasm);
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  mkdirSync(served);
  cpSync(join(site, 'assets'), join(served, 'assets'), { recursive: true });
  writeFileSync(join(served, 'index.html'), shaped(html, 'served'));
  writeFileSync(join(site, 'index.html'), shaped(html, 'site'));
  writeFileSync(join(site, 'remote.html'), shaped(html, 'remote', { 'connect-src': "'self' http: https:" }));
}

// Four bytes as five letters, the highest first: 40 to 125 without '<', so that no letter ends a block of HTML. A last group of n bytes
// is n + 1 letters. Six in a hundred shorter than base64; single_starter.js reads it.
function base85(bytes) {
  const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  const letters = [];
  for (let at = 0; at < bytes.length; at += 4) {
    let word = padded.readUInt32BE(at);
    const five = [0, 0, 0, 0, 0];
    for (let i = 4; i >= 0; i--, word = Math.floor(word / 85)) five[i] = 40 + (word % 85) + (word % 85 >= 20 ? 1 : 0);
    letters.push(...five);
  }
  letters.length = bytes.length + Math.ceil(bytes.length / 4);
  return Buffer.from(letters).toString('latin1');
}

async function buildSingle() {
  const [output] = await build({
    ...common,
    build: {
      ...common.build,
      write: false,
      cssCodeSplit: false,
      lib: { entry: join(here, 'src/single.ts'), formats: ['iife'], name: 'nopy', fileName: 'single' },
    },
  });
  const code = output.output.find((part) => part.type === 'chunk').code.trim();
  const css = String(output.output.find((part) => part.fileName.endsWith('.css')).source).trim();
  const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
  const starter = readFileSync(join(here, 'src/single_starter.js'), 'utf8').replaceAll(/^\/\/.*\n/gm, '').trim();
  const change = {
    'script-src': `${hash(starter)} ${hash(code)} 'wasm-unsafe-eval'`,
    'style-src': hash(css),
    'worker-src': "'none'",
    'img-src': 'blob: data:',
    'connect-src': "'none'",
  };
  const packed = (name, bytes) =>
    `<script type="application/octet-stream" id="nopy-${name}">${base85(deflateRawSync(bytes, { level: 9 }))}</script>`;
  const parts = [packed('style', css), packed('page', code), packed('engine', wasm), `<script>${starter}</script>`];
  const html = shaped(readFileSync(join(here, 'index.html'), 'utf8'), 'single', change).replace(
    '<script type="module" src="/src/main.ts"></script>',
    parts.join('\n    '),
  );
  writeFileSync(join(site, 'nopy-view.html'), html);
}

await buildSite();
await buildSingle();
