import { describe, expect, it } from 'vitest';
import { billOfMaterials } from '../../../../tools/packaging/bill-of-materials.ts';

const part = (name: string, version: string) => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
  scope: 'optional',
});

const everything = {
  bomFormat: 'CycloneDX',
  metadata: { component: { 'bom-ref': 'waybell@1.0.0', name: 'folder', type: 'library' } },
  components: [
    part('react', '19.0.0'),
    part('vitest', '5.0.0'),
    part('electron', '45.0.0'),
    part('undici', '7.0.0'),
    part('undici', '8.0.0'),
  ],
  dependencies: [
    { ref: 'waybell@1.0.0', dependsOn: ['react@19.0.0', 'vitest@5.0.0'] },
    { ref: 'vitest@5.0.0', dependsOn: [] },
    { ref: 'react@19.0.0', dependsOn: ['undici@8.0.0', 'vitest@5.0.0'] },
    { ref: 'undici@8.0.0', dependsOn: [] },
    { ref: 'electron@45.0.0', dependsOn: ['undici@7.0.0'] },
  ],
};

const shipped = (name: string, version: string) => ({
  name,
  version,
  licence: 'MIT',
  licenceText: '',
});

describe('the bill of materials', () => {
  it('names what is shipped in the very version, and Electron, and no tool', () => {
    const bill = billOfMaterials(everything, [
      shipped('react', '19.0.0'),
      shipped('undici', '8.0.0'),
    ]);

    expect(bill).toMatchObject({
      metadata: { component: { name: 'waybell', type: 'application' } },
      components: [
        { 'bom-ref': 'react@19.0.0', scope: 'required' },
        { 'bom-ref': 'electron@45.0.0' },
        { 'bom-ref': 'undici@8.0.0' },
      ],
      dependencies: [
        {
          ref: 'waybell@1.0.0',
          dependsOn: ['react@19.0.0', 'electron@45.0.0', 'undici@8.0.0'],
        },
        { ref: 'react@19.0.0', dependsOn: ['undici@8.0.0'] },
        { ref: 'undici@8.0.0', dependsOn: [] },
        { ref: 'electron@45.0.0', dependsOn: [] },
      ],
    });
  });

  it('is refused when something is shipped that the lockfile does not hold', () => {
    expect(() => billOfMaterials(everything, [shipped('left-pad', '1.0.0')])).toThrow(
      'left-pad@1.0.0',
    );
  });
});
