import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** How long `expect.poll` and `expect.element` ask again. A busy machine needs more than the usual second. */
const poll = { timeout: 15_000 };

/** The tests of a real keychain, whose library stays with the first message bus that a process shows it. */
const keychainTests = [
  'test/integration/credentials/**/*.test.ts',
  'test/integration/**/*keychain.test.ts',
  'test/integration/cli/webhook-proofs.test.ts',
];

/** What takes long and seldom breaks: several processes, whole packages, many seeds. `npm run nightly` runs them. */
const nightlyTests = ['test/**/*.nightly.test.ts'];

const node = {
  environment: 'node',
  // One more than there are processors, because some tests wait for a service or a program.
  maxWorkers: availableParallelism() + 1,
  // Says when to give up on a program that another test keeps from its turn; asserts nothing.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll },
} as const;

/** The tests that start the built command line, among others. */
const program = { ...node, globalSetup: ['test/support/built-program.ts'] } as const;

/**
 * A worker reads each module once, which halves the time. So no test may replace a module, or leave a spy or an
 * environment variable behind.
 */
const isolate = false;

/** The tests of a workspace, which need no build: `npm test --workspace simulator` runs them alone. */
const workspace = (name: string, folder: string) => ({
  test: { ...node, name, isolate, include: [`${folder}/test/**/*.test.ts`] },
});

const endToEnd = {
  environment: 'node',
  include: ['test/e2e/**/*.spec.ts'],
  // Each file has a desktop of its own on Linux; elsewhere all of them share the only one.
  setupFiles: ['test/e2e/support/own-desktop.ts'],
  maxWorkers: process.platform === 'linux' ? 2 : 1,
  // Longer than two waits within one: those say what did not come.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll },
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...program,
          name: 'node',
          isolate,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/bench/**',
            'test/browser/**',
            'test/e2e/**',
            ...keychainTests,
            ...nightlyTests,
          ],
        },
      },
      { test: { ...program, name: 'keychain', include: keychainTests } },
      { test: { ...program, name: 'nightly', include: nightlyTests } },
      workspace('simulator', 'simulator'),
      workspace('bench', 'test/bench'),
      workspace('real-electron', 'tools/real-electron'),
      {
        plugins: [react()],
        test: {
          name: 'browser',
          // One page reads the program once and draws window after window, as each test takes its own away.
          isolate: false,
          maxWorkers: '100%',
          include: ['test/browser/**/*.test.tsx'],
          testTimeout: 600_000,
          expect: { poll },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--no-first-run',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { ...endToEnd, name: 'e2e', exclude: ['test/e2e/**/*.nightly.spec.ts'] } },
      { test: { ...endToEnd, name: 'nightly-e2e', include: ['test/e2e/**/*.nightly.spec.ts'] } },
    ],
  },
});
