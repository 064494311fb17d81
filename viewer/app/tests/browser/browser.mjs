// SPDX-License-Identifier: MIT
// The page in Debian's Chromium: a server of the built site, one browser for all tests, and what tests ask of a page.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** Where the built page lies, and the files of make_files.py. */
export const dist = join(dirname(fileURLToPath(import.meta.url)), '../../dist');
export const at = (name) => join(process.env.NOPY_PAGE_FILES, name);
/** What NumPy says of each of them. */
export const expected = () => JSON.parse(readFileSync(at('expected.json'), 'utf8'));

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/** Serves a folder, with single ranges and CORS as a plain static host has them. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    if (!file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
    const { size } = statSync(file);
    const headers = { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-expose-headers': '*', etag: '"1"' };
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, { ...headers, 'content-length': size });
      return createReadStream(file).pipe(response);
    }
    const start = Number(range[1]);
    const end = Math.min(Number(range[2]), size - 1);
    response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 });
    return createReadStream(file, { start, end }).pipe(response);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A machine that builds and tests something else, too, may need half a minute to start a browser. */
const patience = 240_000;

export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), 'nopy-page-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.NOPY_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    timeout: patience,
    viewport: { width: 1280, height: 800 },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu-vsync', '--disable-frame-rate-limit'],
  });
  context.setDefaultTimeout(patience);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/** A fresh page that keeps every console error and uncaught exception, at rest. */
export async function openPage(context, url) {
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  page.on('pageerror', (error) => page.faults.push(String(error)));
  await page.goto(url);
  await settled(page);
  return page;
}

/** Opens files and waits for all that follows from it. */
export async function show(page, ...paths) {
  await page.setInputFiles('#picker', paths);
  await settled(page);
}

/** Presses keys, one after the other, and waits for all that follows from them. */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
}

export async function click(page, selector) {
  await page.click(selector);
  await settled(page);
}

/** Types a slice into its field. */
export async function slice(page, text) {
  await page.fill('#slice', text);
  await press(page, 'Enter');
}

/**
 * Waits until the page has nothing to do: its own count of it (state/work.ts) stays at rest for a whole frame. No frames are asked for while
 * it works: without a display's rate they would keep a core busy that the page's worker could use.
 */
export const settled = (page) =>
  page.evaluate(async () => {
    const root = document.documentElement;
    const rest = () =>
      new Promise((done) => {
        const look = () => root.dataset.work !== 'busy' && (seen.disconnect(), done());
        const seen = new MutationObserver(look);
        seen.observe(root, { attributes: true });
        look();
      });
    // A page that is not in front has no frames.
    const frame = () =>
      new Promise((done) => {
        requestAnimationFrame(() => setTimeout(done));
        setTimeout(done, 100);
      });
    for (let before = ''; before === '' || before !== root.dataset.work; ) {
      await rest();
      before = root.dataset.work ?? '';
      await frame();
    }
  });

/** Real files as the system hands them over, to be dropped: an input beside the page's own holds them. */
export async function inHand(page, ...paths) {
  const input = await page.evaluateHandle(() => {
    const made = Object.assign(document.createElement('input'), { type: 'file', multiple: true, hidden: true });
    return document.body.appendChild(made);
  });
  await input.setInputFiles(paths);
  return input;
}

/** Drops one of the files in hand onto the page. */
export async function drop(page, input, which = 0) {
  await input.evaluate((held, at) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(held.files[at]);
    for (const name of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
  }, which);
  await settled(page);
}

/** Drops a file, and when the answer line stood: milliseconds, reads and bytes until then. */
export async function glance(page, path) {
  const held = await inHand(page, path);
  await page.evaluate(() => {
    addEventListener('drop', () => (window.dropped = performance.now()), { capture: true, once: true });
    window.answered = null;
    const look = () => {
      if (window.dropped === undefined || window.answered || !document.querySelector('.answer h1 button')) return;
      const { reads, bytes } = document.querySelector('#counter').dataset;
      window.answered = { ms: performance.now() - window.dropped, reads: Number(reads), bytes: Number(bytes) };
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await drop(page, held);
  return page.evaluate(() => window.answered);
}

export const answer = (page) => page.$eval('.answer h1', (element) => [...element.querySelectorAll('button')].map((button) => button.textContent));
export const counted = (page) => page.$eval('#counter', (element) => ({ reads: Number(element.dataset.reads), bytes: Number(element.dataset.bytes) }));
/** The page's own log of reads, oldest first. */
export async function readLog(page) {
  await click(page, '#counter');
  const rows = await page.$$eval('#read-log tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\u2009/g, ''))));
  await click(page, '#counter');
  return rows.reverse().map(([offset, bytes, why, ms]) => ({ offset: Number(offset), bytes: Number(bytes), why, ms: Number(ms) }));
}

export const cells = (page) =>
  page.$$eval('.grid [role=rowgroup] [role=row]', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\u00a0/g, ' ').trimEnd())));

/** The site and a browser for one file of tests. A page of it fails its test on any console error or uncaught exception. */
export function tested() {
  const made = { site: null, context: null };
  let browser = null;
  let shared = null;
  before(async () => {
    made.site = await serve(dist);
    browser = await launch();
    made.context = browser.context;
  });
  after(async () => {
    await browser?.close();
    made.site?.close();
  });
  const faultless = (page) => assert.deepEqual(page.faults.splice(0), []);
  /** A page of its own, from a path of the site or from an address. */
  made.withPage = async (action, path = '') => {
    const page = await openPage(made.context, new URL(path, made.site.url).href);
    try {
      await action(page);
      faultless(page);
    } finally {
      await page.close();
    }
  };
  /** One page for all that ask so: what was open before must leave no trace. */
  made.withShared = async (action) => {
    shared ??= await openPage(made.context, made.site.url);
    await action(shared);
    faultless(shared);
  };
  return made;
}
