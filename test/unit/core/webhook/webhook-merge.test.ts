import { describe, expect, test } from 'vitest';
import type { Courier, Order, OrderPhase } from '../../../../core/order/order.ts';
import type { ContractKind, OrderUpdate } from '../../../../core/order/order-update.ts';
import {
  amendment,
  explained,
  isToCome,
  withReportedReasons,
} from '../../../../core/webhook/webhook-merge.ts';
import type { PastUpdate, WebhookReport } from '../../../../core/webhook/webhook-merge.ts';
import { orderIdAt, someOrder, someUpdate } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const nowMs = 2_000_000;
const after = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });

function report(no: number, parts: Partial<WebhookReport> = {}): WebhookReport {
  const claims = [{ kind: 'order_matched', reason: `reason ${no}` }] as const;
  return {
    no,
    claims,
    reportedReasons: [],
    createdAtMs: nowMs - 1000,
    receivedAtMs: nowMs,
    ...parts,
  };
}

function tellable(parts: Partial<PastUpdate> = {}): PastUpdate {
  return {
    no: 5,
    seenAtMs: nowMs,
    source: 'poll',
    kinds: ['order_matched'],
    reasons: ['Order Matched'],
    ...parts,
  };
}

test('a check and a webhook of the same change are one update, with the webhook’s reason', () => {
  const { update, used } = explained(after, after, someUpdate(id), [report(1)], nowMs);
  expect(update).toMatchObject({ source: 'webhook', reasons: ['reason 1'] });
  expect(used).toEqual([report(1)]);
});

test('a webhook adds no kind of its own, and none of it without an update', () => {
  const claims = [{ kind: 'order_cancelled', reason: 'no' }] as const;
  const { update, used } = explained(after, after, someUpdate(id), [report(1, { claims })], nowMs);
  expect([update, used]).toEqual([someUpdate(id), []]);
  expect(explained(after, after, null, [report(1)], nowMs)).toEqual({ update: null, used: [] });
});

test('of several that say the same, the latest by the service’s clock gives the reason', () => {
  const reports = [report(2, { createdAtMs: nowMs - 500 }), report(1)];
  const { update, used } = explained(after, after, someUpdate(id), reports, nowMs);
  expect(update?.reasons).toEqual(['reason 2']);
  expect(used).toHaveLength(2);
});

test('a webhook explains what the check sees of it, although it claims more', () => {
  const claims = [
    { kind: 'order_matched', reason: 'seen' },
    { kind: 'order_cancelled', reason: 'not seen' },
  ] as const;
  const reports = [report(1, { claims })];
  const { update, used } = explained(after, after, someUpdate(id), reports, nowMs);
  expect([update?.reasons, used]).toEqual([['seen'], reports]);
});

test('each kind has its own webhook’s reason, and keeps the derived one where a webhook gives none', () => {
  const kinds = ['order_edited', 'order_completed', 'amendment_added'] as const;
  const seen = someUpdate(id, { kinds, reasons: ['Edited', 'Order Completed', 'Price'] });
  const reports = [
    report(1, { claims: [{ kind: 'order_completed', reason: null }] }),
    report(2, { claims: [{ kind: 'amendment_added', reason: 'Price: waiting' }] }),
  ];
  const { update, used } = explained(after, after, seen, reports, nowMs);
  expect(update?.reasons).toEqual(['Edited', 'Order Completed', 'Price: waiting']);
  expect(used).toEqual(reports);
});

test.each([
  ['claims nothing', []],
  [
    'claims something that the check did not see',
    [
      { kind: 'order_matched', reason: 'older' },
      { kind: 'order_cancelled', reason: 'not seen' },
    ],
  ],
] as const)('an older webhook that %s is not confirmed by a newer one', (_name, claims) => {
  const reports = [report(1, { claims, createdAtMs: nowMs - 2000 }), report(2)];
  const { update, used } = explained(after, after, someUpdate(id), reports, nowMs);
  expect([update?.reasons, used]).toEqual([['reason 2'], [report(2)]]);
});

test('a creation is told only of a first answer that still waits', () => {
  const claims = [{ kind: 'order_created', reason: 'Order Available on Platform' }] as const;
  const waiting = someOrder(id);
  const reports = [report(1, { claims })];
  const { update, used } = explained(null, waiting, null, reports, nowMs);
  expect(update).toMatchObject({
    kinds: ['order_created'],
    reasons: ['Order Available on Platform'],
  });
  expect(used).toEqual(reports);
  expect(explained(null, after, null, reports, nowMs).update).toBeNull();
  expect(explained(waiting, waiting, null, reports, nowMs).update).toBeNull();
});

test('a creation is told at the time that its webhook names, whatever else that claims', () => {
  const claims = [
    { kind: 'order_created', reason: 'New' },
    { kind: 'order_matched', reason: null },
  ] as const;
  const { update } = explained(null, someOrder(id), null, [report(1, { claims })], nowMs);
  expect(update).toMatchObject({ reasons: ['New'], createdAtMs: nowMs - 1000 });
});

test('a creation without a reason is told with the contract’s', () => {
  const claims = [{ kind: 'order_created', reason: null }] as const;
  const { update } = explained(null, someOrder(id), null, [report(1, { claims })], nowMs);
  expect(update?.reasons).toEqual(['Order Available on Platform']);
});

test('a webhook of another kind makes no creation of a first answer', () => {
  const explanation = explained(null, someOrder(id), null, [report(1)], nowMs);
  expect(explanation).toEqual({ update: null, used: [] });
});

test.each([
  ['what a check told gets its reason', tellable(), [{ no: 5, reasons: ['reason 1'] }]],
  [
    'what a check told in words of its own, too',
    tellable({ reasons: ['By hand'] }),
    [{ no: 5, reasons: ['reason 1'] }],
  ],
  ['what was told before the event happened does not', tellable({ seenAtMs: nowMs - 60_000 }), []],
  ['nor what another webhook explained', tellable({ source: 'webhook', reasons: ['other'] }), []],
  ['nor what is of another kind', tellable({ kinds: ['order_released'] }), []],
])('a webhook that comes later: %s', (_name, one, updates) => {
  expect(amendment([one], report(1))).toMatchObject({ updates, isKnown: updates.length > 0 });
});

test.each([
  ['a quarter of an hour later explains it', 15 * 60_000, true],
  ['later than that explains nothing any more', 15 * 60_000 + 1, false],
])('a webhook that comes %s', (_name, delayMs, isKnown) => {
  const late = report(1, { createdAtMs: nowMs, receivedAtMs: nowMs + delayMs });
  expect(amendment([tellable()], late).isKnown).toBe(isKnown);
});

test.each([
  ['up to five seconds before the event is explained', 5000, true],
  ['earlier than that is not', 5001, false],
])('the service’s clock may be ahead: what was told %s', (_name, aheadMs, isKnown) => {
  const event = report(1, { createdAtMs: nowMs + aheadMs });
  expect(amendment([tellable()], event).isKnown).toBe(isKnown);
});

test.each([
  ['order_matched', 'Order Matched'],
  ['order_released', 'Order was released'],
  ['order_completed', 'Order Completed'],
  ['order_cancelled', 'Order Cancelled'],
] as const)(
  'the derived reason of %s gives way although a webhook told the update',
  (kind, plain) => {
    const one = tellable({
      source: 'webhook',
      kinds: ['order_edited', kind],
      reasons: ['Edited', plain],
    });
    const late = report(1, { claims: [{ kind, reason: 'why' }] });
    expect(amendment([one], late).updates).toEqual([{ no: 5, reasons: ['Edited', 'why'] }]);
  },
);

test('a late webhook without a reason takes none away', () => {
  const late = report(1, { claims: [{ kind: 'order_matched', reason: null }] });
  expect(amendment([tellable()], late)).toEqual({
    updates: [{ no: 5, reasons: ['Order Matched'] }],
    isKnown: true,
    reportedReasons: [],
  });
});

test('an update has the time that the latest of its webhooks names, and none where none names one', () => {
  const createdAtMs = (...reports: readonly WebhookReport[]) =>
    explained(after, after, someUpdate(id), reports, nowMs).update?.createdAtMs;
  const untimed = report(2, { createdAtMs: null });
  expect(createdAtMs(report(1), report(3, { createdAtMs: nowMs - 500 }))).toBe(nowMs - 500);
  expect(createdAtMs(report(1), untimed)).toBe(nowMs - 1000);
  expect(createdAtMs(untimed)).toBeUndefined();
  const claims = [{ kind: 'order_cancelled', reason: 'no' }] as const;
  expect(createdAtMs(report(1, { claims }))).toBeUndefined();
});

describe('what webhooks say beside the kinds that changed', () => {
  const matched = someUpdate(id);
  const reportedReasons = ['Flat tyre', 'Order Matched', 'Flat tyre'];

  /** The update of a check with what these reports say, where `lately` stands in the history already. */
  function merged(
    update: OrderUpdate | null,
    reports: readonly WebhookReport[],
    lately: readonly string[] = [],
  ): OrderUpdate | null {
    const explanation = explained(after, after, update, reports, nowMs);
    return withReportedReasons(id, explanation, reports, () => lately, nowMs);
  }

  test('comes with the update of the check, each text once and none that says nothing', () => {
    expect(merged(matched, [report(1, { reportedReasons })])).toMatchObject({
      source: 'webhook',
      kinds: ['order_matched', 'service_reported'],
      reasons: ['reason 1', 'Flat tyre'],
    });
    // What a check found by itself stays found by a check.
    expect(merged(matched, [report(1, { claims: [], reportedReasons })])).toMatchObject({
      source: 'poll',
      kinds: ['order_matched', 'service_reported'],
      reasons: ['Order Matched', 'Flat tyre'],
    });
  });

  test('is an update of its own where nothing changed, without changes', () => {
    expect(merged(null, [report(1, { claims: [], reportedReasons })])).toEqual({
      orderId: id,
      source: 'webhook',
      seenAtMs: nowMs,
      createdAtMs: nowMs - 1000,
      kinds: ['service_reported'],
      reasons: ['Flat tyre'],
      changes: [],
      move: null,
    });
  });

  test('holds the reasons of its kinds that the update does not show', () => {
    const claims = [
      { kind: 'order_released', reason: 'Order was released because: flat tyre' },
      { kind: 'order_matched', reason: 'By hand' },
    ] as const;
    expect(merged(matched, [report(1, { claims })])?.reasons).toEqual([
      'By hand',
      'Order was released because: flat tyre',
    ]);
    expect(amendment([tellable()], report(1, { claims })).reportedReasons).toEqual([
      'Order was released because: flat tyre',
    ]);
  });

  test('is not told again of what stands in the history or in the update, and at most twenty at once', () => {
    const lately = ['Flat tyre'];
    expect(merged(null, [report(1, { claims: [], reportedReasons })], lately)).toBeNull();
    expect(merged(matched, [report(1, { reportedReasons: ['reason 1'] })])?.kinds).toEqual([
      'order_matched',
    ]);
    const many = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    expect(merged(null, [report(1, { claims: [], reportedReasons: many })])?.reasons).toHaveLength(
      20,
    );
  });
});

describe('what a webhook says is to come', () => {
  const lau = { name: 'Lau', phoneNumber: null, fix: null };
  const searching = someOrder(id);
  const inPhase = (phase: OrderPhase, courier: Courier | null = null) =>
    someOrder(id, { status: { raw: phase, phase }, courier });
  test.each<[string, ContractKind, Order, boolean]>([
    ['a creation of any order', 'order_created', searching, false],
    ['a match of an order that waits', 'order_matched', searching, true],
    ['a match of an order with an unknown status', 'order_matched', inPhase('unknown'), true],
    ['a match of an order with a courier', 'order_matched', inPhase('searching', lau), false],
    ['a match of an order that is matched', 'order_matched', after, false],
    ['a match of an order that is over', 'order_matched', inPhase('done'), false],
    ['a release of an order that is matched', 'order_released', after, true],
    ['a release of an order that has a courier', 'order_released', inPhase('searching', lau), true],
    ['a release of an order that waits', 'order_released', searching, false],
    ['a release of an order that is over', 'order_released', inPhase('done', lau), false],
    ['the end of an order', 'order_completed', after, true],
    ['the end of an order that is over', 'order_completed', inPhase('failed'), false],
    ['a cancellation', 'order_cancelled', after, true],
    ['a cancellation of an order that is over', 'order_cancelled', inPhase('cancelled'), false],
    ['a price that changes', 'amendment_added', inPhase('done'), true],
  ])('%s', (_what, kind, order, toCome) => {
    const claim = { kind, reason: null };
    expect(isToCome(report(1, { claims: [claim] }), order)).toBe(toCome);
    const beside = [{ kind: 'order_created', reason: null } as const, claim];
    expect(isToCome(report(1, { claims: beside }), order)).toBe(toCome);
  });
});
