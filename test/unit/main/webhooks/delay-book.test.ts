import { expect, test } from 'vitest';
import type { WebhookReport } from '../../../../core/webhook/webhook-merge.ts';
import { DelayBook } from '../../../../main/webhooks/delay-book.ts';

function report(createdAtMs: number | null, receivedAtMs: number): WebhookReport {
  return { no: 1, claims: [], createdAtMs, receivedAtMs };
}

test('an event without a time happened nobody knows when', () => {
  const book = new DelayBook();
  book.heard(report(null, 5));
  expect(book.happenedAtMs(report(null, 5))).toBeNull();
});

test('clocks that differ are told from travel by what comes fastest', () => {
  const book = new DelayBook();
  expect(book.happenedAtMs(report(1000, 9000))).toBe(1000);
  const hours = 8 * 3_600_000;
  book.heard(report(1000, 1000 + hours + 30_000));
  book.heard(report(2000, 2000 + hours + 50));
  expect(book.happenedAtMs(report(60_000, 60_000 + hours + 90_000))).toBe(60_000 + hours + 50);
});

test('what proved true counts before what only came, and what it taught is forgotten again', () => {
  const book = new DelayBook();
  book.heard(report(10_000_000, 0));
  book.confirmed(report(1000, 1200));
  expect(book.happenedAtMs(report(5000, 6000))).toBe(5200);
  book.confirmed(report(10_000_000, 0));
  expect(book.happenedAtMs(report(5000, 6000))).toBeLessThan(0);
  for (let count = 0; count < 32; count += 1) book.confirmed(report(1000, 1300));
  expect(book.happenedAtMs(report(5000, 6000))).toBe(5300);
});
