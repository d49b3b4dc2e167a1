import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, win32 } from 'node:path';
import { AppInfo, Arch, Packager, type Target, WinPackager } from 'electron-builder';
import { expect, test } from 'vitest';
import { appId } from '../../../main/desktop/app-identity.ts';
import { policyPath } from '../../../main/engine/launch/policy-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * What electron-builder makes of our recipe for Windows, asked of its own functions: its check of the
 * recipe, and the project that it hands to WiX. The installers themselves are made on Windows only.
 */

/** electron-builder's maker of MSI packages. */
interface MsiMaker extends Target {
  /** The project for WiX, as XML. */
  writeManifest(folder: string, arch: Arch, options: object): Promise<string>;
}

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { default: MsiTarget }: { default: new (windows: WinPackager, folder: string) => MsiMaker } =
  ofBuilder('app-builder-lib/out/targets/MsiTarget.js');
const {
  getEffectiveOptions,
}: { getEffectiveOptions: (given: object, windows: WinPackager) => object } = ofBuilder(
  'app-builder-lib/out/options/CommonWindowsInstallerConfiguration.js',
);

/** electron-builder's packager for Windows with our recipe, which it has checked. */
async function windowsPackager(): Promise<WinPackager> {
  const packager = new Packager({ projectDir: process.cwd() });
  await packager.validateConfig();
  // As its `build` does it next.
  Object.assign(packager, { _appInfo: new AppInfo(packager, null) });
  return new WinPackager(packager);
}

test('electron-builder takes the recipe and makes NSIS, MSI and a portable program of it', async () => {
  const windows = await windowsPackager();
  const names = [windows.platformSpecificBuildOptions.target ?? []].flat().map(String);
  const targets = new Map<string, Target>();
  windows.createTargets(names, (name, make) => targets.set(name, make(temporaryFolder())));
  expect([...targets.keys()]).toEqual(['nsis', 'msi', 'portable']);
  expect(targets.get('nsis')?.options).toMatchObject({ oneClick: false, perMachine: false });
  expect(targets.get('msi')).toBeInstanceOf(MsiTarget);
});

test('the MSI installs for all users where the policy is looked for, and replaces an older one', async () => {
  const windows = await windowsPackager();
  const msi = new MsiTarget(windows, temporaryFolder());
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'resources'));
  for (const name of ['Waybell.exe', 'resources/app.asar']) writeFileSync(join(folder, name), '');
  const options = getEffectiveOptions(msi.options ?? {}, windows);
  const project = await msi.writeManifest(folder, Arch.x64, options);
  expect(project).toContain('<Property Id="ALLUSERS" Secure="yes" Value="1"/>');
  const installed =
    /<Directory Id="ProgramFiles64Folder">\s*<Directory Id="APPLICATIONFOLDER" Name="(.+?)"/;
  const [, folderName = ''] = installed.exec(project) ?? [];
  const program = win32.join('C:\\Program Files', folderName, 'Waybell.exe');
  expect(policyPath('win32', program)).toBe('C:\\Program Files\\Waybell Policy\\policy.json');
  expect(folderName).toBe('Waybell');
  // Another code would install a second copy beside the first.
  expect(project).toContain('UpgradeCode="39930E8D-4F71-519A-9AA9-52501E35F7AA"');
  expect(project).toContain('Manufacturer="The Waybell team"');
  // Windows shows no notification of a program whose shortcut has another identity.
  expect(project).toContain(`<ShortcutProperty Key="System.AppUserModel.ID" Value="${appId}"/>`);
  expect(project).toContain('Name="APPLICATIONFOLDER:\\resources\\"');
});
