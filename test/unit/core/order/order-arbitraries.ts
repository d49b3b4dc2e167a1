import fc from 'fast-check';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import type { Order } from '../../../../core/order/order.ts';
import { sampleId } from './order-samples.ts';

const text = fc.option(fc.constantFrom('A', 'B', 'Lau Chi Keung', '義順'), { nil: null });
/** In steps of a centimetre: two that differ by the noise of binary fractions alone would be one place. */
const degrees = (min: number, max: number) =>
  fc.integer({ min: min * 1e7, max: max * 1e7 }).map((steps) => steps / 1e7);
const point = fc.record({ latitudeDeg: degrees(-89, 89), longitudeDeg: degrees(1, 179) });
const timeMs = fc.option(fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }), {
  nil: null,
});
const amount = fc.integer({ min: -500, max: 50_000 }).map((cents) => cents / 100);
const contact = fc.option(fc.record({ name: text, phoneNumber: text, phoneExtension: text }), {
  nil: null,
});
const stop = {
  name: text,
  streetAddress: text,
  floorOrUnitNumber: text,
  point: fc.option(point, { nil: null }),
  contact,
};

/** Any order of the model, small enough for collisions to be frequent. */
export const anyOrder: fc.Arbitrary<Order> = fc.record({
  id: fc.constant(sampleId),
  status: fc
    .constantFrom('pending', 'active', 'picked_up', 'completed', 'cancelled', 'failed', 'x', null)
    .map(readOrderStatus),
  vehicleType: text,
  paymentMethod: text,
  noteToCourier: text,
  courier: fc.option(
    fc.record({
      name: text,
      phoneNumber: fc.constantFrom('1', '2', null),
      fix: fc.option(
        fc.tuple(point, timeMs).map(([place, reportedAtMs]) => ({ ...place, reportedAtMs })),
        { nil: null },
      ),
    }),
    { nil: null },
  ),
  pickup: fc.option(fc.record({ ...stop, scheduledAtMs: timeMs }), { nil: null }),
  destinations: fc.array(fc.record(stop), { maxLength: 3 }),
  price: fc.option(fc.record({ amount, currency: fc.constantFrom('HKD', 'JPY', null) }), {
    nil: null,
  }),
  priceBreakdown: fc.array(
    fc.record({
      key: text,
      amount: fc.option(amount, { nil: null }),
      quantity: fc.constant(1),
      reason: text,
    }),
    { maxLength: 3 },
  ),
});
