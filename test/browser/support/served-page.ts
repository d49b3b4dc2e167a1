import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';

/** The content security policy of the app, with the test server in place of its own scheme. */
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

/** A page that was built as the app is, with a browser to open it in. */
export interface ServedPage {
  readonly address: string;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** Builds a page for production and serves it on this computer only, under the app's policy. */
export async function servedPage(html: string): Promise<ServedPage> {
  const root = resolve(import.meta.dirname, '../../..');
  const built = await mkdtemp(join(tmpdir(), 'waybell-page-'));
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
      target: 'chrome150',
      rolldownOptions: { input: html },
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
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    address: `http://127.0.0.1:${address.port}/${relative(root, html)}`,
    browser,
    close: async () => {
      await browser.close();
      server.close();
      await rm(built, { recursive: true, force: true });
    },
  };
}
