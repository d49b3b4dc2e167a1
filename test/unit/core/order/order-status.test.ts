import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isFinished,
  readOrderStatus,
  statusWords,
  statusWordsInSentence,
} from '../../../../core/order/order-status.ts';

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
