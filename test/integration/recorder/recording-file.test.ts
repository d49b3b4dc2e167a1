import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Courier, Order } from '../../../core/order/order.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Decision } from '../../../main/engine/replay/decisions.ts';
import { readRecording } from '../../../tools/replay/read-recording.ts';
import { recordingToWrite } from '../../../main/engine/replay/recording-to-write.ts';
import { replay } from '../../../main/engine/replay/replay.ts';
import { recordingPieces } from '../../../main/engine/replay/write-recording.ts';
import { openToRead } from '../../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { inProject } from '../../../tools/project.ts';
import { startCli } from '../../support/cli/cli-run.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { eventfulHours } from '../../support/notify/eventful-desk.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { seeded } from '../../support/seeded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder, somePreferences } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const ids = [1, 2, 3].map(orderIdAt);
const names = ['Ho Yuet', 'Lau Ka', 'Chan Siu'];
const [first, second, third] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)] as const;

function courier(name: string, north = 0): Courier {
  const fix = { latitudeDeg: 22.2871 + north, longitudeDeg: 114.1542, reportedAtMs: null };
  return { name, phoneNumber: `+852 5550 ${String(7000 + name.length)}`, fix };
}

/** An afternoon of a desk: couriers come, go and drive, an order waits long, the service is away for a while. */
async function recordedAfternoon(settings: Partial<Settings> = {}) {
  const clock = new FakeClock(Date.UTC(2026, 2, 28, 18));
  const orders = new Map<OrderId, Order>(ids.map((id) => [id, someOrder(id)] as const));
  const folder = temporaryFolder();
  const desk = new RunningDesk({
    folder,
    clock,
    orders,
    settings,
    defect: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => desk.stop());
  const answer = (id: OrderId, parts: Partial<Order>): void => {
    orders.set(id, someOrder(id, { ...orders.get(id), ...parts }));
  };
  const matched = { status: { raw: 'assigned', phase: 'assigned' } } as const;
  await desk.watcher.add(ids.map((id, index) => ({ id, label: `Mrs Woo ${index}` })));
  await clock.advance(2 * minuteMs);
  desk.watcher.setPreferences([first], somePreferences({ group: 'Florists', note: 'Ring 9' }));
  answer(first, { ...matched, courier: courier('Ho Yuet') });
  answer(second, { ...matched, courier: courier('Lau Ka') });
  await clock.advance(3 * minuteMs);
  for (let step = 1; step <= 8; step += 1) {
    answer(first, { courier: courier('Ho Yuet', step * 0.0015) });
    await clock.advance(minuteMs);
  }
  answer(second, { status: { raw: 'pending', phase: 'searching' }, courier: null });
  await clock.advance(2 * minuteMs);
  answer(second, { ...matched, courier: courier('Chan Siu') });
  answer(first, { status: { raw: 'picked_up', phase: 'pickedUp' } });
  desk.watcher.mute([third], true);
  await clock.advance(25 * minuteMs);
  answer(first, { status: { raw: 'completed', phase: 'done' } });
  answer(third, { status: { raw: 'completed', phase: 'done' } });
  await clock.advance(5 * minuteMs);
  await desk.stop();
  return { folder, untilMs: clock.wallMs() };
}

/** What a profile has recorded, as a file's text and as it is. */
function saved({ folder, untilMs }: Awaited<ReturnType<typeof recordedAfternoon>>) {
  const database = openToRead(folder);
  if (database === null) throw new Error('no database');
  onTestFinished(() => database.close());
  const wallMs = (): number => untilMs;
  const sources = {
    recording: new RecordingRepository(database.sql),
    history: new HistoryRepository(database.sql, wallMs),
    notifications: new OutboxRepository(database.sql, wallMs),
  };
  const recording = () => {
    const found = recordingToWrite(sources, '1.2.3', untilMs);
    if (found === null) throw new Error('nothing is recorded');
    return found;
  };
  const text = [...recordingPieces(recording(), seeded(7))].join('');
  const path = join(temporaryFolder(), 'recording.jsonl');
  writeFileSync(path, text);
  return { recording: recording(), text, path };
}

type Replayed = Parameters<typeof replay>;

async function decisionsOf(recorded: {
  readonly span: Replayed[0];
  readonly start: Replayed[1];
  readonly untilMs: number;
}): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  const desk = { decided: (decision: Decision) => void decisions.push(decision) };
  const pace = { monotonicMs: () => 0, nextTurn: async () => {} };
  await replay(recorded.span, recorded.start, recorded.untilMs, [desk], pace);
  return decisions;
}

/** With orders by the number of their first appearance, in place of their uuids. */
function anonymous(decisions: readonly Decision[]): string {
  const known: string[] = [];
  return JSON.stringify(decisions, null, 1).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}/g, (id) => {
    if (!known.includes(id)) known.push(id);
    return `order ${known.indexOf(id)}`;
  });
}

describe('a saved recording', () => {
  test('replays to the same decisions as what the profile has recorded', async () => {
    const { recording, text } = saved(await recordedAfternoon());
    const own = await decisionsOf(recording);
    const fromFile = await decisionsOf(readRecording(text));
    expect(own.filter(({ kind }) => kind === 'shown').length).toBeGreaterThan(5);
    expect(anonymous(fromFile)).toBe(anonymous(own));
  });

  test.each([1, 3, 5, 7])('does so whatever happened (seed %i)', async (seed) => {
    const { desk, untilMs } = await eventfulHours(seed);
    const { history, outbox, recording } = desk;
    const sources = { recording, history, notifications: outbox };
    const [own, written] = [1, 2].map(() => recordingToWrite(sources, '1.2.3', untilMs));
    if (own == null || written == null) throw new Error('nothing is recorded');
    const read = readRecording([...recordingPieces(written, seeded(seed))].join(''));
    const decisions = await decisionsOf(own);
    expect(decisions.length).toBeGreaterThan(200);
    expect(anonymous(await decisionsOf(read))).toBe(anonymous(decisions));
  });

  test('holds none of the names, numbers, words and places', async () => {
    const { text } = saved(await recordedAfternoon());
    const personal = [
      'Woo',
      'Florists',
      'Ring 9',
      'Bonham',
      '上環',
      'Ada',
      '+852 5550',
      '85255507',
      '22.28',
      '114.15',
    ];
    for (const word of [...names, ...personal, ...ids]) expect(text).not.toContain(word);
  });
});

/** Replays a file as `npm run replay` does. */
function startReplay(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startCli(args, { program: inProject('tools/replay.ts'), env });
}

describe('the replay of a file', () => {
  test('prints the same in another time zone, language and run, byte for byte', async () => {
    const quietHours = {
      isOn: true,
      times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 19 * 60 + 15, toMinute: 7 * 60 }],
      timeZone: null,
      letsCriticalThrough: true,
    };
    const { path } = saved(await recordedAfternoon({ quietHours }));
    const runs = [
      startReplay([path]),
      startReplay([path], { TZ: 'Pacific/Chatham', LANG: 'zh_HK.UTF-8' }),
      startReplay([path], { TZ: 'America/St_Johns', LC_ALL: 'de_DE.UTF-8' }),
    ];
    await Promise.all(runs.map(({ ended }) => ended));
    const printed = runs.map(({ lines }) => lines.join('\n'));
    expect(printed[0]).toContain('held: quietHours');
    expect(printed[1]).toBe(printed[0]);
    expect(printed[2]).toBe(printed[0]);
  });

  test('ends with 0 where it decides as was recorded', async () => {
    const { path } = saved(await recordedAfternoon());
    const run = startReplay([path]);
    expect(await run.ended).toBe(0);
    expect(run.lines.at(-1)).toBe('No differences from what was recorded.');
  });

  test('replays what "waybell export --recording" writes of a profile', async () => {
    const { folder } = await recordedAfternoon();
    const file = join(temporaryFolder(), 'exported.jsonl');
    const exported = startCli(['export', '--recording', '--profile', folder, file]);
    expect(await exported.ended).toBe(0);
    // What was recorded in another year is not of the last 48 hours, but what was so at their beginning is.
    expect(readRecording(readFileSync(file, 'utf8')).span.orders).toHaveLength(3);
    expect(await startReplay([file]).ended).toBe(0);
  });

  test('names each difference, and ends with 1', async () => {
    const { path, text } = saved(await recordedAfternoon());
    writeFileSync(path, text.replace('"kind":"shown"', '"kind":"suppressed","reason":"muted"'));
    const run = startReplay([path, '--json']);
    expect(await run.ended).toBe(1);
    const lines = run.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-2)).toMatchObject({
      kind: 'difference',
      recorded: 'suppressed: muted',
      replayed: 'told',
    });
    expect(lines.at(-1)).toMatchObject({ kind: 'counts', orders: 3, differences: 1 });
  });

  test('ends with 2 at a file that it cannot read', async () => {
    const run = startReplay([join(temporaryFolder(), 'nothing.jsonl')]);
    expect(await run.ended).toBe(2);
    expect(run.lines).toEqual([]);
    expect(run.stderr()).toContain('It could not be read.');
  });

  test('says which line it cannot read, and prints nothing of it', async () => {
    const { path, text } = saved(await recordedAfternoon());
    writeFileSync(
      path,
      text.replace('"phase":"searching"', String.raw`"phase":"\u001b[31mMrs Woo"`),
    );
    const run = startReplay([path]);
    expect(await run.ended).toBe(2);
    expect(run.lines).toEqual([]);
    expect(run.stderr()).toMatch(/: Line \d+ cannot be read\.\n$/);
    expect(run.stderr()).not.toContain('Woo');
  });
});
