import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isFinished,
  readOrderStatus,
  statusWords,
  statusWordsInSentence,
} from '../../../../core/order/order-status.ts';
import { parseOrderId } from '../../../../core/order/order-id.ts';
import { shortName } from '../../../../core/order/short-name.ts';

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
    ['delivered', 'done', 'Delivered'],
    ['returned', 'failed', 'Returned'],
    ['cancelled', 'cancelled', 'Cancelled'],
    ['CANCELED', 'cancelled', 'Cancelled'],
    ['canceled_by_client', 'cancelled', 'Cancelled'],
    ['cancel_requested', 'unknown', 'cancel_requested'],
    ['handover_review', 'unknown', 'handover_review'],
    ['constructor', 'unknown', 'constructor'],
    [4, 'unknown', '4'],
  ])('%j is %s, said as "%s"', (raw, phase, words) => {
    const status = readOrderStatus(raw);
    expect([status.phase, statusWords(status, 'en')]).toEqual([phase, words]);
  });

  test.each([null, undefined, '', '  ', {}, [], true])('%j is no status', (raw) => {
    expect(readOrderStatus(raw)).toEqual({ raw: null, phase: 'unknown' });
    expect(statusWords(readOrderStatus(raw), 'en')).toBe('Status not given');
  });

  test('inside a sentence known words are lower case and unknown ones quoted', () => {
    expect(statusWordsInSentence(readOrderStatus('pending'), 'en')).toBe('waiting for courier');
    expect(statusWordsInSentence(readOrderStatus('handover_review'), 'en')).toBe(
      '“handover_review”',
    );
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

describe('parseOrderId', () => {
  test.each([
    [id, id],
    [` ${id.toUpperCase()}\n`, id],
    [`{${id}}`, id],
    [`urn:uuid:${id}`, id],
    [hex, id],
    [`{${id}`, null],
    [`${id} x`, null],
    ['', null],
  ])('%j gives %j', (text, expected) => {
    expect(parseOrderId(text)).toBe(expected);
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
  ['Jo 👩‍👩‍👧x', 'Jo 👩‍👩‍👧.'],
  ['', ''],
  [' \t\n ', ''],
])('%j is shown to whoever stands behind as %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});
