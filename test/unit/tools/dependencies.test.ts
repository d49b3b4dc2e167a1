import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const packagesByName = z.record(z.string(), z.string());

const manifest = z
  .object({
    workspaces: z.array(z.string()),
    dependencies: packagesByName,
    devDependencies: packagesByName,
    allowScripts: z.record(z.string(), z.literal(false)),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** What the parts with a package.json of their own need alone. */
const ofWorkspaces = manifest.workspaces.map((folder) =>
  z
    .object({ devDependencies: packagesByName.default({}) })
    .parse(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))),
);

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const lockedIn = (file: string) => lockfile.parse(JSON.parse(readFileSync(file, 'utf8'))).packages;

const locked = lockedIn('package-lock.json');

/** Of programs that a command brings when it is first run. */
const lockedApart = [
  lockedIn('tools/node24/package-lock.json'),
  lockedIn('tools/stryker/package-lock.json'),
].flatMap((packages) => Object.entries(packages));

const lists = [
  manifest.dependencies,
  manifest.devDependencies,
  ...ofWorkspaces.map(({ devDependencies }) => devDependencies),
];
const direct = Object.fromEntries(lists.flatMap((list) => Object.entries(list)));

/** The rows of the tables in docs/dependencies.md: name, version, licence, date, install script, reason, without it. */
const rows = readFileSync('docs/dependencies.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', version, licence, releasedOn = '', installScript, reason, without]) => ({
    name: name.slice(1, -1),
    version,
    licence,
    releasedOn,
    installScript,
    reason,
    without,
  }));

describe('dependencies', () => {
  it('are pinned to an exact version each', () => {
    for (const [name, version] of Object.entries(direct)) {
      expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+$/);
    }
  });

  it('stand in one package.json each', () => {
    const names = lists.flatMap((list) => Object.keys(list));
    expect(names.toSorted()).toEqual(Object.keys(direct).toSorted());
  });

  it('have a row with version, licence, date, install script and reason in docs/dependencies.md, and nothing else has', () => {
    const written = Object.fromEntries(
      rows.map(({ name, version, licence, installScript }) => [
        name,
        { version, licence, installScript },
      ]),
    );

    expect(written).toEqual(
      Object.fromEntries(
        Object.entries(direct).map(([name, version]) => {
          const at = locked[`node_modules/${name}`];
          const installScript = at?.hasInstallScript === true ? 'refused' : 'none';
          return [name, { version, licence: at?.license, installScript }];
        }),
      ),
    );
    const incomplete = rows.filter(
      ({ releasedOn, reason, without }) =>
        !/^\d{4}-\d\d-\d\d$/.test(releasedOn) || reason === '' || without === '',
    );
    expect(incomplete).toEqual([]);
  });

  it('run no script when they are installed', () => {
    const withScript = Object.entries(locked)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));

    expect(withScript).toEqual(Object.keys(manifest.allowScripts));
    expect(lockedApart.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  it('come under licences that ask for no more than a notice', () => {
    const permissive =
      /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|Python-2\.0|BlueOak-1\.0\.0|WTFPL|Unlicense)$/;
    const others = [...Object.entries(locked), ...lockedApart].filter(
      ([path, { license = 'none', link = false }]) =>
        path !== '' &&
        !link &&
        !license
          .replaceAll(/[()]/g, '')
          .split(' OR ')
          .some((name) => permissive.test(name)),
    );

    // A table of browsers that Stryker's parser brings: data, under a licence that asks for the notice alone.
    expect(others).toEqual([['node_modules/caniuse-lite', { license: 'CC-BY-4.0' }]]);
  });
});
