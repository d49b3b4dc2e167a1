import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import type { Fate } from '../../../core/recording/fate.ts';
import { fateText } from '../../../core/recording/fate-words.ts';
import type { Notification, NotificationOutcome } from '../../../core/notification/notification.ts';
import { wordingOptions } from '../../../main/notify/notifications.ts';
import { decideNotifications } from '../../../main/notify/policy.ts';
import { Recorder } from '../../../main/recorder/recorder.ts';
import { fatesOf } from '../../../main/recorder/why.ts';
import { openMemoryDatabase } from '../../../main/storage/database.ts';
import { HistoryRepository } from '../../../main/storage/history-repository.ts';
import { OutboxRepository } from '../../../main/storage/outbox-repository.ts';
import { RecordingRepository } from '../../../main/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../../main/storage/watch-repository.ts';
import { observed } from '../../../main/watch/observation.ts';
import { english } from '../../../core/text/language.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Order } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { someSituation } from '../../support/recorder/some-situation.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const minuteMs = 60_000;

/** A dispatcher's order whose answers, settings and notifications are stored as the program does. */
class Day {
  readonly clock = new FakeClock();
  readonly #database = openMemoryDatabase();
  readonly #recording = new RecordingRepository(this.#database.sql);
  readonly #outbox = new OutboxRepository(this.#database.sql, () => this.clock.wallMs());
  readonly recorder = new Recorder(
    {
      store: this.#recording,
      clock: this.clock,
      reportDefect: (error) => expect.unreachable(String(error)),
    },
    someSituation({ startedAtMs: this.clock.wallMs() }),
  );
  readonly #orders = new WatchRepository(
    this.#database.sql,
    () => this.clock.wallMs(),
    (record) => this.recorder.order(record),
  );
  readonly #decide = decideNotifications(() => wordingOptions(this.#settings, english));
  #settings: Settings = defaultSettings;
  watched: WatchedOrder = someWatched(id, {
    order: someOrder(id),
    observedAtMs: this.clock.wallMs(),
  });

  constructor() {
    onTestFinished(() => this.#database.close());
    this.#orders.save([{ watched: this.watched, notifications: [] }]);
  }

  async pass(minutes: number): Promise<void> {
    await this.clock.advance(minutes * minuteMs);
  }

  setting(change: Partial<Settings>): void {
    this.#settings = this.recorder.read('settings', { ...this.#settings, ...change });
  }

  /** The dispatcher, or a colleague, changes what is set for the order. */
  choose(change: Partial<WatchedOrder>): void {
    this.watched = { ...this.watched, ...change };
    this.#orders.save([{ watched: this.watched, notifications: [] }]);
  }

  /** The service answers with another order. @returns the notification about it */
  answer(parts: Partial<Order>): Notification | undefined {
    const order = someOrder(id, { ...this.watched.order, ...parts });
    const found = observed(this.watched, order, this.clock.wallMs());
    this.watched = found.watched;
    const notifications = found.update === null ? [] : this.#decide(found.update, this.watched);
    this.#orders.save([
      { watched: this.watched, ...(found.update && { update: found.update }), notifications },
    ]);
    return notifications[0];
  }

  settle(notification: Notification | undefined, outcome: NotificationOutcome): void {
    if (notification === undefined) throw new Error('there is no notification');
    this.#outbox.settle([notification.key], outcome, this.clock.wallMs());
  }

  /** What became of the updates, the newest first. */
  get fates(): readonly Fate[] {
    const history = new HistoryRepository(this.#database.sql, () => this.clock.wallMs());
    const updates = history.timeline(id, 100).filter((entry) => entry.kind === 'update');
    return fatesOf(id, updates, { recording: this.#recording, notifications: this.#outbox });
  }

  /** The newest of them in words, with times of day as they are in Berlin. */
  get said(): string | undefined {
    const [fate] = this.fates;
    return fate && fateText(fate, this.clock.wallMs(), english);
  }
}

const courier = { name: 'Chan Tai Man', phoneNumber: null, fix: null };
const matched = { status: { raw: 'active', phase: 'assigned' }, courier } as const;

function at(latitudeDeg: number, reportedAtMs: number): Partial<Order> {
  return { courier: { ...courier, fix: { latitudeDeg, longitudeDeg: 114.15, reportedAtMs } } };
}

test('an update that was told says when, and what it had waited for', async () => {
  const day = new Day();
  const notification = day.answer(matched);
  await day.pass(1);
  day.settle(notification, { kind: 'shown' });
  expect(day.fates).toEqual([{ kind: 'told', atMs: day.clock.wallMs(), heldBy: null }]);
  const late = day.answer({ status: { raw: 'completed', phase: 'done' } });
  day.settle(late, { kind: 'held', reason: 'screenLocked' });
  expect(day.fates[0]).toEqual({ kind: 'held', by: 'screenLocked', untilMs: null });
  day.settle(late, { kind: 'digested', reason: 'quiet' });
  expect(day.said).toMatch(
    /^Shown in one notification, when the quiet ended, at \d\d:\d\d\. Had waited: the screen was locked$/,
  );
});

test('a muted order says since when', async () => {
  const day = new Day();
  await day.pass(5);
  // The service was asked a while before the dispatcher muted it.
  day.choose({ observedAtMs: day.clock.wallMs() });
  await day.pass(5);
  day.choose({ isMuted: true });
  const sinceMs = day.clock.wallMs();
  await day.pass(5);
  day.settle(day.answer(matched), { kind: 'suppressed', reason: 'muted' });
  await day.pass(5);
  day.choose({ isMuted: false });
  expect(day.fates).toEqual([{ kind: 'untold', reason: 'muted', sinceMs }]);
  expect(day.said).toMatch(/^Not told: you had muted the order, at \d\d:\d\d$/);
});

test('a muted group says since when, also where the order came to the group later', async () => {
  const day = new Day();
  const rule = { group: 'North', isMuted: true, tellsEveryMove: false, kept: [] };
  day.setting({ groupRules: [rule] });
  await day.pass(5);
  day.choose({ preferences: somePreferences({ group: 'North' }) });
  const sinceMs = day.clock.wallMs();
  await day.pass(5);
  day.settle(day.answer(matched), { kind: 'suppressed', reason: 'groupMuted' });
  expect(day.fates).toEqual([{ kind: 'untold', reason: 'groupMuted', sinceMs }]);
});

test('a kind that is off says whether that is so for all or for its group', async () => {
  const day = new Day();
  await day.pass(1);
  const { toldKinds } = defaultSettings;
  day.setting({ toldKinds: { ...toldKinds, matched: { level: 'kept', sound: 'none' } } });
  const sinceMs = day.clock.wallMs();
  await day.pass(1);
  day.settle(day.answer(matched), { kind: 'suppressed', reason: 'kindOff' });
  expect(day.fates).toEqual([{ kind: 'untold', reason: 'kindOff', sinceMs }]);
  day.setting({
    toldKinds,
    groupRules: [{ group: 'North', isMuted: false, tellsEveryMove: false, kept: ['completed'] }],
  });
  day.choose({ preferences: somePreferences({ group: 'North' }) });
  const done = day.answer({ status: { raw: 'completed', phase: 'done' } });
  day.settle(done, { kind: 'suppressed', reason: 'kindOff' });
  expect(day.fates[0]).toMatchObject({ kind: 'untold', reason: 'kindOffForGroup' });
});

test('quiet hours say until when', async () => {
  const day = new Day();
  const { quietHours } = defaultSettings;
  const allDay = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 23 * 60 + 59 };
  day.setting({ quietHours: { ...quietHours, isOn: true, times: [allDay], timeZone: 'Etc/UTC' } });
  await day.pass(1);
  day.settle(day.answer(matched), { kind: 'held', reason: 'quietHours' });
  const end = new Date(day.clock.wallMs()).setUTCHours(23, 59, 0, 0);
  expect(day.fates).toEqual([{ kind: 'held', by: 'quietHours', untilMs: end }]);
  expect(day.said).toMatch(/^Waits: quiet hours until \d\d:\d\d$/);
});

test('an order that a colleague had says who', async () => {
  const day = new Day();
  const atMs = day.clock.wallMs();
  const claim = { deskId: 'd2', desk: 'Mei', atMs, reason: null };
  day.choose({ team: { claim, writers: {}, addedBy: null } });
  await day.pass(1);
  day.settle(day.answer(matched), { kind: 'suppressed', reason: 'claimedByOther' });
  expect(day.said).toMatch(/^Not told: Mei had it, since \d\d:\d\d$/);
});

test('an order that was open in front says so', async () => {
  const day = new Day();
  day.recorder.readOpen(id);
  const notification = day.answer(matched);
  day.settle(notification, { kind: 'suppressed', reason: 'openInWindow' });
  expect(day.fates[0]).toMatchObject({ kind: 'untold', reason: 'openInWindow' });
});

test('a move that was not told says what was asked for', async () => {
  const day = new Day();
  day.settle(day.answer({ ...matched, ...at(22.3, day.clock.wallMs()) }), { kind: 'shown' });
  await day.pass(1);
  expect(day.answer(at(22.305, day.clock.wallMs()))).toBeUndefined();
  expect(day.fates[0]).toEqual({ kind: 'untold', reason: 'movesNotWanted' });
  day.setting({ everyMove: { isTold: true, meters: 800, everySeconds: 60 } });
  await day.pass(1);
  expect(day.answer(at(22.31, day.clock.wallMs()))).toBeUndefined();
  expect(day.fates[0]).toMatchObject({ kind: 'untold', reason: 'moveTooShort', wantedMeters: 800 });
  expect(day.said).toMatch(/^Not told: moved \d{3}\sm, you asked for 800\sm$/);
});

test('what happened before the recording began says that it is not known', () => {
  const update = {
    atMs: 5,
    kinds: ['courier_moved'],
    changes: [
      {
        field: 'courier.location',
        before: null,
        after: { latitudeDeg: 1, longitudeDeg: 2, reportedAtMs: 3 },
      },
    ],
  } as const;
  const nothing = {
    recording: { situations: () => [], states: () => [] },
    notifications: { page: () => [] },
  };
  expect(fatesOf(id, [update], nothing)).toEqual([{ kind: 'untold', reason: 'notKnown' }]);
});
