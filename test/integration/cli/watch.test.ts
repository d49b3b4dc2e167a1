import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { killCliRounds } from '../../support/cli/cli-kills.ts';
import { parsed, startCli } from '../../support/cli/cli-run.ts';
import type { CliLimits, CliRun } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const phone = '+852 9123 4567';
const unknown = '99999999-9999-4999-8999-999999999998';

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});

afterEach(() => service.close());

function watch(
  args: readonly string[],
  {
    secret = service.credentials.clientSecret,
    input = '',
    ...limits
  }: { readonly secret?: string; readonly input?: string | null } & CliLimits = {},
): CliRun {
  const { clientId } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId];
  return startCli(['watch', ...connection, '--interval', '1', '--max-rate', '6000', ...args], {
    env: { WAYBELL_CLIENT_SECRET: secret },
    input,
    ...limits,
  });
}

/** Whether a process handles a signal itself: SigCgt in proc(5). */
function catchesSignal(pid: number | undefined, signal: number): boolean {
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return ((BigInt(`0x${caught?.[1] ?? '0'}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

function addOrder(fields: Parameters<DeliveryService['addOrder']>[0] = {}): string {
  const courier = { name: 'Chan Tai Man', phone_number: phone };
  return service.addOrder({ status: 'active', courier, ...fields });
}

describe('once', () => {
  test('every order is printed once, and the exit code is 0', async () => {
    const ids = [addOrder(), addOrder({ status: 'completed' })];
    const run = watch(['--json', '--once', ...ids]);
    expect(await run.ended).toBe(0);
    expect(run.lines.map(parsed).map(({ event, uuid }) => [event, uuid])).toEqual(
      expect.arrayContaining(ids.map((id) => ['order', id])),
    );
    expect(run.lines).toHaveLength(2);
  });

  test('orders that the service does not know exit with 5, the others are printed', async () => {
    const id = addOrder();
    const run = watch(['--json', '--once', id, unknown]);
    expect(await run.ended).toBe(5);
    const events = run.lines.map(parsed);
    expect(events.find(({ event }) => event === 'order')?.uuid).toBe(id);
    expect(events.find(({ event }) => event === 'problem')).toMatchObject({
      uuid: unknown,
      code: 'order-not-found',
    });
  });

  test('refused credentials exit with 3', async () => {
    const run = watch(['--json', '--once', addOrder()], { secret: 'not the secret' });
    expect(await run.ended).toBe(3);
    expect(run.lines.map(parsed)).toMatchObject([
      { event: 'serviceHealth', state: 'blind', cause: 'credentials-refused' },
    ]);
  });

  test('an unreachable service exits with 4', async () => {
    const id = addOrder();
    await service.goDark();
    const run = watch(['--json', '--once', id]);
    expect(await run.ended).toBe(4);
    expect(run.lines.map(parsed)).toMatchObject([{ event: 'serviceHealth', state: 'blind' }]);
  });

  test('a service that asks for a pause is waited for', async () => {
    const id = addOrder();
    service.fault({
      match: { target: 'order' },
      when: { times: 1 },
      action: { do: 'answer', status: 429, retryAfter: '0' },
    });
    expect(await watch(['--json', '--once', id]).ended).toBe(0);
  });

  test.runIf(process.platform !== 'win32')(
    'fault 64: 64 files and 256 MB are enough for hundreds of orders, also when answers are slow',
    async () => {
      await service.close();
      service = await startDeliveryService({ latencyMs: [300, 600] });
      const ids = Array.from({ length: 300 }, () => addOrder());
      const file = join(temporaryFolder(), 'orders.txt');
      writeFileSync(file, ids.join('\n'));
      const run = watch(['--json', '--once', file], { fileLimit: 64, heapMb: 256 });
      expect(await run.ended).toBe(0);
      expect(new Set(run.lines.map((line) => parsed(line).uuid))).toEqual(new Set(ids));
    },
  );

  test('--max-rate limits the checks', async () => {
    const ids = Array.from({ length: 12 }, () => addOrder());
    const run = watch(['--json', '--max-rate', '6', ...ids]);
    await run.until(({ event }) => event === 'order');
    run.kill('SIGINT');
    expect(await run.ended).toBe(130);
    expect(run.lines.length).toBeLessThanOrEqual(2);
  });

  test('without uuids the orders of the profile are watched', async () => {
    const folder = temporaryFolder();
    const [id, other] = [addOrder(), addOrder()];
    expect(await watch(['--json', '--once', '--profile', folder, id]).ended).toBe(0);
    expect(await watch(['--json', '--once', '--profile', folder, other]).ended).toBe(0);
    const run = watch(['--json', '--once', '--profile', folder]);
    expect(await run.ended).toBe(0);
    expect(new Set(run.lines.map((line) => parsed(line).uuid))).toEqual(new Set([id, other]));
  });

  test('the same refusal for all orders of the profile is a service that was not reached', async () => {
    const folder = temporaryFolder();
    const ids = [addOrder(), addOrder(), addOrder()];
    expect(await watch(['--json', '--once', '--profile', folder, ...ids]).ended).toBe(0);
    service.fault({ match: { target: 'order' }, action: { do: 'answer', status: 404 } });
    const run = watch(['--json', '--once', '--profile', folder]);
    expect(await run.ended).toBe(4);
    expect(run.lines.map(parsed)).toMatchObject([
      { event: 'serviceHealth', state: 'blind', cause: 'service-failing' },
    ]);
  });

  test('a promised time that passed is a line, and none of an order that is found to be over', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'orders.json');
    const [id, over] = [addOrder(), addOrder({ status: 'completed' })];
    const promisedAt = '2026-01-31T12:00:00.000Z';
    const orders = [id, over].map((uuid) => ({ uuid, promisedAt }));
    writeFileSync(file, JSON.stringify({ format: 'waybell-hand-over', version: 1, orders }));
    const profile = join(folder, 'profile');
    expect(await startCli(['import', '--profile', profile, file]).ended).toBe(0);
    const run = watch(['--json', '--once', '--profile', profile]);
    expect(await run.ended).toBe(0);
    expect(run.lines.map(parsed).filter(({ event }) => event === 'wait')).toMatchObject([
      { state: 'begun', uuid: id, reason: 'promise_passed', promised_at: promisedAt },
    ]);
  });

  test('uuids are found in files and on standard input', async () => {
    const [one, two] = [addOrder(), addOrder()];
    const file = join(temporaryFolder(), 'orders.txt');
    writeFileSync(file, `Mrs Lam's flowers: ${one}\n`);
    const run = watch(['--once', file, '-'], { input: `see https://desk.example/o/${two}?x` });
    expect(await run.ended).toBe(0);
    expect(run.lines.toSorted().join('\n')).toContain("Mrs Lam's flowers  Matched");
    expect(run.lines).toHaveLength(2);
  });

  test('a file gives groups and promised times, in any encoding, and what is left out is said', async () => {
    const profile = temporaryFolder();
    const [one, two] = [addOrder(), addOrder()];
    const file = join(temporaryFolder(), 'orders.csv');
    const rows = `sep=;\nuuid;label;group;promised\n${one};Lam;North;2026-11-26 15:30 HKT\n`;
    writeFileSync(file, Buffer.from(`\uFEFF${rows}${one.slice(1)};x;;\n`, 'utf16le'));
    const run = watch(['--once', '--profile', profile, file, '-'], {
      input: `uuid\tteam\tdue\n${two}\tSouth\tsoon\n${two}\t\t\n`,
    });
    expect(await run.ended).toBe(0);
    // A long path is cut.
    expect(run.stderr()).toMatch(/orders\.c.*": 1 not a uuid\. See line 4\.\n/);
    expect(run.stderr()).toContain('"-": 1 named again, 1 time not read.\n');
    const database = openDatabase(profile);
    const watched = new WatchRepository(database.sql, () => 0).load();
    database.close();
    expect(new Map(watched.map((each) => [each.id as string, each]))).toEqual(
      new Map([
        [
          one,
          expect.objectContaining({
            label: 'Lam',
            preferences: expect.objectContaining({
              group: 'North',
              promisedAtMs: Date.parse('2026-11-26T07:30Z'),
            }),
          }),
        ],
        [
          two,
          expect.objectContaining({ preferences: expect.objectContaining({ group: 'South' }) }),
        ],
      ]),
    );
  });

  test('more on standard input than any list of orders is refused', async () => {
    const run = watch(['--once', '-'], { input: 'x'.repeat(64 * 1024 * 1024 + 1) });
    expect(await run.ended).toBe(2);
    expect(run.stderr()).toContain('"-" is neither an order uuid nor a file that can be read.');
  });
});

describe('the lines', () => {
  test('an update names the changed fields as in the contract', async () => {
    const id = service.addOrder({ status: 'pending' });
    const run = watch(['--json', id]);
    const first = await run.until(({ event }) => event === 'order');
    expect(first.order).toMatchObject({ uuid: id, status: 'pending', courier: null });
    const courier = { name: 'Chan Tai Man', phone_number: phone };
    service.setOrder(id, { status: 'active', courier });
    const update = await run.until(({ event }) => event === 'update');
    expect(update).toMatchObject({ uuid: id, source: 'poll', kinds: ['order_matched'] });
    expect(update.reasons).toHaveLength(1);
    expect(update.changes).toEqual([
      { field: 'status', before: 'pending', after: 'active' },
      {
        field: 'courier',
        before: null,
        after: { name: 'Chan Tai Man', phone_number: '+852 •••• ••67' },
      },
    ]);
    expect(Date.parse(update.at ?? '')).toBeGreaterThan(0);
    run.kill('SIGINT');
    expect(await run.ended).toBe(130);
  });

  test('each line is an object with the documented fields, in their order, and nothing else', async () => {
    const id = addOrder();
    const run = watch(['--json', id, unknown]);
    const seen = new Set<string>();
    await run.until(({ event }) => seen.add(event).size === 2);
    service.setOrder(id, { status: 'completed' });
    await run.until(({ event }) => event === 'update');
    await service.goDark();
    await run.until(({ event }) => event === 'serviceHealth');
    run.kill('SIGINT');
    expect(await run.ended).toBe(130);
    const fields = {
      order: ['event', 'uuid', 'at', 'source', 'order'],
      update: [
        'event',
        'uuid',
        'at',
        'created_at',
        'unchecked_since',
        'source',
        'kinds',
        'reasons',
        'changes',
      ],
      serviceHealth: ['event', 'state', 'cause', 'since', 'until'],
      problem: ['event', 'uuid', 'code', 'message'],
    };
    const found = Object.fromEntries(
      run.lines.map((line) => [parsed(line).event, Object.keys(parsed(line))]),
    );
    expect(found).toEqual(fields);
    const updates = run.lines.map(parsed).filter(({ event }) => event === 'update');
    for (const { kinds, reasons } of updates) expect(reasons).toHaveLength(kinds?.length ?? 0);
    // The log, and only the log, goes to standard error, a JSON object per line as well.
    expect(run.stderr().split('\n').filter(Boolean).map(parsed)).not.toHaveLength(0);
    expect(run.stderr()).not.toContain('"event":"order"');
  });

  test('phone numbers are masked unless --show-phones is given', async () => {
    const id = addOrder();
    const masked = watch(['--json', '--once', id]);
    await masked.ended;
    expect(masked.lines.join('')).not.toContain('9123');
    const whole = watch(['--json', '--once', '--show-phones', id]);
    await whole.ended;
    expect(parsed(whole.lines[0] ?? '').order?.['courier']).toMatchObject({ phone_number: phone });
  });

  test('an outage of all orders is one line when it begins and one when it ends', async () => {
    const ids = [addOrder(), addOrder()];
    const run = watch(['--json', ...ids]);
    for (const id of ids) await run.until(({ uuid }) => uuid === id);
    await service.goDark();
    const blind = await run.until(({ event }) => event === 'serviceHealth');
    expect(blind).toMatchObject({ state: 'blind' });
    await service.comeBack();
    const clear = await run.until(({ event }) => event === 'serviceHealth');
    expect(clear).toMatchObject({ state: 'clear', cause: null });
    run.kill('SIGTERM');
    expect(await run.ended).toBe(143);
  });

  test('the secret is neither printed nor stored', async () => {
    const folder = temporaryFolder();
    const run = watch(['--json', '--once', '--profile', folder, addOrder()]);
    expect(await run.ended).toBe(0);
    const { clientSecret } = service.credentials;
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    for (const text of [...kept, run.stderr(), ...run.lines]) {
      expect(text.includes(clientSecret)).toBe(false);
    }
    expect(run.stderr().split('\n').filter(Boolean).map(parsed)).not.toHaveLength(0);
  });
});

describe('the end', () => {
  test('credentials that have worked and are refused then end nothing, but a single check', async () => {
    const id = addOrder();
    const run = watch(['--json', '--until-done', id]);
    await run.until(({ event }) => event === 'order');
    service.rotateSecret('another secret');
    service.revokeTokens();
    const blind = await run.until(({ event }) => event === 'serviceHealth');
    expect(blind).toMatchObject({ state: 'blind', cause: 'credentials-refused' });
    const secret = 'not the secret';
    expect(await watch(['--json', '--once', id], { secret }).ended).toBe(3);
    expect(await watch(['--json', '--until-done', id], { secret }).ended).toBe(3);
    run.kill('SIGINT');
    expect(await run.ended).toBe(130);
  });

  test('comes when every order is finished, with --until-done', async () => {
    const [one, two] = [addOrder(), addOrder()];
    const run = watch(['--json', '--until-done', one, two]);
    for (const id of [one, two]) await run.until(({ uuid }) => uuid === id);
    service.setOrder(one, { status: 'completed' });
    await run.until(({ event, uuid }) => event === 'update' && uuid === one);
    service.setOrder(two, { status: 'cancelled' });
    expect(await run.ended).toBe(0);
    expect(parsed(run.lines.at(-1) ?? '').kinds).toEqual(['order_cancelled']);
  });

  test('closing standard output ends it quietly', async () => {
    const id = addOrder();
    const run = watch(['--json', id]);
    await run.until(({ event }) => event === 'order');
    run.stopReading();
    service.setOrder(id, { status: 'completed' });
    expect(await run.ended).toBe(0);
    expect(run.stderr()).not.toContain('EPIPE');
  });

  test.each([
    [['--foo'], '"--foo" is not an option.'],
    [['no-such-file'], '"no-such-file" is neither an order uuid nor a file that can be read.'],
    [['--client-secret', 'hunter2'], 'never from an argument'],
  ])('%j cannot be followed', async (args, words) => {
    const run = watch(args);
    expect(await run.ended).toBe(2);
    expect(run.stderr()).toContain(words);
    expect(run.stderr()).not.toContain('hunter2');
    expect(run.lines).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'a full disk under standard output is an error, unlike closing it',
    async () => {
      const run = watch(['--json', '--once', addOrder()], { outputFile: '/dev/full' });
      expect(await run.ended).toBe(1);
      expect(run.stderr()).toContain('The disk of standard output is full.');
      expect(run.stderr()).toContain('took not everything');
    },
  );

  test.runIf(process.platform === 'linux')(
    'SIGINT ends it also while it waits for standard input',
    async () => {
      const run = watch(['--once', '-'], { input: null });
      // The program installs its handler of SIGHUP last; Node handles the other signals from the start.
      await vi.waitFor(() => expect(catchesSignal(run.pid, 1)).toBe(true), 10_000);
      run.kill('SIGINT');
      expect(await run.ended).toBe(130);
    },
  );

  test('a profile has one user at a time', async () => {
    const folder = mkdtempSync(join(temporaryFolder(), 'profile-'));
    const id = addOrder();
    const first = watch(['--json', '--profile', folder, id]);
    await first.until(({ event }) => event === 'order');
    const second = watch(['--json', '--profile', folder, id]);
    expect(await second.ended).toBe(2);
    expect(second.stderr()).toContain('Another Waybell');
    first.kill('SIGKILL');
    await first.ended;
  });
});

describe('a crash', () => {
  test('leaves a file that is appended to without a gap, a repetition or a torn line', async () => {
    const found = await killCliRounds({ rounds: 3, orderCount: 3, seed: 3 });
    expect(found).toMatchObject({ missed: [], repeated: [], unreadable: [] });
    expect(found.updateCount).toBeGreaterThan(0);
  });
});
