import fc from 'fast-check';
import { isCriticalEvent } from '../../../../core/notification/notification.ts';
import { describe, expect, test } from 'vitest';
import type { CourierMove } from '../../../../core/order/courier-move.ts';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import { orderUpdate, type OrderUpdate } from '../../../../core/order/order-update.ts';
import type { Order } from '../../../../core/order/order.ts';
import {
  englishNotifications,
  type NotificationTexts,
} from '../../../../core/notification/notification-english.ts';
import { chineseNotifications } from '../../../../core/notification/notification-chinese.ts';
import { noTexts } from '../../../../core/notification/notification-pieces.ts';
import { updateNotification } from '../../../../core/notification/update-notification.ts';
import type { OrderFlags } from '../../../../core/watch/watched-order.ts';
import { anyOrder } from '../order/order-arbitraries.ts';
import { courier, fixAt, noonMs, order, watched } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

const options = { priceUnit: 'major', locale: 'en', timeZone: 'Asia/Hong_Kong' } as const;
const minute = 60_000;

function updateOf(before: Order, after: Order, move: CourierMove | null = null): OrderUpdate {
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  return { ...update, move };
}

/** Its notification at every level, with ordinary blanks for reading. */
function textsOf(before: Order, after: Order, move: CourierMove | null = null): readonly string[] {
  return lines(
    updateNotification(
      updateOf(before, after, move),
      watched({ order: after, addedAtMs: noonMs - 61 * minute }),
      options,
    ),
  );
}

function loud(before: Order, after: Order): boolean {
  const draft = updateNotification(updateOf(before, after), watched({ order: after }), options);
  return draft !== null && isCriticalEvent(draft.event);
}

const pending = order({ word: 'pending' });
const active = order({ courier: courier(null) });
const done = order({ word: 'completed', courier: courier(null) });
const toll = { key: 'waiting', amount: 12, quantity: 1, reason: 'waiting over 10 min' };
const amended = { ...done, price: { amount: 98, currency: 'HKD' }, priceBreakdown: [toll] };
const near = (stop: 'pickup' | number, distanceMeters: number) => ({ stop, distanceMeters });

/** What is told at every level; the quieter levels say the same where nothing else is given. */
const said = (
  title: string,
  body: string,
  less: { readonly noNames?: string; readonly hidden?: string; readonly hiddenBody?: string } = {},
): readonly string[] => [
  title,
  body,
  less.noNames ?? body,
  less.hidden ?? title,
  less.hiddenBody ?? 'Order 3f2b8c1e',
];

/** What is told of an order that lost its courier twice within ten minutes, and has had so many. */
function notifiedOfLosses(
  before: Order,
  after: Order,
  courierCount: number,
  texts: NotificationTexts = englishNotifications,
): readonly string[] {
  const flags: OrderFlags = {
    releasedAtMs: null,
    courierSwappedAtMs: null,
    amendedAtMs: null,
    amountBeforeAmendment: null,
    turnover: {
      courierCount,
      couriers: [],
      lossesAtMs: [noonMs - 10 * minute, noonMs],
      raisedAtMs: noonMs,
    },
  };
  const about = watched({ order: after, flags });
  return lines(updateNotification(updateOf(before, after), about, { ...options, texts }));
}

/** With ordinary blanks for reading. */
function plain(text = ''): string {
  return text.replaceAll('\u00A0', ' ');
}

describe('an order that loses one courier after the other', () => {
  const swapped = order({ courier: { name: 'Ho Ka Ho', phoneNumber: '1', fix: null } });

  test('says at every level for which courier it waits', () => {
    expect(notifiedOfLosses(active, pending, 2)).toEqual([
      'Courier released the order',
      'Sheung Wan florist. Waits for 3rd courier.',
      'Sheung Wan florist. Waits for 3rd courier.',
      'Courier released the order',
      'Order 3f2b8c1e. Waits for 3rd courier.',
    ]);
  });

  test.each([
    ['matched', pending, active, 'Matched with a courier', 'Lau K., van.'],
    ['replaced', active, swapped, 'Another courier took over', 'Ho H., van.'],
  ])('says which courier it has when it is %s', (_name, before, after, title, courierWords) => {
    expect(notifiedOfLosses(before, after, 3)).toEqual([
      title,
      `Sheung Wan florist. ${courierWords} 3rd courier.`,
      'Sheung Wan florist. Van. 3rd courier.',
      title,
      'Order 3f2b8c1e. 3rd courier.',
    ]);
  });

  test('counts the releases where couriers are not told apart', () => {
    expect(notifiedOfLosses(active, pending, 1).at(-1)).toBe(
      'Order 3f2b8c1e. Released 2 times. Waiting again.',
    );
  });

  test('says nothing of couriers when something else changes', () => {
    const edited = { ...pending, noteToCourier: 'Ring twice' };
    expect(notifiedOfLosses(pending, edited, 2).at(-1)).toBe('Order 3f2b8c1e');
  });

  test('says it in Chinese', () => {
    const texts = chineseNotifications('zh-Hant-HK');
    expect(notifiedOfLosses(active, pending, 2, texts)).toEqual([
      '配送員已退單',
      'Sheung Wan florist。等候第 3 位配送員。',
      'Sheung Wan florist。等候第 3 位配送員。',
      '配送員已退單',
      '訂單 3f2b8c1e。等候第 3 位配送員。',
    ]);
  });
});

test('words of the service beside its kinds notify nothing and are in no notification', () => {
  const words = { kinds: ['service_reported'], reasons: ['Canary tyre'] } as const;
  const alone = { ...updateOf(pending, active), ...words, changes: [] };
  expect(updateNotification(alone, watched({ order: active }), options)).toBeNull();
  const matched = updateOf(pending, active);
  const beside = {
    ...matched,
    kinds: [...matched.kinds, ...words.kinds],
    reasons: [...matched.reasons, ...words.reasons],
  };
  const draft = updateNotification(beside, watched({ order: active }), options);
  expect(lines(draft)).toEqual(
    lines(updateNotification(matched, watched({ order: active }), options)),
  );
});

describe('the wording table', () => {
  test.each<[string, Order, Order, CourierMove | null, readonly string[]]>([
    [
      'matched',
      pending,
      active,
      null,
      said('Matched with a courier', 'Sheung Wan florist. Lau K., van.', {
        noNames: 'Sheung Wan florist. Van.',
      }),
    ],
    [
      'released',
      active,
      pending,
      null,
      said('Courier released the order', 'Sheung Wan florist. Waiting again.', {
        hiddenBody: 'Order 3f2b8c1e. Waiting again.',
      }),
    ],
    [
      'another courier',
      active,
      order({ courier: { name: 'Ho Ka Ho', phoneNumber: '1', fix: null } }),
      null,
      said('Another courier took over', 'Sheung Wan florist. Ho H., van.', {
        noNames: 'Sheung Wan florist. Van.',
      }),
    ],
    [
      'status',
      active,
      order({ word: 'on_the_way', courier: courier(null) }),
      null,
      said('Now on the way', 'Sheung Wan florist. Was: matched.'),
    ],
    [
      'unknown status',
      active,
      order({ word: 'handover_review', courier: courier(null) }),
      null,
      said(
        'Status is now “handover_review”',
        'Sheung Wan florist. Waybell does not know this word; it is shown as received.',
        {
          noNames: 'Sheung Wan florist. Waybell does not know the new word; the window shows it.',
          hidden: 'Status changed',
        },
      ),
    ],
    [
      'completed',
      active,
      done,
      null,
      said('Completed at 20:00', 'Sheung Wan florist. HK$86.00, watched for 61 min.'),
    ],
    [
      'amended',
      done,
      amended,
      null,
      said('Price changed by +HK$12.00', 'Sheung Wan florist. Waiting over 10 min. Now HK$98.00.', {
        noNames: 'Sheung Wan florist. Now HK$98.00.',
        hidden: 'Price changed',
      }),
    ],
    [
      'completed and amended',
      active,
      amended,
      null,
      said('Completed, price changed by +HK$12.00', 'Sheung Wan florist. Now HK$98.00.', {
        hidden: 'Completed, price changed',
      }),
    ],
    [
      'cancelled',
      pending,
      order({ word: 'cancelled' }),
      null,
      said('Order cancelled', 'Sheung Wan florist. Was: waiting for courier, watched for 61 min.'),
    ],
    [
      'near the pickup',
      order({ courier: courier(fixAt(300)) }),
      order({ courier: courier(fixAt(120)) }),
      { meaning: 'nearStop', distanceMeters: 180, nextStop: near('pickup', 120) },
      said(
        'Courier is near the pickup',
        'Sheung Wan florist. 120 m from the pickup, straight line.',
      ),
    ],
    [
      'left the pickup',
      order({ courier: courier(fixAt(300)) }),
      order({ courier: courier(fixAt(420)) }),
      { meaning: 'leftPickup', distanceMeters: 420, nextStop: near(1, 1580) },
      said(
        'Courier left the pickup',
        'Sheung Wan florist. 1.6 km from the destination, straight line.',
      ),
    ],
    [
      'first position',
      active,
      order({ courier: courier(fixAt(420)) }),
      { meaning: 'firstFix', distanceMeters: 0, nextStop: null },
      said('First position of the courier', 'Sheung Wan florist.'),
    ],
  ])('%s', (_name, before, after, move, expected) => {
    expect(textsOf(before, after, move)).toEqual(expected);
  });

  test('a reason of the service is shown as received', () => {
    const update = {
      ...updateOf(active, pending),
      reasons: ['Order was released because: flat tyre'],
    };
    expect(updateNotification(update, watched({ order: pending }), options)?.texts.full.body).toBe(
      'Sheung Wan florist. Reason: flat tyre. Waiting again.',
    );
  });

  test.each([
    [
      'Order was cancelled because: customer changed their mind',
      'Reason: customer changed their mind. ',
    ],
    ['Cancelled by the shop', 'Reason: Cancelled by the shop. '],
    [
      'Shop: Order was cancelled because: sold out',
      'Reason: Shop: Order was cancelled because: sold out. ',
    ],
    ['Order Cancelled', ''],
  ])('a cancellation that a webhook reports as “%s”', (reason, cause) => {
    const cancelled = order({ word: 'cancelled' });
    const update = {
      ...updateOf(pending, cancelled),
      reasons: [reason],
      source: 'webhook',
    } as const;
    const texts = updateNotification(update, watched({ order: cancelled }), options)?.texts;
    const rest = 'Was: waiting for courier, watched for 60 min.';
    expect(plain(texts?.full.body)).toBe(`Sheung Wan florist. ${cause}${rest}`);
    expect(plain(texts?.noNames.body)).toBe(`Sheung Wan florist. ${rest}`);
  });

  test('only what a dispatcher must act on is loud', () => {
    expect([loud(active, pending), loud(pending, order({ word: 'cancelled' }))]).toEqual([
      true,
      true,
    ]);
    expect([loud(pending, active), loud(active, done)]).toEqual([false, false]);
  });

  test('several destinations are shown by their number', () => {
    const [stop] = active.destinations;
    if (stop === undefined) throw new Error('the sample has a destination');
    const before = order({ courier: courier(fixAt(0)), destinations: [stop, stop] });
    const after = { ...before, courier: courier(fixAt(120)) };
    const move = { meaning: 'nearStop', distanceMeters: 180, nextStop: near(2, 120) } as const;
    expect(textsOf(before, after, move)[0]).toBe('Courier is near stop 2');
  });

  test('minor units are read as such', () => {
    const after = order({ word: 'completed', price: { amount: 8600, currency: 'HKD' } });
    const draft = updateNotification(
      updateOf(order({ price: after.price }), after),
      watched({ order: after }),
      { ...options, priceUnit: 'minor' },
    );
    expect(draft?.texts.full.body).toContain('HK$86.00');
  });
});

const noStop = {
  name: null,
  streetAddress: null,
  floorOrUnitNumber: null,
  point: null,
  contact: null,
};
const peel = { ...noStop, streetAddress: '8 Peel Street', scheduledAtMs: noonMs };
const bank = { ...noStop, name: 'Bank', streetAddress: '1 Queen’s Road' };
const planned = order({ pickup: peel, destinations: [bank], noteToCourier: 'Ring twice' });
const wing = { ...peel, streetAddress: '12 Wing Lok Street, +852 5555 0147' };

describe('edits', () => {
  test.each<[string, Partial<Order>, readonly string[]]>([
    [
      'another address of the pickup',
      { pickup: wing },
      said(
        'Address of the pickup changed',
        'Sheung Wan florist. Now 12 Wing Lok Street. Was: 8 Peel Street.',
        { noNames: 'Sheung Wan florist.', hidden: 'Address changed' },
      ),
    ],
    [
      'another address of a destination',
      { destinations: [{ ...bank, streetAddress: '2 Ice House Street' }] },
      said(
        'Address of the destination changed',
        'Sheung Wan florist. Now 2 Ice House Street. Was: 1 Queen’s Road.',
        { noNames: 'Sheung Wan florist.', hidden: 'Address changed' },
      ),
    ],
    [
      'another planned time',
      { pickup: { ...peel, scheduledAtMs: noonMs + 30 * minute } },
      said('Pickup planned for 20:30', 'Sheung Wan florist. Was: 20:00.', {
        hidden: 'Planned time changed',
      }),
    ],
    [
      'no planned time any more',
      { pickup: { ...peel, scheduledAtMs: null } },
      said('Pickup no longer planned', 'Sheung Wan florist. Was: 20:00.', {
        hidden: 'Planned time changed',
      }),
    ],
    [
      'an address and a time',
      { pickup: { ...wing, scheduledAtMs: noonMs + 24 * 60 * minute } },
      said(
        'Address of the pickup changed',
        'Sheung Wan florist. Now 12 Wing Lok Street. Was: 8 Peel Street. Pickup planned for Nov 22, 20:00.',
        {
          noNames: 'Sheung Wan florist. Pickup planned for Nov 22, 20:00.',
          hidden: 'Address changed',
        },
      ),
    ],
    [
      'a stop more',
      { destinations: [bank, { ...bank, name: 'Post office' }] },
      said('Stops changed', 'Sheung Wan florist. Stop 2 added.'),
    ],
    [
      'another contact',
      {
        destinations: [
          {
            ...bank,
            name: 'Tower',
            contact: { name: 'Ada', phoneNumber: null, phoneExtension: null },
          },
        ],
      },
      said('Stops changed', 'Sheung Wan florist. The destination edited.'),
    ],
    [
      'another note',
      { noteToCourier: 'Call Ada first' },
      said('Note to courier changed', 'Sheung Wan florist. Now Call Ada first. Was: Ring twice.', {
        noNames: 'Sheung Wan florist.',
      }),
    ],
    [
      'no note any more',
      { noteToCourier: null },
      said('Note to courier changed', 'Sheung Wan florist. Removed. Was: Ring twice.', {
        noNames: 'Sheung Wan florist. Removed.',
      }),
    ],
  ])('%s', (_what, change, expected) => {
    expect(textsOf(planned, { ...planned, ...change })).toEqual(expected);
  });

  const tower = { ...bank, name: 'Tower', streetAddress: '2 Queensway' };
  const farAway = { ...bank, streetAddress: '9 Nathan Road' };
  test.each<[string, Order['destinations'], Order['destinations'], string]>([
    ['a stop less', [bank, tower], [tower], 'Stop 1 removed.'],
    ['another order of the stops', [bank, tower], [tower, bank], 'In another order.'],
    [
      'three of four stops that are new, by their numbers',
      [bank],
      [bank, ...[1, 2, 3, 4].map((number) => ({ ...tower, name: `Tower ${number}` }))],
      'Stop 2 added. Stop 3 added. Stop 4 added.',
    ],
    [
      'two more addresses, and no third',
      [bank, bank, bank, bank],
      [farAway, farAway, farAway, farAway],
      'Now 9 Nathan Road. Was: 1 Queen’s Road. Address of stop 2 changed. Address of stop 3 changed.',
    ],
  ])('of stops: %s', (_what, before, after, body) => {
    const [, full] = textsOf(
      { ...planned, destinations: before },
      { ...planned, destinations: after },
    );
    expect(full).toBe(`Sheung Wan florist. ${body}`);
  });

  const [pickedUp, over] = ['picked_up', 'completed'].map((word) => ({
    ...planned,
    status: readOrderStatus(word),
  }));
  const elsewhere = { destinations: [{ ...bank, streetAddress: '2 Ice House Street' }] };
  test.each<[string, Order | undefined, Partial<Order>, number]>([
    ['of the pickup before it', planned, { pickup: wing }, 1],
    ['of the pickup after it', pickedUp, { pickup: wing }, 0],
    ['of its time after it', pickedUp, { pickup: { ...peel, scheduledAtMs: null } }, 0],
    ['of the note after it', pickedUp, { noteToCourier: 'x' }, 0],
    ['of a destination after the pickup', pickedUp, elsewhere, 1],
    ['of a destination at the end', over, elsewhere, 0],
    ['that give what was not known', { ...planned, pickup: null }, { pickup: peel }, 0],
    ['that give the destinations', { ...planned, destinations: [] }, { destinations: [bank] }, 0],
    ['that take the destinations away', planned, { destinations: [] }, 0],
    ['that take the pickup away', planned, { pickup: null }, 0],
    ['that take the address away', planned, { pickup: { ...peel, streetAddress: null } }, 0],
  ])('%s', (_what, before, change, count) => {
    if (before === undefined) throw new Error('no order');
    expect(textsOf(before, { ...before, ...change })).toHaveLength(count * 5);
  });

  test('notify beside what is more serious, and in its place where that is switched off', () => {
    const matched = { ...planned, ...active, pickup: wing, destinations: planned.destinations };
    const update = updateOf({ ...planned, status: pending.status }, matched);
    const draftOf = (...kept: readonly string[]) =>
      updateNotification(update, watched({ order: matched }), {
        ...options,
        levelOf: (event) => (kept.includes(event) ? 'kept' : 'news'),
      });
    expect(draftOf('noteChanged')?.texts.noNames).toEqual({
      title: 'Matched with a courier',
      body: 'Sheung Wan florist. Van. Address of the pickup changed.',
    });
    expect(draftOf('noteChanged', 'addressChanged')?.texts.noNames.body).toBe(
      'Sheung Wan florist. Van.',
    );
    expect(draftOf('matched')?.event).toBe('addressChanged');
    expect(draftOf('matched', 'addressChanged', 'noteChanged')?.event).toBe('matched');
    const called = updateNotification(update, watched({ order: matched }), {
      ...options,
      levelOf: (event) => (event === 'addressChanged' ? 'needsYou' : 'news'),
    });
    expect(called?.event).toBe('addressChanged');
    expect(called?.texts.noNames).toEqual({
      title: 'Address of the pickup changed',
      body: 'Sheung Wan florist. Matched with a courier. Note to courier changed.',
    });
  });

  test('have no words where no person reads them', () => {
    const draft = updateNotification(updateOf(pending, active), watched({ order: active }), {
      ...options,
      isWorded: false,
    });
    expect(draft).toEqual({ event: 'matched', texts: noTexts });
  });

  test.each<[string, boolean, number, string]>([
    ['seen as it ended', false, noonMs, 'Completed at 20:00'],
    ['that may have ended unseen', true, noonMs, 'Completed before 20:00'],
    ['whose end is told later', true, noonMs - minute, 'Completed at 20:00'],
  ])('an order %s', (_what, isStatusSinceBefore, statusSinceMs, title) => {
    const about = watched({ order: done, isStatusSinceBefore, statusSinceMs });
    expect(lines(updateNotification(updateOf(active, done), about, options))[0]).toBe(title);
  });
});

describe('what is for the history only', () => {
  const here = order({ courier: courier(fixAt(0)) });
  const there = order({ courier: courier(fixAt(300)) });
  const movedOn = { meaning: 'movedOn', distanceMeters: 300, nextStop: near(1, 1700) } as const;
  test.each<[string, OrderUpdate]>([
    ['ordinary driving', updateOf(here, there)],
    ['moving on', updateOf(here, there, movedOn)],
    ['another vehicle', updateOf(active, { ...active, vehicleType: 'taxi' })],
    [
      'a courier who is no longer given after the end',
      updateOf(done, order({ word: 'completed' })),
    ],
  ])('%s', (_name, update) => {
    expect(updateNotification(update, watched(), options)).toBeNull();
  });

  test('unless every move is wanted', () => {
    const draft = updateNotification(updateOf(here, there, movedOn), watched({ order: there }), {
      ...options,
      tellsEveryMove: true,
    });
    expect(lines(draft).slice(0, 2)).toEqual([
      'Courier moved 300 m',
      'Sheung Wan florist. 1.7 km from the destination, straight line.',
    ]);
  });
});

describe('laws of notification', () => {
  test('every change of status notifies', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, (before, after) => {
        fc.pre(before.status.raw !== after.status.raw);
        const draft = updateNotification(
          updateOf(before, after),
          watched({ order: after }),
          options,
        );
        expect(draft).not.toBeNull();
      }),
    );
  });

  test('without names there is no name, number or address of a person, and hidden only the uuid', () => {
    const secret = order({
      courier: { name: 'CANARY', phoneNumber: 'CANARY', fix: fixAt(0) },
      pickup: { ...emptyStop, scheduledAtMs: null },
      destinations: [emptyStop],
    });
    fc.assert(
      fc.property(anyOrder, (before) => {
        const update = orderUpdate(before, secret, { source: 'poll', seenAtMs: noonMs });
        const draft = update && updateNotification(update, watched({ order: secret }), options);
        const { noNames, countOnly } = draft?.texts ?? {};
        expect(`${noNames?.title} ${noNames?.body}`).not.toContain('CANARY');
        expect(countOnly?.body ?? 'Order 3f2b8c1e').toMatch(
          /^Order 3f2b8c1e(?:\. Waiting again\.)?$/,
        );
      }),
    );
  });

  test('foreign text stays on one line, is capped and does not turn the words around it', () => {
    const name = `\u202Eevil\n${'x'.repeat(1000)}`;
    const after = order({ courier: { name, phoneNumber: null, fix: null } });
    const body = updateNotification(updateOf(pending, after), watched({ order: after }), options)
      ?.texts.full.body;
    expect(body).not.toMatch(/[\n\u202A-\u202E]/);
    expect(body?.length).toBeLessThan(100);
    const hebrew = watched({ order: active, label: 'שלום' });
    expect(
      updateNotification(updateOf(pending, active), hebrew, options)?.texts.full.body,
    ).toContain('\u2068שלום\u2069.');
  });
});

const emptyStop = {
  name: 'CANARY',
  streetAddress: 'CANARY',
  floorOrUnitNumber: 'CANARY',
  point: null,
  contact: { name: 'CANARY', phoneNumber: 'CANARY', phoneExtension: 'CANARY' },
};

/** An update that holds what is given and nothing else. */
function bare(parts: Partial<OrderUpdate>): OrderUpdate {
  return { ...updateOf(pending, active), kinds: [], reasons: [], changes: [], ...parts };
}

/** Told in full and without names, of an order that is watched for an hour. */
function saidOf(update: OrderUpdate, after: Order | null): readonly string[] {
  const about = watched({ order: after, addedAtMs: noonMs - 61 * minute });
  return lines(updateNotification(update, about, options)).slice(0, 3);
}

describe('what an update does not give is left out', () => {
  const matched = bare({ kinds: ['order_matched'] });
  test.each<[string, OrderUpdate, Order | null, readonly string[]]>([
    [
      'an order that is on the platform',
      bare({ kinds: ['order_created'] }),
      pending,
      [
        'Order is on the platform',
        'Sheung Wan florist. Waiting for courier.',
        'Sheung Wan florist. Waiting for courier.',
      ],
    ],
    [
      'a match of an order whose answer is not kept',
      matched,
      null,
      ['Matched with a courier', 'Sheung Wan florist. Courier not given.', 'Sheung Wan florist.'],
    ],
    [
      'a courier without a vehicle',
      matched,
      order({ courier: courier(null), vehicleType: null }),
      ['Matched with a courier', 'Sheung Wan florist. Lau K.', 'Sheung Wan florist.'],
    ],
    [
      'a vehicle without a courier',
      matched,
      order({ courier: null }),
      ['Matched with a courier', 'Sheung Wan florist. Van.', 'Sheung Wan florist. Van.'],
    ],
    [
      'the status before a cancellation that names no change',
      bare({ kinds: ['order_cancelled'] }),
      pending,
      [
        'Order cancelled',
        'Sheung Wan florist. Watched for 61 min.',
        'Sheung Wan florist. Watched for 61 min.',
      ],
    ],
    [
      'a status that is no longer given',
      updateOf(active, { ...active, status: { raw: null, phase: 'unknown' } }),
      active,
      [
        'Status no longer given',
        'Sheung Wan florist. Was: matched.',
        'Sheung Wan florist. Was: matched.',
      ],
    ],
    [
      'the word of an order that is open again',
      updateOf(done, { ...done, status: { raw: null, phase: 'searching' } }),
      pending,
      [
        'Finished order is open again',
        'Sheung Wan florist. Was: completed.',
        'Sheung Wan florist. Was: completed.',
      ],
    ],
  ])('%s', (_what, update, after, expected) => {
    expect(saidOf(update, after)).toEqual(expected);
  });
});

test('a finished order whose new status is an unknown word is not called open again', () => {
  const after = order({ word: 'handover_review', courier: courier(null) });
  expect(textsOf(done, after)[0]).toBe('Status is now “handover_review”');
});

test('a courier who stood for long moves again, which notifies without the distance', () => {
  const move = { meaning: 'movesAgain', distanceMeters: 300, nextStop: null } as const;
  expect(saidOf(bare({ kinds: ['courier_moved'], move }), active)[0]).toBe('Courier moves again');
});

const priceText = (before: Order['price'], after: Order['price']) =>
  saidOf(
    bare({
      kinds: ['amendment_added'],
      changes: [{ field: 'price', before, after }],
    }),
    { ...done, price: after },
  )[0];

describe('by how much a price changed is shown when both amounts can be compared', () => {
  test.each<[string, Order['price'], Order['price'], string]>([
    ['more', { amount: 86, currency: 'HKD' }, { amount: 98, currency: 'HKD' }, ' by +HK$12.00'],
    ['another currency', { amount: 86, currency: 'HKD' }, { amount: 98, currency: 'TWD' }, ''],
  ])('%s', (_what, before, after, difference) => {
    expect(priceText(before, after)).toBe(`Price changed${difference}`);
  });
});

describe('a cause is known only from a sentence of the contract, as a whole', () => {
  const released = 'Order was released because: flat tyre';
  const amendment = 'Price amendment added for: toll (price: 12).';
  test.each<[string, OrderUpdate['kinds'][number], string, string]>([
    ['a release', 'order_released', released, 'Reason: flat tyre. Waiting again.'],
    [
      'a release over two lines',
      'order_released',
      `${released}\nat 5`,
      'Reason: flat tyre at 5. Waiting again.',
    ],
    ['words before a release', 'order_released', `Note. ${released}`, 'Waiting again.'],
    ['an amendment', 'amendment_added', amendment, 'Toll. Now HK$86.00.'],
    ['words before an amendment', 'amendment_added', `Note. ${amendment}`, 'Now HK$86.00.'],
    ['words behind an amendment', 'amendment_added', `${amendment} Call us`, 'Now HK$86.00.'],
  ])('%s', (_what, kind, reason, body) => {
    expect(saidOf(bare({ kinds: [kind], reasons: [reason] }), done)[1]).toBe(
      `Sheung Wan florist. ${body}`,
    );
  });
});
