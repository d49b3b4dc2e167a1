import { expect, test } from 'vitest';
import type { ServiceNote } from '../../../../core/wire/contract-notes.ts';
import { isFinished } from '../../../../core/order/order-status.ts';
import { orderUpdate } from '../../../../core/order/order-update.ts';
import { changed, orderOf, seen } from '../../../support/service/variant-service.ts';

/* Where an order stands, and what is told of it, by services that say it in words of their own. */

const at = 1_772_442_000_000;

const vocabulary: Readonly<Record<string, string>> = {
  searching:
    'pending created scheduled new searching requested assigning_driver received quote unassigned',
  assigned:
    'active assigned accepted matched confirmed on_going ongoing in_progress pickup picking enroute_to_pickup almost_picking driver_assigned',
  atPickup: 'arrived_at_pickup waiting_at_pickup checked_in',
  pickedUp:
    'picked_up pickup_complete delivering dropoff enroute_to_dropoff on_the_way out_for_delivery almost_delivering',
  atDropoff: 'arrived_at_dropoff waiting_at_dropoff',
  done: 'completed complete delivered finished done success',
  failed: 'failed returned returning rejected expired attempt_fail undeliverable voided',
  cancelled: 'cancelled canceled canelled cancelled_by_client',
};

test.each(Object.entries(vocabulary))(
  '12. every word for %s is known, in every spelling',
  async (phase, words) => {
    const spellings = words
      .split(' ')
      .flatMap((word) => [
        word,
        word.toUpperCase(),
        ` ${word.replaceAll('_', '-')} `,
        word.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
      ]);
    const { answers, notes } = await seen(
      spellings.map((status, no) => changed({ status, note_to_courier: `${no}` })),
    );
    const phases = answers.map((answer) =>
      answer.kind === 'observed' ? answer.order.status.phase : null,
    );
    expect(new Set(phases)).toEqual(new Set([phase]));
    expect(notes).toEqual([]);
  },
);

test('13. a status that is a number is shown as it comes, and means what the dispatcher said', async () => {
  expect(await orderOf(changed({ status: 4 }))).toMatchObject([
    { status: { raw: '4', phase: 'unknown' } },
    ['status-not-text', 'status-unknown-word'],
  ]);
  expect(await orderOf(changed({ status: 4 }), { statusMeanings: { '4': 'done' } })).toMatchObject([
    { status: { raw: '4', phase: 'done' } },
    ['status-not-text', 'status-by-your-table'],
  ]);
});

test.each<[string, unknown, string | null, ServiceNote]>([
  ['a new word', 'Teleporting', 'Teleporting', 'status-unknown-word'],
  ['null', null, null, 'status-absent'],
  ['an object', {}, null, 'status-absent'],
])('14. %s as a status is kept and never the end of an order', async (_name, status, raw, note) => {
  const [order, notes] = await orderOf(changed({ status }));
  expect(order.status).toEqual({ raw, phase: 'unknown' });
  expect(isFinished(order.status.phase)).toBe(false);
  expect(notes).toEqual([note]);
});

test.each([
  ['15. an ended order that goes on', { status: 'completed' }, {}, ['status_changed']],
  ['15. a cancelled order that goes on', { status: 'cancelled' }, {}, ['status_changed']],
  ['16. the same status with another stop', {}, { destinations: [] }, ['order_edited']],
  ['17. a courier who was not there', { status: 'pending', courier: null }, {}, ['order_matched']],
  ['17. a courier who is gone', {}, { status: 'pending', courier: null }, ['order_released']],
  [
    '17. another courier on the way',
    { status: 'active' },
    { status: 'active', courier: { name: 'Another Courier', phone_number: '+85200000009' } },
    ['order_released', 'order_matched'],
  ],
  [
    '17. a price after the end',
    { status: 'completed' },
    { status: 'completed', price: { amount: 130, currency: 'HKD' } },
    ['amendment_added'],
  ],
])('%s is told as %j', async (_name, first, second, kinds) => {
  const { answers } = await seen([changed(first), changed(second)]);
  const [before, after] = answers;
  if (before?.kind !== 'observed' || after?.kind !== 'observed') throw new Error('not observed');
  const update = orderUpdate(before.order, after.order, { source: 'poll', seenAtMs: at });
  expect(update?.kinds).toEqual(expect.arrayContaining(kinds));
});

test('18. a courier who disappears with the end of an order has not released it', async () => {
  const { answers } = await seen([
    changed({ status: 'active' }),
    changed({ status: 'completed', courier: null }),
  ]);
  const [before, after] = answers;
  if (before?.kind !== 'observed' || after?.kind !== 'observed') throw new Error('not observed');
  const update = orderUpdate(before.order, after.order, { source: 'poll', seenAtMs: at });
  expect(update?.kinds).toContain('order_completed');
  expect(update?.kinds).not.toContain('order_released');
});
