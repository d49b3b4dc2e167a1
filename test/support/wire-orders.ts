/** A complete order as the service sends it (seeds/contract.md, 2), for tests that need any order. */
export function wireOrder(uuid: string, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    uuid,
    vehicle_type: 'van',
    payment_method: 'prepaid',
    note_to_courier: 'Ring twice',
    courier: {
      name: 'Test Courier',
      phone_number: '+85200000000',
      location: { lat: 22.3, lon: 114.17, location_updated_at: 1_772_442_000 },
    },
    status: 'active',
    pickup: {
      schedule_at: 1_772_442_000,
      name: 'Shop',
      street_address: '1 Test Road',
      floor_or_unit_number: '2F',
      location: { lat: 22.31, lng: 114.18 },
      contact: { name: 'Pat', phone_number: '+85211111111', phone_extension: '12' },
    },
    destinations: [
      {
        name: 'Home',
        street_address: '2 Test Road',
        floor_or_unit_number: 'A',
        location: { lat: 22.32, lng: 114.19 },
        contact: { name: 'Sam', phone_number: '+85222222222' },
      },
    ],
    price: { currency: 'HKD', amount: 120 },
    price_breakdown: [{ key: 'base', amount: 120, quantity: 1, reason: 'Base fare' }],
    ...more,
  };
}
