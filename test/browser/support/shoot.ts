import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

/*
 * Takes pictures of the gallery:
 *
 *   node test/browser/support/shoot.ts <folder> [scene[:theme[:density[:WIDTHxHEIGHT]]] ...]
 *
 * Without scenes it takes all of them in light and dark.
 */

const [folder = '.shots', ...wanted] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '../../..');
await mkdir(folder, { recursive: true });

const server = await createServer({
  root,
  configFile: false,
  plugins: [react()],
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
});
await server.listen();
const address = server.httpServer?.address();
if (address === null || typeof address !== 'object') throw new Error('The server has no port.');
const gallery = `http://127.0.0.1:${address.port}/test/browser/support/gallery.html`;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const { scenes } = await server.ssrLoadModule('/test/browser/support/scenes.ts');
const all = Object.keys(scenes).flatMap((scene) => [`${scene}:light`, `${scene}:dark`]);

try {
  for (const name of wanted.length > 0 ? wanted : all) {
    const [scene = 'board', theme = 'light', density = 'comfortable', size = '1180x760'] =
      name.split(':');
    const [width = 1180, height = 760] = size.split('x').map(Number);
    const page = await browser.newPage({ viewport: { width, height } });
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`${name}: ${message.text()}`);
    });
    await page.goto(`${gallery}?scene=${scene}&theme=${theme}&density=${density}`);
    await page.waitForSelector('html[data-ready="yes"]', { state: 'attached', timeout: 30_000 });
    const file = resolve(folder, `${name.replaceAll(':', '-')}.png`);
    await page.screenshot({ path: file });
    console.log(file);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
