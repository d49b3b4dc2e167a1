import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/** The systems that packages are made for, as `npm run package -- --for` names them. */
export type PackagedSystem = 'linux' | 'mac' | 'windows';

/**
 * Where Electron's executable keeps its fuses: a sentinel, the wire's version, the number of fuses, and
 * one character each. https://www.electronjs.org/docs/latest/tutorial/fuses
 */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('10110010'),
]);

const locales = ['en-US', 'zh-TW', 'de'];

function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: 0o755 });
}

function linux(folder: string): void {
  put(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\n'), fuseWire]));
  put(join(folder, 'resources/placeholder'), '');
  for (const locale of locales) put(join(folder, 'locales', `${locale}.pak`), 'x');
}

/** An executable without code, whose resources can be edited like the real one's. */
function windowsExecutable(): Buffer {
  const executable = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(executable);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  executable.setExtraData(Uint8Array.from(fuseWire).buffer);
  return Buffer.from(executable.generate());
}

function windows(folder: string): void {
  put(join(folder, 'electron.exe'), windowsExecutable());
  put(join(folder, 'resources/placeholder'), '');
  for (const locale of locales) put(join(folder, 'locales', `${locale}.pak`), 'x');
}

function informationFile(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([k, v]) => `<key>${k}</key><string>${v}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>${pairs.join('')}</dict></plist>`;
}

function mac(folder: string): void {
  const contents = join(folder, 'Electron.app/Contents');
  const framework = 'Frameworks/Electron Framework.framework';
  put(join(contents, 'MacOS/Electron'), '#!/bin/sh\n');
  put(join(contents, framework, 'Electron Framework'), fuseWire);
  put(join(contents, 'Info.plist'), informationFile({ CFBundleExecutable: 'Electron' }));
  for (const locale of ['en', 'zh_TW', 'de']) {
    put(join(contents, `Resources/${locale}.lproj/locale.pak`), 'x');
    put(join(contents, framework, `Versions/A/Resources/${locale}.lproj/locale.pak`), 'x');
  }
  for (const helper of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
    const name = `Electron Helper${helper}`;
    put(join(contents, `Frameworks/${name}.app/Contents/MacOS/${name}`), '#!/bin/sh\n');
    put(
      join(contents, `Frameworks/${name}.app/Contents/Info.plist`),
      informationFile({ CFBundleExecutable: name }),
    );
  }
}

/**
 * Writes a fake unpacked Electron: the files that electron-builder finds, copies, renames and edits, but
 * nothing that runs. With it packaging can be tested where no Electron can be downloaded, and for other
 * systems than this one.
 */
export function standInElectron(system: PackagedSystem, folder: string): void {
  switch (system) {
    case 'linux':
      return linux(folder);
    case 'windows':
      return windows(folder);
    case 'mac':
      return mac(folder);
    default:
      return system satisfies never;
  }
}
