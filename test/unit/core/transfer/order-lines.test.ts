import { describe, expect, test } from 'vitest';
import { headOfLines } from '../../../../core/transfer/order-list-file.ts';
import { claimedFormat, looksLikeTransfer } from '../../../../core/transfer/transfer-look.ts';
import { TransferReader } from '../../../../core/transfer/transfer.ts';
import { orderListText, readTransfer } from '../../../support/transfer-files.ts';
import { orderIdAt, somePortable } from '../../../support/watched-orders.ts';

const orders = [1, 2, 3].map((n) => somePortable(orderIdAt(n), { label: `order ${n}` }));
const text = orderListText(orders, 7000);
const many = (count: number) => text.replace(/\[\n[^]*\n\]/, `[\n${'0,\n'.repeat(count)}]`);

const whole = { ok: true, value: { kind: 'orderList', exportedAtMs: 7000, orders, skipped: 0 } };
const refused = (failure: string) => ({ ok: false, failure });

describe('the lines of a hand-over', () => {
  test('come back as they were written, also with other line ends or without the last', () => {
    for (const form of [
      text,
      text.trimEnd(),
      text.replaceAll('\n', '\r\n'),
      `${text}\n \n`,
      // As an earlier Waybell wrote an empty list.
      text.replace(',\n', ',\n\n'),
    ]) {
      expect(readTransfer(form)).toEqual(whole);
    }
  });

  test('are the same in pieces of any length', () => {
    for (const length of [1, 7, 100, 1000])
      expect(readTransfer(`\uFEFF${text}`, length)).toEqual(whole);
  });

  test('give each order once, and the entries that are none are counted', () => {
    const first = text.split('\n')[1] ?? '';
    const more = text.replace('\n]}', `,\n${first}\n[],\n{"uuid":"x"}\n]}`);
    expect(readTransfer(more)).toEqual({ ...whole, value: { ...whole.value, skipped: 2 } });
  });

  test.each([
    ['without an end', text.replace(']}\n', '')],
    ['with half of an end', text.replace(']}\n', ']\n')],
    ['with more behind the end', `${text}[]\n`],
    ['with two orders in a line', text.replace(',\n', ',')],
    ['without a head', text.slice(text.indexOf('\n') + 1)],
    ['with a head of something else', text.replace('"orders":[', '"others":[')],
  ])('%s are none of ours', (_, lines) => {
    expect(readTransfer(lines).ok).toBe(false);
  });

  test('are 200,000 at most', () => {
    expect(readTransfer(many(200_000))).toMatchObject({ value: { skipped: 200_000 } });
    expect(readTransfer(many(200_001))).toEqual(refused('tooLarge'));
  });

  test('let others have their turn after each hundred', () => {
    const long = Array.from({ length: 950 }, (_, n) => somePortable(orderIdAt(n + 1)));
    const turns = [...new TransferReader().push(orderListText(long, 7000))];
    expect(turns.map(({ length }) => length)).toEqual([...Array<number>(9).fill(100), 50]);
  });

  test('begin with a head of a thousand letters at most', () => {
    expect(headOfLines(text)).toMatchObject({ format: 'waybell-hand-over', orders: [] });
    expect(headOfLines(text.replace('{', `{"x":"${'x'.repeat(1000)}",`))).toBeUndefined();
    expect(headOfLines(`{"x":"${'x'.repeat(2000)}`)).toBeUndefined();
  });
});

describe('what a text says of itself', () => {
  test('is read at its beginning, whatever space stands there', () => {
    expect(claimedFormat(text)).toBe('waybell-hand-over');
    expect(claimedFormat('\uFEFF \n{ \t"format" :\n "waybell-settings", "version": 1')).toBe(
      'waybell-settings',
    );
  });

  test.each([
    ['{"format":"waybell-else"}'],
    ['x{"format":"waybell-settings"}'],
    ['x {"format":"waybell-settings"}'],
    ['{x"format":"waybell-settings"}'],
    ['{"format"x:"waybell-settings"}'],
    ['{"format":x"waybell-settings"}'],
    ['{"version":1,"format":"waybell-settings"}'],
    [`${' '.repeat(1000)}{"format":"waybell-settings"}`],
  ])('%s says nothing', (other) => {
    expect(looksLikeTransfer(other)).toBe(false);
  });
});

const padded = (file: string, length: number) => file.padEnd(length, ' ');
describe('the sizes of files', () => {
  const settings = '{"format":"waybell-settings","version":1,"settings":{}}';

  test('settings have a million letters at most', () => {
    expect(readTransfer(padded(settings, 1_000_000)).ok).toBe(true);
    expect(readTransfer(padded(settings, 1_000_001))).toEqual(refused('settingsTooLarge'));
    expect(readTransfer(padded(settings, 8_000_000))).toEqual(refused('settingsTooLarge'));
  });

  test('a hand-over that is not in lines has five million at most', () => {
    const inOneLine = text.replaceAll('\n', '');
    expect(readTransfer(padded(inOneLine, 5_000_000)).ok).toBe(true);
    expect(readTransfer(padded(inOneLine, 5_000_001))).toEqual(refused('damaged'));
    expect(readTransfer(padded(text, 5_000_001)).ok).toBe(true);
  });

  test('no file has more than five hundred million', () => {
    const reader = new TransferReader();
    const blanks = ' '.repeat(1_000_000);
    expect([...reader.push(text)]).toEqual([orders]);
    for (let at = 0; at < 499; at += 1) expect([...reader.push(blanks)]).toEqual([]);
    expect(reader.refusal).toBeNull();
    expect([...reader.push(blanks)]).toEqual([]);
    expect(reader.refusal).toBe('tooLarge');
  });
});
