import { expect, test } from 'vitest';
import { FreshRetries } from '../../../../main/delivery/fresh-retries.ts';
import type { RetryGuest } from '../../../../main/delivery/fresh-retries.ts';

class Guest implements RetryGuest {
  isOver = false;
  retried = 0;
  error: unknown = null;

  retry(): void {
    this.retried += 1;
  }

  giveUp(error: unknown): void {
    this.error = error;
  }
}

function threeGuests(): { readonly retries: FreshRetries; readonly guests: [Guest, Guest, Guest] } {
  const retries = new FreshRetries();
  const guests: [Guest, Guest, Guest] = [new Guest(), new Guest(), new Guest()];
  for (const guest of guests) retries.admit(guest);
  return { retries, guests };
}

test('of several that lost their sockets one tries again, and when it fails nothing more is sent', () => {
  const { retries, guests } = threeGuests();
  const error = new Error('gone');
  expect(guests.map(({ retried }) => retried)).toEqual([1, 0, 0]);
  retries.failed(guests[0], error);
  expect(guests.map(({ retried }) => retried)).toEqual([1, 0, 0]);
  expect(guests.map((guest) => guest.error)).toEqual([null, error, error]);
  const next = new Guest();
  retries.admit(next);
  expect(next.retried).toBe(1);
});

test('when the one is answered or given up the others try for themselves, but for who gave up', () => {
  const { retries, guests } = threeGuests();
  guests[2].isOver = true;
  retries.left(guests[1]);
  expect(guests.map(({ retried }) => retried)).toEqual([1, 0, 0]);
  retries.left(guests[0]);
  expect(guests.map(({ retried }) => retried)).toEqual([1, 1, 0]);
});
