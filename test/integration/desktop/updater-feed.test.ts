import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor.js';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { isReplaceable, updaterFeed } from '../../../main/desktop/updates/updater-feed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* The real electron-updater for an AppImage, with a feed on this computer. Only Electron's app and HTTP
 * are fakes. */

const program = 'a newer program';
let installed = '';
let quits = 0;
let feedFolder = '';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
}

/** A feed that offers a version and its file. */
const offering = (version: string, given = program, name = 'Waybell.AppImage'): RequestListener => {
  const sha512 = createHash('sha512').update(program).digest('base64');
  return (request, response) => {
    // Other processors than x64 have files of their own, such as latest-linux-arm64.yml.
    if (/^\/latest-linux(?:-\w+)?\.yml/.test(request.url ?? '')) {
      const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\n`;
      response.end(`version: ${version}\nfiles:\n${file}path: ${name}\nsha512: ${sha512}\n`);
    } else if (/AppImage|evil/.test(request.url ?? '')) {
      response.end(given);
    } else {
      response.writeHead(404).end();
    }
  };
};

/** Bytes as long as they are read. */
function endless(): Readable {
  const bytes = Buffer.alloc(64 * 1024, 'a');
  return new Readable({
    read() {
      this.push(bytes);
    },
  });
}

async function feedOf(answer: RequestListener) {
  const folder = join(temporaryFolder(), 'profile');
  mkdirSync(folder);
  feedFolder = folder;
  const url = await serve(answer);
  const config = join(folder, 'app-update.yml');
  writeFileSync(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: waybell-updater\n`);
  const updater = new AppImageUpdater(null, {
    version: '1.2.0',
    name: 'waybell',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => (quits += 1),
    onQuit: () => undefined,
  });
  const node = new NodeHttpExecutor();
  const http = new ElectronHttpExecutor();
  Object.assign(http, {
    createRequest: node.createRequest.bind(node),
    addRedirectHandlers: () => {},
  });
  Object.assign(updater, { httpExecutor: http });
  return updaterFeed(() => Promise.resolve(updater));
}

beforeEach(() => {
  installed = join(temporaryFolder(), 'Waybell.AppImage');
  writeFileSync(installed, 'the present program');
  process.env['APPIMAGE'] = installed;
  quits = 0;
});

afterEach(() => {
  delete process.env['APPIMAGE'];
});

it('a newer version is fetched and checked, and the program that runs stays as it is', async () => {
  const feed = await feedOf(offering('1.3.0'));
  const fetched: [string, number][] = [];

  const version = await feed.fetchNewer((newer, percent) => fetched.push([newer, percent]));

  expect(version).toBe('1.3.0');
  expect(fetched[0]).toEqual(['1.3.0', 0]);
  expect(readFileSync(installed, 'utf8')).toBe('the present program');
  expect(quits).toBe(0);
});

it.each(['1.2.0', '1.1.9', '0.9.0'])('version %s is no update for 1.2.0', async (version) => {
  const feed = await feedOf(offering(version));

  expect(await feed.fetchNewer(() => undefined)).toBeNull();
});

it('a program that is not what the feed promised is refused', async () => {
  const feed = await feedOf(offering('1.3.0', 'something else'));

  await expect(feed.fetchNewer(() => undefined)).rejects.toThrow('checksum');
});

it.each<[string, RegExp, RequestListener]>([
  ['is not there', /404/, (_request, response) => response.writeHead(404).end()],
  ['is a web page', /./, (_request, response) => response.end('<html>Please sign in</html>')],
  ['names no version', /./, (_request, response) => response.end('files: []\n')],
  ['breaks off', /./, (request) => request.socket.destroy()],
])('a feed that %s fails the search and has no other effect', async (_name, message, answer) => {
  const feed = await feedOf(answer);

  await expect(feed.fetchNewer(() => undefined)).rejects.toThrow(message);
  expect(quits).toBe(0);
});

it.each(['../evil.sh', '../../evil.sh', '/evil.sh', 'a/evil.AppImage', 'https://evil.example/a'])(
  'a package named %s is refused, and nothing is written',
  async (name) => {
    const feed = await feedOf(offering('1.3.0', program, name));

    await expect(feed.fetchNewer(() => undefined)).rejects.toThrow('a name with a path');
    const all = readdirSync(join(feedFolder, '..'), { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => path.includes('evil'))).toEqual([]);
  },
);

it.each(['1.3.0-beta.1', '2.0.0-alpha'])('version %s of a channel is refused', async (version) => {
  const feed = await feedOf(offering(version));

  await expect(feed.fetchNewer(() => undefined)).rejects.toThrow('a version of a channel');
});

it.each(['/latest-linux', '/Waybell.AppImage'])(
  'what is redirected to http is not asked for there: %s',
  async (path) => {
    const honest = offering('1.3.0');
    const feed = await feedOf((request, response) => {
      if (request.url?.startsWith(path) !== true) return honest(request, response);
      return response.writeHead(302, { Location: `http://feed.invalid${path}` }).end();
    });

    await expect(feed.fetchNewer(() => undefined)).rejects.toThrow('by https alone');
  },
);

it.each(['/latest-linux', '/Waybell.AppImage'])(
  'an answer without an end is cut: %s',
  async (path) => {
    const honest = offering('1.3.0');
    const feed = await feedOf((request, response) => {
      if (request.url?.startsWith(path) !== true) return honest(request, response);
      return endless().pipe(response);
    });

    await expect(feed.fetchNewer(() => undefined)).rejects.toThrow('longer than it may be');
  },
);

it.each([
  ['an AppImage', 'linux', { APPIMAGE: '/home/a/Waybell.AppImage' }, [], true],
  ['a deb', 'linux', {}, ['package-type'], true],
  ['a folder on Linux', 'linux', {}, [], false],
  ['an app on macOS', 'darwin', {}, [], true],
  ['what NSIS installed', 'win32', {}, ['../Uninstall Waybell.exe'], true],
  ['what MSI installed', 'win32', {}, [], false],
  ['a portable program', 'win32', { PORTABLE_EXECUTABLE_DIR: 'E:\\' }, [], false],
] as const)('%s is replaced by a feed only where the feed’s package fits', (...row) => {
  const [, platform, env, files, isReplaced] = row;
  const isThere = (file: string) => files.some((name) => name === file);
  expect(isReplaceable(platform, env, isThere)).toBe(isReplaced);
});
