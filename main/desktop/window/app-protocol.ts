import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { OwnSound } from '../../../core/notification/notification-sound.ts';
import type { Language } from '../../../core/text/language.ts';

/** The scheme and host that the window is loaded from. */
export const appScheme = 'app';
export const appOrigin = 'app://waybell';

/** The window's address, with the language that its first words are in. */
export function windowUrl(language: Language): string {
  return `${appOrigin}/index.html?language=${language}`;
}

/** The address of the page that plays one of Waybell's own sounds. */
export function soundUrl(sound: OwnSound): string {
  return `${appOrigin}/sound.html?sound=${sound}`;
}

/** The rights of the scheme: a secure origin of its own with fetch, and nothing that bypasses the CSP. */
export const appSchemePrivileges = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
} as const;

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * What the window may load and run: its own files, and nothing else.
 *
 * - `style-src-attr 'none'` is left out on purpose: React and the virtual list set styles through the
 *   object model, which no directive governs, and `style-src 'self'` already refuses inline styles.
 * - Trusted Types refuse every text that would be parsed as script; React needs no policy for what it
 *   does. No policy can be created but those named, and none is.
 * - `connect-src 'self'` allows the window's own address only. All network access is in main.
 */
const directives: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** The value of the Content-Security-Policy header of every answer to the window. */
export const contentSecurityPolicy = Object.entries(directives)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/**
 * Answers a request of the window for one of its own files.
 *
 * Only GET and HEAD of plain files below the given folder with a known type are answered; a path that
 * leaves the folder, by dots, encoding or a symbolic link, is not found.
 *
 * @param folder absolute path of the built window
 */
export async function answerFile(
  folder: string,
  { method, url }: { readonly url: string; readonly method: string },
): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return refusal(405);
  const path = filePath(url);
  const mimeType = path === null ? undefined : mimeTypes[extname(path)];
  if (path === null || mimeType === undefined) return refusal(404);
  const body = await fileBelow(folder, path);
  if (body === null) return refusal(404);
  return new Response(method === 'HEAD' ? null : body, {
    status: 200,
    headers: { ...headers, 'content-type': mimeType },
  });
}

async function fileBelow(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root + sep)) return null;
    return new Uint8Array(await readFile(file));
  } catch {
    // Missing, a folder or unreadable: the window gets the same answer.
    return null;
  }
}

/**
 * The relative path that an address of ours names, or null when it is not one of ours or could mean
 * anything but a file below the folder.
 */
export function filePath(url: string): string | null {
  let parsed: URL;
  let path: string;
  try {
    parsed = new URL(url);
    path = decodeURIComponent(parsed.pathname);
  } catch {
    return null;
  }
  if (parsed.protocol !== `${appScheme}:` || parsed.host !== 'waybell') return null;
  if (parsed.username !== '' || parsed.password !== '') return null;
  const segments = path.slice(1).split('/');
  // The build writes letters, digits, dots, hyphens and underscores only. Anything else, such as a
  // backslash, a colon, a second encoding or a NUL, is an attack.
  return segments.every((segment) => /^(?!\.)[\w.-]+$/.test(segment)) ? segments.join('/') : null;
}

function refusal(status: 404 | 405): Response {
  return new Response(null, { status, headers });
}
