import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderEdits, type OrderEdit } from '../../../../core/order/order-edits.ts';
import { diffOrders } from '../../../../core/order/order-update.ts';
import type { Order, Pickup, Stop } from '../../../../core/order/order.ts';
import { anyOrder } from './order-arbitraries.ts';
import { order, pointAt } from './order-samples.ts';

const stop = (parts: Partial<Stop> = {}): Stop => ({
  name: 'Bank',
  streetAddress: '1 Queen’s Road',
  floorOrUnitNumber: null,
  point: pointAt(2000),
  contact: null,
  ...parts,
});
const pickup = (parts: Partial<Pickup> = {}): Pickup => ({
  ...stop({ name: 'Florist', streetAddress: '8 Peel Street', point: pointAt(0) }),
  scheduledAtMs: 1000,
  ...parts,
});

const usual = order({ pickup: pickup(), destinations: [stop()], noteToCourier: 'Ring twice' });

function edited(changes: Partial<Order>, before: Order = usual): readonly OrderEdit[] {
  return orderEdits(diffOrders(before, { ...before, ...changes }));
}

const ada = { name: 'Ada', phoneNumber: '+852 5555 0147', phoneExtension: null };
const tower = stop({ name: 'Tower', streetAddress: '2 Queensway' });
const two = { ...usual, destinations: [stop(), tower] };

test.each<[string, readonly OrderEdit[], readonly OrderEdit[]]>([
  [
    'another street of the pickup',
    edited({ pickup: pickup({ streetAddress: '12 Wing Lok Street' }) }),
    [{ kind: 'address', stop: 'pickup', before: '8 Peel Street', after: '12 Wing Lok Street' }],
  ],
  [
    'a floor that is given now is part of the address',
    edited({ destinations: [stop({ floorOrUnitNumber: '3/F' })] }),
    [{ kind: 'address', stop: 1, before: '1 Queen’s Road', after: '3/F, 1 Queen’s Road' }],
  ],
  [
    'an address that is gone',
    edited({ pickup: pickup({ streetAddress: null }) }),
    [{ kind: 'address', stop: 'pickup', before: '8 Peel Street', after: null }],
  ],
  [
    'a new address moves the point with it',
    edited({ destinations: [stop({ streetAddress: '5 Ice House Street', point: pointAt(0) })] }),
    [{ kind: 'address', stop: 1, before: '1 Queen’s Road', after: '5 Ice House Street' }],
  ],
  [
    'another point at the same address',
    edited({ destinations: [stop({ point: pointAt(0) })] }),
    [{ kind: 'point', stop: 1 }],
  ],
  [
    'another name, another contact',
    edited({ destinations: [stop({ name: 'Post office', contact: ada })] }),
    [
      { kind: 'name', stop: 1, before: 'Bank', after: 'Post office' },
      { kind: 'contact', stop: 1, before: null, after: 'Ada, +852 5555 0147' },
    ],
  ],
  [
    'another planned time',
    edited({ pickup: pickup({ scheduledAtMs: 2000 }) }),
    [{ kind: 'schedule', beforeMs: 1000, afterMs: 2000 }],
  ],
  [
    'a pickup that is given now',
    edited({ pickup: pickup() }, { ...usual, pickup: null }),
    [
      { kind: 'address', stop: 'pickup', before: null, after: '8 Peel Street' },
      { kind: 'name', stop: 'pickup', before: null, after: 'Florist' },
      { kind: 'schedule', beforeMs: null, afterMs: 1000 },
    ],
  ],
  [
    'a destination more, before the one that was there',
    edited({ destinations: [tower, stop()] }),
    [{ kind: 'stopAdded', stop: 1, text: 'Tower' }],
  ],
  [
    'the same destination a second time',
    edited({ destinations: [stop(), stop({ name: null }), stop({ name: null })] }),
    [
      { kind: 'stopAdded', stop: 2, text: '1 Queen’s Road' },
      { kind: 'stopAdded', stop: 3, text: '1 Queen’s Road' },
    ],
  ],
  [
    'a destination twice that stood there once',
    edited({ destinations: [stop(), stop()] }),
    [{ kind: 'stopAdded', stop: 2, text: 'Bank' }],
  ],
  [
    'another name at another point of the same address',
    edited({ destinations: [stop({ name: 'Post office', point: pointAt(2100) })] }),
    [
      { kind: 'name', stop: 1, before: 'Bank', after: 'Post office' },
      { kind: 'point', stop: 1 },
    ],
  ],
  [
    'a destination less',
    edited({ destinations: [tower] }, two),
    [{ kind: 'stopRemoved', stop: 1, text: 'Bank' }],
  ],
  [
    'the same destinations the other way round',
    edited({ destinations: [tower, stop()] }, two),
    [{ kind: 'stopsReordered' }],
  ],
  [
    'one of two destinations',
    edited({ destinations: [stop(), stop({ ...tower, streetAddress: '9 Queensway' })] }, two),
    [{ kind: 'address', stop: 2, before: '2 Queensway', after: '9 Queensway' }],
  ],
  [
    'another note',
    edited({ noteToCourier: null }),
    [{ kind: 'note', before: 'Ring twice', after: null }],
  ],
  ['another vehicle, another price', edited({ vehicleType: 'taxi', price: null }), []],
])('%s', (_what, found, expected) => {
  expect(found).toEqual(expected);
});

test('every change of a stop or of the note is an edit, and nothing else is', () => {
  fc.assert(
    fc.property(anyOrder, anyOrder, (before, after) => {
      for (const change of diffOrders(before, { ...after, id: before.id })) {
        const isOfWay = ['pickup', 'destinations', 'note_to_courier'].includes(change.field);
        expect([change, orderEdits([change]).length > 0]).toEqual([change, isOfWay]);
      }
    }),
  );
});
