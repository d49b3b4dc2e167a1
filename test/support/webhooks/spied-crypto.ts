import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, vi } from 'vitest';

/** Watches comparisons in constant time. They are right until a test says otherwise. */
export function spiedComparison() {
  return seenByName(vi.spyOn(crypto, 'timingSafeEqual'));
}

/** Watches the system's random bytes. */
export function spiedRandomBytes() {
  return seenByName(
    vi.spyOn<{ randomBytes(size: number): Buffer }, 'randomBytes'>(crypto, 'randomBytes'),
  );
}

/** Watches the system's random numbers, of which a test may say the next. */
export function spiedRandomInt() {
  return seenByName(
    vi.spyOn<{ randomInt(least: number, below: number): number }, 'randomInt'>(crypto, 'randomInt'),
  );
}

/** The spy counts also where the function is imported by its name, until the tests of this file are over. */
function seenByName<Spy extends { mockRestore(): void }>(spy: Spy): Spy {
  syncBuiltinESMExports();
  afterAll(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
