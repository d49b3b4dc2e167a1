import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { scenes } from './scenes.ts';
import { type ServedPage, servedPage } from './served-page.ts';

/*
 * Takes pictures of the built window with a FakeBridge behind it, under the same content security
 * policy as the app:
 *
 *   node test/browser/support/shoot.ts [folder [scene[:theme[:density[:WIDTHxHEIGHT[:language]]]] ...]]
 *
 * Without scenes it takes every state in light and dark, and the board in its other sizes, densities
 * and languages, and replaces the pictures that docs/images holds. The pictures are WebP, which is a
 * tenth of PNG. It ends with 1 when a page reports an error, which includes everything that the policy
 * refuses.
 */

const [folder = '.pictures', ...wanted] = process.argv.slice(2);
const everyState = Object.keys(scenes).flatMap((scene) => [`${scene}:light`, `${scene}:dark`]);
const otherLooks = ['light', 'dark'].flatMap((theme) => [
  `board:${theme}:compact`,
  `board:${theme}:comfortable:900x640`,
  `list:${theme}:comfortable:640x480`,
  `board:${theme}:comfortable:1180x1500`,
  `board:${theme}:comfortable:1180x760:zh-Hant`,
]);
const names = wanted.length > 0 ? wanted : [...everyState, ...otherLooks];
/** Pages that are open at once. */
const hands = 3;
let hasErrors = false;

function complain(name: string, text: string): void {
  hasErrors = true;
  process.stderr.write(`${name}: ${text}\n`);
}

async function shoot(gallery: ServedPage, name: string): Promise<void> {
  const [scene = 'board', theme = 'light', density = 'comfortable', size = '1180x760', language] =
    name.split(':');
  const [width = 1180, height = 760] = size.split('x').map(Number);
  const page = await gallery.browser.newPage({ viewport: { width, height } });
  page.on('pageerror', (error) => complain(name, error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complain(name, message.text());
  });
  const query = new URLSearchParams({ scene, theme, density, language: language ?? 'en' });
  await page.goto(`${gallery.address}?${query}`);
  await page.waitForSelector('html[data-ready="yes"]', { state: 'attached' });
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 65 });
  const parts = name.split(':').filter((part) => part !== 'comfortable' && part !== '1180x760');
  const file = join(folder, `${parts.join('-')}.webp`);
  await writeFile(file, data, 'base64');
  process.stdout.write(`${file}\n`);
  await page.close();
}

await mkdir(folder, { recursive: true });
const gallery = await servedPage(resolve(import.meta.dirname, 'gallery.html'));
try {
  const waiting = names.values();
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (const name of waiting) await shoot(gallery, name);
    }),
  );
} finally {
  await gallery.close();
}
if (wanted.length === 0) {
  const shown = 'docs/images';
  const pictures = (await readdir(shown)).filter((file) => file.endsWith('.webp'));
  await Promise.all(pictures.map((file) => copyFile(join(folder, file), join(shown, file))));
}
process.exitCode = hasErrors ? 1 : 0;
