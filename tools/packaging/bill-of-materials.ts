import { z } from 'zod';
import type { ShippedPackage } from './shipped-packages.ts';

/** The part of CycloneDX 1.5 that is read or changed here; everything else goes through as it is. */
const documentSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
  metadata: z.looseObject({
    component: z.looseObject({ 'bom-ref': z.string(), name: z.string(), type: z.string() }),
  }),
});

/** Something is shipped that the lockfile does not know; the message names it. */
class UnknownPartError extends Error {
  override readonly name = 'UnknownPartError';
}

/**
 * The bill of materials of what people install, made from npm's own of everything that is installed
 * to build it: tools fall out, what is shipped stays with its hash and licence. Electron counts as
 * shipped, being most of it.
 *
 * @param everything what `npm sbom --sbom-format cyclonedx` prints
 * @returns a CycloneDX document (https://cyclonedx.org/specification/overview/)
 * @throws UnknownPartError, and ZodError when `everything` is no such document
 */
export function billOfMaterials(everything: unknown, shipped: readonly ShippedPackage[]): unknown {
  const document = documentSchema.parse(everything);
  const wanted = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const isShipped = (part: { name: string; version: string }) =>
    wanted.has(`${part.name}@${part.version}`) || part.name === 'electron';
  const components = document.components
    .filter(isShipped)
    // npm counts bundled packages as development parts: it does not know that they are shipped.
    .map((part) => ({ ...part, scope: 'required', properties: [] }));
  const known = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const unknown = [...wanted].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new UnknownPartError(`package-lock.json does not hold ${unknown.join(', ')}`);
  }
  const references = new Set(components.map((part) => part['bom-ref']));
  const self = document.metadata.component;
  return {
    ...document,
    metadata: {
      ...document.metadata,
      component: { ...self, name: 'waybell', type: 'application' },
    },
    components,
    dependencies: [
      { ref: self['bom-ref'], dependsOn: [...references] },
      ...document.dependencies
        .filter(({ ref }) => references.has(ref))
        .map(({ ref, dependsOn }) => ({
          ref,
          dependsOn: dependsOn.filter((target) => references.has(target)),
        })),
    ],
  };
}
