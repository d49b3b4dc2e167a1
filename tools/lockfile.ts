import { z } from 'zod';

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) }),
  ),
});

/**
 * Optional packages that a lockfile names as dependencies but does not hold, each as
 * `dependent -> package`.
 *
 * A registry that lags behind makes `npm install` drop platform packages silently; `npm ci` then
 * fails, here or on another system. https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 *
 * @param lockfile the parsed package-lock.json
 * @throws ZodError when it is none
 */
export function missingOptionalPackages(lockfile: unknown): readonly string[] {
  const { packages } = lockfileSchema.parse(lockfile);
  return Object.entries(packages).flatMap(([dependent, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !foldersSeenFrom(dependent).some((folder) => `${folder}${name}` in packages),
      )
      .map((name) => `${dependent} -> ${name}`),
  );
}

/** Where Node looks for a package, from the dependent's own node_modules up to the root's. */
function foldersSeenFrom(dependent: string): readonly string[] {
  const parts = dependent === '' ? [] : dependent.split('/node_modules/');
  const folders = parts.map(
    (_, at) => `${parts.slice(0, at + 1).join('/node_modules/')}/node_modules/`,
  );
  return ['node_modules/', ...folders];
}
