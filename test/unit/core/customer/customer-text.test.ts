import { expect, test } from 'vitest';
import { type CustomerFacts, customerText } from '../../../../core/customer/customer-text.ts';
import { english } from '../../../../core/text/language.ts';
import { courier, fixAt, noonMs, order } from '../order/order-samples.ts';

const chinese = { language: 'zh-Hant', locale: 'zh-Hant-HK' } as const;
const near = { ...fixAt(1700), reportedAtMs: noonMs - 60_000 };

function said(facts: Partial<CustomerFacts>, speech: typeof english | typeof chinese = english) {
  const all = { order: order(), statusSinceMs: noonMs - 600_000, promisedAtMs: null, ...facts };
  return customerText(all, noonMs, speech)?.replaceAll('\u00A0', ' ') ?? null;
}

test('a customer reads how far the courier is, as of when, and the courier by a short name', () => {
  const onTheWay = order({ word: 'picked_up', courier: courier(near) });
  // In the time zone of the machine, which may be three quarters of an hour off the whole ones.
  const reportedAt = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(near.reportedAtMs);
  expect(said({ order: onTheWay })).toBe(
    `Your courier Lau K. is 300 m away in a straight line (at ${reportedAt}).`,
  );
  expect(said({ order: onTheWay }, chinese)).toBe(
    `你的配送員 Lau K. 距離你 300 米（直線距離，${reportedAt}）。`,
  );
});

test.each([
  ['Ho Ka-yan 何嘉欣', 'Your courier Ho K.', '你的配送員 Ho K. '],
  ['何嘉欣 (Ho Ka-yan)', 'Your courier Ho K.', '你的配送員 Ho K. '],
  ['何嘉欣', 'Your courier', '你的配送員'],
  ['Miss 何', 'Your courier', '你的配送員'],
  ['91234567', 'Your courier', '你的配送員'],
  ['Tel:91234567', 'Your courier', '你的配送員'],
  ['+852 9123 4567 Lau', 'Your courier Lau', '你的配送員 Lau '],
  ['http://example.com/pay Lau', 'Your courier Lau', '你的配送員 Lau '],
  ['\u202ELau Chi Keung', 'Your courier Lau K.', '你的配送員 Lau K. '],
  ['W'.repeat(600), `Your courier ${'W'.repeat(40)}`, `你的配送員 ${'W'.repeat(40)} `],
  [' ', 'Your courier', '你的配送員'],
])(
  'the courier %j is named as it is spelled, and by nothing else',
  (name, inEnglish, inChinese) => {
    const waiting = order({ word: 'matched', courier: { ...courier(near), name } });
    expect(said({ order: waiting })).toBe(`${inEnglish} is on the way to collect your order.`);
    expect(said({ order: waiting }, chinese)).toBe(`${inChinese}正前往取貨。`);
  },
);

test('where several customers wait, no distance is told: nothing says whose turn it is', () => {
  const one = order({ word: 'picked_up', courier: courier(near) });
  const many = { ...one, destinations: one.destinations.flatMap((stop) => [stop, stop]) };
  expect(said({ order: many })).toBe('Your courier Lau K. is on the way to you.');
});

test.each([
  ['pending', 'We are looking for a courier for your order.'],
  ['matched', 'Your courier is on the way to collect your order.'],
  ['cancelled', 'Your order was cancelled.'],
])('of an order that is %s: %s', (word, text) => {
  expect(said({ order: order({ word, courier: null }) })).toBe(text);
});

test('a promise is told while it is ahead, and of an order that is over never', () => {
  const waiting = order({ word: 'pending' });
  expect(said({ order: waiting, promisedAtMs: noonMs + 60_000 })).toContain('It is promised for');
  expect(said({ order: waiting, promisedAtMs: noonMs - 60_000 })).not.toContain('promised');
  const done = order({ word: 'completed' });
  expect(said({ order: done, promisedAtMs: noonMs + 60_000 })).not.toContain('promised');
});

test('of a status that is not known nothing is told', () => {
  expect(said({ order: order({ word: 'handover_review' }) })).toBeNull();
});
