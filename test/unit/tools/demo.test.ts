import { describe, expect, it } from 'vitest';
import { type RecordedNotification, eventOf } from '../../../tools/demo/outbox.ts';
import { demoResult } from '../../../tools/demo/demo-result.ts';

const moved: RecordedNotification = {
  key: 'k1',
  event: 'courierMoved',
  texts: [
    { title: 'Courier near the pickup', body: 'Chan & Co is 120 m away' },
    { title: 'Courier near the pickup', body: 'A courier is 120 m away' },
  ],
  wasShown: true,
};

describe('what an arrived notification is about', () => {
  it('is found by its text at any level of privacy', () => {
    const arrived = { title: 'Courier near the pickup', body: 'A courier is 120 m away' };
    expect(eventOf(arrived, [moved])).toBe('courierMoved');
  });

  it('does not depend on the markup that a notification daemon is sent', () => {
    const arrived = {
      title: 'Courier near the pickup',
      body: 'Chan &amp; Co is <b>120 m</b> away',
    };
    expect(eventOf(arrived, [moved])).toBe('courierMoved');
  });

  it('is nothing when the app has no record of it', () => {
    expect(eventOf({ title: 'Courier near the pickup', body: 'else' }, [moved])).toBeNull();
  });
});

describe('the demo', () => {
  it('has proved itself with a status change and a move', () => {
    expect(demoResult(['created', 'completed', 'courierMoved', 'courierMoved'])).toEqual({
      isProven: true,
      missing: [],
      counts: [
        ['courierMoved', 2],
        ['created', 1],
        ['completed', 1],
      ],
    });
  });

  it.each([
    [[], ['a status change', "a courier's move"]],
    [
      ['created', 'amended', 'other'],
      ['a status change', "a courier's move"],
    ],
    [['matched'], ["a courier's move"]],
    [['courierMoved'], ['a status change']],
  ])('with %j has not, and says what is missing', (events, missing) => {
    expect(demoResult(events)).toMatchObject({ isProven: false, missing });
  });
});
