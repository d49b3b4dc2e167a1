import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronModule } from '../electron-types.ts';
import { claimScheme } from './scheme-addresses.ts';

/** What answers the requests of a custom scheme. */
export type SchemeHandler = Parameters<Electron.Protocol['handle']>[1];

const handlers = new Map<string, SchemeHandler>();

/** The app's handler for a scheme, such as `app`. */
export function schemeHandler(scheme: string): SchemeHandler | undefined {
  return handlers.get(scheme);
}

/** Electron's `protocol`. Every scheme is standard, secure and open to fetch() here. */
export const protocol = electronModule<Electron.Protocol>('protocol', {
  registerSchemesAsPrivileged(customSchemes) {
    for (const { scheme } of customSchemes) claimScheme(scheme);
  },
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    claimScheme(scheme);
    handlers.set(scheme, handler);
  },
  unhandle(scheme) {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
});

/** Content types as Chromium gives them to files; what is not here is octet-stream. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
};

const fileAnswer = async (url: string): Promise<Response> => {
  const path = fileURLToPath(url);
  const headers = { 'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream' };
  return new Response(new Uint8Array(await readFile(path)), { headers });
};

/** Electron's `net`: fetch knows file: and the app's own schemes; the rest is Node's fetch. */
export const net = electronModule<Electron.Net>('net', {
  // not looked up: the host also runs where the loopback is the only network
  isOnline: () => true,
  online: true,
  async fetch(input, init) {
    const url = typeof input === 'string' ? input : input.url;
    const scheme = url.slice(0, url.indexOf(':'));
    if (scheme === 'file') return fileAnswer(url);
    const handler = schemeHandler(scheme);
    if (handler && init?.bypassCustomProtocolHandlers !== true)
      return handler(typeof input === 'string' ? new Request(url, init) : input);
    return fetch(input, init);
  },
});
