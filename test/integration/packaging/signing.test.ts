import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Arch, MacPackager, Packager } from 'electron-builder';
import { afterEach, expect, test } from 'vitest';
import { dropEmptyCertificates, macSigning } from '../../../tools/packaging/signing.ts';

/*
 * What electron-builder signs the package for macOS with, asked of its own functions: its look-up of the
 * identity in a keychain that the test fills, and the options that it hands to codesign.
 */

const app = '/build/mac/Waybell.app';
const helper = `${app}/Contents/Frameworks/Waybell Helper (Renderer).app`;
const identityHash = '0123456789ABCDEF0123456789ABCDEF01234567';
const ours = `${identityHash} "Developer ID Application: Harbour Logistics (A1B2C3D4E5)"`;

/** Where electron-builder keeps what the keychain answered; it is kept for the whole build. */
const keychain: { findIdentityRawResult: Promise<readonly string[]> | null } = createRequire(
  createRequire(import.meta.url).resolve('electron-builder'),
)('app-builder-lib/out/codeSign/macCodeSign.js');

afterEach(() => {
  keychain.findIdentityRawResult = null;
});

/** Builds the configuration as `npm run package` does, and asks for the signature of the app and a helper. */
async function signature(env: Record<string, string>, identities: readonly string[]) {
  keychain.findIdentityRawResult = Promise.resolve(identities);
  dropEmptyCertificates(env);
  const mac = await macSigning(env, () => Promise.resolve(identities.length > 0));
  const packager = new Packager({ projectDir: process.cwd(), config: { mac } });
  await packager.validateConfig();
  const macPackager = new MacPackager(packager);
  const config = macPackager.platformSpecificBuildOptions;
  const { identity: qualifier } = config;
  const found = await macPackager.helper.findSigningIdentity(
    false,
    false,
    qualifier ?? undefined,
    null,
    config,
  );
  if (found === null) return null;
  const options = await macPackager.helper.buildSignOptions(
    app,
    found,
    'distribution',
    false,
    config,
    null,
    Arch.arm64,
  );
  const files = [app, helper].map((file) => options.optionsForFile?.(file));
  return {
    identity: options.identity,
    hardenedRuntime: files.map((each) => each?.hardenedRuntime),
    rights: files.map((each) => rightsIn(each?.entitlements)),
  };
}

function rightsIn(entitlements: unknown): readonly string[] {
  const text = readFileSync(String(entitlements), 'utf8');
  return [...text.matchAll(/<key>com\.apple\.security\.(.+?)<\/key>/g)].map(
    ([, name]) => name ?? '',
  );
}

const jit = 'cs.allow-jit';
const bothHardened = [true, true];

test('with an identity in the keychain everything is signed by it, and no library of others is loaded', async () => {
  expect(await signature({}, [ours])).toEqual({
    identity: identityHash,
    hardenedRuntime: bothHardened,
    rights: [[jit], [jit]],
  });
});

test('a certificate that is named is used, also where the keychain is looked into later', async () => {
  const env = { CSC_LINK: 'certificate.p12' };
  expect(await signature(env, [ours])).toMatchObject({ identity: identityHash });
  expect(await macSigning(env, () => Promise.resolve(false))).toMatchObject({
    forceCodeSigning: true,
  });
});

test('a certificate that is named and cannot be used fails the build', async () => {
  const env = { CSC_NAME: 'Harbour Logistics' };
  const mac = await macSigning(env);
  const packager = new Packager({ projectDir: process.cwd(), config: { mac } });
  await packager.validateConfig();
  expect(new MacPackager(packager).forceCodeSigning).toBe(true);
});

test.each([[{}], [{ CSC_LINK: '', CSC_KEY_PASSWORD: '', CSC_NAME: ' ' }]])(
  'without a certificate (%j) the signature is ad hoc, which has to load Electron’s libraries',
  async (env) => {
    const libraries = 'cs.disable-library-validation';
    expect(await signature(env, [])).toEqual({
      identity: '-',
      hardenedRuntime: bothHardened,
      rights: [
        [jit, libraries],
        [jit, libraries],
      ],
    });
    expect(env).toEqual({});
  },
);
