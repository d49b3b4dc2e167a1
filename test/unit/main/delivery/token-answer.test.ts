import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLifetime, renewAfterMs } from '../../../../main/delivery/token/token-answer.ts';

test.each([
  ['an hour', 3600, 3_600_000, 3600, []],
  ['a numeric text', '3600', 3_600_000, 3600, ['expires-in-text']],
  ['a fraction', 3600.5, 3_600_500, 3600.5, []],
  ['missing', undefined, 600_000, null, ['expires-in-missing']],
  ['null', null, 600_000, null, ['expires-in-missing']],
  ['zero', 0, 30_000, 0, ['expires-in-out-of-range']],
  ['negative', -1, 30_000, -1, ['expires-in-out-of-range']],
  ['one', 1, 30_000, 1, ['expires-in-out-of-range']],
  ['30 days', 2_592_000, 86_400_000, 2_592_000, ['expires-in-out-of-range']],
  ['1e12', 1e12, 86_400_000, 1e12, ['expires-in-out-of-range']],
  [
    'infinite',
    Number.POSITIVE_INFINITY,
    86_400_000,
    Number.POSITIVE_INFINITY,
    ['expires-in-out-of-range'],
  ],
  ['words', 'an hour', 600_000, null, ['expires-in-unreadable']],
  ['empty text', '', 600_000, null, ['expires-in-unreadable']],
  ['not a number', Number.NaN, 600_000, null, ['expires-in-unreadable']],
  ['true', true, 600_000, null, ['expires-in-unreadable']],
  ['an object', { seconds: 5 }, 600_000, null, ['expires-in-unreadable']],
])('expires_in %s', (_name, expiresIn, lifetimeMs, statedSeconds, notes) => {
  const noted: string[] = [];
  const lifetime = readLifetime(expiresIn, (note) => noted.push(note));
  expect([lifetime, noted]).toEqual([{ lifetimeMs, statedSeconds }, notes]);
});

test('a token is renewed before its end, late enough to be worth it, and never within 30 s', () => {
  expect(renewAfterMs(3_600_000)).toBe(2_880_000);
  expect(renewAfterMs(120_000)).toBe(60_000);
  expect(renewAfterMs(60_000)).toBe(30_000);
  expect(renewAfterMs(30_000)).toBe(30_000);
});

test('whatever the service says, the lifetime can be waited for', () => {
  fc.assert(
    fc.property(fc.anything(), (expiresIn) => {
      const { lifetimeMs } = readLifetime(expiresIn, () => undefined);
      expect(lifetimeMs >= 30_000 && lifetimeMs <= 86_400_000).toBe(true);
      expect(renewAfterMs(lifetimeMs) >= 30_000 && renewAfterMs(lifetimeMs) <= lifetimeMs).toBe(
        true,
      );
    }),
  );
});
