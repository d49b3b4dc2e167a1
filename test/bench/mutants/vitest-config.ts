import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { z } from 'zod';

/** The tests that judge an area. Stryker's own `testFiles` leaves mutants of module constants asleep. */
const include = z.array(z.string()).parse(JSON.parse(env['WAYBELL_MUTANT_TESTS'] ?? '[]'));

export default defineConfig({
  test: {
    environment: 'node',
    include,
    setupFiles: ['test/bench/mutants/steady-chance.ts'],
    // A mutant that makes a test wait for ever is killed by it; no test of these takes nearly as long.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 5000 } },
  },
});
