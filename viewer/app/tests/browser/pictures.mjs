// SPDX-License-Identifier: MIT
// The pictures of README and docs, made of the real page, and the small ones that looks.test.mjs holds it against: node pictures.mjs OUT, with
// the files of make_files.py (./dev web --pictures).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, openPage, serve, settled } from './browser.mjs';
import { darkroom, kept, pose, screenOf, sizes, states, themes } from './looks.mjs';

const out = process.argv[2];
mkdirSync(out, { recursive: true });
const site = await serve(join(dirname(fileURLToPath(import.meta.url)), '../../dist'));
const { context, close } = await launch();

async function picture(name, theme, size, action) {
  const page = await openPage(context, site.url);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: theme });
  await action(page);
  await settled(page);
  await page.mouse.move(size.width - 4, size.height - 4);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(out, `viewer-${name}.png`) });
  await page.close();
}

const sample = async (page, label) => {
  await page.click(`.empty .button >> text=${label}`);
  await page.waitForSelector('.answer h1');
  await settled(page);
};
const wide = { width: 1120, height: 700 };
const wider = { width: 1280, height: 720 };

await picture('heatmap', 'light', wide, async (page) => {
  await sample(page, 'a volume');
  await page.fill('#slice', '9, :, :');
  await page.keyboard.press('Enter');
});
await picture('archive', 'dark', wider, async (page) => {
  await sample(page, 'an archive');
  await page.click('.member >> text=image');
  await page.keyboard.press('m');
});
await picture('table', 'light', wide, async (page) => {
  await sample(page, 'a table');
  await page.keyboard.press('h');
});
await picture('empty', 'light', wide, async (page) => {
  await page.waitForSelector('.empty .byte');
  await page.focus('.sample [tabindex="0"]');
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
  await page.evaluate(() => document.activeElement.blur());
});
await picture('narrow', 'dark', { width: 360, height: 640 }, async (page) => {
  await sample(page, 'a volume');
});

const room = await darkroom(context);
mkdirSync(kept, { recursive: true });
for (const width of Object.keys(sizes))
  for (const state of Object.keys(states)) {
    const page = await openPage(context, site.url);
    await pose(page, state, width);
    for (const theme of themes) writeFileSync(join(kept, `${state}-${theme}-${width}.png`), await room.small(await screenOf(page, theme)));
    await page.close();
  }
await close();
site.close();
