import { type OrderPlan, scenarioSchema } from './scenario.ts';

/**
 * The plan of a plain order that waits for a courier and stays as it is, for tests that say the rest
 * themselves.
 */
export function samplePlan(key: string, createdAt: number): OrderPlan {
  const { orders } = scenarioSchema.parse({
    name: 'sample',
    about: 'One order that stays as it is',
    orders: [
      {
        key,
        vehicle_type: 'motorcycle',
        payment_method: 'monthly_settlement',
        note_to_courier: 'Ring the bell twice.',
        pickup: {
          name: 'Morning Dew Florist 朝露花店',
          street_address: '18 Lantern Street 燈影街18號',
          floor_or_unit_number: 'G/F',
          location: { lat: 22.2862, lng: 114.1505 },
          contact: { name: 'Lam Mei-ling', phone_number: '+852 5550 0101', phone_extension: '204' },
        },
        destinations: [
          {
            name: 'Nine Dragons Hardware 九龍五金',
            street_address: '7 Old Ropewalk 舊纜徑7號',
            floor_or_unit_number: '12/F, Unit B',
            location: { lat: 22.2816, lng: 114.1582 },
            contact: { name: 'Ng Chi-ho', phone_number: '+852 5550 0102' },
          },
        ],
        price: { currency: 'HKD', amount: 86 },
        price_breakdown: [
          { key: 'base_fare', amount: 60, quantity: 1, reason: 'Base fare' },
          { key: 'distance', amount: 26, quantity: 1, reason: 'Distance' },
        ],
        life: [],
      },
    ],
  });
  const [plan] = orders;
  if (plan === undefined) {
    throw new RangeError('the sample has no order');
  }
  return { ...plan, createdAt };
}
