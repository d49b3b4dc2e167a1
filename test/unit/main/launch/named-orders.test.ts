import { describe, expect, test } from 'vitest';
import { parseOrderId } from '../../../../core/order/order-id.ts';
import { namedOrders } from '../../../../main/launch/named-orders.ts';

const one = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const two = '2ab07d51-1111-4222-8333-444455556666';
const orderIds = [parseOrderId(one)].filter((id) => id !== null);

function name(orderFiles: readonly string[], texts: Readonly<Record<string, string>> = {}) {
  return namedOrders({ orderIds, orderFiles }, (path) => {
    const text = texts[path];
    if (text === undefined) throw new Error('ENOENT');
    return text;
  });
}

describe('named orders', () => {
  test('a file gives its orders with the words beside them, and its words to an order named apart', () => {
    const text = `${one}\tMrs Lam\n${two}\t花店\n${two.slice(1)}`;
    expect(name(['today.tsv'], { 'today.tsv': text })).toEqual({
      ok: true,
      value: {
        orders: [
          { id: one, label: 'Mrs Lam' },
          { id: two, label: '花店' },
        ],
        rejectedCount: 1,
      },
    });
  });

  test('a file that cannot be read is refused by the name that was typed, without its control characters', () => {
    expect(name(['\u001B[31mred\u202E'])).toEqual({
      ok: false,
      failure: { message: '"?[31mred?" is neither an order uuid nor a file that can be read.' },
    });
  });

  test('a file of more than 50,000 orders is refused whole, so that none is left out unnoticed', () => {
    const uuids = Array.from(
      { length: 50_001 },
      (_, index) => `3f2b8c1e-94d7-4a60-b1c5-${(index + 1).toString(16).padStart(12, '0')}`,
    );
    expect(name(['all.txt'], { 'all.txt': uuids.join('\n') })).toEqual({
      ok: false,
      failure: { message: '"all.txt" holds more than 50,000 order uuids. Split it.' },
    });
  });
});
