import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../tools/project.ts';
import { runQuietly } from '../../tools/process/child-process.ts';
import { electronExecutable } from './support/desktop.ts';

/* What tools/real-electron makes up for, where the specs run on the Electron of the npm registry. */

const folder = inProject('tools/real-electron/runtime');
const isRegistrys = electronExecutable().startsWith(folder);

test.runIf(isRegistrys)('its database answers as that of Node 24 does', async () => {
  const script = inProject('test/e2e/support/database-answers.mjs');
  const module = join(folder, 'resources/app/sqlite.mjs');
  const [node, electron] = await Promise.all([
    runQuietly(process.execPath, ['--disable-warning=ExperimentalWarning', script, 'node:sqlite']),
    runQuietly(electronExecutable(), [script, module], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    }),
  ]);
  expect(node.code).toBe(0);
  expect(JSON.parse(electron.output)).toEqual(JSON.parse(node.output));
});
