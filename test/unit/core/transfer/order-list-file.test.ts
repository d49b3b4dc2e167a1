import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Call,
  mostCalls,
  type OrderProblem,
  type WatchedOrder,
} from '../../../../core/watch/watched-order.ts';
import { attentionReasons } from '../../../../core/watch/attention-reasons.ts';
import { acknowledging } from '../../../../core/watch/acknowledgement.ts';
import { attention, attentionClaims } from '../../../../core/watch/attention.ts';
import { checkEveryMs } from '../../../../core/watch/cadence.ts';
import { exportedOrder, orderLine, readEntry } from '../../../../core/transfer/order-list-file.ts';
import {
  isHandedOver,
  keepsOwnAnnotations,
  mergedOrder,
  type PortableOrder,
  type PortableState,
  portableOrder,
  adoptedOrder,
  saysTimesAhead,
} from '../../../../core/transfer/portable-order.ts';
import { longestNote } from '../../../../core/watch/order-preferences.ts';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { looksLikeTransfer } from '../../../../core/transfer/transfer-look.ts';
import { importedSettings, settingsText } from '../../../../core/transfer/transfer.ts';
import { orderListText, readTransfer } from '../../../support/transfer-files.ts';
import {
  orderIdAt,
  someOrder,
  somePortable,
  somePreferences,
  someWatched,
} from '../../../support/watched-orders.ts';

const exportedAtMs = Date.UTC(2026, 10, 21, 6, 31);

const minuteMs = 60_000;
const nowMs = exportedAtMs + minuteMs;

const word = fc.option(fc.stringMatching(/^[a-z]{1,12}(?: [a-z]{1,12}){0,3}$/), { nil: null });
const timeMs = fc.integer({ min: 1, max: 4e12 });
const someTime = fc.option(timeMs, { nil: null });
const anyState = fc.record({
  status: fc.record({
    raw: word,
    phase: fc.constantFrom('searching', 'pickedUp', 'done', 'cancelled', 'unknown'),
  }),
  statusSinceMs: someTime,
  isStatusSinceBefore: fc.boolean(),
  changedAtMs: someTime,
  hasCourier: fc.boolean(),
  vehicleType: word,
  scheduledAtMs: someTime,
  price: fc.option(
    fc.record({
      amount: fc.integer(),
      currency: fc.option(fc.stringMatching(/^[A-Z]{3}$/), { nil: null }),
    }),
    { nil: null },
  ),
  flags: fc.option(
    fc.record({
      releasedAtMs: someTime,
      courierSwappedAtMs: someTime,
      amendedAtMs: someTime,
      amountBeforeAmendment: fc.option(fc.integer(), { nil: null }),
      turnover: fc.option(
        fc.record({
          courierCount: fc.nat(20),
          couriers: fc.constant([]),
          lossesAtMs: fc.array(timeMs, { maxLength: 20 }),
          raisedAtMs: someTime,
        }),
        { nil: null },
      ),
    }),
    { nil: null },
  ),
});
const anyPortable = fc.record<PortableOrder>({
  id: fc.integer({ min: 1, max: 50 }).map(orderIdAt),
  label: word,
  note: word,
  group: word,
  promisedAtMs: someTime,
  isMuted: fc.boolean(),
  isPinned: fc.boolean(),
  snoozedUntilMs: someTime,
  remindAtMs: someTime,
  tellsEveryMove: fc.option(fc.boolean(), { nil: null }),
  unseenCount: fc.nat(9999),
  lastLookedAtMs: someTime,
  acknowledged: fc.uniqueArray(
    fc.record(
      {
        reason: fc.constantFrom(...attentionReasons),
        causeAtMs: timeMs,
        atMs: timeMs,
        isOnlySeen: fc.constant(true as const),
      },
      { requiredKeys: ['reason', 'causeAtMs', 'atMs'] },
    ),
    { selector: ({ reason }) => reason },
  ),
  calls: fc.array(fc.record({ atMs: timeMs, word }), { maxLength: 20 }),
  state: fc.option(anyState, { nil: null }),
  problem: fc.option(
    fc.record<OrderProblem>({
      code: fc.constantFrom('order-gone', 'order-not-found'),
      httpStatus: fc.constantFrom(404, 410, null),
      sinceMs: timeMs,
      failureCount: fc.integer({ min: 1, max: 99 }),
    }),
    { nil: null },
  ),
});

describe('the file of a hand-over', () => {
  test('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyPortable, { selector: ({ id }) => id }), (orders) => {
        const read = readTransfer(orderListText(orders, exportedAtMs));
        expect(read).toEqual({
          ok: true,
          value: { kind: 'orderList', exportedAtMs, orders, skipped: 0 },
        });
      }),
    );
  });

  test('holds no person but those whom the dispatcher wrote down, unless it is asked for', () => {
    const order = someOrder(orderIdAt(1), {
      courier: { name: 'Canary Courier', phoneNumber: '+85255123047', fix: null },
      status: { raw: 'ring 5512 3047', phase: 'unknown' },
      vehicleType: 'van of 55123047',
    });
    const turnover = { courierCount: 2, lossesAtMs: [], raisedAtMs: null };
    const watched = someWatched(orderIdAt(1), {
      order,
      label: 'florist',
      observedAtMs: 1,
      calls: [{ atMs: 5, word: 'Left a message' }],
      flags: {
        releasedAtMs: null,
        courierSwappedAtMs: null,
        amendedAtMs: null,
        amountBeforeAmendment: null,
        turnover: { ...turnover, couriers: [{ name: 'Canary Former', phoneNumber: null }] },
      },
    });
    const plain = orderListText([exportedOrder(watched, false)], exportedAtMs);
    for (const own of ['florist', 'Left a message']) expect(plain).toContain(own);
    // Neither people nor places, texts, price lines or payment: what the order has is in no other word.
    expect(plain).not.toMatch(
      /Canary|55123047|5512 3047|Ada|Bonham|Ring the bell|monthly|base|22\.28/,
    );
    const personal = orderListText([exportedOrder(watched, true)], exportedAtMs);
    expect(personal).toContain('Canary Courier');
    expect(readTransfer(personal)).toMatchObject({ value: { orders: [portableOrder(watched)] } });
  });

  test.each<[string, (text: string) => string]>([
    ['in its lines', (text) => text],
    ['behind a byte order mark', (text) => `\uFEFF${text}`],
    ['on one line', (text) => JSON.stringify(JSON.parse(text))],
    ['on as many lines as it has values', (text) => JSON.stringify(JSON.parse(text), null, 2)],
    ['behind blank lines at its end', (text) => `${text}\n \n`],
  ])('is read %s in pieces of any length as at one go', (_how, written) => {
    const orders = Array.from({ length: 12 }, (_, index) =>
      somePortable(orderIdAt(index + 1), { label: `Order ${index}`, isMuted: index % 2 === 0 }),
    );
    const text = written(orderListText(orders, exportedAtMs));
    for (const length of [1, 7, 100, 1000, Infinity]) {
      expect(readTransfer(text, length)).toEqual({
        ok: true,
        value: { kind: 'orderList', exportedAtMs, orders, skipped: 0 },
      });
    }
  });

  test('from a newer Waybell is refused in words, and nothing is taken from it', () => {
    const newer = orderListText([somePortable(orderIdAt(1))], exportedAtMs).replace(
      '"version":1',
      '"version":2',
    );
    expect(readTransfer(newer)).toEqual({ ok: false, failure: 'newer' });
  });

  test('that was cut off is told from one that never was ours', () => {
    const text = orderListText([somePortable(orderIdAt(1), { label: 'florist' })], exportedAtMs);
    expect(readTransfer(text.slice(0, -20))).toEqual({ ok: false, failure: 'damaged' });
    expect(readTransfer('uuid,label\n')).toEqual({ ok: false, failure: 'notOurs' });
    expect(readTransfer('[1, 2]')).toEqual({ ok: false, failure: 'notOurs' });
    expect(looksLikeTransfer(text)).toBe(true);
    expect(looksLikeTransfer('{"orders": []}')).toBe(false);
  });

  test('with entries that do not fit gives what fits, and counts the others', () => {
    const orders = [
      null,
      7,
      { uuid: 'not one' },
      { uuid: orderIdAt(1).toUpperCase(), label: ` a\u0007b\n `, note: 5, isMuted: 'yes' },
      { uuid: orderIdAt(1), label: 'twice' },
      {
        uuid: orderIdAt(2),
        label: 'x'.repeat(5000),
        note: 'y'.repeat(50_000),
        promisedAt: 'soon',
      },
    ];
    const read = readTransfer(JSON.stringify({ format: 'waybell-hand-over', version: 1, orders }));
    expect(read).toMatchObject({ ok: true, value: { kind: 'orderList', skipped: 3 } });
    const [first, second] = read.ok && read.value.kind === 'orderList' ? read.value.orders : [];
    expect(first).toEqual(somePortable(orderIdAt(1), { label: 'ab' }));
    expect(second?.label).toHaveLength(200);
    expect(second?.note).toHaveLength(longestNote);
    expect(second?.promisedAtMs).toBeNull();
  });

  test('takes what an earlier Waybell acknowledged of a promise for both words of today', () => {
    const known = { causeAtMs: 300_000, atMs: 5 };
    const theirs = [{ reason: 'promiseAtRisk', ...known }];
    expect(readEntry({ uuid: orderIdAt(1), acknowledged: theirs })?.acknowledged).toEqual([
      { reason: 'promiseAhead', ...known },
      { reason: 'promisePassed', ...known },
    ]);
  });

  test('with a word that is no currency gives the amount without one', () => {
    const state = { status: { raw: 'completed', phase: 'done' } };
    const price = { amount: 86, currency: 'HK$' };
    const entry = readEntry({ uuid: orderIdAt(1), state: { ...state, price } });
    expect(entry?.state?.price).toEqual({ amount: 86, currency: null });
  });

  test('with hostile values takes none of them, and as many others as are kept', () => {
    const calls = Array.from({ length: 50 }, (_, n) => ({ atMs: n + 1, word: `${n}\u0000` }));
    const entry = readEntry({
      uuid: orderIdAt(1),
      snoozedUntilMs: 9e15,
      remindAtMs: 1.5,
      unseenCount: -1,
      lastLookedAtMs: '1',
      tellsEveryMove: 'yes',
      acknowledged: [
        { reason: 'anything', causeAtMs: 1, atMs: 1 },
        { reason: 'released', causeAtMs: 1, atMs: 9e15 },
        { reason: 'released', causeAtMs: 1, atMs: 2 },
        null,
      ],
      calls: [...calls, { atMs: 51, word: 'w'.repeat(5000) }, 7, { atMs: null, word: 'x' }],
      state: {
        status: { raw: 'a\u001B[31m', phase: 'done' },
        statusSinceMs: -5,
        price: { amount: '86', currency: 'HKD' },
        flags: { turnover: { courierCount: 1e9, lossesAtMs: [], raisedAtMs: null } },
      },
      problem: { code: 'anything', httpStatus: 404, sinceMs: 1, failureCount: 1 },
    });
    expect(entry).toMatchObject({
      ...somePortable(orderIdAt(1)),
      acknowledged: [{ reason: 'released', causeAtMs: 1, atMs: 2 }],
      calls: expect.anything() as unknown,
      state: {
        status: { raw: 'a[31m', phase: 'done' },
        statusSinceMs: null,
        price: null,
        flags: { releasedAtMs: null, turnover: null },
      },
    });
    expect(entry?.calls).toHaveLength(18);
    expect(entry?.calls[0]?.word).toBe('33');
    expect(entry?.calls.at(-1)?.word).toHaveLength(200);
  });

  test('with a state of no known phase gives an order without a state', () => {
    const state = { status: { raw: 'x', phase: 'over' } };
    expect(readEntry({ uuid: orderIdAt(1), state })).toEqual(somePortable(orderIdAt(1)));
  });

  test('of an earlier Waybell is read as it was', () => {
    const line = `{"uuid":"${orderIdAt(1)}","label":"florist","note":null,"group":null,"isMuted":true,"isPinned":false,"promisedAt":null}`;
    const head =
      '{"format":"waybell-hand-over","version":1,"exportedAt":"2026-11-21T06:31:00.000Z"';
    expect(readTransfer(`${head},"orders":[\n${line}\n]}\n`)).toEqual({
      ok: true,
      value: {
        kind: 'orderList',
        exportedAtMs,
        orders: [somePortable(orderIdAt(1), { label: 'florist', isMuted: true })],
        skipped: 0,
      },
    });
    expect(readTransfer(`${head},"orders":[\n\n]}\n`)).toMatchObject({ value: { orders: [] } });
  });

  test('with times that no promise has gives none', () => {
    for (const promisedAt of [
      '-271821-04-20T00:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '2100-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]) {
      expect(readEntry({ uuid: orderIdAt(1), promisedAt })).toEqual(somePortable(orderIdAt(1)));
    }
  });

  test('whatever it holds, reading it ends in an answer and touches nothing', () => {
    const hostile = [
      '{"format":"waybell-hand-over","version":1,"orders":[{"__proto__":{"isMuted":true},"uuid":"x"}]}',
      `{"format":"waybell-hand-over","version":1,"orders":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      `{"format":"waybell-hand-over","version":1,"orders":[${'{},'.repeat(60_000)}{}]}`,
      '{"format":"waybell-hand-over","version":1e400,"orders":[]}',
      '{"format":["waybell-hand-over"],"version":1}',
      '\u0000',
    ];
    for (const text of hostile) expect(() => readTransfer(text)).not.toThrow();
    expect(Object.hasOwn(Object.prototype, 'isMuted')).toBe(false);
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        readEntry(content);
        readEntry({ uuid: orderIdAt(1), state: content, calls: content, acknowledged: [content] });
        readTransfer(JSON.stringify({ format: 'waybell-settings', version: 1, settings: content }));
      }),
    );
  });
});

const done = { raw: 'completed', phase: 'done' } as const;
const cancelled = { raw: 'cancelled', phase: 'cancelled' } as const;

describe('what is handed over', () => {
  const sinceMs = nowMs - 3_600_000;
  const over = (parts: Partial<WatchedOrder> = {}) =>
    someWatched(orderIdAt(1), {
      order: someOrder(orderIdAt(1), { status: done }),
      observedAtMs: nowMs,
      statusSinceMs: sinceMs,
      ...parts,
    });

  test('is all that is not over, and what was over at a time or later', () => {
    expect(isHandedOver(someWatched(orderIdAt(1)), nowMs, null)).toBe(true);
    expect(isHandedOver(over(), nowMs, null)).toBe(false);
    expect(isHandedOver(over(), nowMs, sinceMs)).toBe(true);
    expect(isHandedOver(over(), nowMs, sinceMs + 1)).toBe(false);
    expect(isHandedOver(over(), nowMs, 0)).toBe(true);
  });

  test('is also what is over and was not seen or needs attention', () => {
    expect(isHandedOver(over({ unseenCount: 1 }), nowMs, null)).toBe(true);
    const order = someOrder(orderIdAt(1), { status: cancelled });
    expect(isHandedOver(over({ order }), nowMs, null)).toBe(true);
    const acknowledged = [{ reason: 'cancelled', causeAtMs: sinceMs, atMs: nowMs }] as const;
    expect(isHandedOver(over({ order, acknowledged }), nowMs, null)).toBe(false);
  });

  test('is not what the service refused until it was checked no more', () => {
    const refused = someWatched(orderIdAt(1), {
      addedAtMs: 1,
      problem: { code: 'order-gone', httpStatus: 410, sinceMs: 1, failureCount: 90 },
    });
    const reason = attention(refused, nowMs)?.reason ?? 'refused';
    const acknowledged = [{ reason, causeAtMs: 1, atMs: nowMs }];
    expect(checkEveryMs(refused, { activeEverySeconds: 15 }, nowMs)).toBeNull();
    expect(isHandedOver({ ...refused, acknowledged }, nowMs, null)).toBe(false);
  });

  test('says in its line only what there is to say', () => {
    const line: unknown = JSON.parse(orderLine(portableOrder(someWatched(orderIdAt(1)))));
    expect(Object.keys(line ?? {})).toEqual([
      'uuid',
      'label',
      'note',
      'group',
      'isMuted',
      'isPinned',
      'promisedAt',
    ]);
  });

  test('says whether there is a courier and when the pickup is planned, and no trouble of the network', () => {
    const sample = someOrder(orderIdAt(1));
    const stop = { name: null, streetAddress: null, floorOrUnitNumber: null, point: null };
    const orders = [
      { ...sample, courier: null, pickup: null },
      {
        ...sample,
        courier: { name: 'Ho Ka Ho', phoneNumber: null, fix: null },
        pickup: { ...stop, contact: null, scheduledAtMs: 5000 },
      },
    ];
    const problem = { code: 'timeout', httpStatus: null, sinceMs: 1, failureCount: 2 } as const;
    const states = orders.map((order) =>
      portableOrder(someWatched(orderIdAt(1), { order, problem })),
    );
    expect(states).toMatchObject([
      { state: { hasCourier: false, scheduledAtMs: null }, problem: null },
      { state: { hasCourier: true, scheduledAtMs: 5000 }, problem: null },
    ]);
    const adopted = states.map((state) => adoptedOrder(state, nowMs).order);
    expect(adopted).toMatchObject([
      { courier: null, pickup: null },
      { courier: { name: null }, pickup: { scheduledAtMs: 5000 } },
    ]);
  });
});

/** A cancelled order that went through a file. */
function afterFile(parts: Partial<WatchedOrder>): WatchedOrder {
  const watched = someWatched(orderIdAt(1), {
    order: someOrder(orderIdAt(1), { status: cancelled }),
    observedAtMs: exportedAtMs,
    statusSinceMs: exportedAtMs - 1000,
    ...parts,
  });
  const read = readEntry(JSON.parse(orderLine(portableOrder(watched))));
  if (read === null) throw new Error('not read');
  return adoptedOrder(read, nowMs);
}

function merged(ours: Partial<WatchedOrder>, theirs: Partial<PortableOrder>): WatchedOrder {
  return mergedOrder(someWatched(orderIdAt(1), ours), somePortable(orderIdAt(1), theirs), nowMs);
}

const releasedAt = (causeAtMs: number, atMs: number) =>
  [{ reason: 'released', causeAtMs, atMs }] as const;

const calmTurnover = { courierCount: 2, couriers: [], lossesAtMs: [], raisedAtMs: null };

/** A state of the service that says no time but these. */
function stated(
  state: Partial<PortableState>,
  flags: Partial<NonNullable<PortableState['flags']>> = {},
): Partial<PortableOrder> {
  const calm = portableOrder(someWatched(orderIdAt(1), { order: someOrder(orderIdAt(1)) })).state;
  if (calm === null) throw new Error('An order with an answer has a state.');
  const noFlags = {
    releasedAtMs: null,
    courierSwappedAtMs: null,
    amendedAtMs: null,
    amountBeforeAmendment: null,
    turnover: null,
  };
  return {
    state: {
      ...calm,
      statusSinceMs: null,
      changedAtMs: null,
      flags: { ...noFlags, ...flags },
      ...state,
    },
  };
}

describe('taking over an order that was not watched', () => {
  test('it stands as it stood, needs the same attention and is not checked when it is over', () => {
    const open = afterFile({});
    expect(open.order).toMatchObject({ status: cancelled, price: { amount: 86, currency: 'HKD' } });
    expect(open.observedAtMs).toBeNull();
    expect(attention(open, nowMs)?.reason).toBe('cancelled');
    expect(checkEveryMs(open, { activeEverySeconds: 15 }, nowMs)).toBeNull();
    const acknowledged = [
      { reason: 'cancelled', causeAtMs: exportedAtMs - 1000, atMs: exportedAtMs },
    ] as const;
    expect(attention(afterFile({ acknowledged }), nowMs)).toBeNull();
  });

  test('one that is under way is checked, and one that was given up is not', () => {
    const order = someOrder(orderIdAt(1));
    expect(checkEveryMs(afterFile({ order }), { activeEverySeconds: 15 }, nowMs)).not.toBeNull();
    const problem = { code: 'order-gone', httpStatus: 410, sinceMs: 5, failureCount: 1 } as const;
    const gone = afterFile({ order: null, problem });
    expect(checkEveryMs(gone, { activeEverySeconds: 15 }, nowMs)).toBeNull();
  });

  test('a snooze that is over and what was seen later than now do not come along', () => {
    const preferences = somePreferences({ snoozedUntilMs: nowMs, remindAtMs: nowMs + 1 });
    const ahead = [
      { reason: 'cancelled', causeAtMs: exportedAtMs - 1000, atMs: nowMs + 1 },
    ] as const;
    const calls = [{ atMs: nowMs + 5, word: 'Called' }];
    const read = afterFile({ preferences, acknowledged: ahead, calls, lastLookedAtMs: nowMs + 5 });
    expect(read.preferences).toEqual(somePreferences({ remindAtMs: nowMs + 1 }));
    expect(read).toMatchObject({ acknowledged: [], calls: [], lastLookedAtMs: nowMs });
  });

  test('what was done at this very moment comes along, and what was never looked at stays so', () => {
    const calls = [{ atMs: nowMs, word: 'Called' }];
    const read = afterFile({ calls, lastLookedAtMs: null });
    expect(read).toMatchObject({ calls, lastLookedAtMs: null });
  });

  test('what happened later than now by its file happened now, and can be handled', () => {
    const aheadMs = nowMs + 40 * 365 * 24 * 60 * minuteMs;
    const turnover = {
      courierCount: 2,
      couriers: [],
      lossesAtMs: [1, aheadMs],
      raisedAtMs: aheadMs,
    };
    const flags = {
      releasedAtMs: aheadMs,
      courierSwappedAtMs: aheadMs,
      amendedAtMs: aheadMs,
      amountBeforeAmendment: 7,
      turnover,
    };
    const order = someOrder(orderIdAt(1));
    const read = afterFile({ order, flags, statusSinceMs: aheadMs, changedAtMs: aheadMs });
    expect(read).toMatchObject({ statusSinceMs: nowMs, changedAtMs: nowMs });
    expect(read.flags).toEqual({
      releasedAtMs: nowMs,
      courierSwappedAtMs: nowMs,
      amendedAtMs: nowMs,
      amountBeforeAmendment: 7,
      turnover: { ...turnover, lossesAtMs: [1, nowMs], raisedAtMs: nowMs },
    });
    const claims = attentionClaims(read, nowMs);
    const acknowledged = acknowledging([], claims, 'handled', nowMs, nowMs);
    expect(attention({ ...read, acknowledged }, nowMs + minuteMs)).toBeNull();
  });

  test.each<[string, (atMs: number) => Partial<PortableOrder>]>([
    ['it was looked at', (atMs) => ({ lastLookedAtMs: atMs })],
    [
      'it was called',
      (atMs) => ({
        calls: [
          { atMs: nowMs, word: null },
          { atMs, word: null },
        ],
      }),
    ],
    ['it was handled', (atMs) => ({ acknowledged: [{ reason: 'released', causeAtMs: 1, atMs }] })],
    [
      'what was handled began',
      (atMs) => ({ acknowledged: [{ reason: 'released', causeAtMs: atMs, atMs: nowMs }] }),
    ],
    [
      'it could not be checked',
      (atMs) => ({
        problem: { code: 'order-not-found', httpStatus: 404, sinceMs: atMs, failureCount: 1 },
      }),
    ],
    ['its status began', (atMs) => stated({ statusSinceMs: atMs })],
    ['it changed', (atMs) => stated({ changedAtMs: atMs })],
    ['it was released', (atMs) => stated({}, { releasedAtMs: atMs })],
    ['its courier was replaced', (atMs) => stated({}, { courierSwappedAtMs: atMs })],
    ['its price changed', (atMs) => stated({}, { amendedAtMs: atMs })],
    [
      'its couriers were told to leave often',
      (atMs) => stated({}, { turnover: { ...calmTurnover, raisedAtMs: atMs } }),
    ],
    [
      'a courier left',
      (atMs) => stated({}, { turnover: { ...calmTurnover, lossesAtMs: [1, atMs] } }),
    ],
  ])('a file that says %s later than now has a clock ahead', (_what, at) => {
    const says = (atMs: number) => saysTimesAhead(somePortable(orderIdAt(1), at(atMs)), nowMs);
    expect([says(nowMs), says(nowMs + 1)]).toEqual([false, true]);
  });

  test('the promise of a file may lie ahead, and so may the end of its free changes', () => {
    const acknowledged = [{ reason: 'optionEnds', causeAtMs: nowMs + 1, atMs: nowMs }] as const;
    const ahead = somePortable(orderIdAt(1), { promisedAtMs: nowMs + 1, acknowledged });
    expect(saysTimesAhead(ahead, nowMs)).toBe(false);
  });

  test('nothing is handled that has not begun, such as a promise that has not passed', () => {
    const promisedAtMs = nowMs + minuteMs;
    const preferences = somePreferences({ promisedAtMs });
    const acknowledged = [
      { reason: 'promisePassed', causeAtMs: promisedAtMs, atMs: nowMs - 1 },
    ] as const;
    const order = someOrder(orderIdAt(1));
    const adopted = afterFile({ order, preferences, acknowledged });
    const own = merged({ order, preferences }, { acknowledged });
    for (const read of [adopted, own]) {
      expect(attention(read, promisedAtMs)?.reason).toBe('promisePassed');
    }
  });
});

/** A call as it is kept once it was handed over. */
function asHandedOver(call: Call | undefined) {
  return { ...call, isHandedOver: true };
}

describe('taking over an order that is watched already', () => {
  const ours = fc
    .tuple(anyPortable, fc.boolean())
    .map(([order, isHere]) =>
      isHere ? adoptedOrder(order, nowMs) : someWatched(orderIdAt(1), { label: order.label }),
    );

  test('twice is the same as once', () => {
    fc.assert(
      fc.property(ours, anyPortable, (own, theirs) => {
        const once = mergedOrder(own, theirs, nowMs);
        expect(mergedOrder(once, theirs, nowMs)).toBe(once);
      }),
    );
  });

  test('changes nothing of what is known here, loses no own word and no note of theirs', () => {
    fc.assert(
      fc.property(ours, anyPortable, (own, theirs) => {
        const after = mergedOrder(own, theirs, nowMs);
        const { acknowledged, calls, isPinned, label, preferences, ...others } = after;
        expect(own).toMatchObject(others);
        expect(label).toBe(own.label ?? theirs.label);
        expect(preferences?.group ?? null).toBe(own.preferences?.group ?? theirs.group);
        expect(preferences?.snoozedUntilMs ?? null).toBe(own.preferences?.snoozedUntilMs ?? null);
        expect(isPinned).toBe(own.isPinned || theirs.isPinned);
        for (const note of [own.preferences?.note, theirs.note])
          expect(preferences?.note ?? '').toContain(note ?? '');
        expect(acknowledged.length).toBeGreaterThanOrEqual(own.acknowledged.length);
        expect(calls.length).toBeGreaterThanOrEqual(own.calls.length);
      }),
    );
  });

  test('takes what is missing here, keeps what is here, and says where the two differ', () => {
    const theirs = somePortable(orderIdAt(1), {
      label: 'theirs',
      note: 'ring twice',
      group: 'hotels',
      promisedAtMs: 7000,
      isPinned: true,
    });
    const { label, note, group, promisedAtMs } = theirs;
    const empty = someWatched(orderIdAt(1));
    const combined = mergedOrder(empty, theirs, nowMs);
    expect(combined).toEqual({
      ...empty,
      label,
      isPinned: true,
      preferences: somePreferences({ note, group, promisedAtMs }),
    });
    expect(keepsOwnAnnotations(empty, theirs)).toBe(false);
    const own = {
      ...combined,
      label: 'ours',
      preferences: somePreferences({ note, group: 'clinics', promisedAtMs: 9000 }),
    };
    expect(mergedOrder(own, theirs, nowMs)).toBe(own);
    expect(keepsOwnAnnotations(own, theirs)).toBe(true);
    expect(keepsOwnAnnotations(combined, theirs)).toBe(false);
  });

  test('takes a reminder and the wish for every move where there is none here', () => {
    const wishes = { remindAtMs: nowMs + 5, tellsEveryMove: true };
    expect(merged({}, wishes).preferences).toMatchObject(wishes);
    const own = { preferences: somePreferences({ remindAtMs: nowMs + 9, tellsEveryMove: false }) };
    expect(merged(own, wishes).preferences).toMatchObject(own.preferences);
  });

  test.each<[string, Partial<PortableOrder>, boolean]>([
    ['another label', { label: 'theirs' }, true],
    ['another group', { group: 'clinics' }, true],
    ['another promise', { promisedAtMs: 9000 }, true],
    ['a note that is added', { note: 'Side door' }, false],
    ['a note that is here', { note: 'twice' }, false],
    ['nothing', {}, false],
  ])('keeps own words against %s: %s', (_what, theirs, isKept) => {
    const preferences = somePreferences({
      group: 'hotels',
      promisedAtMs: 7000,
      note: 'Ring twice',
    });
    const own = someWatched(orderIdAt(1), { label: 'ours', preferences });
    expect(keepsOwnAnnotations(own, somePortable(orderIdAt(1), theirs))).toBe(isKept);
  });

  test('never silences it', () => {
    const own = someWatched(orderIdAt(1));
    const silent = somePortable(orderIdAt(1), { isMuted: true, snoozedUntilMs: nowMs + 9000 });
    expect(mergedOrder(own, silent, nowMs)).toBe(own);
  });

  test('acknowledges what they have dealt with, but not another cause, and keeps both calls', () => {
    expect(merged({}, { acknowledged: releasedAt(1, 2) }).acknowledged).toEqual(releasedAt(1, 2));
    const own = { acknowledged: releasedAt(1, 2) };
    expect(merged(own, { acknowledged: releasedAt(1, 3) }).acknowledged).toEqual(releasedAt(1, 3));
    expect(merged(own, { acknowledged: releasedAt(5, 6) }).acknowledged).toEqual(releasedAt(1, 2));
    const calls = [
      { atMs: 4, word: 'No answer' },
      { atMs: 6, word: null },
    ];
    expect(
      merged({ calls: calls.slice(1) }, { calls: [...calls, { atMs: 5, word: null }] }).calls,
    ).toEqual([asHandedOver(calls[0]), asHandedOver({ atMs: 5, word: null }), calls[1]]);
    const sameMinute = [{ atMs: 4, word: 'Answered' }];
    expect(merged({ calls: sameMinute }, { calls: calls.slice(0, 1) }).calls).toHaveLength(2);
    const many = Array.from({ length: 2 * mostCalls }, (_, at) => ({ atMs: at + 1, word: null }));
    const both = merged({ calls: many.slice(0, mostCalls) }, { calls: many.slice(mostCalls) });
    expect(both.calls).toEqual(many.slice(mostCalls).map(asHandedOver));
    expect(merged(own, { acknowledged: releasedAt(1, 1) }).acknowledged).toEqual(releasedAt(1, 2));
  });

  test('what one has handled is handled, whatever the other has only seen, before or since', () => {
    const handled = { acknowledged: releasedAt(1, 2) };
    const seenAt = (atMs: number) => ({
      acknowledged: releasedAt(1, atMs).map((each) => ({ ...each, isOnlySeen: true as const })),
    });
    expect(merged(handled, seenAt(3)).acknowledged).toEqual(handled.acknowledged);
    expect(merged(seenAt(3), handled).acknowledged).toEqual(handled.acknowledged);
    expect(merged(seenAt(1), seenAt(3)).acknowledged).toEqual(seenAt(3).acknowledged);
  });

  test('a note that would grow too long stays the own one, and that is said', () => {
    const note = 'o'.repeat(longestNote - 3);
    const own = someWatched(orderIdAt(1), { preferences: somePreferences({ note }) });
    const theirs = somePortable(orderIdAt(1), { note: 'theirs' });
    expect(mergedOrder(own, theirs, nowMs)).toBe(own);
    expect(keepsOwnAnnotations(own, theirs)).toBe(true);
  });
});

describe('exported settings', () => {
  test('come back as they were, without what belongs to one computer', () => {
    const read = readTransfer(settingsText({ ...defaultSettings, theme: 'dark' }));
    expect(read).toMatchObject({ ok: true, value: { kind: 'settings', skipped: 0 } });
    const change = read.ok && read.value.kind === 'settings' ? read.value.change : {};
    expect(change.theme).toBe('dark');
    expect(change).not.toHaveProperty('webhooks');
    expect(settingsText(defaultSettings)).not.toMatch(/secret|token|clientId|baseUrl/i);
  });

  test('change nothing of the snoozes here, and all else that the file names', () => {
    const hotels = emptyGroupRule('hotels');
    const current = { ...defaultSettings, groupRules: [{ ...hotels, snoozedUntilMs: 8000 }] };
    const { density } = current;
    expect(importedSettings({ theme: 'dark', density }, current)).toEqual({ theme: 'dark' });
    const change = { theme: 'dark' as const, groupRules: [{ ...hotels, isMuted: true }] };
    expect(importedSettings(change, current)).toEqual({
      theme: 'dark',
      groupRules: [{ ...hotels, isMuted: true, snoozedUntilMs: 8000 }],
    });
  });

  test('whose values do not fit change nothing, one by one', () => {
    const read = readTransfer(
      JSON.stringify({
        format: 'waybell-settings',
        version: 1,
        settings: { theme: 'pink', density: 'compact', requestsPerMinute: 1e9, unknown: true },
      }),
    );
    expect(read).toEqual({
      ok: true,
      value: { kind: 'settings', change: { density: 'compact' }, skipped: 3, retired: [] },
    });
  });
});
