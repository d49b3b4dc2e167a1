import { expect, test } from 'vitest';
import type { OrderUpdate } from '../../../../../core/order/order-update.ts';
import { journalLines } from '../../../../../main/engine/lines/line-event.ts';
import { plainLine } from '../../../../../main/cli/plain-line.ts';
import type { LineBox } from '../../../../../main/engine/lines/ports.ts';
import {
  orderIdAt,
  someOrder,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const phone = '+852 9123 4567';
const order = someOrder(id, {
  status: { raw: `ring ${phone}`, phase: 'unknown' },
  noteToCourier: `Call Lau, ${phone} ext. 12`,
  courier: { name: `Lau ${phone}`, phoneNumber: phone, fix: null },
  destinations: [
    {
      name: `Lau, ${phone}`,
      streetAddress: 'Tokyo 100-0001, 1-1 Chiyoda',
      floorOrUnitNumber: `12/F, ring ${phone}`,
      point: null,
      contact: { name: `Lau ${phone}`, phoneNumber: phone, phoneExtension: '12345' },
    },
  ],
  vehicleType: `van of ${phone}`,
  pickup: {
    name: null,
    streetAddress: `1 Queen’s Road, gate ${phone}`,
    floorOrUnitNumber: null,
    point: null,
    contact: null,
    scheduledAtMs: null,
  },
  priceBreakdown: [
    { key: `fee ${phone}`, amount: 1, quantity: 1, reason: `Parking, call ${phone}` },
  ],
});

/** The lines that are kept of an order and of an update of it. */
function linesOf(showsPhones: boolean, parts: Partial<OrderUpdate> = {}): readonly string[] {
  const kept: string[] = [];
  const box: LineBox = {
    pending: () => [],
    put: (_id, _event, json) => void kept.push(json),
    settle: () => undefined,
    hasFirstAnswer: () => false,
    forgetFirstAnswers: () => undefined,
  };
  const update = someUpdate(id, {
    kinds: ['order_released'],
    reasons: [`Order was released because: Lau ${phone} crashed`],
    changes: [
      { field: 'note_to_courier', before: `ring ${phone}`, after: order.noteToCourier },
      { field: 'destinations', before: [], after: order.destinations },
    ],
    ...parts,
  });
  const watched = someWatched(id, { order, observedAtMs: 1_763_706_668_000 });
  journalLines(box, { showsPhones })({ watched, update, rawJson: '{}' });
  return kept;
}

test('a line has no whole phone number in any field, unless numbers were asked for', () => {
  const lines = linesOf(false);
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/9123|4567|12345|ext\. 12/);
  expect(linesOf(true).join('')).toContain(`Call Lau, ${phone} ext. 12`);
});

test('postal codes, uuids and times stay as they are', () => {
  const [updated = '', first = ''] = linesOf(false);
  expect(JSON.parse(updated)).toMatchObject({ uuid: id, at: '1970-01-01T00:33:20.000Z' });
  expect(JSON.parse(first)).toMatchObject({
    uuid: id,
    order: { destinations: [{ street_address: 'Tokyo 100-0001, 1-1 Chiyoda' }] },
  });
});

test('an update says when the service says that it happened, and null where it does not', () => {
  const [dated = ''] = linesOf(false, { createdAtMs: 1_763_706_668_000 });
  expect(JSON.parse(dated)).toMatchObject({ created_at: '2025-11-21T06:31:08.000Z' });
  const [undated = ''] = linesOf(false);
  expect(JSON.parse(undated)).toMatchObject({ created_at: null });
});

test('an update that came while the order was not checked says since when, to programs and to people', () => {
  const uncheckedSinceMs = 1_763_706_668_000;
  const [late = ''] = linesOf(false, { uncheckedSinceMs });
  expect(JSON.parse(late)).toMatchObject({ unchecked_since: '2025-11-21T06:31:08.000Z' });
  const [lately = ''] = linesOf(false);
  expect(JSON.parse(lately)).toMatchObject({ unchecked_since: null });
  const texts = {
    nameOf: () => 'Florist',
    timeText: (at: string | null) => at?.slice(11, 19) ?? '',
  };
  const said = [late, lately].map((line) => plainLine(line, texts).trimEnd());
  expect(said[0]).toBe(`${said[1]} (not checked since 06:31:08)`);
});
