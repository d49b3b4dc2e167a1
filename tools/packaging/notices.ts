import type { ShippedPackage } from './shipped-packages.ts';

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
