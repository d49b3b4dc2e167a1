import { describe, expect, it } from 'vitest';
import { missingOptionalPackages } from '../../../tools/test-steps.ts';

const binding = { optionalDependencies: { 'binding-linux': '1.0.0' } };

describe('optional packages of a lockfile', () => {
  it('are complete when each is there, however deep its dependent lies', () => {
    expect(
      missingOptionalPackages({
        packages: {
          '': { optionalDependencies: { tool: '1.0.0' } },
          'node_modules/tool': binding,
          'node_modules/binding-linux': {},
          'node_modules/other/node_modules/tool': binding,
          'node_modules/@scope/deep': { optionalDependencies: { '@scope/own': '1.0.0' } },
          'node_modules/@scope/deep/node_modules/@scope/own': {},
        },
      }),
    ).toEqual([]);
  });

  it('are missed when the lockfile does not hold them', () => {
    expect(missingOptionalPackages({ packages: { 'node_modules/tool': binding } })).toEqual([
      'node_modules/tool -> binding-linux',
    ]);
  });

  it('do not count when they lie below somebody else', () => {
    expect(
      missingOptionalPackages({
        packages: {
          'node_modules/tool': binding,
          'node_modules/other/node_modules/binding-linux': {},
        },
      }),
    ).toEqual(['node_modules/tool -> binding-linux']);
  });

  it('cannot be judged in a file that is no lockfile', () => {
    expect(() => missingOptionalPackages({})).toThrow('packages');
  });
});
