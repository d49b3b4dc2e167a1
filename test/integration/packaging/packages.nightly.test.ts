import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawHeader, extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runQuietly } from '../../../tools/process/child-process.ts';
import { type PackagedSystem, standInElectron } from '../../support/desktop/stand-in-electron.ts';

/* Builds packages with the real command and a fake Electron, and looks into them. */

const systems: readonly PackagedSystem[] = ['linux', 'windows', 'mac'];
const patienceMs = 120_000;

/** The characters of a fuse that is off or on. https://www.electronjs.org/docs/latest/tutorial/fuses */
const [off, on] = Buffer.from('01');

/** The paths of a packed program's parts. */
const places = {
  linux: { executable: 'linux*-unpacked/waybell', resources: 'linux*-unpacked/resources' },
  windows: { executable: 'win*-unpacked/Waybell.exe', resources: 'win*-unpacked/resources' },
  mac: { executable: 'mac*/Waybell.app', resources: 'mac*/Waybell.app/Contents/Resources' },
} as const;

let folder = '';

/** A path in the package for a system. The folder's name may contain the architecture. */
function packed(system: PackagedSystem, path: string): string {
  const [found] = globSync(path, { cwd: join(folder, system) });
  return join(folder, system, found ?? path);
}

const resources = (system: PackagedSystem, ...parts: string[]) =>
  join(packed(system, places[system].resources), ...parts);

async function pack(system: PackagedSystem, ...more: readonly string[]) {
  const runtime = join(folder, `${system}-runtime`);
  standInElectron(system, runtime);
  const output = join(folder, system);
  const args = ['tools/package.ts', '--dir', '--for', system, '--runtime', runtime];
  const ended = await runQuietly(process.execPath, [...args, '--output', output, ...more]);
  if (ended.code !== 0) throw new Error(ended.output);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybell-package-'));
  for (const system of systems) await pack(system);
}, patienceMs);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(systems)('the package for %s', (system) => {
  it('holds the built programs and the icons that are read at run time', () => {
    const files = listPackage(resources(system, 'app.asar'), { isPack: false });

    for (const file of [
      '/package.json',
      '/dist/main/index.js',
      '/dist/preload/index.cjs',
      '/dist/renderer/index.html',
      '/dist/simulator/index.js',
      '/dist/main/assets/icons/256x256.png',
      '/dist/main/assets/tray/template/idle-16.png',
    ]) {
      expect(files).toContain(file);
    }
  });

  it('holds nothing that does not run: no sources, maps, tests, seeds or tools', () => {
    const files = listPackage(resources(system, 'app.asar'), { isPack: false });

    const tops = new Set(files.map((file) => file.split('/')[1]));
    expect(tops).toEqual(new Set(['dist', 'node_modules', 'package.json']));
    expect(files.filter((file) => /\.(?:ts|tsx|map|test\..*|spec\..*|jsonl)$/.test(file))).toEqual(
      [],
    );
    expect(files).not.toContain('/dist/main/cli.js');
    // What the tests' own Electron needs in place of Node 24.
    expect(
      files.filter((file) => /real-electron|better-sqlite3|node24|hooks\.mjs/.test(file)),
    ).toEqual([]);
    const packages = files.filter((file) => /^\/node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(file));
    for (const name of packages) expect(name).toMatch(/^\/node_modules\/@napi-rs\/keyring/);
  });

  it("keeps the keychain's native file outside the archive, where the system can load it", () => {
    const unpacked = globSync('app.asar.unpacked/**/*.node', { cwd: resources(system) });

    expect(unpacked).toHaveLength(1);
  });

  it('has a package.json with only the fields that the program needs', () => {
    const manifest: unknown = JSON.parse(
      extractFile(resources(system, 'app.asar'), 'package.json').toString(),
    );

    expect(manifest).toMatchObject({ name: 'waybell', main: 'dist/main/index.js' });
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  it('has every fuse set as configured', async () => {
    const wire = await getCurrentFuseWire(packed(system, places[system].executable));

    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    });
  });

  it('contains the licences of its parts and a bill of materials', () => {
    const notices = readFileSync(resources(system, 'NOTICES.txt'), 'utf8');
    const bill = z
      .object({ components: z.array(z.object({ name: z.string() })) })
      .parse(JSON.parse(readFileSync(resources(system, 'sbom.cdx.json'), 'utf8')));

    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'undici', 'zod']));
    expect(names).not.toContain('vitest');
    for (const name of names.filter((part) => part !== 'electron')) {
      expect(notices).toContain(`\n${name} `);
    }
  });

  it('has no update feed unless one was given', () => {
    expect(globSync('app-update.yml', { cwd: resources(system) })).toEqual([]);
  });
});

/** The hash of the archive's header, with which Electron checks it. */
function headerHash(system: PackagedSystem): string {
  const { headerString } = getRawHeader(resources(system, 'app.asar'));
  return createHash('sha256').update(headerString).digest('hex');
}

it('the macOS package declares the identity, the links and the hash of the archive', () => {
  const plist = readFileSync(join(packed('mac', places.mac.executable), 'Contents/Info.plist'), {
    encoding: 'utf8',
  });

  expect(plist).toMatch(/<key>CFBundleIdentifier<\/key>\s*<string>app\.waybell\.desktop</);
  expect(plist).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>waybell</);
  expect(plist).toContain(`<string>${headerHash('mac')}</string>`);
});

it('the Windows executable has the name, the icon and the hash of the archive', () => {
  const { entries } = NtExecutableResource.from(
    NtExecutable.from(readFileSync(packed('windows', places.windows.executable)), {
      ignoreCert: true,
    }),
  );

  const [version] = Resource.VersionInfo.fromEntries(entries);
  expect(version?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
    ProductName: 'Waybell',
    FileDescription: 'Waybell',
  });
  expect(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons.length).toBeGreaterThan(3);
  const integrity = entries.find(({ type }) => type === 'INTEGRITY');
  expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer(0)).toString())).toEqual([
    { file: String.raw`resources\app.asar`, alg: 'SHA256', value: headerHash('windows') },
  ]);
});

it(
  'a package with a feed contains its address, and only https is accepted',
  async () => {
    await pack('linux', '--feed', 'https://updates.example/waybell');

    const update = readFileSync(resources('linux', 'app-update.yml'), 'utf8');
    expect(update).toMatch(/^url: https:\/\/updates\.example\/waybell$/m);
    const refused = await runQuietly(process.execPath, [
      'tools/package.ts',
      '--feed',
      'http://updates.example/',
    ]);
    expect(refused.code).toBe(2);
    expect(refused.output).toContain('https');
  },
  patienceMs,
);
