import { expect, test } from 'vitest';
import type { NotificationHealth } from '../../../../core/board.ts';
import type { OrderId } from '../../../../core/order-id.ts';
import type { OrderWishes } from '../../../../core/order-wishes.ts';
import { defaultSettings } from '../../../../core/settings.ts';
import type { Settings } from '../../../../core/settings.ts';
import { tellingVerdict } from '../../../../core/telling-gate.ts';
import type { NotificationPrivacy, Telling } from '../../../../core/telling.ts';
import { CardShowing } from '../../../../main/notify/card-showing.ts';
import { Teller } from '../../../../main/notify/teller.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { MemoryOutbox } from '../../../support/memory-outbox.ts';
import { RecordingDesk } from '../../../support/recording-desk.ts';
import { orderIdAt, someTelling } from '../../../support/watched-orders.ts';

interface Bench {
  readonly clock: FakeClock;
  readonly outbox: MemoryOutbox;
  readonly desk: RecordingDesk;
  readonly teller: Teller;
  readonly health: NotificationHealth[];
  readonly opened: (OrderId | null)[];
  readonly acted: string[];
  readonly muted: Set<OrderId>;
  readonly wishes: Map<OrderId, OrderWishes>;
  settings: Partial<Settings>;
  isLocked: boolean;
  openOrderId: OrderId | null;
  privacy: NotificationPrivacy;
  readonly decide: (index: number, parts?: Partial<Telling>) => Telling;
}

function bench(
  outbox = new MemoryOutbox(),
  clock = new FakeClock(),
  settings: Partial<Settings> = {},
): Bench {
  const desk = new RecordingDesk();
  let count = 0;
  const made: Bench = {
    clock,
    outbox,
    desk,
    health: [],
    opened: [],
    acted: [],
    muted: new Set(),
    wishes: new Map(),
    settings,
    isLocked: false,
    openOrderId: null,
    privacy: 'full',
    teller: new Teller({
      outbox,
      desk,
      clock,
      verdict: (telling) =>
        tellingVerdict(telling, {
          settings: { ...defaultSettings, ...made.settings },
          watched: {
            isMuted: telling.orderId !== null && made.muted.has(telling.orderId),
            wishes: telling.orderId === null ? null : (made.wishes.get(telling.orderId) ?? null),
          },
          openOrderId: made.openOrderId,
          isLocked: made.isLocked,
          nowMs: clock.wallMs(),
        }),
      privacy: () => made.privacy,
      nameOf: (id) => `Order ${id.slice(-2)}`,
      healthChanged: (health) => made.health.push(health),
      opened: (id) => made.opened.push(id),
      acted: (action, id) => made.acted.push(`${action} ${id}`),
    }),
    decide: (index, parts = {}) => {
      count += 1;
      const telling = someTelling(`${index}.${count}`, {
        orderId: orderIdAt(index),
        decidedAtMs: clock.wallMs(),
        ...parts,
      });
      outbox.put(telling);
      return telling;
    },
  };
  made.teller.start();
  return made;
}

test('a telling is shown once and settled', () => {
  const { decide, teller, desk, outbox } = bench();
  const telling = decide(1);
  teller.tellingsStored();
  teller.tellingsStored();
  expect(desk.titles).toEqual([telling.texts.full.title]);
  expect(desk.shown[0]).toMatchObject({
    key: telling.key,
    tag: orderIdAt(1),
    orderId: orderIdAt(1),
  });
  expect(outbox.outcomes.get(telling.key)).toEqual({ kind: 'shown' });
});

test('the privacy that counts is that of the moment of showing', () => {
  const made = bench();
  const telling = made.decide(1);
  made.privacy = 'countOnly';
  made.teller.tellingsStored();
  expect(made.desk.titles).toEqual([telling.texts.countOnly.title]);
});

test('an order that is open in front, or muted, does not notify and says why', () => {
  const made = bench();
  made.openOrderId = orderIdAt(1);
  made.muted.add(orderIdAt(2));
  const open = made.decide(1);
  const muted = made.decide(2);
  made.teller.tellingsStored();
  expect(made.desk.shown).toEqual([]);
  expect(made.outbox.outcomes.get(open.key)).toEqual({
    kind: 'suppressed',
    reason: 'openInWindow',
  });
  expect(made.outbox.outcomes.get(muted.key)).toEqual({ kind: 'suppressed', reason: 'muted' });
});

test('of one order the newest is told, unless an older one is critical', () => {
  const { decide, teller, desk, outbox } = bench();
  const old = decide(1);
  const newer = decide(1);
  const critical = decide(2, { isCritical: true });
  const routine = decide(2);
  teller.tellingsStored();
  expect(desk.shown.map((each) => each.key)).toEqual([critical.key, newer.key]);
  expect(outbox.outcomes.get(old.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
  expect(outbox.outcomes.get(routine.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
});

test('three at once come one by one, four become one digest after two seconds', async () => {
  const { decide, teller, desk, clock, outbox } = bench();
  for (const index of [1, 2, 3]) decide(index);
  teller.tellingsStored();
  expect(desk.shown).toHaveLength(3);
  await clock.advance(5000);
  for (const index of [1, 2, 3]) decide(index, { event: 'completed' });
  decide(4, { event: 'amended', hasSound: true });
  teller.tellingsStored();
  expect(desk.shown).toHaveLength(3);
  await clock.advance(2000);
  expect(desk.shown).toHaveLength(4);
  expect(desk.shown[3]).toMatchObject({
    tag: 'digest',
    orderId: null,
    title: '4 changes in 2\u00a0s',
    body: '3 completed, 1 with a changed price.',
    isCritical: false,
    hasSound: true,
  });
  expect(outbox.pending()).toEqual([]);
});

test('a critical telling in a burst comes at once and alone, and the digest leaves it standing', async () => {
  const { decide, teller, desk, clock, outbox } = bench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'courierMoved' });
  const released = decide(3, { event: 'released', isCritical: true });
  teller.tellingsStored();
  expect(desk.shown.map((each) => each.key)).toEqual([released.key]);
  await clock.advance(500);
  const cancelled = decide(7, { event: 'cancelled', isCritical: true });
  const unknown = decide(8, { event: 'unknownStatus' });
  decide(3, { event: 'matched' });
  teller.tellingsStored();
  const alone = [released.key, cancelled.key, unknown.key];
  expect(desk.shown.map((each) => each.key)).toEqual(alone);
  await clock.advance(10_000);
  expect(desk.shown).toHaveLength(4);
  expect(desk.shown[3]).toMatchObject({ tag: 'digest', isCritical: false });
  expect(desk.shown[3]?.body).toBe('5 with a moved courier, 1 matched.');
  expect(desk.closed).not.toContain(orderIdAt(3));
  expect(desk.closed).not.toContain(orderIdAt(7));
  expect(outbox.pending()).toEqual([]);
});

test('many critical tellings become a card of their own beside that of the routine', async () => {
  const { decide, teller, desk, clock } = bench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'completed' });
  for (let index = 7; index <= 14; index += 1) {
    decide(index, { event: 'cancelled', isCritical: true });
  }
  teller.tellingsStored();
  await clock.advance(2000);
  expect(desk.shown.map((each) => [each.tag, each.title, each.isCritical])).toEqual(
    expect.arrayContaining([
      ['digest', '6 orders completed', false],
      ['urgent-digest', '8 orders cancelled', true],
    ]),
  );
  expect(desk.shown).toHaveLength(2);
});

test('a critical telling overtakes what is still held about its order', async () => {
  const { decide, teller, desk, clock, outbox } = bench();
  const held = [1, 2, 3, 4].map((index) => decide(index));
  teller.tellingsStored();
  await clock.advance(500);
  decide(1, { event: 'cancelled', isCritical: true });
  teller.tellingsStored();
  expect(outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'suppressed',
    reason: 'overtaken',
  });
  await clock.advance(2000);
  expect(desk.shown).toHaveLength(4);
});

test('many of one kind are told by name', async () => {
  const { decide, teller, desk, clock } = bench();
  for (let index = 1; index <= 5; index += 1) decide(index, { event: 'completed' });
  teller.tellingsStored();
  await clock.advance(2000);
  expect(desk.shown).toHaveLength(1);
  expect(desk.shown[0]).toMatchObject({
    title: '5 orders completed',
    body: 'Order 01, Order 02, Order 03 and 2 more.',
  });
});

test('a burst that begins one by one ends in a digest that replaces the first ones', async () => {
  const { decide, teller, desk, clock } = bench();
  for (let index = 1; index <= 6; index += 1) {
    decide(index);
    teller.tellingsStored();
    await clock.advance(100);
  }
  await clock.advance(2000);
  expect(desk.shown).toHaveLength(4);
  expect(desk.shown[3]?.title).toBe('6 orders matched');
  expect(desk.closed).toEqual(expect.arrayContaining([1, 2, 3].map(orderIdAt)));
});

test('a storm of minutes gives a digest every ten seconds at most', async () => {
  const { decide, teller, desk, clock, outbox } = bench();
  for (let index = 1; index <= 600; index += 1) {
    decide(index);
    teller.tellingsStored();
    await clock.advance(100);
  }
  await clock.advance(20_000);
  expect(desk.shown.filter((each) => each.tag === 'digest').length).toBeLessThanOrEqual(8);
  expect(desk.shown.length).toBeLessThanOrEqual(3 * 8 + 8);
  expect(outbox.pending()).toEqual([]);
});

test('fault 46: ten thousand at once are one card, and each is settled', async () => {
  const { decide, teller, desk, clock, outbox } = bench();
  for (let index = 1; index <= 10_000; index += 1) decide(index);
  teller.tellingsStored();
  await clock.advance(20_000);
  expect(desk.shown.map((each) => each.title)).toEqual(['10,000 orders matched']);
  expect(outbox.pending()).toEqual([]);
  expect([...outbox.outcomes.values()].every(({ kind }) => kind === 'digested')).toBe(true);
});

test('what is held is written down once, however often the reason is looked at', async () => {
  class CountingOutbox extends MemoryOutbox {
    writes = 0;

    override settle(...settled: Parameters<MemoryOutbox['settle']>): void {
      this.writes += 1;
      super.settle(...settled);
    }
  }
  const outbox = new CountingOutbox();
  const { decide, teller, clock } = bench(outbox, new FakeClock(), {
    notificationsMutedUntilMs: Date.UTC(2026, 2, 2, 12),
  });
  decide(1);
  teller.tellingsStored();
  const before = outbox.writes;
  await clock.advance(60 * 60_000);
  expect(outbox.writes).toBe(before);
});

test('what was decided before a crash is told after the restart, once', async () => {
  const before = bench();
  before.teller.stop();
  const telling = before.decide(1);
  const after = bench(before.outbox, before.clock);
  expect(after.desk.shown.map((each) => each.key)).toEqual([telling.key]);
  after.teller.stop();
  const again = bench(before.outbox, before.clock);
  expect(again.desk.shown).toEqual([]);
});

test('what waited for more than five minutes comes as one card, critical ones alone', async () => {
  const before = bench();
  before.teller.stop();
  for (const index of [1, 2, 3]) before.decide(index, { event: 'completed' });
  before.decide(4, { event: 'matched' });
  before.decide(5, { event: 'released', isCritical: true });
  await before.clock.advance(301_000);
  const after = bench(before.outbox, before.clock);
  expect(after.desk.shown).toHaveLength(2);
  expect(after.desk.shown[0]).toMatchObject({
    title: '4 changes while you were away',
    body: '3 completed, 1 matched.',
  });
  expect(after.desk.shown[1]).toMatchObject({ orderId: orderIdAt(5), isCritical: true });
  expect(before.outbox.pending()).toEqual([]);
});

test('after waking, changes are gathered into one card while critical ones come at once', async () => {
  const { decide, teller, desk, clock } = bench();
  teller.gatherAfterAway();
  for (let index = 1; index <= 8; index += 1) {
    decide(index);
    teller.tellingsStored();
    await clock.advance(500);
  }
  decide(9, { isCritical: true });
  teller.tellingsStored();
  expect(desk.shown.map((each) => each.orderId)).toEqual([orderIdAt(9)]);
  await clock.advance(10_000);
  expect(desk.titles[1]).toBe('8 changes while you were away');
});

test('a system that refuses is reported, and the telling is settled as failed', () => {
  const made = bench();
  made.desk.daemon = 'failing';
  const refused = made.decide(1);
  made.teller.tellingsStored();
  expect(made.outbox.outcomes.get(refused.key)).toEqual({
    kind: 'failed',
    reason: 'refused by the system',
  });
  expect(made.teller.health).toEqual({ kind: 'failing', reason: 'refused by the system' });
  made.desk.daemon = 'throwing';
  made.decide(2);
  expect(() => made.teller.tellingsStored()).not.toThrow();
  expect(made.health.at(-1)).toEqual({ kind: 'failing', reason: 'no notification daemon' });
  made.desk.daemon = 'working';
  made.decide(3);
  made.teller.tellingsStored();
  expect(made.health.at(-1)).toEqual({ kind: 'working' });
});

test('a failure that the system reports late corrects what was written', () => {
  const made = bench();
  made.desk.daemon = 'silent';
  const telling = made.decide(1);
  made.teller.tellingsStored();
  expect(made.outbox.outcomes.get(telling.key)).toEqual({ kind: 'shown' });
  made.desk.failLast('dismissed by policy');
  expect(made.outbox.outcomes.get(telling.key)?.kind).toBe('failed');
});

test('a disk that fails between showing and writing does not make it show twice', async () => {
  const made = bench();
  const telling = made.decide(1);
  const settle = made.outbox.settle.bind(made.outbox);
  made.outbox.settle = () => {
    throw new Error('database or disk is full');
  };
  made.teller.tellingsStored();
  await made.clock.advance(10_000);
  made.outbox.settle = settle;
  await made.clock.advance(10_000);
  expect(made.desk.shown).toHaveLength(1);
  expect(made.outbox.outcomes.get(telling.key)).toEqual({ kind: 'shown' });
});

test('an outbox that cannot be read is read again', async () => {
  const made = bench();
  made.decide(1);
  made.outbox.isBroken = true;
  made.teller.tellingsStored();
  made.outbox.isBroken = false;
  await made.clock.advance(3000);
  expect(made.desk.shown).toHaveLength(1);
});

test('a click opens the order of the notification', () => {
  const made = bench();
  made.decide(7);
  made.teller.tellingsStored();
  made.desk.clickLast();
  expect(made.opened).toEqual([orderIdAt(7)]);
});

test('an order that was seen has no notification any more', () => {
  const made = bench();
  made.teller.seen(orderIdAt(3));
  expect(made.desk.closed).toEqual([orderIdAt(3)]);
});

test('what was being shown when the program was killed is named in one quiet card, and not shown again', () => {
  const before = bench();
  const one = before.decide(1, { isCritical: true, hasSound: true });
  const two = before.decide(2);
  // The kill comes after the system got it, before the outbox heard of that.
  before.outbox.beginShowing([one.key, two.key]);
  before.teller.stop();

  const after = bench(before.outbox, before.clock);
  expect(after.desk.shown).toHaveLength(1);
  expect(after.desk.shown[0]).toMatchObject({
    title: '2 notifications may not have been shown',
    body: 'Order 01 and Order 02.',
    isCritical: false,
    hasSound: false,
  });
  expect(after.outbox.outcomes.get(one.key)).toEqual({ kind: 'digested', reason: 'inDoubt' });
  after.teller.stop();
  expect(bench(after.outbox, after.clock).desk.shown).toEqual([]);
});

test.each([
  [false, ['begin', 'show', 'shown']],
  [true, ['digested', 'show']],
])('what may repeat something counts as told before it is shown (%s)', (mayRepeat, expected) => {
  const steps: string[] = [];
  const cards = new CardShowing({
    desk: { show: () => steps.push('show'), close: () => {}, programEnds: () => {} },
    settle: (_keys, outcome) => steps.push(outcome.kind),
    beginShowing: () => steps.push('begin'),
    healthChanged: () => {},
    opened: () => {},
  });
  const telling = someTelling('a');
  const outcome = mayRepeat
    ? ({ kind: 'digested', reason: 'inDoubt' } as const)
    : ({ kind: 'shown' } as const);
  const text = { title: '', body: '' };
  cards.show({ tellings: [telling], tag: 't', orderId: null, text, outcome, mayRepeat });
  expect(steps).toEqual(expected);
});

test('doubts wait while nothing may be shown, and go when their order is muted', () => {
  const before = bench();
  const [one, two] = [before.decide(1), before.decide(2)];
  before.outbox.beginShowing([one.key, two.key]);
  before.teller.stop();
  const after = bench(before.outbox, before.clock, {
    notificationsMutedUntilMs: before.clock.wallMs() + 60_000,
  });
  expect(after.desk.shown).toEqual([]);
  after.muted.add(orderIdAt(2));
  after.settings = {};
  after.teller.situationChanged();
  expect(after.desk.shown.map(({ body }) => body)).toEqual(['Order 01.']);
  expect(after.outbox.outcomes.get(two.key)).toEqual({ kind: 'suppressed', reason: 'muted' });
});

test('a notification is written as begun before the system gets it', () => {
  const { decide, desk, outbox, teller } = bench();
  const { key } = decide(1);
  const begun: boolean[] = [];
  const show = desk.show.bind(desk);
  desk.show = (...shown) => {
    begun.push(outbox.showing.has(key));
    show(...shown);
  };
  teller.tellingsStored();
  expect(begun).toEqual([true]);
  expect(outbox.outcomes.get(key)).toEqual({ kind: 'shown' });
});

test('stopping leaves nothing waiting and nothing lost', () => {
  const made = bench();
  for (let index = 1; index <= 5; index += 1) made.decide(index);
  made.teller.tellingsStored();
  made.teller.stop();
  made.teller.stop();
  expect(made.clock.waitingTimers).toBe(0);
  expect(made.outbox.pending()).toHaveLength(5);
  made.teller.tellingsStored();
  expect(made.desk.shown).toEqual([]);
});

test('a card that says that nothing is checked goes once something is', () => {
  const { decide, teller, desk } = bench();
  decide(1, { orderId: null, event: 'credentialsRefused' });
  teller.tellingsStored();
  expect(desk.shown[0]?.tag).toBe('credentialsRefused');
  teller.seesAgain();
  expect(desk.closed).toEqual(['connectionLost', 'credentialsRefused']);
});

test('what came while it was quiet waits, and is one card when the quiet ends', async () => {
  const made = bench();
  made.settings = {
    quietHours: {
      isOn: true,
      times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 8 * 60, toMinute: 10 * 60 }],
      timeZone: 'UTC',
      letsCriticalThrough: true,
    },
  };
  const held = [1, 2, 3].map((index) => made.decide(index, { event: 'completed' }));
  const loud = made.decide(4, { event: 'released', isCritical: true });
  made.teller.tellingsStored();
  expect(made.desk.shown.map(({ key }) => key)).toEqual([loud.key]);
  expect(made.outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'held',
    reason: 'quietHours',
  });
  await made.clock.advance(59 * 60_000);
  expect(made.desk.shown).toHaveLength(1);
  await made.clock.advance(60_000);
  expect(made.desk.shown.at(-1)).toMatchObject({
    title: '3 changes while it was quiet',
    body: '3 completed.',
  });
  expect(made.outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'digested',
    reason: 'quiet',
  });
  expect(made.clock.waitingTimers).toBe(0);
});

test('a restart in the middle of the quiet loses nothing and doubles nothing', async () => {
  const before = bench();
  const mute = { notificationsMutedUntilMs: before.clock.wallMs() + 600_000 };
  before.settings = mute;
  before.decide(1, { event: 'completed' });
  before.decide(2, { event: 'matched' });
  before.teller.tellingsStored();
  before.teller.stop();
  const after = bench(before.outbox, before.clock, mute);
  expect(after.desk.shown).toEqual([]);
  await before.clock.advance(600_000);
  expect(after.desk.titles).toEqual(['2 changes while it was quiet']);
});

test('a settings change ends the quiet at once', () => {
  const made = bench();
  made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 3_600_000 };
  const only = made.decide(1);
  made.teller.tellingsStored();
  expect(made.desk.shown).toEqual([]);
  made.settings = {};
  made.teller.situationChanged();
  expect(made.desk.titles).toEqual([only.texts.full.title]);
  expect(made.outbox.outcomes.get(only.key)).toEqual({ kind: 'shown' });
});

test('a locked screen that shall show nothing holds back until it is unlocked', () => {
  const made = bench();
  made.settings = { lockedScreen: 'hold' };
  made.isLocked = true;
  made.decide(1);
  made.teller.tellingsStored();
  expect(made.desk.shown).toEqual([]);
  made.isLocked = false;
  made.teller.situationChanged();
  expect(made.desk.shown).toHaveLength(1);
});

test('a kind that is off is in the history with the reason', () => {
  const made = bench();
  const { toldKinds } = defaultSettings;
  made.settings = {
    toldKinds: { ...toldKinds, matched: { isTold: false, hasSound: false } },
  };
  const telling = made.decide(1, { event: 'matched' });
  made.teller.tellingsStored();
  expect(made.desk.shown).toEqual([]);
  expect(made.outbox.outcomes.get(telling.key)).toEqual({ kind: 'suppressed', reason: 'kindOff' });
});

test('only a notification about one order carries buttons', async () => {
  const made = bench();
  made.decide(1);
  made.teller.tellingsStored();
  expect(made.desk.shown[0]?.actions.map(({ action }) => action)).toEqual([
    'open',
    'snooze',
    'copyUuid',
  ]);
  for (const index of [2, 3, 4, 5, 6]) made.decide(index);
  made.teller.tellingsStored();
  await made.clock.advance(3000);
  expect(made.desk.shown.at(-1)?.actions).toEqual([]);
  made.desk.actOnLast('open');
  expect(made.acted).toEqual([]);
});

test('a daemon that went away is a failure, and one that came back is unproven', () => {
  const made = bench();
  made.teller.daemonFound(false, 'nobody there');
  expect(made.teller.health).toEqual({ kind: 'failing', reason: 'nobody there' });
  made.teller.daemonFound(true, '');
  expect(made.teller.health).toEqual({ kind: 'unproven' });
});
