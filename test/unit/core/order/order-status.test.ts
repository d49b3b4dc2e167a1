import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  finishedWord,
  isFinished,
  isOwnMeaning,
  isUnknownWord,
  readOrderStatus,
  statusText,
  statusTextInSentence,
} from '../../../../core/order/order-status.ts';
import type { KnownPhase, OrderPhase } from '../../../../core/order/order.ts';
import { isOrderId, parseOrderId } from '../../../../core/order/order-id.ts';
import { shortName, spelledName } from '../../../../core/order/short-name.ts';

describe('status words', () => {
  test.each([
    ['pending', 'searching', 'Waiting for courier'],
    ['SCHEDULED', 'searching', 'Scheduled'],
    ['ASSIGNING_DRIVER', 'searching', 'Waiting for courier'],
    ['active', 'assigned', 'Matched'],
    ['driverAssigned', 'assigned', 'Matched'],
    ['ON_GOING', 'assigned', 'On the way'],
    ['enroute-to pickup', 'assigned', 'On the way to the pickup'],
    ['arrived_at_pickup', 'atPickup', 'At the pickup'],
    ['PickedUp', 'pickedUp', 'Picked up'],
    [' on the way ', 'pickedUp', 'On the way'],
    ['arrived_at_dropoff', 'atDropoff', 'At the destination'],
    ['completed', 'done', 'Completed'],
    ['delivered', 'done', 'Completed'],
    ['returned', 'failed', 'Returned'],
    ['returning', 'failed', 'Being returned'],
    ['rejected', 'failed', 'Rejected'],
    ['expired', 'failed', 'Expired'],
    ['voided', 'failed', 'Voided'],
    ['failed', 'failed', 'Failed'],
    ['undeliverable', 'failed', 'Failed'],
    ['cancel', 'cancelled', 'Cancelled'],
    ['cancellation', 'cancelled', 'Cancelled'],
    ['cancellation by client', 'cancelled', 'Cancelled'],
    ['cancel_by_client', 'cancelled', 'Cancelled'],
    ['uncancelled', 'unknown', 'uncancelled'],
    ['precancellation', 'unknown', 'precancellation'],
    ['cancelling', 'unknown', 'cancelling'],
    ['picked - up', 'pickedUp', 'Picked up'],
    ['picked.up', 'pickedUp', 'Picked up'],
    ['ＰＩＣＫＥＤ＿ＵＰ', 'pickedUp', 'Picked up'],
    ['cancelled', 'cancelled', 'Cancelled'],
    ['CANCELED', 'cancelled', 'Cancelled'],
    ['canceled_by_client', 'cancelled', 'Cancelled'],
    ['cancel_requested', 'unknown', 'cancel_requested'],
    ['handover_review', 'unknown', 'handover_review'],
    ['constructor', 'unknown', 'constructor'],
    [4, 'unknown', '4'],
  ])('%j is %s, said as "%s"', (raw, phase, words) => {
    const status = readOrderStatus(raw);
    expect([status.phase, statusText(status, 'en')]).toEqual([phase, words]);
  });

  test.each([null, undefined, '', '  ', {}, [], true])('%j is no status', (raw) => {
    expect(readOrderStatus(raw)).toEqual({ raw: null, phase: 'unknown' });
    expect(statusText(readOrderStatus(raw), 'en')).toBe('Status not given');
  });

  test('inside a sentence known words are lower case and unknown ones quoted', () => {
    expect(statusTextInSentence(readOrderStatus('pending'), 'en')).toBe('waiting for courier');
    expect(statusTextInSentence(readOrderStatus('handover_review'), 'en')).toBe(
      '“handover_review”',
    );
    expect(statusTextInSentence(readOrderStatus('handover_review'), 'zh-Hant')).toBe(
      '「handover_review」',
    );
    expect(statusTextInSentence(readOrderStatus(null), 'en')).toBe('status not given');
    expect([isUnknownWord(readOrderStatus(null)), isUnknownWord(readOrderStatus('x'))]).toEqual([
      false,
      true,
    ]);
  });

  test.each<[KnownPhase, string]>([
    ['searching', 'Waiting for courier'],
    ['assigned', 'Matched'],
    ['atPickup', 'At the pickup'],
    ['pickedUp', 'Picked up'],
    ['atDropoff', 'At the destination'],
    ['done', 'Completed'],
    ['failed', 'Failed'],
    ['cancelled', 'Cancelled'],
  ])(
    'a status that the dispatcher calls %s is said so, whatever its word and case',
    (phase, words) => {
      for (const raw of ['Handover', 'voided', 'Voided']) {
        const status = readOrderStatus(raw, new Map([[raw.toLowerCase(), phase]]));
        expect([status, statusText(status, 'en')]).toEqual([
          { raw, phase },
          phase === 'failed' && raw !== 'Handover' ? 'Voided' : words,
        ]);
        expect(isUnknownWord(status)).toBe(false);
      }
    },
  );

  test('a word of the vocabulary that is not in the table keeps its meaning', () => {
    expect(readOrderStatus('active', new Map([['x', 'done']])).phase).toBe('assigned');
  });

  test.each(['completed', 'Delivered', 'FAILED', 'x attempt y', 'undeliverable', 'canceled'])(
    'a text with %s may hold a status that ends an order',
    (text) => {
      expect(finishedWord.test(text)).toBe(true);
    },
  );

  test.each(['pending', 'on its way', 'at the pickup', ''])('a text with %j holds none', (text) => {
    expect(finishedWord.test(text)).toBe(false);
  });

  test('a request to cancel may end it too', () => {
    expect(finishedWord.test('cancel_requested')).toBe(true);
  });

  test('no unknown word ends the watching', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        const status = readOrderStatus(word);
        expect(isFinished(status.phase) && status.raw === null).toBe(false);
        expect(readOrderStatus(status.raw)).toEqual(status);
      }),
    );
    expect(isFinished(readOrderStatus('complete_soon').phase)).toBe(false);
  });
});

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

const hex = id.replaceAll('-', '');

test.each<[string | null, OrderPhase, boolean]>([
  ['active', 'assigned', false],
  ['active', 'done', true],
  ['active', 'unknown', false],
  ['handover_review', 'assigned', true],
  ['handover_review', 'unknown', false],
  [null, 'unknown', false],
  [null, 'assigned', false],
])('the status %j as %s has a meaning of the dispatcher’s own: %s', (raw, phase, isOwn) => {
  expect(isOwnMeaning({ raw, phase })).toBe(isOwn);
});

describe('parseOrderId', () => {
  test.each([
    [id, id],
    [` ${id.toUpperCase()}\n`, id],
    [`{${id}}`, id],
    [`urn:uuid:${id}`, id],
    [hex, id],
    [`{${id}`, null],
    [`${id} x`, null],
    [`x${id}`, null],
    [`${id}}`, null],
    [`urn:uuid:{${id}}`, id],
    ['', null],
  ])('%j gives %j', (text, expected) => {
    expect(parseOrderId(text)).toBe(expected);
  });

  test('only the canonical form is a uuid as it is kept', () => {
    expect(isOrderId(id)).toBe(true);
    const others = [id.toUpperCase(), hex, ` ${id}`, `${id}0`, `x${id}`, '', null, 7, [id]];
    expect(others.filter((value) => isOrderId(value))).toEqual([]);
    const parts = id.split('-');
    for (const [index, part] of parts.entries()) {
      const spoiled = (text: string) => parts.with(index, text).join('-');
      expect(isOrderId(spoiled(part.slice(1)))).toBe(false);
      expect(isOrderId(spoiled(part.replace(/./, 'g')))).toBe(false);
    }
    expect(isOrderId(parts.slice(0, 4).join('-'))).toBe(false);
  });
});

test.each([
  ['Lau Chi Keung', 'Lau K.'],
  ['  Maria   da Silva ', 'Maria S.'],
  ['Cher', 'Cher'],
  ['劉志強', '劉…'],
  ['劉志強 Lau Chi Keung', '劉… Lau K.'],
  ['김민준', '김…'],
  ['A B', 'A B'],
  ['Ana Élan', 'Ana É.'],
  ['K李 Chan', '李 Chan'],
  ['\u202E劉志強', '劉…'],
  ['\u200B劉志強', '劉…'],
  ['（劉志強）', '劉…'],
  ['A劉志強', '劉…'],
  ['Lau Chi Keung (劉志強)', '劉… Lau K.'],
  ['劉志強 (Lau Chi Keung)', '劉… Lau K.'],
  ['Chan (91234567)', 'Chan'],
  ['+852 9123 4567 Lau', 'Lau'],
  ['Mr. Chan Tai Man', 'Chan M.'],
  ['Lau https://lau.hk', 'Lau'],
  ['Lau lau@example.hk', 'Lau'],
  ['Jo 👩‍👩‍👧x', 'Jo 👩‍👩‍👧.'],
  ['', ''],
  [' \t\n ', ''],
])('%j is shown to a bystander as %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});

test.each([
  ['劉志強 Lau Chi Keung', 'Lau K.'],
  ['劉志強', null],
])('%j is named to a stranger as %j', (name, spelled) => {
  expect(spelledName(name)).toBe(spelled);
});
