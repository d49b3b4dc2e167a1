import type { OrderId } from './order-id.ts';
import type { Order } from './order.ts';

/** An order that was just placed and of which nothing more is known; what is made up begins with it. */
export function placedOrder(id: OrderId): Order {
  return {
    id,
    status: { raw: 'pending', phase: 'searching' },
    vehicleType: null,
    paymentMethod: null,
    noteToCourier: null,
    courier: null,
    pickup: null,
    destinations: [],
    price: null,
    priceBreakdown: [],
  };
}
