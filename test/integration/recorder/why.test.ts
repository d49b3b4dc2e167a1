import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import type { UpdateOutcome } from '../../../core/recording/update-outcome.ts';
import { alarmText, outcomeText } from '../../../core/recording/outcome-text.ts';
import { markText } from '../../../core/recording/mark-texts.ts';
import type { Notification, NotificationOutcome } from '../../../core/notification/notification.ts';
import { wordingOptions } from '../../../main/engine/notify/notifications.ts';
import { decideNotifications } from '../../../main/engine/notify/policy.ts';
import { Recorder } from '../../../main/engine/recorder/recorder.ts';
import { decisionsOf } from '../../../main/engine/recorder/why.ts';
import { openMemoryDatabase } from '../../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { observed } from '../../../main/engine/watch/observation.ts';
import { english, type Speech } from '../../../core/text/language.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Order } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { someSituation } from '../../support/recorder/some-situation.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  somePreferences,
  someWatched,
} from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const minuteMs = 60_000;

/** A dispatcher's order whose answers, settings and notifications are stored as the program does. */
class Day {
  readonly clock = new FakeClock();
  speech: Speech = english;
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
    const decided =
      found.update === null ? { notifications: [] } : this.#decide(found.update, this.watched);
    this.#orders.save([
      { watched: this.watched, ...(found.update && { update: found.update }), ...decided },
    ]);
    return decided.notifications[0];
  }

  settle(notification: Notification | undefined, outcome: NotificationOutcome): void {
    if (notification === undefined) throw new Error('there is no notification');
    this.#outbox.settle([notification.key], outcome, this.clock.wallMs());
  }

  /** What became of the updates, the newest first. */
  get outcomes(): readonly UpdateOutcome[] {
    const history = new HistoryRepository(this.#database.sql, () => this.clock.wallMs());
    const updates = history.timeline(id, 100).filter((entry) => entry.kind === 'update');
    return updates.map((update) => this.#decisions.outcomeOf(update));
  }

  /** What was decided without an update, and what people did, in words: the newest first. */
  get entries(): readonly string[] {
    return this.#decisions.entries.map((entry) =>
      entry.kind === 'mark'
        ? markText(entry, this.clock.wallMs(), english)
        : `${alarmText(entry, this.speech, 'major')}: ${outcomeText(entry.fate, this.clock.wallMs(), english)}`,
    );
  }

  get #decisions() {
    return decisionsOf(id, { recording: this.#recording, notifications: this.#outbox });
  }

  /** Something that needs a person without a change. */
  alarm(notification: Notification, outcome: NotificationOutcome): void {
    this.#outbox.put(notification);
    this.settle(notification, outcome);
  }

  /** The newest of them in words, with times of day as they are in Berlin. */
  get said(): string | undefined {
    const [outcome] = this.outcomes;
    return outcome && outcomeText(outcome, this.clock.wallMs(), english);
  }
}

const courier = { name: 'Chan Tai Man', phoneNumber: null, fix: null };
const matched = { status: { raw: 'active', phase: 'assigned' }, courier } as const;

function at(latitudeDeg: number, reportedAtMs: number): Partial<Order> {
  return { courier: { ...courier, fix: { latitudeDeg, longitudeDeg: 114.15, reportedAtMs } } };
}

test('an update that was notified says when, and what it had waited for', async () => {
  const day = new Day();
  const notification = day.answer(matched);
  await day.pass(1);
  day.settle(notification, { kind: 'shown' });
  expect(day.outcomes).toEqual([{ kind: 'told', atMs: day.clock.wallMs(), heldBy: null }]);
  const late = day.answer({ status: { raw: 'completed', phase: 'done' } });
  day.settle(late, { kind: 'held', reason: 'screenLocked' });
  expect(day.outcomes[0]).toEqual({ kind: 'held', by: 'screenLocked', untilMs: null });
  day.settle(late, { kind: 'digested', reason: 'quiet' });
  expect(day.said).toMatch(
    /^Shown in one notification, when the quiet ended, at \d\d:\d\d\. Had waited: the screen was locked$/,
  );
});

test.each(['muted', 'groupMuted', 'kindOff', 'kindOffForGroup', 'openInWindow', 'seen'] as const)(
  'an update that is left out says by which rule: %s',
  (reason) => {
    const day = new Day();
    day.settle(day.answer(matched), { kind: 'suppressed', reason });
    expect(day.outcomes).toEqual([{ kind: 'untold', reason }]);
    expect(day.said).toMatch(/^Not shown: /);
  },
);

test('what is held back says until when, as it was decided', async () => {
  const day = new Day();
  const untilMs = day.clock.wallMs() + 3 * minuteMs;
  const notification = day.answer(matched);
  day.settle(notification, { kind: 'held', reason: 'quietHours', untilMs });
  expect(day.outcomes).toEqual([{ kind: 'held', by: 'quietHours', untilMs }]);
  expect(day.said).toMatch(/^Waits: quiet hours until \d\d:\d\d$/);
  day.settle(notification, { kind: 'held', reason: 'screenLocked' });
  expect(day.outcomes).toEqual([{ kind: 'held', by: 'screenLocked', untilMs: null }]);
});

test('what people did stands beside it, each deed once', async () => {
  const day = new Day();
  const atMs = () => day.clock.wallMs();
  const choose = async (change: Partial<WatchedOrder>) => {
    await day.pass(1);
    day.choose(change);
  };
  await choose({ isMuted: true });
  await choose({ isMuted: false });
  await choose({ preferences: somePreferences({ snoozedUntilMs: atMs() + 9 * minuteMs }) });
  await choose({ preferences: somePreferences({ tellsEveryMove: true }) });
  await choose({ preferences: somePreferences({ promisedAtMs: atMs(), remindAtMs: atMs() }) });
  await choose({ preferences: null });
  const claim = { deskId: 'd2', desk: 'Mei', atMs: atMs(), reason: null };
  await choose({ team: { claim, writers: {}, addedBy: null } });
  await choose({ team: { claim: null, writers: {}, addedBy: null } });
  const release = { reason: 'released', causeAtMs: 1, atMs: 2 } as const;
  await choose({ acknowledged: [{ ...release, isOnlySeen: true }] });
  await choose({ acknowledged: [release] });
  await choose({ acknowledged: [] });
  // News asks for a look alone.
  await choose({ acknowledged: [{ reason: 'priceChanged', causeAtMs: 1, atMs: 2 }] });
  const expected = [
    'Muted',
    'Unmuted',
    `Snoozed until hh:mm`,
    'Followed',
    'Snooze ended',
    'Not followed any more',
    `Promised for hh:mm`,
    `Reminder set for hh:mm`,
    'Promised time removed',
    'Mei has it',
    'Mei let it go',
    'Seen',
    'Handled',
    'Not handled after all',
    'Seen',
  ];
  const said = day.entries.map((each) => each.replace(/\d\d:\d\d/, 'hh:mm'));
  expect(new Set(said)).toEqual(new Set(expected));
  expect(said).toHaveLength(expected.length);
});

test('an alarm that no update brought is there with what became of it', async () => {
  const day = new Day();
  day.answer(matched);
  const alarm = someNotification(`${id}:5:courierSilent`, {
    orderId: id,
    event: 'courierSilent',
    decidedAtMs: day.clock.wallMs(),
  });
  day.alarm(alarm, { kind: 'suppressed', reason: 'noticedLate' });
  expect(day.entries).toEqual([
    `${alarm.texts.full.title}: Not shown: it had begun long before it was noticed; the list shows it`,
  ]);
});

test('an alarm is read in the language of now, one of an earlier version in the language of then', () => {
  const day = new Day();
  const alarm = someNotification(`${id}:5:longWait`, { orderId: id, event: 'longWait' });
  const says = { say: 'longWait', atMs: day.clock.wallMs() } as const;
  day.alarm({ ...alarm, says }, { kind: 'shown' });
  day.alarm({ ...alarm, key: `${id}:6:longWait` }, { kind: 'shown' });
  day.speech = { language: 'zh-Hant', locale: 'zh-Hant-HK' };
  expect(day.entries).toEqual([
    expect.stringContaining(`${alarm.texts.full.title}: `),
    expect.stringMatching(/^自 .*\d\d:\d\d 等候: /),
  ]);
});

test('a move that was not notified says what was asked for', async () => {
  const day = new Day();
  day.settle(day.answer({ ...matched, ...at(22.3, day.clock.wallMs()) }), { kind: 'shown' });
  await day.pass(1);
  expect(day.answer(at(22.305, day.clock.wallMs()))).toBeUndefined();
  expect(day.outcomes[0]).toEqual({ kind: 'untold', reason: 'movesNotWanted' });
  day.setting({ everyMove: { isTold: true, meters: 800, everySeconds: 60 } });
  await day.pass(1);
  expect(day.answer(at(22.31, day.clock.wallMs()))).toBeUndefined();
  expect(day.outcomes[0]).toMatchObject({
    kind: 'untold',
    reason: 'moveTooShort',
    wantedMeters: 800,
  });
  // What was wanted then counts, whatever is wanted now.
  day.setting({ everyMove: { isTold: false, meters: 200, everySeconds: 60 } });
  expect(day.said).toMatch(/^Not told: moved \d{3}\sm, you asked for 800\sm$/);
});

test('what is not kept, any more or by an earlier version, is not said to have gone without a notification', () => {
  const day = new Day();
  const { outcomeOf } = decisionsOf(id, {
    recording: { states: () => [] },
    notifications: { page: () => [] },
  });
  const outcome = outcomeOf({ atMs: day.clock.wallMs(), kinds: ['courier_moved'] });
  expect(outcomeText(outcome, day.clock.wallMs(), english)).toBe('Whether it was told is not kept');
});
