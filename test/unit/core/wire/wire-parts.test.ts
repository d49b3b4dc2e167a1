import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../../../core/order/order.ts';
import { parseOrder, parseOrderBeside } from '../../../../core/wire/wire-order.ts';
import type { ParsedOrder } from '../../../../core/wire/wire-order.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

/** What reading the whole text gives; null for a refusal. */
function whole(text: string): ParsedOrder | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = parseOrder(body, id);
  return parsed.ok ? parsed.value : null;
}

function beside(text: string, known: Order): ParsedOrder | null {
  return parseOrderBeside(text, id, new Map(), known);
}

function read(text: string): Order {
  const parsed = whole(text);
  if (parsed === null) throw new Error('this text is no order');
  return parsed.order;
}

/** Nothing is read that is no order, and nothing in another way. @returns whether it was read */
function agrees(text: string, known: Order): boolean {
  const shortcut = beside(text, known);
  if (shortcut === null) return false;
  if (!isDeepStrictEqual(shortcut, whole(text))) throw new Error(`read otherwise: ${text}`);
  return true;
}

function withNumbers(lat: string, amount: string): string {
  return JSON.stringify(wireOrder(id))
    .replace('"lat":22.3,', `"lat":${lat},`)
    .replace('"amount":120}', `"amount":${amount}}`);
}

const bare = wireOrder(id, {
  note_to_courier: 'Đường 7, 九龍',
  vehicle_type: null,
  courier: { name: 'An', phone_number: null, location: { lat: -10.5, lon: 0.25 } },
  destinations: [{}, { name: '', location: null, contact: null }],
  price: { currency: null, amount: 0.5 },
  price_breakdown: [{ key: 'base', amount: -0.5 }, {}],
  extra: { deep: [[{ a: 'b' }], 1.5e3, true] },
});

describe('an answer beside what is known', () => {
  test.each([
    ['whole', wireOrder(id)],
    ['sparse', bare],
  ])('of the %s one, no letter can be damaged unnoticed', (_name, body) => {
    const text = JSON.stringify(body);
    const known = read(text);
    const marks = ['', '\n', '\t', '\u0001', '\u00a0', '"a":1,', 'null'].concat(
      Array.from('"\\,:{}[]0-.eE+ n'),
    );
    let readCount = 0;
    for (let at = 0; at <= text.length; at += 1) {
      for (const mark of marks) {
        if (agrees(text.slice(0, at) + mark + text.slice(at + 1), known)) readCount += 1;
        if (agrees(text.slice(0, at) + mark + text.slice(at), known)) readCount += 1;
      }
      agrees(text.slice(0, at), known);
    }
    expect(readCount).toBeGreaterThan(1000);
  });

  test('every number is the one that a parser finds', () => {
    let readCount = 0;
    const written = fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }).map(String),
      fc.tuple(fc.integer(), fc.nat()).map(([one, other]) => `${one}.${other}`),
      fc.constantFrom('0', '-0', '0.0', '00', '01', '-', '1.', '.5', '1e1', '-0.5', '1.50', '9'),
      fc.stringMatching(/^-?\d{1,18}(?:\.\d{0,18})?$/),
    );
    fc.assert(
      fc.property(written, written, (lat, amount) => {
        const answer = withNumbers(lat, amount);
        agrees(answer, read(withNumbers('22.3', '120')));
        const itself = whole(answer);
        if (itself !== null && agrees(answer, itself.order)) readCount += 1;
      }),
      { numRuns: 3000 },
    );
    expect(readCount).toBeGreaterThan(1000);
  });

  test('what is said again is the very thing that was known, whatever else changed', () => {
    const known = read(JSON.stringify(wireOrder(id)));
    const parts = beside(JSON.stringify(wireOrder(id, { status: 'completed' })), known)?.order;
    expect(parts?.status).toEqual({ raw: 'completed', phase: 'done' });
    expect(parts?.courier).toBe(known.courier);
    expect(parts?.pickup).toBe(known.pickup);
    expect(parts?.destinations).toBe(known.destinations);
    expect(parts?.price).toBe(known.price);
    expect(parts?.priceBreakdown).toBe(known.priceBreakdown);
  });

  test('the parts may come in any order, with others between them', () => {
    const turned = Object.fromEntries(Object.entries(wireOrder(id, { eta: [1] })).toReversed());
    const known = read(JSON.stringify(wireOrder(id)));
    expect(beside(JSON.stringify(turned), known)?.order).toEqual(known);
  });

  test.each([
    ['a key twice', (text: string) => text.replace('"price":', '"status":"failed","price":')],
    ['an envelope', (text: string) => `{"data":${text}}`],
    ['an escape', (text: string) => text.replace('Ring twice', 'Ring\\u0020twice')],
    ['another uuid', (text: string) => text.replace(id, id.replace('7', '8'))],
    ['no uuid', (text: string) => text.replace('"uuid":', '"id":')],
    ['spread over lines', (text: string) => JSON.stringify(JSON.parse(text), null, 2)],
    ['nested without end', (text: string) => text.replace('{', `{"a":${'['.repeat(99)}`)],
  ])('is left to who reads the whole: %s', (_name, damage) => {
    const text = JSON.stringify(wireOrder(id));
    expect(beside(damage(text), read(text))).toBeNull();
  });

  test('another order is not known', () => {
    const other = orderIdOf('8a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
    const text = JSON.stringify(wireOrder(id));
    expect(beside(text, { ...read(text), id: other })).toBeNull();
  });

  test('a known courier who was erased is read anew', () => {
    const text = JSON.stringify(wireOrder(id));
    const known = read(text);
    const erased = {
      ...known,
      courier: { name: null, phoneNumber: null, fix: null, mark: { name: 'a', phone: 'b' } },
    };
    expect(beside(text, erased)?.order.courier).toEqual(known.courier);
  });
});
