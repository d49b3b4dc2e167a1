import { expect, test } from 'vitest';
import { amendment, explained } from '../../../../core/webhook/webhook-merge.ts';
import type { ToldUpdate, WebhookReport } from '../../../../core/webhook/webhook-merge.ts';
import { orderIdAt, someOrder, someUpdate } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const nowMs = 2_000_000;
const after = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });

function report(no: number, parts: Partial<WebhookReport> = {}): WebhookReport {
  const claims = [{ kind: 'order_matched', reason: `reason ${no}` }] as const;
  return { no, claims, createdAtMs: nowMs - 1000, receivedAtMs: nowMs, ...parts };
}

function told(parts: Partial<ToldUpdate> = {}): ToldUpdate {
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

test('a creation is told only of a first answer that still waits', () => {
  const claims = [{ kind: 'order_created', reason: 'Order Available on Platform' }] as const;
  const waiting = someOrder(id);
  const reports = [report(1, { claims })];
  expect(explained(null, waiting, null, reports, nowMs).update).toMatchObject({
    kinds: ['order_created'],
    reasons: ['Order Available on Platform'],
  });
  expect(explained(null, after, null, reports, nowMs).update).toBeNull();
  expect(explained(waiting, waiting, null, reports, nowMs).update).toBeNull();
});

test.each([
  ['what a check told gets its reason', told(), [{ no: 5, reasons: ['reason 1'] }]],
  ['what was told before the event happened does not', told({ seenAtMs: nowMs - 60_000 }), []],
  ['nor what another webhook explained', told({ source: 'webhook', reasons: ['other'] }), []],
  ['nor what is of another kind', told({ kinds: ['order_released'] }), []],
])('a webhook that comes later: %s', (_name, one, updates) => {
  expect(amendment([one], report(1))).toEqual({ updates, isKnown: updates.length > 0 });
});

test('a webhook later than a quarter of an hour explains nothing any more', () => {
  const late = report(1, { createdAtMs: nowMs, receivedAtMs: nowMs + 16 * 60_000 });
  expect(amendment([told()], late).isKnown).toBe(false);
});
