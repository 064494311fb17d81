// SPDX-License-Identifier: MIT
// How the page looks in its main states, as small pictures: a pixel is the mean of 10 x 10 of the screen. Colours, areas and what they hold
// show in them; how a version of the browser smooths a letter does not.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, press, settled, show, slice } from './browser.mjs';

/** Where the pictures lie that the page is held against. */
export const kept = join(dirname(fileURLToPath(import.meta.url)), 'looks');
const block = 10;

const sample = async (page, label) => {
  await page.click(`.empty .button >> text=${label}`);
  await page.waitForSelector('.answer h1');
  await settled(page);
};
export const states = {
  empty: () => undefined,
  heatmap: async (page) => {
    await sample(page, 'a volume');
    await slice(page, '9, :, :');
  },
  table: async (page) => {
    await sample(page, 'a table');
    await press(page, 'h');
  },
  archive: async (page) => {
    await sample(page, 'an archive');
    await press(page, 'm');
  },
  damaged: (page) => show(page, at('cut.npy')),
};
export const sizes = { 1280: { width: 1280, height: 800 }, 360: { width: 360, height: 640 } };
export const themes = ['light', 'dark'];

/** The page in one state, in DejaVu's letters, with nothing that moves. */
export async function pose(page, state, width) {
  await page.setViewportSize(sizes[width]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await restyle(page, ':root { --text-font: "DejaVu Sans" !important; --data-font: "DejaVu Sans Mono" !important } * { caret-color: transparent !important }');
  await states[state](page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.mouse.move(sizes[width].width - 2, sizes[width].height - 2);
}

/** Adds rules to those of the page. */
export const restyle = (page, rules) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
/** Takes back the last. */
export const plain = (page) => page.evaluate(() => void (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)));

export async function screenOf(page, theme) {
  await page.emulateMedia({ colorScheme: theme });
  await settled(page);
  await page.waitForSelector('.flash', { state: 'detached' }); // the counter, once a read
  return page.screenshot({ animations: 'disabled' });
}

/** A page beside, whose canvas reads and writes pictures. */
export async function darkroom(context) {
  const page = await context.newPage();
  await page.evaluate(() => {
    const pixelsOf = async (base64) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const brush = canvas.getContext('2d');
      brush.drawImage(picture, 0, 0);
      return brush.getImageData(0, 0, picture.width, picture.height);
    };
    window.shrunk = async (base64, block) => {
      const { data, width, height } = await pixelsOf(base64);
      const small = new ImageData(width / block, height / block);
      for (let y = 0; y < small.height; y += 1)
        for (let x = 0; x < small.width; x += 1)
          for (let part = 0; part < 4; part += 1) {
            let sum = 0;
            for (let row = y * block; row < (y + 1) * block; row += 1) for (let column = x * block; column < (x + 1) * block; column += 1) sum += data[4 * (row * width + column) + part];
            small.data[4 * (y * small.width + x) + part] = sum / block ** 2;
          }
      return small;
    };
    window.pngOf = async (image) => {
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').putImageData(image, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    };
    // The blocks that differ by more than `most` in a colour, and where they lie.
    window.unlike = async (screen, wanted, block, most) => {
      const is = await shrunk(screen, block);
      const should = await pixelsOf(wanted);
      if (is.width !== should.width || is.height !== should.height) return { count: Infinity, of: 0 };
      const found = { count: 0, of: is.width * is.height, left: Infinity, top: Infinity, right: 0, bottom: 0 };
      for (let i = 0; i < found.of; i += 1) {
        if ([0, 1, 2].every((part) => Math.abs(is.data[4 * i + part] - should.data[4 * i + part]) <= most)) continue;
        const x = i % is.width;
        const y = Math.floor(i / is.width);
        found.count += 1;
        found.left = Math.min(found.left, x * block);
        found.top = Math.min(found.top, y * block);
        found.right = Math.max(found.right, (x + 1) * block);
        found.bottom = Math.max(found.bottom, (y + 1) * block);
      }
      return found;
    };
  });
  return {
    small: (screen) => page.evaluate(async ([shot, size]) => pngOf(await shrunk(shot, size)), [screen.toString('base64'), block]).then((text) => Buffer.from(text, 'base64')),
    unlike: (screen, name, most) => page.evaluate(([shot, wanted, size, limit]) => unlike(shot, wanted, size, limit), [screen.toString('base64'), readFileSync(join(kept, `${name}.png`)).toString('base64'), block, most]),
    close: () => page.close(),
  };
}
