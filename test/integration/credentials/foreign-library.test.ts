import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCli } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the environment names no other library for the keychain: its code does not run', async () => {
  const folder = temporaryFolder();
  const library = join(folder, 'library.cjs');
  const trace = join(folder, 'trace');
  writeFileSync(library, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'ran')`);
  const run = startCli(['doctor', '--profile', join(folder, 'profile')], {
    env: { NAPI_RS_NATIVE_LIBRARY_PATH: library },
  });
  expect(await run.ended).toBe(1);
  expect(run.lines.join('\n')).toContain('Keychain');
  expect(existsSync(trace)).toBe(false);
});
