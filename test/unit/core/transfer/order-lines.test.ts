import { describe, expect, test } from 'vitest';
import {
  headOfLines,
  orderListText,
  readOrderLines,
} from '../../../../core/transfer/order-list-file.ts';
import { claimedFormat, looksLikeTransfer } from '../../../../core/transfer/transfer-look.ts';
import { readTransfer } from '../../../../core/transfer/transfer.ts';
import { orderIdAt, somePortable } from '../../../support/watched-orders.ts';

/** What the lines hold, and after how many turns. */
function read(text: string, longestLine = 1000) {
  const reading = readOrderLines(text, longestLine);
  for (let turns = 0; ; turns += 1) {
    const step = reading.next();
    if (step.done === true) return { file: step.value, turns };
  }
}

const orders = [1, 2, 3].map((n) => somePortable(orderIdAt(n), { label: `order ${n}` }));
const text = orderListText(orders, 7000);
const many = (count: number) => text.replace(/\[\n[^]*\n\]/, `[\n${'0,\n'.repeat(count)}]`);

const whole = { exportedAtMs: 7000, orders, skipped: 0 };

describe('the lines of a hand-over', () => {
  test('come back as they were written, also with other line ends or without the last', () => {
    expect(read(text).file).toEqual(whole);
    expect(read(text.trimEnd()).file).toEqual(whole);
    expect(read(text.replaceAll('\n', '\r\n')).file).toEqual(whole);
    expect(read(`${text}\n \n`).file).toEqual(whole);
  });

  test('give each order once, and the entries that are none are counted', () => {
    const first = text.split('\n')[1] ?? '';
    const more = text.replace('\n]}', `,\n${first}\n[],\n{"uuid":"x"}\n]}`);
    expect(read(more).file).toEqual({ ...whole, skipped: 2 });
  });

  test.each([
    ['without an end', text.replace(']}\n', '')],
    ['with half of an end', text.replace(']}\n', ']\n')],
    ['with more behind the end', `${text}[]\n`],
    ['with an empty line', text.replace(',\n', ',\n\n')],
    ['with two orders in a line', text.replace(',\n', ',')],
    ['without a head', text.slice(text.indexOf('\n') + 1)],
    ['with a head of something else', text.replace('"orders":[', '"others":[')],
  ])('%s are none of ours', (_, lines) => {
    expect(read(lines).file).toBeNull();
  });

  test('may be as long as a line may be, and no longer', () => {
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    expect(read(text, longest).file).toEqual(whole);
    expect(read(text, longest - 1).file).toBeNull();
  });

  test('are as many as a watch list may have, and no more', () => {
    expect(read(many(50_000)).file?.skipped).toBe(50_000);
    expect(read(many(50_001)).file).toBeNull();
  });

  test('let others have their turn after each half megabyte', () => {
    const note = 'x'.repeat(99_900);
    const long = Array.from({ length: 13 }, (_, n) => somePortable(orderIdAt(n + 1), { note }));
    expect(read(orderListText(long, 7000), 200_000).turns).toBe(2);
    expect(read(text).turns).toBe(0);
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
const refused = (failure: string) => ({ ok: false, failure });
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

  test('no file has more than a hundred million', () => {
    expect(readTransfer(padded(text, 100_000_001))).toEqual(refused('tooLarge'));
  });
});
