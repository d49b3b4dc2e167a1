import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as wholeText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { ContractNoteRepository } from '../../../main/engine/storage/contract-note-repository.ts';
import { ProfileRepository } from '../../../main/engine/storage/profile-repository.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { TeamRepository } from '../../../main/engine/storage/team/team-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { Recorder } from '../../../main/engine/recorder/recorder.ts';
import { someSituation } from '../../support/recorder/some-situation.ts';
import { lockProfile } from '../../../main/engine/storage/profile-folder.ts';
import { startCli } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someUpdate,
  someWatched,
} from '../../support/watched-orders.ts';

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService();
});

afterEach(() => service.close());

/** A profile that watches an order with a courier, connected to the service. */
function filledProfile(): string {
  const folder = temporaryFolder();
  const id = service.addOrder({ status: 'active' });
  const database = openDatabase(folder);
  const courier = { name: 'Canary Courier', phoneNumber: '+85255123047', fix: null };
  const watched = someWatched(orderIdAt(1), {
    label: 'florist',
    isPinned: true,
    order: someOrder(orderIdAt(1), { courier }),
    observedAtMs: 1,
  });
  const real = { ...watched, id: id as typeof watched.id };
  new WatchRepository(database.sql, () => 0).save([{ watched: real, notifications: [] }]);
  const { clientId } = service.credentials;
  new ProfileRepository(database.sql).save({ baseUrl: service.baseUrl, clientId });
  const note = 'field-unknown pickup.arrived_at';
  new ContractNoteRepository(database.sql).save(service.baseUrl, [
    { note, count: 2, firstSeenAtMs: 1, lastSeenAtMs: 2 },
  ]);
  database.close();
  return folder;
}

const watchedIn = (folder: string) => {
  const database = openDatabase(folder);
  try {
    return new WatchRepository(database.sql, () => 0)
      .load()
      .map(({ id, label, isPinned }) => ({ id, label, isPinned }));
  } finally {
    database.close();
  }
};

test('a watch list goes from one profile to another, and a second import changes nothing', async () => {
  const from = filledProfile();
  const to = temporaryFolder();
  const file = join(to, 'list.json');
  expect(await startCli(['export', '--profile', from, file]).ended).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toMatch(/Canary|55123047/);
  const first = startCli(['import', '--profile', to, file]);
  expect(await first.ended).toBe(0);
  expect(first.lines).toEqual(['1 order added, 0 orders changed.']);
  const after = watchedIn(to);
  expect(after).toEqual(watchedIn(from));
  const second = startCli(['import', '--profile', to, '-'], { input: readFileSync(file, 'utf8') });
  expect(await second.ended).toBe(0);
  expect(second.lines).toEqual(['0 orders added, 0 orders changed.']);
  expect(watchedIn(to)).toEqual(after);
});

test('a list that Waybell did not export is imported as a paste, and what is left out is said', async () => {
  const profile = temporaryFolder();
  const file = join(temporaryFolder(), 'shop.csv');
  writeFileSync(
    file,
    `uuid;label;group\n${orderIdAt(1)};Lam;North\n${orderIdAt(2)};Wong;\n${orderIdAt(2)};;\nnot-a-uuid;Chan;\n`,
  );
  const dry = startCli(['import', '--dry-run', '--profile', profile, file]);
  expect(await dry.ended).toBe(0);
  expect(dry.lines).toEqual(['Would be: 2 orders added, 0 orders changed. Nothing was imported.']);
  const run = startCli(['import', '--profile', profile, file]);
  expect(await run.ended).toBe(0);
  expect(run.lines).toEqual(['2 orders added, 0 orders changed.']);
  expect(run.stderr()).toBe(`"${file}": 1 named again, 1 not a uuid. See line 5.\n`);
  expect(watchedIn(profile).map(({ id, label }) => [id, label])).toEqual([
    [orderIdAt(1), 'Lam'],
    [orderIdAt(2), 'Wong'],
  ]);
  const input = JSON.stringify([
    { uuid: orderIdAt(2), group: 'South', courier_uuid: orderIdAt(3) },
  ]);
  const second = startCli(['import', '--profile', profile, '-'], { input });
  expect(await second.ended).toBe(0);
  expect(second.lines).toEqual(['0 orders added, 1 order changed.']);
  const none = startCli(['import', '--profile', profile, '-'], { input: 'no uuid' });
  expect(await none.ended).toBe(2);
  expect(none.stderr()).toBe(
    'There is no order uuid in it, and it is no file that Waybell exported, so nothing was imported.\n',
  );
});

test('muted orders of a hand-over are counted', async () => {
  const file = join(temporaryFolder(), 'list.json');
  const orders = [1, 2].map((n) => ({ uuid: orderIdAt(n), isMuted: n === 1 }));
  writeFileSync(file, JSON.stringify({ format: 'waybell-hand-over', version: 1, orders }));
  const run = startCli(['import', '--profile', temporaryFolder(), file]);
  expect(await run.ended).toBe(0);
  expect(run.lines).toEqual(['2 orders added, 1 of them muted, 0 orders changed.']);
});

test('orders that are over go by choice, come as they ended, and a dry run changes nothing', async () => {
  const from = temporaryFolder();
  const to = temporaryFolder();
  const file = join(to, 'list.json');
  const nowMs = Date.now();
  const database = openDatabase(from);
  const hoursAgo = [1, 30].map((hours, index) => {
    const id = orderIdAt(index + 1);
    const atMs = nowMs - hours * 3_600_000;
    const order = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
    return someWatched(id, { order, observedAtMs: atMs, statusSinceMs: atMs });
  });
  const all = [...hoursAgo, someWatched(orderIdAt(3))];
  new WatchRepository(database.sql, () => 0).save(
    all.map((watched) => ({ watched, notifications: [] })),
  );
  database.close();
  const out = startCli(['export', '--profile', from, file]);
  expect(await out.ended).toBe(0);
  expect(out.stderr()).toBe('2 orders written, 1 that is over was left out (--finished).\n');
  const dry = startCli(['import', '--dry-run', '--profile', to, file]);
  expect(await dry.ended).toBe(0);
  const said = '2 orders added, 1 of them over and not checked, 0 orders changed.';
  expect(dry.lines).toEqual([`Would be: ${said} Nothing was imported.`]);
  expect(watchedIn(to)).toEqual([]);
  const run = startCli(['import', '--profile', to, file]);
  expect(await run.ended).toBe(0);
  expect(run.lines).toEqual([said]);
  expect(watchedIn(to).map(({ id }) => id)).toEqual([orderIdAt(1), orderIdAt(3)]);
});

test('import changes nothing where a link stands in the place of the lock', async () => {
  const folder = filledProfile();
  symlinkSync(join(temporaryFolder(), 'elsewhere.lock'), join(folder, 'waybell.lock'));
  const list = startCli(['export', '--profile', folder]);
  await list.ended;
  const back = startCli(['import', '--profile', folder, '-'], { input: list.lines.join('\n') });
  expect(await back.ended).toBe(2);
  expect(back.stderr()).toContain('Remove the link');
});

test('export works while Waybell is running on the profile, import refuses and says so', async () => {
  const folder = filledProfile();
  const lock = lockProfile(folder);
  const out = startCli(['export', '--summary', '--profile', folder]);
  expect(await out.ended).toBe(0);
  expect(out.lines[0]).toMatch(/^1 open/);
  const list = startCli(['export', '--profile', folder]);
  await list.ended;
  const back = startCli(['import', '--profile', folder, '-'], { input: list.lines.join('\n') });
  expect(await back.ended).toBe(2);
  expect(back.stderr()).toContain('running on this profile');
  if (lock.kind === 'held') lock.release();
});

test('a file of a newer Waybell changes nothing and exits with 2', async () => {
  const folder = filledProfile();
  const before = watchedIn(folder);
  const file = join(folder, 'newer.json');
  writeFileSync(file, '{"format":"waybell-hand-over","version":9,"orders":[]}');
  const run = startCli(['import', '--profile', folder, file]);
  expect(await run.ended).toBe(2);
  expect(run.stderr()).toContain('newer Waybell');
  expect(watchedIn(folder)).toEqual(before);
});

test('settings that mute, reveal or reach further are named, and applied only with a word', async () => {
  const folder = temporaryFolder();
  openDatabase(folder).close();
  const file = join(folder, 'settings.json');
  const risky = { theme: 'dark', looksForUpdates: false, windowShortcut: 'Control+C' };
  const written = (settings: object) =>
    writeFileSync(file, JSON.stringify({ format: 'waybell-settings', version: 1, settings }));
  const stored = () => {
    const database = openDatabase(folder);
    try {
      const { theme, looksForUpdates } = new SettingsRepository(database.sql).load();
      return { theme, looksForUpdates };
    } finally {
      database.close();
    }
  };
  written(risky);
  const refused = startCli(['import', '--profile', folder, file]);
  expect(await refused.ended).toBe(1);
  expect(refused.stderr()).toContain('- Turns the search for updates off\n');
  expect(refused.stderr()).toContain('- Takes Ctrl+C from all programs\n');
  expect(refused.stderr()).toContain('--accept-risks');
  expect(stored()).toEqual({ theme: 'system', looksForUpdates: true });

  const accepted = startCli(['import', '--accept-risks', '--profile', folder, file]);
  expect(await accepted.ended).toBe(0);
  expect(accepted.stderr()).toContain('- Turns the search for updates off\n');
  expect(stored()).toEqual({ theme: 'dark', looksForUpdates: false });

  written({ ...risky, theme: 'light' });
  const again = startCli(['import', '--profile', folder, file]);
  expect(await again.ended).toBe(0);
  expect(again.stderr()).toBe('');
  expect(stored()).toEqual({ theme: 'light', looksForUpdates: false });

  written({ theme: 'dark', mostNotificationsPerMinute: 2 });
  const earlier = startCli(['import', '--profile', folder, file]);
  expect(await earlier.ended).toBe(0);
  expect(earlier.stderr()).toContain('mostNotificationsPerMinute');
  expect(stored()).toEqual({ theme: 'dark', looksForUpdates: false });
});

test('what of a file of settings is not understood is counted, also by a dry run', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'settings.json');
  const settings = { theme: 'purple', density: 4, historyDays: 60 };
  writeFileSync(file, JSON.stringify({ format: 'waybell-settings', version: 1, settings }));
  const dry = startCli(['import', '--dry-run', '--accept-risks', '--profile', folder, file]);
  expect(await dry.ended).toBe(0);
  expect(dry.stderr()).toContain('2 entries do not fit and are left out.\n');
  const run = startCli(['import', '--accept-risks', '--profile', folder, file]);
  expect(await run.ended).toBe(0);
  expect(run.stderr()).toContain('2 entries do not fit and are left out.\n');
  const database = openDatabase(folder);
  expect(new SettingsRepository(database.sql).load()).toMatchObject({
    theme: 'system',
    historyDays: 60,
  });
  database.close();
});

test('the doctor tests the whole way to the service and reports the time of each part', async () => {
  const folder = filledProfile();
  const { clientSecret } = service.credentials;
  const run = startCli(['doctor', '--json', '--profile', folder], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
  await run.ended;
  const report: unknown = JSON.parse(run.lines.join('\n'));
  expect(report).toMatchObject({ format: 'waybell-diagnosis', version: 1 });
  const text = run.lines.join('\n');
  expect(text).toContain('"name": "field-unknown pickup.arrived_at"');
  for (const name of ['Connection', 'Access token', 'First order', 'Secret Service', 'Shown by']) {
    expect(text).toContain(`"name": "${name}"`);
  }
  expect(report).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({
        name: 'First order',
        state: 'good',
        elapsedMs: expect.any(Number) as unknown,
      }),
    ]) as unknown,
  });
  expect(text).not.toContain(clientSecret);
  expect(text).not.toMatch(/Canary|55123047|florist/);
});

test('the doctor exits with 1 when the keychain, the bus and the service are missing', async () => {
  const folder = filledProfile();
  await service.close();
  const run = startCli(['doctor', '--profile', folder], {
    env: { WAYBELL_CLIENT_SECRET: 'x', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  expect(await run.ended).toBe(1);
  const text = run.lines.join('\n');
  expect(text).toContain('BAD   Secret Service: is not there');
  expect(text).toContain('BAD   Shown by: no answer');
  expect(text).toMatch(/BAD {3}Connection: Service not reached/);
});

test('at a desk of a team the doctor looks at the hub, which asks the service in its place', async () => {
  const folder = filledProfile();
  const database = openDatabase(folder);
  const hubUrl = 'https://hub.example.com';
  const desk = { hubUrl, deskId: 'd1', deskName: 'Canary Mei', role: 'dispatcher' } as const;
  new TeamRepository(database.sql).save(desk);
  database.close();
  const run = startCli(['doctor', '--profile', folder], {
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  expect(await run.ended).toBe(1);
  const text = run.lines.join('\n');
  expect(text).toContain('BAD   Token of this desk: there is no keychain to have it');
  expect(text).toContain('Service: asked by the hub, not by this desk');
  expect(text).not.toContain('Canary');
});

test('a login and a token in an address that was written by hand are in no report', async () => {
  const folder = filledProfile();
  const database = openDatabase(folder);
  const { host } = new URL(service.baseUrl);
  const written = `http://user:s3cret@${host}/?token=s3cret`;
  database.sql.prepare('UPDATE profiles SET base_url = ?').run(written);
  database.close();
  const run = startCli(['doctor', '--profile', folder], {
    env: { WAYBELL_CLIENT_SECRET: service.credentials.clientSecret },
  });
  await run.ended;
  expect(run.lines.join('\n')).toContain(`Service: ${service.baseUrl}\n`);
  expect(run.lines.join('\n')).toMatch(/ok {4}First order/);
  expect(run.lines.join('\n')).not.toContain('s3cret');
});

test('imported settings leave out what the policy of the computer sets, and a broken policy ends the import', async () => {
  const folder = temporaryFolder();
  const [file, policyFile] = [join(folder, 'settings.json'), join(folder, 'policy.json')];
  const settings = { theme: 'dark', historyDays: 60 };
  writeFileSync(file, JSON.stringify({ format: 'waybell-settings', version: 1, settings }));
  const imported = async (policy: object) => {
    writeFileSync(policyFile, JSON.stringify(policy), { mode: 0o644 });
    const program = new URL('../../../main/cli/commands/profile.ts', import.meta.url).href;
    const args = ['import', '--profile', folder, '--accept-risks', file];
    const script = `import { profileCommand } from '${program}';
      const run = profileCommand(${JSON.stringify(args)}, '1', ${JSON.stringify(policyFile)});
      process.exitCode = await run();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = wholeText(child.stderr);
    await once(child, 'exit');
    return { code: child.exitCode, said: await said };
  };
  const broken = await imported({ version: 1, settings: { historyDays: 0 } });
  expect(broken.code).toBe(2);
  expect(broken.said).toContain('settings.historyDays');
  const accepted = await imported({ version: 1, settings: { historyDays: 7 } });
  expect(accepted).toMatchObject({ code: 0, said: expect.stringContaining('company') });
  const database = openDatabase(folder);
  expect(new SettingsRepository(database.sql).load()).toMatchObject({
    theme: 'dark',
    historyDays: 30,
  });
  database.close();
});

test('the packed program has no hub in it, and says which program looks at one', async () => {
  const program = new URL('../../../main/cli/commands/profile.ts', import.meta.url).href;
  const args = ['doctor', '--hub', '--profile', temporaryFolder()];
  const script = `import { profileCommand } from '${program}';
    process.exitCode = await profileCommand(${JSON.stringify(args)}, '1')();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = wholeText(child.stderr);
  await once(child, 'exit');
  expect(child.exitCode).toBe(2);
  expect(await said).toContain('"node dist/main/cli.js doctor --hub"');
});

test('closing standard output early is no failure, also in the packed program', async () => {
  const program = new URL('../../../main/cli/commands/profile.ts', import.meta.url).href;
  const script = `import { profileCommand } from '${program}';
    process.exitCode = await profileCommand(['doctor', '--help'], '1')();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.destroy();
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});

test('the terminal says what became of each update of an order, and of one at a time', async () => {
  const folder = temporaryFolder();
  const id = orderIdAt(1);
  const database = openDatabase(folder);
  const { sql } = database;
  let nowMs = Date.now() - 3_600_000;
  const clock = { wallMs: () => nowMs };
  const recorder = new Recorder(
    {
      store: new RecordingRepository(sql),
      clock,
      reportDefect: (error) => expect.unreachable(String(error)),
    },
    someSituation({ startedAtMs: nowMs }),
  );
  const repository = new WatchRepository(sql, clock.wallMs, (record) => recorder.order(record));
  const order = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });
  repository.save([{ watched: someWatched(id, { order, isMuted: true }), notifications: [] }]);
  const mutedAt = new Date(nowMs).toISOString();
  for (const kind of ['order_matched', 'order_completed'] as const) {
    nowMs += 600_000;
    const update = someUpdate(id, {
      seenAtMs: nowMs,
      kinds: [kind],
      reasons: [`Canary +85291234567`],
    });
    const notification = someNotification(`${id}:${nowMs}:${kind}`, { orderId: id });
    const watched = someWatched(id, { order, isMuted: true, changedAtMs: nowMs });
    repository.save([{ watched, update, notifications: [notification] }]);
    const isFirst = kind === 'order_matched';
    const outcome = isFirst
      ? ({ kind: 'suppressed', reason: 'muted' } as const)
      : ({ kind: 'shown' } as const);
    new OutboxRepository(sql, clock.wallMs).settle([notification.key], outcome, nowMs);
  }
  database.close();
  const all = startCli(['why', '--profile', folder, id]);
  expect(await all.ended).toBe(0);
  expect(all.lines).toHaveLength(4);
  // By this computer's clock, with its offset.
  expect(all.lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d {2}Canary/);
  expect(all.lines[1]).toMatch(/^ {2}Told at /);
  expect(all.lines[3]).toMatch(/^ {2}Not shown: the order is muted/);
  expect(all.lines.join('')).not.toContain('91234567');
  const early = startCli([
    'why',
    '--json',
    '--at',
    new Date(nowMs - 1).toISOString(),
    '--profile',
    folder,
    id,
  ]);
  expect(await early.ended).toBe(0);
  expect(JSON.parse(early.lines[0] ?? '')).toMatchObject([
    { kinds: ['order_matched'], fate: { kind: 'untold', reason: 'muted' } },
  ]);
  const before = startCli(['why', '--at', mutedAt, '--profile', folder, id]);
  expect(await before.ended).toBe(0);
  expect(before.lines).toEqual(['Nothing had happened to it by then.']);
  const wrong = startCli(['why', '--at', '2026-02-30T00:00:00Z', '--profile', folder, id]);
  expect(await wrong.ended).toBe(2);
  const unknown = startCli(['why', '--profile', folder, orderIdAt(9)]);
  expect(await unknown.ended).toBe(1);
});

test('of an order without any update the terminal says that nothing has happened to it yet', async () => {
  const folder = filledProfile();
  const [{ id } = { id: '' }] = watchedIn(folder);
  const all = startCli(['why', '--profile', folder, id]);
  expect(await all.ended).toBe(0);
  expect(all.lines).toEqual(['Nothing has happened to it yet, as far as is kept.']);
});

test('of a profile that notifies no one it is said once that nothing of that is kept', async () => {
  const folder = filledProfile();
  const [{ id } = { id: orderIdAt(1) }] = watchedIn(folder);
  const database = openDatabase(folder);
  const repository = new WatchRepository(database.sql, () => 3000);
  for (const seenAtMs of [1000, 2000]) {
    const update = someUpdate(id, { seenAtMs });
    repository.save([{ watched: someWatched(id), update, notifications: [] }]);
  }
  database.close();
  const all = startCli(['why', '--profile', folder, id]);
  expect(await all.ended).toBe(0);
  expect(all.lines).toEqual([
    expect.stringMatching(/^Whether any of this was told is not kept/),
    expect.stringContaining('1970-01-01'),
    expect.stringContaining('1970-01-01'),
  ]);
});
