import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RecordedOrder, Situation } from '../../core/recording/recorded-state.ts';
import type { RecordedMoment, RecordedSpan } from '../../main/engine/recorder/ports.ts';
import type { Decision } from '../../main/engine/replay/decisions.ts';
import { spanOfDay } from './recorded-span.ts';
import { readRecording, recordedDayFile } from './recording.ts';
import { replayed } from './replayed.ts';

const day = spanOfDay(readRecording(recordedDayFile));

/** How notifications ended, in the order of the endings. */
function endingsOf(decisions: readonly Decision[]): readonly (readonly [string, string])[] {
  return decisions.flatMap((decision) => {
    if (decision.kind !== 'settled') return [];
    const { outcome } = decision;
    const text = 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind;
    return decision.keys.map((key) => [key, text] as const);
  });
}

describe('a recorded day', () => {
  let decisions: readonly Decision[] = [];
  beforeAll(async () => {
    decisions = await replayed(day);
  });

  test('gives exactly the same decisions in a second run', async () => {
    expect(await replayed(day)).toEqual(decisions);
  });

  test('every decided notification is settled, and none is still held', () => {
    const decided = new Set(decisions.flatMap((one) => (one.kind === 'decided' ? [one.key] : [])));
    const ends = new Map(endingsOf(decisions));
    expect(new Set(ends.keys())).toEqual(decided);
    expect([...ends.values()].filter((outcome) => outcome.startsWith('held'))).toEqual([]);
  });

  test('has every outcome: shown alone, in one card, held, muted, overtaken', () => {
    const outcomes = new Set(endingsOf(decisions).map(([, outcome]) => outcome));
    for (const expected of [
      'shown',
      'digested burst',
      'digested away',
      'digested quiet',
      'held quietHours',
      'held screenLocked',
      'held snoozed',
      'suppressed muted',
      'suppressed overtaken',
    ]) {
      expect(outcomes).toContain(expected);
    }
  });

  test('during the quiet hours of the night only critical notifications are shown', () => {
    const critical = new Set(
      decisions.flatMap((one) => (one.kind === 'decided' && one.isCritical ? [one.key] : [])),
    );
    const atNight = decisions.flatMap((one) => {
      if (one.kind !== 'shown') return [];
      // 22:00 to 07:00 in Berlin, across the hour that summer time takes away.
      const inFirst = one.atMs < Date.UTC(2026, 2, 28, 6);
      const inSecond = one.atMs >= Date.UTC(2026, 2, 28, 21) && one.atMs < Date.UTC(2026, 2, 29, 5);
      return inFirst || inSecond ? [one.key] : [];
    });
    expect(atNight.filter((key) => !critical.has(key))).toEqual([]);
  });

  test('fault 66: another time zone of the computer that replays it changes nothing', async () => {
    const zone = process.env['TZ'];
    try {
      for (const elsewhere of ['Pacific/Chatham', 'America/St_Johns', 'Asia/Hong_Kong']) {
        process.env['TZ'] = elsewhere;
        expect(await replayed(day)).toEqual(decisions);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('is decided without the clock, chance and the zone of the computer that replays it', async () => {
    turnOff(Date, 'now');
    turnOff(Math, 'random');
    turnOff(performance, 'now');
    turnOff(crypto, 'randomUUID');
    turnOff(globalThis, 'setTimeout');
    turnOff(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    turnOff(globalThis, 'Date', {
      // A given time may be written out; the present one may not be asked for.
      construct: (target, args) =>
        args.length === 0 ? refuse() : Reflect.construct(target as typeof Date, args),
    });
    expect(await replayed(day)).toEqual(decisions);
  });
});

type Changes<State> = {
  readonly [Name in keyof Required<State>]: (state: State, atMs: number) => Partial<State>;
};

/** An order has just gone back and forth, and then contact is lost for an hour. */
const lossMs = day.fromMs + 10 * 3_600_000;
const isLoss = (atMs: number): boolean => atMs >= lossMs && atMs < lossMs + 3_600_000;

const everyId = [...day.moments].flatMap((some) =>
  some.flatMap((moment) => (moment.kind === 'situation' ? [] : [moment.order.watched.id])),
);

/** For each part of the situation another one than was recorded. */
const otherSituations: Changes<Omit<Situation, 'speech'>> = {
  settings: ({ settings }) => ({
    settings: { ...settings, quietHours: { ...settings.quietHours, isOn: false } },
  }),
  timeZone: ({ settings }) => ({
    timeZone: 'Asia/Hong_Kong',
    settings: { ...settings, quietHours: { ...settings.quietHours, timeZone: null } },
  }),
  serviceHealth: () => ({ serviceHealth: { state: 'reachable' } }),
  pause: () => ({ pause: { kind: 'paused', sinceMs: day.fromMs, untilMs: null } }),
  isScreenLocked: () => ({ isScreenLocked: false }),
  isAtWindow: () => ({ isAtWindow: true }),
  deskId: () => ({ deskId: 'mine' }),
  activity: (_, atMs) => ({ activity: isLoss(atMs) ? 'asleep' : 'running' }),
  startedAtMs: (_, atMs) => ({ startedAtMs: atMs < lossMs ? 0 : 1 }),
  // The computer woke each hour.
  wokeAtMs: (_state, atMs) => ({ wokeAtMs: atMs - (atMs % 3_600_000) }),
  unlockedAtMs: (_, atMs) => ({ unlockedAtMs: atMs < lossMs ? null : lossMs }),
  returnedAtMs: (_, atMs) => ({ returnedAtMs: atMs < lossMs ? null : lossMs }),
  passedOn: () => ({ deskId: 'mine', passedOn: everyId }),
};

/** The same of an order. */
const otherOrders: Changes<Omit<RecordedOrder, 'archiveChoice'>> = {
  watched: ({ watched }) => ({ watched: { ...watched, isMuted: true } }),
  isOpen: () => ({ isOpen: true }),
  found: () => ({ found: undefined }),
  isSnoozedAtCard: () => ({ isSnoozedAtCard: true }),
  storedAfterMs: () => ({ storedAfterMs: 60_000 }),
};

/** The recording with something else in it. */
function changed(
  situation: (state: Situation, atMs: number) => Partial<Situation>,
  order: (state: RecordedOrder, atMs: number) => Partial<RecordedOrder>,
): RecordedSpan {
  const next = (moment: RecordedMoment): RecordedMoment => {
    const { atMs } = moment;
    return moment.kind === 'situation'
      ? { ...moment, situation: { ...moment.situation, ...situation(moment.situation, atMs) } }
      : { ...moment, order: { ...moment.order, ...order(moment.order, atMs) } };
  };
  const first = { ...day.situation, ...situation(day.situation, day.fromMs) };
  return { ...day, situation: first, moments: [...day.moments].map((some) => some.map(next)) };
}

const asItWas = () => ({});

describe('what was recorded decides', () => {
  let decisions: readonly Decision[] = [];
  beforeAll(async () => {
    decisions = await replayed(day);
  });

  test.each(Object.entries(otherSituations))('the situation: %s', async (name, other) => {
    // Where another desk has all orders, it counts which desk this is.
    const isOfTeam = name === 'deskId' || name === 'passedOn';
    const ofTeam = ({ watched }: RecordedOrder, atMs: number) => {
      const claim = { deskId: 'theirs', desk: 'Mei', atMs, reason: null };
      return isOfTeam
        ? { watched: { ...watched, team: { claim, writers: {}, addedBy: null } } }
        : {};
    };
    const before =
      name === 'passedOn' ? await replayed(changed(otherSituations.deskId, ofTeam)) : decisions;
    expect(await replayed(changed(other, ofTeam))).not.toEqual(before);
  });

  test.each(Object.entries(otherOrders))('the orders: %s', async (_, other) => {
    expect(await replayed(changed(asItWas, other))).not.toEqual(decisions);
  });

  test('the language counts for the words alone', async () => {
    const chinese = { language: 'zh-Hant', locale: 'zh-Hant-HK' } as const;
    expect(await replayed(changed(() => ({ speech: chinese }), asItWas))).toEqual(decisions);
  });
});

function refuse(): never {
  throw new Error('A decision reads what is not recorded');
}

/** Lets everything that uses it fail until the end of the test. */
function turnOff<Owner extends object>(
  owner: Owner,
  name: keyof Owner,
  handler: ProxyHandler<object> = { apply: refuse, construct: refuse },
): void {
  const before = owner[name];
  Object.defineProperty(owner, name, {
    value: new Proxy(before as object, handler),
    configurable: true,
    writable: true,
  });
  onTestFinished(() => {
    Object.defineProperty(owner, name, { value: before, configurable: true, writable: true });
  });
}
