import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { scenes } from './scenes.ts';

/*
 * Takes pictures of the built window with a FakeBridge behind it, under the same content security
 * policy as the app:
 *
 *   node test/browser/support/shoot.ts <folder> [scene[:theme[:density[:WIDTHxHEIGHT]]] ...]
 *
 * Without scenes it takes all of them in light and dark. It ends with 1 when a page reports an error,
 * which includes everything that the policy refuses.
 */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const [folder = '.shots', ...wanted] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '../../..');
const built = await mkdtemp(join(tmpdir(), 'waybell-gallery-'));
const all = Object.keys(scenes).flatMap((scene) => [`${scene}:light`, `${scene}:dark`]);
let hasErrors = false;

await mkdir(folder, { recursive: true });
await build({
  root,
  configFile: false,
  base: './',
  logLevel: 'error',
  plugins: [react()],
  build: {
    outDir: built,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    minify: false,
    target: 'chrome150',
    rolldownOptions: { input: resolve(import.meta.dirname, 'gallery.html') },
  },
});

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  readFile(join(built, path)).then(
    (body) => {
      response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': policy,
      });
      response.end(body);
    },
    () => {
      response.writeHead(path === '/favicon.ico' ? 204 : 404);
      response.end();
    },
  );
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
const gallery = `http://127.0.0.1:${address.port}/test/browser/support/gallery.html`;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const complain = (name: string, text: string) => {
  hasErrors = true;
  console.error(`${name}: ${text}`);
};

try {
  for (const name of wanted.length > 0 ? wanted : all) {
    const [scene = 'board', theme = 'light', density = 'comfortable', size = '1180x760'] =
      name.split(':');
    const [width = 1180, height = 760] = size.split('x').map(Number);
    const page = await browser.newPage({ viewport: { width, height } });
    page.on('pageerror', (error) => complain(name, error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complain(name, message.text());
    });
    await page.goto(`${gallery}?scene=${scene}&theme=${theme}&density=${density}`);
    await page.waitForSelector('html[data-ready="yes"]', { state: 'attached' });
    const file = resolve(folder, `${name.replaceAll(':', '-')}.png`);
    await page.screenshot({ path: file });
    console.log(file);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
  await rm(built, { recursive: true, force: true });
}
process.exitCode = hasErrors ? 1 : 0;
