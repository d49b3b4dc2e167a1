import { describe, expect, test } from 'vitest';
import { orderListText, readTransfer } from '../../../support/transfer-files.ts';
import { orderIdAt, somePortable } from '../../../support/watched-orders.ts';

const refused = (failure: string) => ({ ok: false, failure });

describe('a hand-over of many megabytes', () => {
  const note = 'x'.repeat(1500);
  const orders = Array.from({ length: 5000 }, (_, n) => somePortable(orderIdAt(n + 1), { note }));
  const long = orderListText(orders, 7000);

  test('is read line by line, in turns, and comes back as it was written', () => {
    expect(long.length).toBeGreaterThan(5_000_000);
    const value = { kind: 'orderList', exportedAtMs: 7000, orders, skipped: 0 };
    expect(readTransfer(long)).toEqual({ ok: true, value });
    expect(readTransfer(`\uFEFF${long.replaceAll('\n', '\r\n')}`)).toEqual({ ok: true, value });
    expect(readTransfer(long, 256_000)).toEqual({ ok: true, value });
  });

  test('counts the lines that are no orders', () => {
    const text = long.replace('"orders":[\n', '"orders":[\n{"uuid":"x"},\n[],\n');
    expect(readTransfer(text)).toMatchObject({ value: { skipped: 2 } });
  });

  test.each([
    ['cut off within a line', long.slice(0, -2000)],
    ['cut off behind a line', long.slice(0, long.lastIndexOf('\n]'))],
    ['with a damaged line', long.replace('"uuid"', 'uuid')],
    ['with more behind its end', `${long}{"uuid":"x"}`],
    ['in one line', long.replaceAll(',\n', ',')],
    ['of millions of empty values', long.replace(']}\n', `${'[],'.repeat(2_000_000)}[]\n]}\n`)],
  ])('that is %s is refused whole', (_, text) => {
    expect(readTransfer(text)).toEqual(refused('damaged'));
  });

  test('whose line never ends is left as soon as it is too long', () => {
    const endless = `${long.slice(0, long.indexOf('\n') + 1)}${'['.repeat(40_000_000)}`;
    expect(readTransfer(endless, 256_000)).toEqual(refused('damaged'));
  });

  test('that turns out to be something else is none of ours', () => {
    for (const text of [
      `{"a":${'['.repeat(6_000_000)}`,
      `{"orders":[],"format":"waybell-hand-over","padding":"${'x'.repeat(6_000_000)}"}`,
      '\n'.repeat(6_000_000),
    ]) {
      expect(readTransfer(text)).toEqual(refused('notOurs'));
    }
    expect(readTransfer(long.replace('"version":1', '"version":2'))).toEqual(refused('newer'));
  });
});
