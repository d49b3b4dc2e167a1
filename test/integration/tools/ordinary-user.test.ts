import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../tools/project.ts';
import { runAsOrdinaryUser, sandbox } from '../../../tools/runtime/ordinary-user.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* Root hands over what starts the app. Other users, and machines without user namespaces, have nothing to hand over. */

const handsOver = (await sandbox()) === 'asOrdinaryUser';

interface Seen {
  readonly uid: number;
  readonly groups: readonly number[];
  readonly home: string | undefined;
  readonly folder: string;
  readonly packageName: string;
  readonly canWriteHere: boolean;
  readonly canReadSecret: boolean;
  readonly leaked: readonly string[];
}

const look = `
  import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
  const can = (run) => { try { run(); return true; } catch { return false; } };
  console.log(JSON.stringify({
    uid: process.getuid(),
    groups: process.getgroups(),
    home: process.env.HOME,
    folder: process.cwd(),
    packageName: JSON.parse(readFileSync('package.json', 'utf8')).name,
    canWriteHere: can(() => writeFileSync('made-by-a-test.txt', 'text')),
    canReadSecret: can(() => readFileSync(process.argv[2])),
    leaked: Object.keys(process.env).filter((name) => name === 'DBUS_SESSION_BUS_ADDRESS' || name.startsWith('XDG_CONFIG')),
  }));
`;

test.runIf(handsOver)(
  'root hands over to an account that owns nothing, which reads the project in a copy that goes with it',
  async () => {
    const secret = join(temporaryFolder(), 'secret.txt');
    writeFileSync(secret, 'only root may read it', { mode: 0o600 });
    let copy = '';
    let hasWritten = false;
    const { code, output } = await runAsOrdinaryUser({
      script: (project) => {
        copy = project;
        return ['--input-type=module', '-e', look, '--', secret];
      },
      env: {
        ...process.env,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
        XDG_CONFIG_HOME: '/nowhere',
      },
      signal: new AbortController().signal,
      isShown: false,
      ended: (project) => {
        hasWritten = existsSync(join(project, 'made-by-a-test.txt'));
      },
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    const seen = JSON.parse(output) as Seen; // what the script above prints
    expect(seen.uid).not.toBe(0);
    expect(seen.groups).not.toContain(0);
    expect(seen).toMatchObject({
      folder: copy,
      packageName: 'waybell',
      canWriteHere: true,
      canReadSecret: false,
      leaked: [],
    });
    expect(seen.home?.startsWith('/tmp/')).toBe(true);
    expect(hasWritten).toBe(true);
    expect(existsSync(inProject('made-by-a-test.txt'))).toBe(false);
    expect(existsSync(copy)).toBe(false);
  },
);

test.runIf(handsOver)('what was interrupted before it began does not begin', async () => {
  const { code } = await runAsOrdinaryUser({
    script: () => ['-e', "require('node:fs').writeFileSync('/tmp/begun-by-a-test', '')"],
    env: process.env,
    signal: AbortSignal.abort(),
    isShown: false,
  });
  expect(code).toBe(130);
  expect(existsSync('/tmp/begun-by-a-test')).toBe(false);
});
