import { MacPackager, Packager, type MacConfiguration } from 'electron-builder';
import { inProject, projectRoot } from '../project.ts';

type Environment = Record<string, string | undefined>;

/** What electron-builder reads about certificates. */
const certificateVariables = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'CSC_NAME',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
] as const;

/**
 * Removes variables that are there and empty, as a build server sets them for a secret that it does not
 * have. electron-builder would take an empty name for the project's folder, and fail.
 */
export function dropEmptyCertificates(env: Environment): void {
  for (const name of certificateVariables) if (env[name]?.trim() === '') delete env[name];
}

/**
 * How the package for macOS is signed. With an identity all code is signed by it and loads no library of
 * others; a certificate that is named and cannot be used fails the build. Without one the signature is ad
 * hoc, because macOS shows no notification of a program without any.
 *
 * @param hasIdentity whether the keychain holds an identity; asked when the environment names none
 */
export async function macSigning(
  env: Environment,
  hasIdentity: () => Promise<boolean> = isIdentityInKeychain,
): Promise<MacConfiguration> {
  const isNamed = env['CSC_LINK'] !== undefined || env['CSC_NAME'] !== undefined;
  if (isNamed || (await hasIdentity())) {
    return { ...entitledBy('assets/entitlements.mac.plist'), forceCodeSigning: true };
  }
  return { ...entitledBy('assets/entitlements.mac.ad-hoc.plist'), identity: '-', notarize: false };
}

/** The rights of the program and of its helpers: each of them runs V8. */
function entitledBy(file: string): Pick<MacConfiguration, 'entitlements' | 'entitlementsInherit'> {
  return { entitlements: inProject(file), entitlementsInherit: inProject(file) };
}

/** Asks electron-builder what it would sign with. */
async function isIdentityInKeychain(): Promise<boolean> {
  if (process.platform !== 'darwin') return false;
  const packager = new Packager({ projectDir: projectRoot });
  await packager.validateConfig();
  const { codeSigningInfo, helper } = new MacPackager(packager);
  const { keychainFile } = await codeSigningInfo.value;
  // With a function of its own for signing it reports no missing identity.
  const config = { sign: () => Promise.resolve() };
  const found = await helper.findSigningIdentity(false, false, undefined, keychainFile, config);
  return found !== null;
}
