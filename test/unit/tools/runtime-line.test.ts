import { expect, test } from 'vitest';
import { type Runtime, runtimeLine } from '../../../tools/runtime/runtime.ts';

const registry: Runtime = {
  source: 'registry',
  version: '33.2.1',
  executable: '/somewhere/electron',
  args: [],
  reason: 'Electron 45.4.1 cannot be had here: its download was refused',
};

test('the first line says which Electron runs and why', () => {
  expect(runtimeLine(registry)).toBe(
    'Runtime: Electron 33.2.1, because Electron 45.4.1 cannot be had here: its download was refused',
  );
});

test('the first line says that the sandbox is missing', () => {
  expect(runtimeLine({ ...registry, args: ['--no-sandbox'] })).toMatch(
    /; without its sandbox, because this machine allows no user namespaces$/,
  );
});
