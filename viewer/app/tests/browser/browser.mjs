// SPDX-License-Identifier: MIT
// The page in Debian's Chromium: a server of the built site, one browser for all tests, and what tests ask of a page.
import { createServer } from 'node:http';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

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

export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), 'nopy-page-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.NOPY_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/** A fresh page that fails its test on any console error or uncaught exception. */
export async function openPage(context, url) {
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  page.on('pageerror', (error) => page.faults.push(String(error)));
  await page.goto(url);
  // Not its welcome: an address that names a file may have opened it by now.
  await page.waitForSelector('.page');
  return page;
}

export async function give(page, ...paths) {
  await page.setInputFiles('#picker', paths);
}

/** Opens files and waits for the answer line or an error. */
export async function show(page, ...paths) {
  const before = Number(await page.getAttribute('.page', 'data-opened'));
  await give(page, ...paths);
  await page.waitForSelector(`.page[data-opened="${before + 1}"]`);
  await page.waitForSelector('.answer h1, .message');
  await settled(page);
}

/** Waits until nothing is being read and the page was drawn. */
export async function settled(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        let before = '';
        let calm = 0;
        const look = () => {
          const now = `${document.getElementById('counter')?.dataset.reads}|${document.querySelector('.view')?.textContent}|${document.getElementById('value')?.textContent}`;
          calm = now === before ? calm + 1 : 0;
          before = now;
          if (calm > 4) done();
          else setTimeout(look, 25);
        };
        look();
      }),
  );
}

export const answer = (page) => page.$eval('.answer h1', (element) => [...element.querySelectorAll('button')].map((button) => button.textContent));
export const counted = (page) => page.$eval('#counter', (element) => ({ reads: Number(element.dataset.reads), bytes: Number(element.dataset.bytes) }));
export const cells = (page) =>
  page.$$eval('.grid [role=rowgroup] [role=row]', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\u00a0/g, ' ').trimEnd())));
