import { type OrderId, parseOrderId } from '../../../core/order/order-id.ts';
import type { Stop } from '../../../core/order/order.ts';
import { wireOrder } from '../wire-orders.ts';

/** The uuids of the orders that are asked for; their first digits are spread evenly. */
export function benchOrderId(index: number): OrderId {
  const head = (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  const id = parseOrderId(`${head}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`);
  if (id === null) throw new Error('not a uuid');
  return id;
}

/** How long the service takes to answer for an order: always the same, from 20 to 120 ms. */
export function latencyMs(uuid: string): number {
  return 20 + (Number.parseInt(uuid.slice(0, 4), 16) % 101);
}

/** How large the order is with which everything is measured, in bytes of UTF-8. */
const orderBytes = 1506;

/**
 * An order as the benchmarks ask for it: whole, with names and streets that are not Latin, so that its
 * text takes two bytes a character in memory as it does for most dispatchers, and always equally large.
 */
export function benchOrder(uuid: string): object {
  const parts = {
    courier: {
      name: 'Nguyễn Thị Hồng Nhung',
      phone_number: '+84901234567',
      location: { lat: 10.776912, lon: 106.700981, location_updated_at: 1_772_442_000 },
    },
    pickup: {
      schedule_at: 1_772_442_000,
      name: 'Cửa hàng Bến Thành',
      street_address: '12 Đường Lê Lợi, Phường Bến Nghé, Quận 1',
      floor_or_unit_number: 'Tầng 2',
      location: { lat: 10.772431, lng: 106.698012 },
      contact: { name: 'Trần Văn Phúc', phone_number: '+84907654321', phone_extension: '12' },
    },
    destinations: [
      {
        name: '陳小姐',
        street_address: '九龍尖沙咀彌敦道132號美麗華廣場',
        floor_or_unit_number: '18樓A室',
        location: { lat: 22.300893, lng: 114.172045 },
        contact: { name: '陳小姐', phone_number: '+85261234567' },
      },
      {
        name: 'Lê Quốc Bảo',
        street_address: '45 Võ Văn Tần, Phường 6, Quận 3',
        floor_or_unit_number: 'Căn 7.02',
        location: { lat: 10.77689, lng: 106.69037 },
        contact: { name: 'Lê Quốc Bảo', phone_number: '+84912345678' },
      },
    ],
    price: { currency: 'HKD', amount: 12_050 },
    price_breakdown: [
      { key: 'base_fare', amount: 10_000, quantity: 1, reason: 'Base fare' },
      { key: 'distance', amount: 1550, quantity: 3.1, reason: 'Distance' },
      { key: 'waiting', amount: 500, quantity: 10, reason: 'Waiting' },
    ],
  };
  const sizeOf = (note: string): number =>
    Buffer.byteLength(JSON.stringify(wireOrder(uuid, { ...parts, note_to_courier: note })));
  const note = '送貨到大堂，請先致電。';
  const missing = orderBytes - sizeOf(note);
  return wireOrder(uuid, { ...parts, note_to_courier: note + '.'.repeat(Math.max(0, missing)) });
}

const streets = ['Wing Lok Street', '皇后大道東', 'Castle Peak Road', 'Nathan Road', '英皇道'];
/** Names as they come, in several scripts. */
export const benchPeople = [
  '劉志強 Lau Chi Keung',
  'Tsang Wing Sze',
  'Gurung Prakash',
  '陳大文',
  'José Núñez',
];

/** A place with a contact, another one for each order and stop. */
export function benchStop(index: number, at: number): Stop {
  return {
    name: `Shop ${index * 7 + at} Café`,
    streetAddress: `${streets[(index + at) % streets.length]} ${index + at}`,
    floorOrUnitNumber: `${index % 40}/F`,
    point: null,
    contact: {
      name: benchPeople[(index + at) % benchPeople.length] ?? null,
      phoneNumber: `+852 ${9000 + at}-${String(index % 10_000).padStart(4, '0')}`,
      phoneExtension: null,
    },
  };
}
