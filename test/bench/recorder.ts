import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Order } from '../../core/order/order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { notifiedLevel } from '../../core/notification/notification.ts';
import { notificationKinds } from '../../core/notification/notification.ts';
import { defaultSettings, type SettingsChange } from '../../core/settings/settings.ts';
import { Recorder } from '../../main/engine/recorder/recorder.ts';
import { Rewind } from '../../main/engine/recorder/rewind.ts';
import { whatIf } from '../../main/engine/replay/what-if.ts';
import { openDatabase } from '../../main/engine/storage/database.ts';
import { Forecasts } from '../../main/engine/notify/forecasts.ts';
import { HistoryRepository } from '../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../main/engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../main/engine/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../main/engine/storage/watch-repository.ts';
import { confirmed, observed } from '../../main/engine/watch/observation.ts';
import type { WatchRecord } from '../../main/engine/watch/ports.ts';
import { someSituation } from '../support/recorder/some-situation.ts';
import { seeded } from '../support/seeded.ts';
import { orderIdAt, someOrder, someWatched } from '../support/watched-orders.ts';
import { machineText, markdownTable, median, today } from './shared/machine.ts';

/*
 * What recording costs on a day with 200 orders, each of which comes to the list half an hour before it is on its way
 * for an hour, with a courier that moves between any two checks, and is confirmed unchanged every 15 s for the rest of
 * the day.
 *
 *   npm run bench -- recorder
 *
 * Then how long the board of a second of that day takes to be read, and how long it takes to replay the day for all
 * that the settings of notifications ask.
 *
 * Writes docs/bench/recorder.md. Ends with 1 when a target is missed.
 */

const folder = join(import.meta.dirname, '../../docs/bench');
const orderCount = 200;
const checkEveryMs = 15_000;
const dayMs = 24 * 60 * 60_000;
const startMs = Date.UTC(2026, 2, 28);
const onTheWayMs = 60 * 60_000;
const listedBeforeMs = 30 * 60_000;
const mostMb = 20;
const mostPercent = 1;
/** Of one processor, for 99 of 100 boards of the past. */
const mostOpeningMs = 100;
const openings = 300;
/** For a day replayed with all the changes at once. */
const mostReplayMs = 5000;

/** The order as the service has it at a time of the day; the orders are spread over it. */
function orderAt(index: number, sinceMs: number, nowMs: number): Order {
  const id = orderIdAt(index + 1);
  if (sinceMs < 0) return someOrder(id);
  const isDone = sinceMs >= onTheWayMs;
  const step = Math.min(sinceMs, onTheWayMs) / checkEveryMs;
  const reportedAtMs = nowMs - 3000;
  const fix = { latitudeDeg: 22.28 + step / 5000, longitudeDeg: 114.15, reportedAtMs };
  return someOrder(id, {
    status: isDone ? { raw: 'completed', phase: 'done' } : { raw: 'active', phase: 'pickedUp' },
    courier: { name: 'Chan Tai Man', phoneNumber: '+85291234567', fix },
  });
}

/** What a day of checks gives to be stored, in parts that are stored at once. */
function* recordsOfDay(): Generator<readonly WatchRecord[]> {
  const orders: WatchedOrder[] = Array.from({ length: orderCount }, (_, index) =>
    someWatched(orderIdAt(index + 1), { addedAtMs: startMs }),
  );
  for (let atMs = 0; atMs < dayMs; atMs += checkEveryMs) {
    yield orders.flatMap((watched, index): WatchRecord | [] => {
      const sinceMs = atMs - (index * (dayMs - onTheWayMs)) / orderCount;
      if (sinceMs < -listedBeforeMs) return [];
      const isNews =
        watched.order === null || (sinceMs >= 0 && sinceMs <= onTheWayMs + checkEveryMs);
      const nowMs = startMs + atMs;
      if (!isNews) {
        orders[index] = confirmed(watched, nowMs);
        return { watched: orders[index], notifications: [] };
      }
      const found = observed(
        watched,
        orderAt(index, Math.floor(sinceMs / checkEveryMs) * checkEveryMs, nowMs),
        nowMs,
      );
      orders[index] = found.watched;
      return {
        watched: found.watched,
        ...(found.update && { update: found.update }),
        notifications: [],
      };
    });
  }
}

/** Milliseconds by the clock and of one processor, the fewest first. */
interface Opened {
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
}

const nothingOpened: Opened = { wallMs: [], cpuMs: [] };

/** Reads the boards of random seconds of the day. */
function openedBoards(sql: DatabaseSync): Opened {
  const endMs = startMs + dayMs;
  const history = new HistoryRepository(sql, () => endMs);
  const rewind = new Rewind({
    recording: new RecordingRepository(sql),
    history,
    forecasts: new Forecasts(history),
    notifications: new OutboxRepository(sql, () => endMs),
    privacy: () => 'full',
    clock: { wallMs: () => endMs },
  });
  const random = seeded(1);
  const durations = Array.from({ length: openings }, () => {
    const atMs = startMs + 60_000 + Math.floor(random() * (dayMs - 60_000));
    const beganMs = performance.now();
    const before = process.cpuUsage();
    const { rows } = rewind.board(atMs);
    const wallMs = performance.now() - beganMs;
    const { system, user } = process.cpuUsage(before);
    if (rows.length === 0) throw new Error(`The board of ${atMs} is empty.`);
    return { wallMs, cpuMs: (system + user) / 1000 };
  });
  const sorted = (name: keyof Opened) =>
    durations.map((each) => each[name]).toSorted((one, other) => one - other);
  return { wallMs: sorted('wallMs'), cpuMs: sorted('cpuMs') };
}

/** The changes beside which the settings of notifications say what they would have meant, about. */
function askedChanges(): readonly SettingsChange[] {
  const {
    everyMove,
    fences,
    quietHours,
    silenceLimits,
    stayLimits,
    toldKinds: usual,
    waitLimits,
  } = defaultSettings;
  const kinds = notificationKinds.map((kind) => ({
    toldKinds: {
      ...usual,
      [kind]: {
        ...usual[kind],
        level: usual[kind].level === 'kept' ? notifiedLevel(kind) : 'kept',
      },
    },
  }));
  const changes: readonly SettingsChange[] = [
    { everyMove: { ...everyMove, isTold: true } },
    { everyMove: { ...everyMove, meters: 400 } },
    { everyMove: { ...everyMove, everySeconds: 120 } },
    { quietHours: { ...quietHours, isOn: true } },
    { quietHours: { ...quietHours, letsCriticalThrough: !quietHours.letsCriticalThrough } },
    { lockedScreen: 'hold' },
    { lockedScreen: 'same' },
    { news: 'everyChange' },
    { digestMinutes: 15 },
    { remindEveryMinutes: 5 },
    { remindEveryMinutes: 15 },
    { waitLimits: { ...waitLimits, longWaitMinutes: 10 } },
    { waitLimits: { ...waitLimits, longWaitMinutes: 40 } },
    { waitLimits: { ...waitLimits, leastLongWaitMinutes: 5 } },
    { waitLimits: { ...waitLimits, leastLongWaitMinutes: 20 } },
    { waitLimits: { ...waitLimits, notMovingMinutes: 5 } },
    { waitLimits: { ...waitLimits, notMovingMinutes: 20 } },
    { silenceLimits: { ...silenceLimits, silentMinutes: 2 } },
    { silenceLimits: { ...silenceLimits, silentMinutes: 6 } },
    { silenceLimits: { ...silenceLimits, lostMinutes: 5 } },
    { silenceLimits: { ...silenceLimits, lostMinutes: 20 } },
    { stayLimits: { ...stayLimits, pickupMinutes: 5 } },
    { stayLimits: { ...stayLimits, pickupMinutes: 20 } },
    { stayLimits: { ...stayLimits, destinationMinutes: 5 } },
    { stayLimits: { ...stayLimits, destinationMinutes: 20 } },
    { fences: { ...fences, enterMeters: 75 } },
    { fences: { ...fences, leaveMeters: 500 } },
  ];
  return [...kinds, ...changes];
}

/** How the day is replayed for {@link askedChanges}. */
interface Replayed {
  readonly tookMs: number;
  /** The longest time for which nothing else had its turn. */
  readonly longestMs: number;
  readonly notified: number;
}

const nothingReplayed: Replayed = { tookMs: 0, longestMs: 0, notified: 0 };

async function replayedDay(sql: DatabaseSync): Promise<Replayed> {
  const endMs = startMs + dayMs;
  const firstMs = performance.now();
  let beganMs = firstMs;
  let longestMs = 0;
  const clock = {
    wallMs: () => endMs,
    monotonicMs: () => performance.now(),
    async nextTurn() {
      longestMs = Math.max(longestMs, performance.now() - beganMs);
      await new Promise(setImmediate);
      beganMs = performance.now();
    },
  };
  const counted = await whatIf(askedChanges(), {
    recording: new RecordingRepository(sql),
    history: new HistoryRepository(sql, () => endMs),
    notifications: new OutboxRepository(sql, () => endMs),
    settings: { current: defaultSettings },
    clock,
  });
  if (counted === null) throw new Error('Nothing was recorded.');
  return { longestMs, notified: counted.notified, tookMs: performance.now() - firstMs };
}

/** @returns how long the processor took, and how large the file is */
async function storeDay(records: boolean): Promise<{
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly rows: number;
  /** What it took to read the boards of some random seconds. */
  readonly opened: Opened;
  readonly replayed: Replayed;
}> {
  const profile = mkdtempSync(join(tmpdir(), 'waybell-recorder-'));
  const database = openDatabase(profile);
  const { sql } = database;
  let nowMs = 0;
  const recorder = new Recorder(
    {
      store: new RecordingRepository(sql),
      clock: { wallMs: () => nowMs },
      reportDefect: (error) => {
        throw error;
      },
    },
    someSituation(),
  );
  const repository = new WatchRepository(
    sql,
    () => nowMs,
    records ? (record) => recorder.order(record) : undefined,
  );
  const before = process.cpuUsage();
  for (const some of recordsOfDay()) {
    nowMs = some[0]?.watched.observedAtMs ?? 0;
    repository.save(some);
  }
  const { system, user } = process.cpuUsage(before);
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const rows = Number(sql.prepare('SELECT count(*) AS n FROM recording').get()?.['n']);
  const megabytes = statSync(join(profile, 'waybell.db')).size / 1_000_000;
  const opened = records ? openedBoards(sql) : nothingOpened;
  const replayed = records ? await replayedDay(sql) : nothingReplayed;
  database.close();
  rmSync(profile, { recursive: true });
  return { cpuSeconds: (system + user) / 1_000_000, megabytes, rows, opened, replayed };
}

const without = await storeDay(false);
const recorded = await storeDay(true);
const { longestMs, notified, tookMs } = recorded.replayed;
const cpuSeconds = recorded.cpuSeconds - without.cpuSeconds;
const percent = (cpuSeconds / (dayMs / 1000)) * 100;
const { cpuMs, wallMs } = recorded.opened;
const p99 = (values: readonly number[]) => values[Math.floor(openings * 0.99)] ?? Number.NaN;
const megabytes = recorded.megabytes - without.megabytes;
const table = markdownTable(
  ['what', 'value'],
  [
    ['rows of the recording', recorded.rows],
    [`**what it takes on the disk, MB** (at most ${mostMb})`, `**${megabytes.toFixed(1)}**`],
    ['the same day without it, MB', without.megabytes.toFixed(1)],
    ['processor for storing the day without it, s', without.cpuSeconds.toFixed(1)],
    ['processor that recording adds, s', cpuSeconds.toFixed(1)],
    [
      `**that is of one processor all day, %** (at most ${mostPercent})`,
      `**${percent.toFixed(3)}**`,
    ],
    ['a board of the past at the median, ms', median(wallMs).toFixed(0)],
    ['99 of 100 boards of the past within, ms', p99(wallMs).toFixed(0)],
    ['of one processor at the median, ms', median(cpuMs).toFixed(0)],
    [
      `**of one processor for 99 of 100, ms** (at most ${mostOpeningMs})`,
      `**${p99(cpuMs).toFixed(0)}**`,
    ],
    [`notifications of the day, replayed`, notified],
    [
      `**replaying it with ${askedChanges().length} other settings, ms** (at most ${mostReplayMs})`,
      `**${tookMs.toFixed(0)}**`,
    ],
    ['the longest time of that without a turn for others, ms', longestMs.toFixed(0)],
  ],
);
const report = `# The recording\n\nA day with ${orderCount} orders, each checked every 15 s. Each is on its way for an hour, in which its courier has moved at every check, half an hour after it came to the list; for the rest of the day it is confirmed unchanged. Two days are kept, so a profile holds twice as much. The boards are those of ${openings} random seconds of the day; by the clock they take longer where the machine does something else. \`npm run bench -- recorder\` does it again.\n\nOn ${today()}, ${machineText()}.\n\n${table}\n`;
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'recorder.md'), report);
process.stdout.write(report);
const isKept =
  megabytes <= mostMb &&
  percent <= mostPercent &&
  p99(cpuMs) <= mostOpeningMs &&
  tookMs <= mostReplayMs;
process.exit(isKept ? 0 : 1);
