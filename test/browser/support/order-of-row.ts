import type { OrderRow } from '../../../core/board/board.ts';
import type { Order, Stop } from '../../../core/order/order.ts';

function place(streetAddress: string | null): Stop {
  return { name: null, streetAddress, floorOrUnitNumber: null, point: null, contact: null };
}

/** The order behind a row, as far as the row tells; null before the first answer. */
export function orderOfRow({ id, status, courier, ...row }: OrderRow): Order | null {
  if (status === null) return null;
  return {
    id,
    status,
    vehicleType: null,
    paymentMethod: null,
    noteToCourier: null,
    courier: courier.kind === 'known' ? { name: courier.name, phoneNumber: null, fix: null } : null,
    pickup: { ...place(row.pickupText), scheduledAtMs: row.scheduledAtMs },
    destinations: [place(row.destinationText)],
    price: row.price,
    priceBreakdown: [],
  };
}
