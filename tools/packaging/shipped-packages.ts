import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../project.ts';

/** A package of others that is inside what people install. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As an SPDX expression, such as MIT. Null when the package names none. */
  readonly licence: string | null;
  /** The licence's whole text, as the package brings it. */
  readonly licenceText: string;
}

/** What Vite writes beside each program, `build.license` in vite.config.ts. */
const bundledSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().nullish(),
    text: z.string().nullish(),
  }),
);

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().nullish(),
});

/** Packages that are not bundled but lie in the archive as they are. */
const besideTheBundle = 'node_modules/@napi-rs/keyring*/package.json';

function bundled(): readonly ShippedPackage[] {
  return globSync('dist/*/packages.json', { cwd: inProject() })
    .flatMap((file) => bundledSchema.parse(JSON.parse(readFileSync(inProject(file), 'utf8'))))
    .map(({ name, version, identifier, text }) => ({
      name,
      version,
      licence: identifier ?? null,
      licenceText: text ?? '',
    }));
}

function unbundled(): readonly ShippedPackage[] {
  return globSync(besideTheBundle, { cwd: inProject() }).map((file) => {
    const { name, version, license } = manifestSchema.parse(
      JSON.parse(readFileSync(inProject(file), 'utf8')),
    );
    // A platform's own part of a package may leave the text to the package that it belongs to.
    const texts = [dirname(file), 'node_modules/@napi-rs/keyring'].flatMap((folder) =>
      globSync('LICEN[CS]E*', { cwd: inProject(folder) }).map((text) =>
        readFileSync(inProject(join(folder, text)), 'utf8').trim(),
      ),
    );
    return {
      name,
      version,
      licence: license ?? null,
      licenceText: [...new Set(texts)].join('\n\n'),
    };
  });
}

/**
 * The packages of others whose code is in the built programs, and those that go into the archive
 * beside them; each once, by name. Electron is not among them: it brings its notices itself.
 *
 * @throws when dist/ is not built
 */
export function shippedPackages(): readonly ShippedPackage[] {
  const byName = new Map(
    [...bundled(), ...unbundled()].map((entry) => [`${entry.name}@${entry.version}`, entry]),
  );
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const rule = '-'.repeat(80);

/**
 * The licence notice that goes into the package: every shipped package with its licence's whole text,
 * as MIT, Apache-2.0 and their like ask for.
 */
export function noticesText(packages: readonly ShippedPackage[]): string {
  const entries = packages.map(({ name, version, licence, licenceText }) =>
    [rule, `${name} ${version} (${licence ?? 'no licence named'})`, rule, '', licenceText.trim()]
      .join('\n')
      .trim(),
  );
  const head =
    'Waybell contains the work of others. Their licences follow, by package name.\n' +
    "Electron's and Chromium's own notices lie beside this file.";
  return `${[head, ...entries].join('\n\n')}\n`;
}
