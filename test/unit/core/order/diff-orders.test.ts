import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffOrders } from '../../../../core/order/order-update.ts';
import type { Order } from '../../../../core/order/order.ts';
import { sameValue } from '../../../../core/order/same-value.ts';
import { anyOrder } from './order-arbitraries.ts';

/** The watched parts of an order under the names of their changes. */
function parts(order: Order): Readonly<Record<string, unknown>> {
  const { courier } = order;
  const fix = courier?.fix ?? null;
  return {
    status: order.status,
    courier: courier === null ? null : { name: courier.name, phone: courier.phoneNumber },
    'courier.location': fix === null ? null : [fix.latitudeDeg, fix.longitudeDeg],
    price: order.price,
    price_breakdown: order.priceBreakdown,
    pickup: order.pickup,
    destinations: order.destinations,
    note_to_courier: order.noteToCourier,
    vehicle_type: order.vehicleType,
    payment_method: order.paymentMethod,
  };
}

test('comparing field by field finds what comparing everything finds', () => {
  fc.assert(
    fc.property(anyOrder, anyOrder, fc.array(fc.nat(9)), (one, other, kept) => {
      // Orders drawn apart differ nearly everywhere, so some parts of one are put into the other.
      const takenFrom = Object.entries(one).filter((_entry, index) => kept.includes(index));
      const mixed: Order = { ...other, ...structuredClone(Object.fromEntries(takenFrom)) };
      const [left, right] = [parts(one), parts(mixed)];
      const differing = Object.keys(left).filter((name) => !sameValue(left[name], right[name]));
      expect(diffOrders(one, mixed).map(({ field }) => field)).toEqual(differing);
    }),
    { numRuns: 2000 },
  );
});
