import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Arch, Platform, build as pack } from 'electron-builder';
import { ensureBuilt } from './build.ts';
import { runQuietly } from './process/child-process.ts';
import { runCommand } from './command.ts';
import { npmProgram } from './install/npm-program.mjs';
import { billOfMaterials } from './packaging/bill-of-materials.ts';
import { dropEmptyCertificates, macSigning } from './packaging/signing.ts';
import { noticesText, shippedPackages } from './packaging/shipped-packages.ts';
import { inProject, projectRoot } from './project.ts';

const usage = `Packs Waybell for people to install.

  npm run package -- [--dir] [--feed URL] [--output FOLDER]

  --dir            the unpacked program only, no installer
  --feed URL       where installed copies look for updates (https). Default: nowhere
  --output FOLDER  default: release
  --for SYSTEM     linux, mac or windows. Default: this one; the keychain's native file is there only
                   for the system that npm installed it on
  --runtime FOLDER an unpacked Electron. Default: electron-builder downloads it

electron-builder.yml says what goes into the packages, tools/packaging/signing.ts how they are signed.
`;

const platforms: Readonly<Record<string, Platform>> = {
  linux: Platform.LINUX,
  mac: Platform.MAC,
  windows: Platform.WINDOWS,
};

/** electron-updater installs what its feed names, so the feed has to be read by https. */
function isSafeFeed(feed: string): boolean {
  return URL.canParse(feed) && new URL(feed).protocol === 'https:';
}

/** Writes the licence notice and the bill of materials that go into the package. */
async function writePapers(): Promise<void> {
  const shipped = shippedPackages();
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'];
  const npm = npmProgram(process.execPath);
  const { code, output } = await runQuietly(npm.file, [...npm.args, ...args], {
    cwd: projectRoot,
    shell: npm.shell,
  });
  if (code !== 0) throw new Error(`npm sbom ended with ${code}:\n${output}`);
  const everything: unknown = JSON.parse(output.slice(output.indexOf('{')));
  mkdirSync(inProject('dist/papers'), { recursive: true });
  writeFileSync(inProject('dist/papers/NOTICES.txt'), noticesText(shipped));
  writeFileSync(
    inProject('dist/papers/sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(everything, shipped), null, 2)}\n`,
  );
}

/** Whether packing failed because a server could not be reached or refused, by the codes of Node and of got. */
function isDownloadFailure(error: unknown): error is Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_NON_2XX_3XX_RESPONSE)$/u.test(
    code,
  );
}

// npm run package: builds, writes the licence notice and the bill of materials, and packs.
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      dir: { type: 'boolean', default: false },
      feed: { type: 'string' },
      output: { type: 'string', default: 'release' },
      for: { type: 'string' },
      runtime: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const system = values.for;
  const platform = system === undefined ? Platform.current() : platforms[system];
  if (values.help || !platform) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (values.feed !== undefined && !isSafeFeed(values.feed)) {
    process.stderr.write('The feed has to be an https address.\n');
    return 2;
  }
  await ensureBuilt();
  await writePapers();
  dropEmptyCertificates(process.env);
  const output = resolve(values.output);
  rmSync(output, { recursive: true, force: true });
  const made = pack({
    projectDir: projectRoot,
    targets: values.dir
      ? platform.createTarget('dir', Arch[process.arch === 'arm64' ? 'arm64' : 'x64'])
      : platform.createTarget(),
    publish: 'never',
    config: {
      directories: { output },
      mac: await macSigning(process.env),
      ...(values.feed !== undefined && { publish: { provider: 'generic', url: values.feed } }),
      ...(values.runtime !== undefined && { electronDist: resolve(values.runtime) }),
    },
  });
  try {
    await made;
  } catch (error) {
    if (!isDownloadFailure(error)) throw error;
    process.stderr.write(
      `Electron or a tool of electron-builder could not be downloaded (${error.message}). ` +
        'With an unpacked Electron --runtime FOLDER needs no download, and --dir no tools.\n',
    );
    return 1;
  }
  return 0;
});
