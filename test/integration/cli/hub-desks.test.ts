import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { changeDesks, type DesksCommand } from '../../../main/cli/commands/desks.ts';
import { hubNote } from '../../../main/cli/commands/hub-note.ts';
import {
  changeHubSettings,
  type HubSettingsCommand,
} from '../../../main/cli/commands/hub-settings.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { lockProfile } from '../../../main/engine/storage/profile-folder.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import type { LogStore } from '../../../main/hub/log/open-team-log.ts';
import type { HubSettingsChange } from '../../../core/team/hub-settings.ts';
import { Hub } from '../../../main/hub/hub.ts';
import { textsIn } from '../../../renderer/text/texts.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ownSettings } from '../../support/hub/own-settings.ts';

let clock: FakeClock;
let store: LogStore & { readonly kind: 'sqlite' };
beforeEach(() => {
  clock = new FakeClock();
  store = { kind: 'sqlite', profileDir: join(temporaryFolder(), 'profile') };
});

type OfKind = DesksCommand extends infer Each
  ? Each extends DesksCommand
    ? Omit<Each, 'store'>
    : never
  : never;

/** Does a command as a process of its own does it. */
async function hub(command: OfKind) {
  let [out, said] = ['', ''];
  const code = await changeDesks(
    { ...command, store },
    {
      clock,
      print(text) {
        out += text;
        return Promise.resolve();
      },
      say: (text) => void (said += text),
    },
  );
  return { code, out, said };
}

/** The same of a command about settings. */
async function settingsOf(command: HubSettingsCommand) {
  let [out, said] = ['', ''];
  const code = await changeHubSettings(command, {
    clock,
    print(text) {
      out += text;
      return Promise.resolve();
    },
    say: (text) => void (said += text),
  });
  return { code, out, said };
}

/** A hub that runs on the same profile. */
async function runningHub(): Promise<Hub> {
  const { leases, log } = await openTeamLog(store, clock);
  const running = new Hub({
    log,
    leases,
    clock,
    isClockBelieved: () => true,
    hubId: 'hub-1',
    version: '1.2.3',
    settings: ownSettings({ requestsPerMinute: 300 }),
    limitChanged: () => undefined,
    reportDefect(error) {
      throw error;
    },
  });
  await running.start();
  return running;
}

/** Joins with a code that the hub has not heard of yet. */
async function joined(running: Hub, code: string) {
  const joining = running.desks.join(code);
  await clock.advance(500);
  return joining;
}

const mei = { kind: 'invite', name: 'Mei', role: 'dispatcher' } as const;

test('the code of an invitation stands alone on standard output, and lets one desk in', async () => {
  const running = await runningHub();
  const { code, out, said } = await hub(mei);
  expect(code).toBe(0);
  expect(out).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\n$/);
  expect(said).toContain('"Mei" (dispatcher)');
  expect(said).not.toContain(out.trim());
  const desk = await joined(running, out.trim());
  expect(desk?.desk).toMatchObject({ name: 'Mei', role: 'dispatcher' });
  expect(await running.desks.join(out.trim())).toBeNull();
});

test('who invites reads where the window joins, in the words of the window', async () => {
  await runningHub();
  const { said } = await hub(mei);
  const { settings, join: joining } = textsIn.en;
  expect(said).toContain(`window under "${joining.title}"`);
  expect(said).toContain(`in "${settings.sections.connection}" of the settings`);
});

test.each([
  ['https://hub.example.com', '"waybell join https://hub.example.com"', /settings\.\n$/],
  ['http://127.0.0.1:7788', '"waybell join http://127.0.0.1:7788"', /need its --public-url\.\n$/],
  [null, '"waybell join ADDRESS"', /\nADDRESS is where desks reach the hub: its --public-url, or/],
])('who invites reads the address of a hub at %s', async (url, command, end) => {
  await runningHub();
  const pace = {
    requestsLastMinute: 0,
    requestsPerMinute: 300,
    nextCheckAtMs: null,
    lastAnswerAtMs: null,
  };
  const note = { hubId: 'hub-1', version: '1.2.3', url, pace };
  await hubNote(store.profileDir, clock, () => note).start();
  const { said } = await hub(mei);
  expect(said).toContain(command);
  expect(said).toMatch(end);
});

test('a desk that is revoked beside a running hub is out at once', async () => {
  const running = await runningHub();
  const { out } = await hub({ ...mei, role: 'viewer' });
  const desk = await joined(running, out.trim());
  const revoked: string[] = [];
  running.desks.onRevoked((id) => revoked.push(id));
  expect(await hub({ kind: 'revoke', name: 'mei' })).toMatchObject({ code: 0, out: '' });
  await clock.advance(500);
  expect(revoked).toEqual([desk?.desk.id]);
  expect(running.desks.deskOf(desk?.token ?? '')).toBeNull();
});

test('who is in and who is invited is listed, for people and for programs', async () => {
  const running = await runningHub();
  await running.desks.join(
    ((await running.desks.invite('Lee 李', 'viewer')) as { code: string }).code,
  );
  await hub(mei);
  const at = new Date(clock.wallMs()).toISOString();
  const until = new Date(clock.wallMs() + 600_000).toISOString();
  const { out } = await hub({ kind: 'desks', isJson: true });
  expect(JSON.parse(out)).toEqual([
    { name: 'Lee 李', role: 'viewer', state: 'joined', at },
    { name: 'Mei', role: 'dispatcher', state: 'invited', at: until },
  ]);
  expect((await hub({ kind: 'desks', isJson: false })).out).toBe(
    `Lee 李  viewer      joined         ${at}\nMei     dispatcher  invited until  ${until}\n`,
  );
  await clock.advance(600_000);
  await hub({ kind: 'revoke', name: 'Lee 李' });
  expect((await hub({ kind: 'desks', isJson: true })).out).toBe('[]\n');
});

test('a name that is taken, or that no desk has, is said', async () => {
  await runningHub();
  await hub(mei);
  const again = await hub({ ...mei, name: 'MEI' });
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.said).toContain('There is a desk named "MEI".');
  expect(await hub({ kind: 'revoke', name: 'Ana' })).toEqual({
    code: 2,
    out: '',
    said: 'There is no desk named "Ana".\n',
  });
});

test('the log is readable by its owner alone', async () => {
  await runningHub();
  await hub({ kind: 'desks', isJson: true });
  expect(statSync(store.profileDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(store.profileDir, 'team-log.db')).mode & 0o777).toBe(0o600);
});

test.each<OfKind>([mei, { kind: 'desks', isJson: true }, { kind: 'revoke', name: 'Mei' }])(
  'where no hub has run, $kind is refused and makes nothing',
  async (command) => {
    const { code, out, said } = await hub(command);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toContain('No hub has run with its log in this profile.');
    expect(existsSync(store.profileDir)).toBe(false);
    // Nor in a folder that is there, such as the profile of an app.
    mkdirSync(store.profileDir);
    expect(await hub(command)).toMatchObject({ code: 2 });
    expect(readdirSync(store.profileDir)).toEqual([]);
  },
);

test('a log that cannot be opened is said, with an exit code of its own', async () => {
  mkdirSync(join(store.profileDir, 'team-log.db'), { recursive: true });
  const { code, said } = await hub(mei);
  expect(code).toBe(4);
  expect(said).toContain('The log of the team cannot be read or written');
});

test('what is set by command all hubs go by at once, and it is printed', async () => {
  const running = await runningHub();
  const command = { kind: 'set', store, change: { requestsPerMinute: 120 } } as const;
  const { code, said } = await settingsOf(command);
  expect(code).toBe(0);
  expect(said).toContain('Sends 120 requests a minute at most');
  await clock.advance(500);
  expect(running.board.hubSettings.settings.requestsPerMinute).toBe(120);
  const printed = await settingsOf({ kind: 'settings', store, isJson: true });
  expect(JSON.parse(printed.out)).toEqual({ requestsPerMinute: 120 });
  const listed = await settingsOf({ kind: 'settings', store, isJson: false });
  expect(listed.out).toMatch(/^requestsPerMinute +120$/m);
  expect(listed.out).toMatch(/^archiveDays +\(as in the profile of each hub\)$/m);
});

test('a change is compared with what the hub goes by: its profile, and what was set over it', async () => {
  await runningHub();
  const database = openDatabase(store.profileDir);
  new SettingsRepository(database.sql).change({ requestsPerMinute: 60, activeEverySeconds: 90 });
  database.close();
  const warned = async (change: HubSettingsChange): Promise<string> =>
    (await settingsOf({ kind: 'set', store, change })).said.replace(/Set for all hubs.*\n/, '');
  expect(await warned({ requestsPerMinute: 120 })).toBe(
    'Sends up to 120 requests a minute to the service\n',
  );
  expect(await warned({ activeEverySeconds: 60 })).toBe('');
  expect(await warned({ activeEverySeconds: 75 })).toContain('only every 75');
});

test('what a hub is writing on a full disk is not taken for damage by a command beside it', async () => {
  await runningHub();
  const lock = lockProfile(store.profileDir);
  onTestFinished(() => void (lock.kind === 'held' && lock.release()));
  const log = join(store.profileDir, 'team-log.db-wal');
  // As much of a frame as the disk took.
  appendFileSync(log, readFileSync(log).subarray(32, 2000));
  expect(await hub({ kind: 'desks', isJson: true })).toEqual({ code: 0, out: '[]\n', said: '' });
});

/** What the files of the profile hold. */
function held(): Readonly<Record<string, string>> {
  const names = readdirSync(store.profileDir);
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(store.profileDir, name), 'latin1')]),
  );
}

test('of a log that was altered each command says so, who lists writes nothing, and a hub still tells', async () => {
  const opened = await openTeamLog(store, clock);
  await opened.close();
  expect((await hub(mei)).code).toBe(0);
  const path = join(store.profileDir, 'team-log.db');
  writeFileSync(path, readFileSync(path, 'latin1').replace('"Mei"', '"Moi"'), 'latin1');
  const before = held();
  const altered = expect.stringContaining('is not what the hub left on the disk');
  for (let looks = 0; looks < 2; looks += 1) {
    const listed = await hub({ kind: 'desks', isJson: true });
    expect(listed).toMatchObject({ code: 0, said: altered });
    expect(listed.out).toContain('Moi');
    const settings = await settingsOf({ kind: 'settings', store, isJson: true });
    expect(settings).toEqual({ code: 0, out: '{}\n', said: altered });
  }
  expect(held()).toEqual(before);
  for (const name of ['Ana', 'Bo']) {
    expect(await hub({ ...mei, name })).toMatchObject({ code: 0, said: altered });
  }
  const next = await openTeamLog(store, clock);
  expect(next.isAltered).toBe(true);
  await next.close();
  const last = await openTeamLog(store, clock);
  expect(last.isAltered).toBe(false);
  await last.close();
});

test('nothing is set in a profile in which no hub has run', async () => {
  const { code } = await settingsOf({ kind: 'set', store, change: { archiveDays: 1 } });
  expect(code).toBe(2);
  expect(existsSync(store.profileDir)).toBe(false);
});
