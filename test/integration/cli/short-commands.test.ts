import { describe, expect, test } from 'vitest';
import { startCli } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

describe('a short command ends while a thread of V8 waits for a collection', () => {
  test.each([
    { args: ['watch', 'no-such-file'], code: 2 },
    { args: ['watch', '--help'], code: 0 },
    { args: ['hub', 'desks'], code: 2 },
    { args: ['doctor'], code: 1 },
    { args: ['doctor', '--hub'], code: 0 },
    { args: ['export'], code: 2 },
    { args: ['why', orderIdAt(1)], code: 2 },
    { args: ['no-such-command'], code: 2 },
  ])('waybell $args', async ({ args, code }) => {
    const hasProfile = args[0] !== 'no-such-command' && args[1] !== '--help';
    const profile = hasProfile ? ['--profile', temporaryFolder()] : [];
    const run = startCli([...args, ...profile], {
      stressesMemory: true,
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
    });
    expect(await run.ended).toBe(code);
  });
});
