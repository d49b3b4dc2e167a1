import { expect, test } from 'vitest';
import { verdictOf } from '../rush/judge.ts';
import { type PlayedHour, playedHour, playedJoin } from '../rush/play.ts';
import { isMet } from '../rush/report.ts';
import { joinScenario, scenarios } from '../rush/scenarios.ts';
import { distanceMeters } from '../../../core/order/geo.ts';
import { hourMs, type NeedKind, orderAt, scriptedHour } from '../rush/script.ts';

const lunch = { seed: 7, orderCount: 200, promises: 'some' } as const;

function countOf(kind: NeedKind): number {
  return scriptedHour(lunch).needs.filter((need) => need.kind === kind).length;
}

test('a lunch hour has what a rush has', () => {
  expect(scriptedHour(lunch).orders).toHaveLength(200);
  expect(countOf('released')).toBe(30);
  expect(countOf('cancelled')).toBe(12);
  expect(countOf('promisePassed')).toBe(8);
  expect(countOf('courierSilent')).toBe(10);
  expect(countOf('contactLost')).toBe(1);
});

test('ten orders are released twice, and two are cancelled within a minute of their release', () => {
  const { needs } = scriptedHour(lunch);
  const released = needs.filter(({ kind }) => kind === 'released');
  const often = new Map<string | null, number>();
  for (const { orderId } of released) often.set(orderId, (often.get(orderId) ?? 0) + 1);
  expect([...often.values()].filter((count) => count === 2)).toHaveLength(10);
  const lasting = released.filter(({ endsAtMs, trueAtMs }) => endsAtMs - trueAtMs > 60_000);
  expect(lasting).toHaveLength(28);
});

test('forty orders change within one second', () => {
  const changes = scriptedHour(lunch)
    .orders.flatMap(({ stages }) => stages.map(({ atMs }) => atMs))
    .toSorted((one, other) => one - other);
  const most = changes.reduce((sofar, atMs) => {
    const within = changes.filter((each) => each >= atMs && each < atMs + 1000).length;
    return Math.max(sofar, within);
  }, 0);
  expect(most).toBeGreaterThanOrEqual(40);
});

function liveAt(atMs: number): number {
  return scriptedHour(lunch).orders.filter(({ stages }) => {
    const isBegun = (stages[0]?.atMs ?? hourMs) <= atMs;
    return isBegun && (stages.at(-1)?.atMs ?? 0) > atMs;
  }).length;
}

test('most orders of a lunch hour are live at the same time', () => {
  expect(liveAt(11 * 60_000)).toBeGreaterThan(170);
});

test('the same seed makes the same hour, another one another', () => {
  expect(scriptedHour(lunch)).toEqual(scriptedHour(lunch));
  expect(scriptedHour({ ...lunch, seed: 8 })).not.toEqual(scriptedHour(lunch));
});

test('a silent courier stays where the last report was, and one under way moves', () => {
  const { orders } = scriptedHour(lunch);
  const silent = orders.find(({ silence }) => silence !== null);
  if (silent?.silence == null) throw new Error('no silent courier');
  const fixAt = (atMs: number) => orderAt(silent, atMs, 0)?.courier?.fix;
  const { fromMs, untilMs } = silent.silence;
  expect(fixAt(untilMs - 1)).toEqual(fixAt(fromMs));
  expect(fixAt(untilMs + 30_000)).not.toEqual(fixAt(fromMs));
  expect(fixAt(fromMs - 60_000)).not.toEqual(fixAt(fromMs));
});

test('with promises on all each order has one', () => {
  const { orders } = scriptedHour({ ...lunch, promises: 'all' });
  expect(orders.every(({ promisedAtMs }) => promisedAtMs !== null)).toBe(true);
});

async function fiveOrders(): Promise<PlayedHour> {
  const few = scenarios(7).find(({ name }) => name === '5 orders');
  if (few === undefined) throw new Error('no such hour');
  return playedHour(few);
}

/** Played once for the tests that only judge it. */
const played = fiveOrders();

test('an hour that is played twice tells the same', async () => {
  const first = await played;
  const second = await fiveOrders();
  expect(second.cards).toEqual(first.cards);
  expect(first.cards.length).toBeGreaterThan(5);
});

test('an hour that tells nothing misses every need', async () => {
  const hour = await played;
  const verdict = verdictOf(hour);
  const silent = verdictOf({ ...hour, cards: [] });
  expect(verdict.named.many).toBeGreaterThan(0);
  expect(silent.named).toEqual({ ...verdict.named, many: 0 });
  expect(silent.counted).toEqual({ ...verdict.counted, many: 0 });
  expect(isMet({ hour, verdict: silent })).toBe(false);
});

test('cards that come late do not count', async () => {
  const hour = await played;
  const cards = hour.cards.map((card) => ({ ...card, atMs: card.atMs + 900_000 }));
  const late = verdictOf({ ...hour, cards });
  expect(late.counted.many).toBe(0);
  expect(late.named.many).toBe(0);
});

test('each move is notified: by its own card, or by one that came when the courier was there already', async () => {
  const hour = await played;
  const { movesNotified } = verdictOf(hour);
  expect(movesNotified.of).toBeGreaterThan(50);
  expect(movesNotified.many).toBe(movesNotified.of);
  // Cards of no move say where the courier was only for the moves that ended there.
  const others = hour.cards.filter(({ title }) => !title.startsWith('Courier moved'));
  const share = verdictOf({ ...hour, cards: others }).movesNotified;
  expect(share.of).toBe(movesNotified.of);
  expect(share.many).toBeLessThan(movesNotified.many / 2);
});

test('a card that nothing takes away is stale once it is not true any more', async () => {
  const hour = await played;
  const kept = hour.cards.map((card, index) => ({ ...card, tag: `${card.tag}:${index}` }));
  const { stale } = verdictOf({ ...hour, cards: kept, closed: [] });
  expect(stale.length).toBeGreaterThan(verdictOf(hour).stale.length);
});

test('a desk that joins is told by name what needed the team before it came', async () => {
  const hour = await playedJoin(joinScenario(7));
  const { needs } = verdictOf(hour);
  const found = needs.filter(({ need }) => need.trueAtMs < hour.beganAtMs);
  expect(found.map(({ need }) => need.kind)).toEqual([
    'notFound',
    'promisePassed',
    'courierSilent',
  ]);
  expect(needs.every(({ isCounted, isNamed }) => isCounted && isNamed)).toBe(true);
  const cards = hour.cards.filter(({ tag }) => tag !== 'open-calls');
  expect(verdictOf({ ...hour, cards }).named.many).toBe(needs.length - 1);
});

test('a desk that joins is told at once how many need it, or the one named later is not counted', async () => {
  const hour = await playedJoin(joinScenario(7));
  const cards = hour.cards.map((card) => {
    const title = card.title.replace(/^\d+(?=\u00A0orders still)/, '2');
    return { ...card, title };
  });
  const { counted, named } = verdictOf({ ...hour, cards });
  expect(named.many).toBe(named.of);
  expect(counted.many).toBe(counted.of - 1);
});

/** The quarters of how many minutes the stages with a word last, in a lunch hour. */
function quartersOf(word: string): readonly number[] {
  const minutes = scriptedHour(lunch)
    .orders.flatMap(({ stages }) =>
      stages.flatMap(({ atMs, raw }, at) => {
        const next = stages[at + 1];
        return raw !== word || next === undefined ? [] : [(next.atMs - atMs) / 60_000];
      }),
    )
    .toSorted((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => minutes[Math.floor(share * minutes.length)] ?? 0);
}

test.each([
  ['arrived_at_pickup', [10, 15, 23]],
  ['delivering', [8, 12, 17]],
] as const)(
  '%s lasts as long as on real deliveries, by quarters within three minutes',
  (word, real) => {
    const quarters = quartersOf(word);
    for (const [at, minutes] of real.entries()) {
      expect(Math.abs((quarters[at] ?? 0) - minutes)).toBeLessThan(3);
    }
  },
);

test('a silent courier is away from the stops, where silence is called', () => {
  for (const { silence, stages, ...order } of scriptedHour(lunch).orders) {
    if (silence === null) continue;
    const fix = orderAt({ silence, stages, ...order }, silence.untilMs - 1, 0)?.courier?.fix;
    const way = stages.find(({ raw }) => raw === 'delivering');
    if (fix == null || way === undefined) throw new Error('no courier on the way');
    expect(distanceMeters(way.from, fix)).toBeGreaterThan(300);
    expect(distanceMeters(way.to, fix)).toBeGreaterThan(300);
  }
});
