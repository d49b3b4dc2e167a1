import { describe, expect, it } from 'vitest';
import { joinedUpdate, updateSince } from '../../../../core/order/joined-update.ts';
import {
  createdUpdate,
  orderUpdate,
  type OrderUpdate,
} from '../../../../core/order/order-update.ts';
import type { Order } from '../../../../core/order/order.ts';
import { courier, fixAt, noonMs, order } from './order-samples.ts';

/** What is told of states one after the other: from the first, with all in between joined. */
function joinedFrom(states: readonly [Order, ...Order[]], changed: Partial<OrderUpdate> = {}) {
  const updates = states.slice(1).flatMap((after, place) => {
    const seen = { source: 'poll', seenAtMs: noonMs + place } as const;
    return orderUpdate(states[place] ?? after, after, seen) ?? [];
  });
  const joined = updates.reduce(joinedUpdate);
  return updateSince(states[0], states.at(-1) ?? states[0], { ...joined, ...changed });
}

const pending = order({ word: 'pending' });
const active = order({ courier: courier(null) });
const done = order({ word: 'completed', courier: courier(null) });
const cancelled = order({ word: 'cancelled' });

/** That the service reported something. */
function said(text: string): OrderUpdate {
  return {
    ...createdUpdate(active.id, { source: 'webhook', seenAtMs: noonMs }, ''),
    kinds: ['service_reported'],
    reasons: [text],
  };
}

describe('what happened while nothing could be told', () => {
  it('a release before another match is told, though all is as it was', () => {
    expect(joinedFrom([active, pending, active])).toMatchObject({
      kinds: ['order_released', 'order_matched'],
      reasons: ['Order was released', 'Order Matched'],
      changes: [],
      seenAtMs: noonMs + 1,
    });
  });

  it('the changes are what differs from the last that was told', () => {
    const edited = order({ word: 'pending', noteToCourier: 'Ring' });
    const update = joinedFrom([pending, edited, { ...active, vehicleType: 'truck' }]);
    expect(update?.kinds).toEqual(['order_edited', 'order_matched']);
    expect(update?.changes.map(({ field }) => field)).toEqual([
      'status',
      'courier',
      'vehicle_type',
    ]);
    expect(update?.reasons[0]).toBe('Order edited: vehicle_type');
  });

  it('an end that was taken back is not told; that it is under way again is', () => {
    const update = joinedFrom([active, cancelled, active]);
    expect(update?.kinds).not.toContain('order_cancelled');
    expect(update?.kinds).toContain('status_changed');
    expect(joinedFrom([active, cancelled, done])?.kinds).not.toContain('order_cancelled');
    expect(joinedFrom([active, pending, done])?.kinds).toEqual([
      'order_released',
      'order_completed',
    ]);
  });

  it('an edit that was taken back is told by its kind', () => {
    const edited = order({ word: 'pending', noteToCourier: 'Ring' });
    expect(joinedFrom([pending, edited, pending])).toMatchObject({
      kinds: ['order_edited'],
      changes: [],
    });
  });

  it('the words of webhooks stay', () => {
    const changed: Partial<OrderUpdate> = {
      source: 'webhook',
      kinds: ['order_completed'],
      reasons: ['Left at the door'],
    };
    expect(joinedFrom([active, done], changed)).toMatchObject({ reasons: ['Left at the door'] });
  });

  it('what a move meant and how long a wait was is not lost', () => {
    const seen = { source: 'poll', seenAtMs: noonMs } as const;
    const moved = orderUpdate(
      order({ courier: courier(fixAt(0)) }),
      order({ courier: courier(fixAt(900)) }),
      seen,
    );
    if (moved === null) throw new Error('it moved');
    const move = { meaning: 'movedOn', distanceMeters: 900, nextStop: null } as const;
    const first = { ...moved, move, courierWaitMs: 7 };
    expect(joinedUpdate(first, { ...moved, seenAtMs: noonMs + 1 })).toMatchObject({
      move,
      courierWaitMs: 7,
      seenAtMs: noonMs + 1,
      source: 'poll',
      changes: [],
    });
    expect(joinedUpdate(said('Left'), moved).source).toBe('webhook');
  });

  it('texts of the service are told each once, the last twenty', () => {
    const texts = Array.from({ length: 30 }, (_, no) => `text ${no}`);
    const joined = [...texts, 'text 29'].map(said).reduce(joinedUpdate);
    expect(joined.reasons).toEqual(texts.slice(-20));
    expect(new Set(joined.kinds)).toEqual(new Set(['service_reported']));
  });

  it('without a later state what happened is told, but no end', () => {
    const both = joinedUpdate(said('Left'), { ...said('Done'), kinds: ['order_completed'] });
    expect(updateSince(active, null, both)?.kinds).toEqual(['service_reported']);
  });

  it('before the first answer only that the order appeared is told', () => {
    const seen = { source: 'poll', seenAtMs: noonMs } as const;
    const created = createdUpdate(active.id, seen, 'Order Available on Platform');
    const matched = orderUpdate(pending, active, seen);
    if (matched === null) throw new Error('it was matched');
    expect(updateSince(null, active, joinedUpdate(created, matched))?.kinds).toEqual([
      'order_created',
    ]);
    expect(updateSince(null, active, joinedUpdate(matched, matched))).toBeNull();
    expect(updateSince(null, active, said('Left'))).toMatchObject({ reasons: ['Left'] });
  });
});
