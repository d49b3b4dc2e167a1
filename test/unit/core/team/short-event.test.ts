import { expect, it } from 'vitest';
import { sharedOrder } from '../../../../core/team/shared-order.ts';
import { shorterEvents } from '../../../../core/team/short-event.ts';
import { orderEventSchema, type OrderEvent } from '../../../../core/team/team-event.ts';
import { orderIdAt, someOrder, someUpdate, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const stop = {
  name: null,
  streetAddress: '上環 Bonham Strand '.repeat(20),
  floorOrUnitNumber: null,
  point: null,
  contact: null,
};
const order = someOrder(id, { destinations: Array.from({ length: 30 }, () => stop) });
const event: OrderEvent = {
  change: 'updated',
  id,
  atMs: 1,
  hub: 'hub',
  by: null,
  order: sharedOrder(someWatched(id, { order })),
  update: someUpdate(id, {
    changes: [{ field: 'destinations', before: [], after: order.destinations }],
  }),
  rawJson: '{"photo":"x"}',
};

it('what desks have from elsewhere goes first: the raw answer, long texts of changes, changes', () => {
  const [whole, withoutRaw, ...shorter] = [...shorterEvents(event)];
  expect(whole).toBe(event);
  expect(withoutRaw).toEqual({ ...event, rawJson: '' });
  const texts = shorter.map(({ update }) => {
    const change = update?.changes[0];
    return change?.field === 'destinations' ? change.after[0]?.streetAddress?.length : null;
  });
  expect(texts).toEqual([201, 51, 13, null]);
});

it('each form is shorter than the one before, is read, and has the whole order', () => {
  const forms = [...shorterEvents(event)];
  const lengths = forms.map((form) => JSON.stringify(form).length);
  expect(lengths).toEqual(lengths.toSorted((one, other) => other - one));
  for (const form of forms) {
    expect(orderEventSchema.parse(JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(form.order).toEqual(event.order);
    expect(form.update?.kinds).toEqual(event.update?.kinds);
  }
});

it('what has neither a raw answer nor an update has one form', () => {
  const { rawJson: _raw, update: _update, ...rest } = event;
  expect([...shorterEvents({ ...rest, change: 'kept' })]).toHaveLength(1);
});
