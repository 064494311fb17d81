// SPDX-License-Identifier: MIT
// What the viewer promises, measured in the browser and printed beside the promise: node figures.mjs (./dev bench viewer). Medians; it
// asserts nothing, since a busy machine is no fault of the page. What can be counted is asserted by the tests.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at, counted, dist, glance, launch, openPage, press, readLog, serve, show, slice } from './browser.mjs';

const site = await serve(dist);
const { context, close } = await launch();
const rows = [];
const figure = (what, goal, is, met) => rows.push({ what, goal, is, met });
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
const ms = (value) => `${value.toFixed(0)} ms`;

/** Runs an action on a fresh page, and the milliseconds until `selector` is there or the page is at rest. */
async function timed(path, begin, selector) {
  const page = await openPage(context, site.url + path);
  await page.evaluate((wanted) => {
    window.began = 0;
    const note = () => {
      if (window.began && !window.took && (wanted ? document.querySelector(wanted) : document.documentElement.dataset.work !== 'busy')) window.took = performance.now() - window.began;
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    const start = () => (window.began ||= performance.now());
    addEventListener('change', start, true);
    addEventListener('input', start, true);
  }, selector);
  await begin(page);
  const took = await page.evaluate(() => window.took);
  return { page, took };
}

async function several(path, begin, selector, look = () => null) {
  const times = [];
  let seen = null;
  for (let i = 0; i < 5; i += 1) {
    const { page, took } = await timed(path, begin, selector);
    times.push(took);
    seen = await look(page);
    await page.close();
  }
  return { time: median(times), seen };
}

const opened = await several('#v=table', (page) => show(page, at('huge.npy')), '.answer h1', readLog);
const first = opened.seen.filter((read) => read.why === 'open');
figure('open a .npy of 100 GB: reads', '1 of <= 4096 B', `${first.length} of ${first[0].bytes} B`, first.length === 1 && first[0].bytes <= 4096);
figure('open a .npy of 100 GB: the answer line', '<= 50 ms', ms(opened.time), opened.time <= 50);

{
  let worst = 0;
  for (const name of ['huge.npy', 'plain_be_f8.npy', 'fortran.npy', 'records.npy', 'cut.npy', 'mixed.npz']) {
    const times = [];
    for (let i = 0; i < 5; i += 1) {
      const page = await openPage(context, site.url);
      times.push((await glance(page, at(name))).ms);
      await page.close();
    }
    worst = Math.max(worst, median(times));
  }
  figure('what a file is, said after its drop (worst of 6)', '<= 100 ms', ms(worst), worst <= 100);
}

for (const [name, members] of [['many.npz', 10_000], ['members.npz', 65_536]]) {
  const listed = await several('', (page) => show(page, at(name)), '.member', counted);
  figure(`list ${members} members: reads`, `<= ${members / 8}`, `${listed.seen.reads}`, listed.seen.reads <= members / 8);
  figure(`list ${members} members: bytes`, `<= ${members * 128} B`, `${listed.seen.bytes} B`, listed.seen.bytes <= members * 128);
  figure(`list ${members} members: the first row`, '', ms(listed.time), true);
  const page = await openPage(context, site.url);
  await show(page, at(name));
  const frames = await page.$eval('#members', async (list) => {
    const spent = [];
    for (let i = 0; i < 200; i += 1) {
      const began = performance.now();
      list.scrollTop += 320;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      spent.push(performance.now() - began);
    }
    return spent.sort((a, b) => a - b);
  });
  figure(`scroll ${members} members: a frame (95 of 100)`, '<= 16.7 ms', `${frames[190].toFixed(1)} ms`, frames[190] <= 16.7);
  await page.close();
}

const window40 = await several('#v=table', async (page) => {
  await show(page, at('wide.npy'));
  await page.evaluate(() => void (window.began = window.took = 0));
  await slice(page, ':40, 2000:2020');
});
figure('a window of 40 x 20', '<= 100 ms', ms(window40.time), window40.time <= 100);
const heat = await several('#v=table', async (page) => {
  await show(page, at('square.npy'));
  await page.evaluate(() => {
    window.took = 0;
    window.began = performance.now();
  });
  await press(page, '2');
});
figure('a heatmap of 512 x 512', '<= 300 ms', ms(heat.time), heat.time <= 300);

const zipped = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const assets = readdirSync(join(dist, 'assets'));
const wasm = zipped(join(dist, 'assets/nopy_engine.wasm'));
figure('the engine, gzipped', '<= 60000 B', `${wasm} B`, wasm <= 60_000);
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entry = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)[1];
const early = [entry, `assets/${assets.find((name) => name.startsWith('engine_worker'))}`].reduce((sum, name) => sum + zipped(join(dist, name)), 0);
figure('JavaScript before the first paint, gzipped', '<= 40000 B', `${early} B`, early <= 40_000);
const single = statSync(join(dist, 'nopy-view.html')).size;
figure('nopy-view.html', '<= 250000 B', `${single} B`, single <= 250_000);

/** Megabytes that the pages' processes have for themselves, without what the next collection frees. */
async function ownMemory(page) {
  await (await context.newCDPSession(page)).send('HeapProfiler.collectGarbage');
  const { processInfo } = await (await context.browser().newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const statuses = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => readFileSync(`/proc/${id}/status`, 'utf8'));
  return statuses.reduce((sum, status) => sum + Number(/RssAnon:\s*(\d+)/.exec(status)[1]) / 1000, 0);
}

{
  const page = await openPage(context, site.url);
  const before = await ownMemory(page);
  await show(page, at('huge.npy'));
  for (const key of ['1', '3', '5', '6', '2']) await press(page, key);
  const all = (await ownMemory(page)) - before;
  figure('memory for all views of 100 GB', '<= 100 MB', `${all.toFixed(1)} MB`, all <= 100);
  await page.close();
}
{
  const page = await openPage(context, site.url + '#v=table');
  await show(page, at('noise.npz'));
  await press(page, 's');
  const took = await page.evaluate(
    () =>
      new Promise((done) => {
        const began = performance.now();
        const seen = new MutationObserver(() => {
          if (!document.querySelector('.inspector').textContent.includes('agree with the directory')) return;
          seen.disconnect();
          done(performance.now() - began);
        });
        seen.observe(document.querySelector('.inspector'), { subtree: true, childList: true, characterData: true });
        document.querySelector('#verify').click();
      }),
  );
  const rate = 64 / (took / 1000);
  figure('inflate noise (64 MB), checksum and all', '>= 100 MB/s', `${rate.toFixed(0)} MB/s`, rate >= 100);
  await page.close();
}
{
  const page = await openPage(context, site.url);
  await page.evaluate(() => {
    window.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.moved += one.hadRecentInput ? 0 : one.value))).observe({ type: 'layout-shift', buffered: true });
  });
  await show(page, at('plain_le_f8.npy'));
  for (const key of ['1', '3', '5', '2']) await press(page, key);
  const moved = await page.evaluate(() => window.moved);
  figure('layout shift', '0', `${moved}`, moved === 0);
  await page.close();
}
await close();
site.close();
for (const { what, goal, is, met } of rows) console.log(`${met ? ' ' : '!'} ${what.padEnd(46)} ${is.padStart(16)}   ${goal}`);
