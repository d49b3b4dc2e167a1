import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../core/order/order-id.ts';
import { readOrderStatus } from '../../core/order/order-status.ts';
import type { Order } from '../../core/order/order.ts';
import { orderIdAt, someOrder } from '../support/watched-orders.ts';
import { readCard } from './laws/telling/card-claims.ts';
import { KnownOrders } from './laws/telling/known-orders.ts';
import { type Call, type Telling, tellingLaws } from './laws/telling/telling-laws.ts';
import type { NotifiedCard } from './laws/telling/notified-card.ts';
import { changesOf, stayEndsAtMs } from './laws/telling/run-facts.ts';

/* Each law with a run that keeps it and runs that break it, so that none of them is silent. */

const startMs = Date.UTC(2026, 2, 2, 12);
const minuteMs = 60_000;
const vip = orderIdAt(1);
const other = orderIdAt(2);

/** So many seconds after the run began. */
function at(seconds: number): number {
  return startMs + seconds * 1000;
}

function order(
  id: OrderId,
  word: string,
  courier: string | null = null,
  reportedAtMs?: number,
): Order {
  const place = { latitudeDeg: 22.3, longitudeDeg: 114.15 };
  const fix = reportedAtMs === undefined ? null : { ...place, reportedAtMs };
  return someOrder(id, {
    status: readOrderStatus(word),
    courier: courier === null ? null : { name: courier, phoneNumber: null, fix },
  });
}

/** "Lunch 001" is released after a minute and matched again after three, "Lunch 002" goes on. */
function released(promisedAtMs: number | null = null): KnownOrders {
  const known = new KnownOrders();
  known.arranged(vip, { name: 'Lunch 001', promisedAtMs });
  known.arranged(other, { name: 'Lunch 002', promisedAtMs: null });
  known.answered(vip, order(vip, 'active', 'Chan'), at(0));
  known.answered(vip, order(vip, 'pending'), at(60));
  known.answered(vip, order(vip, 'active', 'Ho'), at(180));
  known.answered(other, order(other, 'active', 'Lee'), at(0));
  known.answered(other, order(other, 'picked_up', 'Lee'), at(90));
  return known;
}

function card(seconds: number, parts: Partial<NotifiedCard>): NotifiedCard {
  const atMs = at(seconds);
  const text = { title: 'Courier released the order', body: 'Lunch 001. Waiting again.' };
  return {
    atMs,
    wallMs: atMs,
    tag: vip,
    orderId: vip,
    ...text,
    hasSound: false,
    keys: [],
    ...parts,
  };
}

const call: Call = { keys: ['release'], orderId: vip, atMs: at(60), endsAtMs: at(180) };

function telling(parts: Partial<Telling>): Telling {
  return { cards: [], closed: [], calls: [call], changes: [], known: released(), ...parts };
}

/** What breaks the law whose name has this word. */
function faults(word: string, run: Telling): readonly string[] {
  const law = tellingLaws.find(({ name }) => name.includes(word));
  if (law === undefined) throw new Error(`no law about ${word}`);
  return law.faults(run);
}

const named = (...cards: NotifiedCard[]) => faults('named', telling({ cards }));
const untrue = (...cards: NotifiedCard[]) => faults('not true', telling({ cards }));
const hurt = (...cards: NotifiedCard[]) => faults('news', telling({ cards }));
const loud = (...seconds: number[]) =>
  seconds.map((each) => card(each, { hasSound: true, keys: ['release'] }));
const digested = (title: string, body: string) =>
  untrue(card(100, { orderId: null, tag: 'digest', title, body }));
const untrueOf = (known: KnownOrders, ...cards: NotifiedCard[]) =>
  faults('not true', telling({ known, cards }));

/** An order whose courier is so far from its pickup. */
function away(word: string, meters: number): Order {
  const seen = order(vip, word, 'Chan', at(0));
  const point = { latitudeDeg: 22.3 + meters / 111_195, longitudeDeg: 114.15 };
  return { ...seen, pickup: seen.pickup && { ...seen.pickup, point } };
}

/** What is untrue of a card that says that the courier is at the stop, so far from it. */
function stay(word: string, meters: number): readonly string[] {
  const known = released();
  known.answered(vip, away(word, meters), at(190));
  return untrueOf(known, card(200, { title: 'Courier at the stop since 12:00', body: '' }));
}

test('a process that is killed never knew what it was told just before, but up to where it had decided', () => {
  const known = released();
  known.answered(vip, order(vip, 'cancelled'), at(200));
  known.answered(other, order(other, 'completed', 'Lee'), at(200));
  known.takeBack(at(199), new Map([[other, at(200)]]));
  expect(known.at(vip, at(201))?.isOver).toBe(false);
  expect(known.at(other, at(201))?.isOver).toBe(true);
});

describe('a call for help is named within 30 s', () => {
  test('its own card names it', () => {
    expect(named(card(89, { keys: ['release'] }))).toEqual([]);
  });

  test('a card of calls names it by its label', () => {
    const parts = { orderId: null, tag: 'calls', keys: ['release'], title: '3 orders released' };
    expect(named(card(70, { ...parts, body: 'Lunch 001, A and B.' }))).toEqual([]);
    expect(named(card(70, { ...parts, body: 'A, B and 1 more.' }))).toHaveLength(1);
  });

  test('a later card of calls may name it, one of news may not', () => {
    const counted = card(61, { orderId: null, keys: ['release'], body: 'A, B and 1 more.' });
    const later = { orderId: null, title: '1 more order needs you', body: 'Lunch 001.' };
    expect(named(counted, card(66, later))).toEqual([]);
    expect(named(counted, card(66, { ...later, keys: ['news'] }))).toHaveLength(1);
    expect(named(card(30, later), counted)).toHaveLength(1);
  });

  test('a card of calls may hold some that are not judged', () => {
    const parts = { orderId: null, tag: 'calls:1', keys: ['unjudged'], body: 'Lunch 001 and B.' };
    expect(named(card(70, parts))).toEqual([]);
  });

  test('a card of the same order for another call names it, also one for a call that is not judged', () => {
    const cards = [card(70, { keys: ['promise'] })];
    const called = [{ key: 'promise', atMs: at(70) }];
    expect(faults('named within', telling({ cards, called }))).toEqual([]);
    expect(faults('named within', telling({ cards }))).toHaveLength(1);
  });

  test('too late is not in time, and never is not either', () => {
    expect(named(card(91, { keys: ['release'] }))).toEqual([
      'Lunch 001 (release) was named after 31 s',
    ]);
    expect(named()).toEqual(['Lunch 001 (release) was named never']);
  });

  test('one of many waits for its turn, also behind those that are not judged', () => {
    const late = [card(95, { keys: ['release'] })];
    const faultsBehind = (count: number) => {
      const called = Array.from({ length: count }, () => ({ key: 'other', atMs: at(55) }));
      return faults('named within', telling({ cards: late, called }));
    };
    expect(faultsBehind(24)).toEqual([]);
    expect(faultsBehind(16)).toHaveLength(1);
  });

  test('what is over before that need not be named', () => {
    const calls = [{ ...call, endsAtMs: at(80) }];
    expect(faults('named', telling({ calls }))).toEqual([]);
  });
});

describe('no card says what is not true at that moment', () => {
  test('a release is notified while the order waits', () => {
    expect(untrue(card(60, {}))).toEqual([]);
    expect(untrue(card(181, {}))).toEqual([
      '“Courier released the order” says what is not true: Courier released the order',
      '“Courier released the order” says what is not true: Waiting again',
    ]);
  });

  test('a digest counts no more orders than there are', () => {
    expect(digested('1 orders released', 'Lunch 001.')).toEqual([]);
    expect(digested('2 orders released', 'Lunch 001 and Lunch 002.')).toHaveLength(2);
    const since = (count: number, body: string) =>
      digested(`${count} orders changed since 12:00`, `Lunch 001 and Lunch 002. ${body}`);
    expect(since(2, '1 released, 1 with a new status.')).toEqual([]);
    expect(since(3, '1 released, 1 with a new status.')).toHaveLength(1);
    expect(since(2, '2 with an unknown status.')).toHaveLength(1);
    const known = released();
    known.arranged(other, { name: '17156075', promisedAtMs: null });
    const ofNumber = (body: string) =>
      untrueOf(
        known,
        card(100, { orderId: null, tag: 'digest', title: '2 orders changed since 12:00', body }),
      );
    expect(ofNumber('17156075, Lunch 001 and 3 more. 1 released, 1 with a new status.')).toEqual(
      [],
    );
    expect(ofNumber('17156075, Lunch 001 and 3 more. 1 released.')).toHaveLength(1);
  });

  test('a card of calls says of each order why it calls', () => {
    const title = '2 orders need you';
    expect(digested(title, 'Lunch 001 (released).')).toEqual([]);
    expect(digested(title, 'Lunch 001 (released) and Lunch 002 (released).')).toHaveLength(1);
  });

  test('a courier is at a stop by the status, or within its fence', () => {
    expect(stay('delivering', 100)).toEqual([]);
    expect(stay('delivering', 400)).toHaveLength(1);
    expect(stay('arrived_at_pickup', 400)).toEqual([]);
  });

  test('a promise is at hand before its time, and passed after it', () => {
    const known = released(at(600));
    const says = (seconds: number, title: string) =>
      untrueOf(known, card(seconds, { title, body: 'Lunch 001.' }));
    expect(says(300, 'Promise at hand: 12:10')).toEqual([]);
    expect(says(300, 'Promise at hand: 12:14')).toHaveLength(1);
    expect(says(601, 'Promise at hand: 12:10')).toHaveLength(1);
    expect(says(601, 'Promise passed: 12:10')).toEqual([]);
    expect(says(599, 'Promise passed: 12:10')).toHaveLength(1);
  });

  test('which courier it is, is counted', () => {
    const says = (seconds: number, body: string) =>
      untrue(card(seconds, { title: 'Matched with a courier', body }));
    expect(says(190, 'Lunch 001. Van. 2nd courier.')).toEqual([]);
    expect(says(190, 'Lunch 001. Van. 3rd courier.')).toHaveLength(1);
    expect(untrue(card(70, { body: 'Lunch 001. Waits for 2nd courier.' }))).toEqual([]);
    expect(untrue(card(70, { body: 'Lunch 001. Waits for 3rd courier.' }))).toHaveLength(1);
  });

  test('the age of a position is its own', () => {
    const known = released();
    known.answered(other, order(other, 'delivering', 'Lee', at(100)), at(110));
    const says = (seconds: number, title: string) =>
      untrueOf(known, card(seconds, { orderId: other, title, body: 'Lunch 002.' }));
    expect(says(290, 'No position since 12:01')).toEqual([]);
    expect(says(290, 'No position since 12:03')).toHaveLength(1);
    expect(says(130, 'No position since 12:01')).toHaveLength(1);
  });

  test('a distance is said with the time of its position, not with that of the answer', () => {
    const known = released(at(405));
    known.answered(vip, order(vip, 'delivering', 'Ho', at(190)), at(400));
    const says = (time: string) => {
      const body = `Lunch 001. On the way, at 12:06. 140 m from the destination, straight line, at ${time}.`;
      return untrueOf(known, card(410, { title: 'Promise passed: 12:06', body }));
    };
    expect(says('12:03')).toEqual([]);
    expect(says('12:06')).toHaveLength(1);
  });

  test('a time of completion is that at which it was seen', () => {
    const known = released();
    known.answered(other, order(other, 'completed', 'Lee'), at(300));
    const says = (title: string) =>
      untrueOf(known, card(900, { orderId: other, title, body: 'Lunch 002.' }));
    expect(says('Completed at 12:05')).toEqual([]);
    expect(says('Completed at 12:15')).toHaveLength(1);
  });

  test('no contact is said without contact', () => {
    const known = released();
    known.contactChanged(at(100));
    known.contactChanged(at(220));
    const says = (seconds: number, title: string) =>
      untrueOf(known, card(seconds, { orderId: null, title }));
    expect(says(160, 'No contact since 12:01')).toEqual([]);
    expect(says(221, 'No contact since 12:01')).toHaveLength(1);
    expect(says(221, 'Connected again after 2 min')).toEqual([]);
    expect(says(160, 'Connected again after 1 min')).toHaveLength(1);
  });

  test('a sentence that nothing here knows is not taken for a true one', () => {
    const known = released();
    const read = (parts: Partial<NotifiedCard>) =>
      readCard(card(70, parts), { known, nowMs: at(70), wallMs: at(70) }).isUnderstood;
    expect(read({})).toBe(true);
    expect(read({ title: 'Courier dances', body: 'Lunch 001.' })).toBe(false);
    expect(read({ orderId: null, title: '2 orders dancing' })).toBe(false);
    expect(read({ orderId: null, title: '2 orders changed since 12:00', body: '2 dancing.' })).toBe(
      false,
    );
  });

  test('of a standing card only what speaks of the present has to stay true', () => {
    const known = released();
    const standing = (parts: Partial<NotifiedCard>, seconds: number) =>
      readCard(card(70, parts), { known, nowMs: at(seconds), wallMs: at(seconds) }, true).untrue;
    expect(standing({}, 170)).toEqual([]);
    expect(standing({}, 181)).toHaveLength(2);
    const matched = { title: 'Matched with a courier', body: 'Lunch 001. Van.' };
    expect(standing(matched, 170)).toEqual([]);
    const digest = { orderId: null, title: '1 orders released', body: 'Lunch 001.' };
    expect(standing(digest, 170)).toEqual([]);
    expect(standing(digest, 181)).toHaveLength(2);
  });
});

describe('news neither delays nor hides a call', () => {
  const news = { orderId: other, tag: other, title: 'Now picked up', keys: ['news'] };

  test('a call is shown before news that comes after it, and stays', () => {
    expect(hurt(card(60, { keys: ['release'] }), card(61, news))).toEqual([]);
  });

  test('news comes first', () => {
    expect(hurt(card(61, news), card(131, { keys: ['release'] }))).toEqual([
      '“Now picked up” came before the call of Lunch 001',
    ]);
  });

  test('one card for both', () => {
    const both = { orderId: null, tag: 'digest', keys: ['release', 'news'] };
    expect(hurt(card(60, { ...both, title: '2 changes in 1 s' }))).toEqual([
      '“2 changes in 1 s” is a card of calls and of news',
    ]);
  });

  test('news takes the place of an open call, and may take that of one that is over', () => {
    const moved = { title: 'Courier moved 300 m', keys: ['news'] };
    expect(hurt(card(60, { keys: ['release'] }), card(100, moved))).toEqual([
      '“Courier moved 300 m” took the place of the call of Lunch 001',
    ]);
    expect(hurt(card(60, { keys: ['release'] }), card(200, moved))).toEqual([]);
  });

  test('a courier stays at a stop, whatever the status, until a position is elsewhere', () => {
    const known = released();
    known.answered(vip, away('arrived_at_pickup', 0), at(200));
    known.answered(vip, away('picked_up', 100), at(300));
    known.answered(vip, away('delivering', 400), at(400));
    const endsAtMs = stayEndsAtMs(known, vip, at(210));
    expect(endsAtMs).toBe(at(400));
    const calls = [{ ...call, keys: ['stay'], atMs: at(210), endsAtMs }];
    const told = card(210, { title: 'Courier at the stop since 12:03', keys: ['stay'] });
    const after = (seconds: number, title: string) =>
      faults(
        'news',
        telling({ known, calls, cards: [told, card(seconds, { title, keys: ['n'] })] }),
      );
    expect(after(300, 'Now picked up')).toHaveLength(1);
    expect(after(400, 'Courier left the pickup')).toEqual([]);
  });

  test('a stay ends at another stop, too', () => {
    const known = released();
    known.answered(vip, away('arrived_at_pickup', 300), at(200));
    const there = away('arrived_at_dropoff', 300);
    const point = { latitudeDeg: 22.3, longitudeDeg: 114.15 };
    const destinations = there.destinations.map((stop) => ({ ...stop, point }));
    known.answered(vip, { ...there, destinations }, at(500));
    expect(stayEndsAtMs(known, vip, at(210))).toBe(at(500));
  });
});

describe('an order sounds at most once a minute', () => {
  test('a minute between two sounds of an order, none between those of two', () => {
    expect(faults('sounds', telling({ cards: loud(60, 120) }))).toEqual([]);
    const both = [...loud(60), card(61, { hasSound: true, orderId: other, tag: other })];
    expect(faults('sounds', telling({ cards: both }))).toEqual([]);
  });

  test('two sounds within a minute, also on a card for several', () => {
    expect(faults('sounds', telling({ cards: loud(60, 119) }))).toEqual([
      'Lunch 001 sounded again after 59 s',
    ]);
    const digest = card(90, { hasSound: true, orderId: null, tag: 'calls', keys: ['release'] });
    expect(faults('sounds', telling({ cards: [...loud(60), digest] }))).toHaveLength(1);
  });

  test('a process that began anew knows no earlier sound', () => {
    expect(faults('sounds', telling({ cards: loud(60, 119), begunAtMs: [at(90)] }))).toEqual([]);
    expect(faults('sounds', telling({ cards: loud(60, 119), begunAtMs: [at(30)] }))).toHaveLength(
      1,
    );
  });

  test('a card for several sounds for one that was not heard, whichever others it names', () => {
    const calls = [call, { ...call, orderId: other, keys: ['cancelled'] }];
    const keys = ['release', 'cancelled'];
    const both = card(90, { hasSound: true, orderId: null, tag: 'calls', keys });
    expect(faults('sounds', telling({ calls, cards: [...loud(60), both] }))).toEqual([]);
  });
});

describe('with few live orders each change of status is notified alone', () => {
  const change = { key: 'picked', orderId: other, atMs: at(90), liveCount: 3 };
  const alone = card(90, { orderId: other, tag: other, title: 'Now picked up', keys: ['picked'] });
  const kept = (parts: Partial<Telling>) =>
    faults('alone', telling({ changes: [change], ...parts }));

  test('a card of its own', () => {
    expect(kept({ cards: [alone] })).toEqual([]);
  });

  test('none, one for several, or nothing decided', () => {
    expect(kept({})).toEqual(['a change of Lunch 002 (picked) was not notified alone']);
    expect(kept({ cards: [{ ...alone, keys: ['picked', 'more'] }] })).toHaveLength(1);
    expect(kept({ changes: [{ ...change, key: null }], cards: [alone] })).toHaveLength(1);
  });

  test('an open call of the order takes it along, and above that it may be gathered', () => {
    const open = { ...call, orderId: other };
    expect(kept({ calls: [open] })).toEqual([]);
    expect(kept({ changes: [{ ...change, liveCount: 4 }] })).toEqual([]);
  });

  test('a change is what the answers show, with what was decided since the answer before', () => {
    const decided = [
      { key: 'early', orderId: vip, event: 'matched', atMs: at(0) },
      { key: 'release', orderId: vip, event: 'released', atMs: at(60) },
      { key: 'webhook', orderId: vip, event: 'matched', atMs: at(175) },
    ] as const;
    expect(changesOf(decided, released()).map(({ key, liveCount }) => [key, liveCount])).toEqual([
      ['release', 2],
      ['webhook', 2],
      [null, 2],
    ]);
  });
});

test('what is known at a moment is what was answered until then', () => {
  const known = released();
  expect(known.at(vip, at(59))?.isWaiting).toBe(false);
  expect(known.at(vip, at(60))?.isWaiting).toBe(true);
  expect(known.at(vip, at(180))?.releases(5 * minuteMs)).toBe(1);
  expect(known.at(vip, at(180) + 10 * minuteMs)?.releases(5 * minuteMs)).toBe(0);
  expect(known.at(orderIdAt(9), at(60))).toBeUndefined();
});
