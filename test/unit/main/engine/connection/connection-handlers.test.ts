import { expect, it } from 'vitest';
import type { ConnectionTest } from '../../../../../core/delivery/connection.ts';
import { defaultConnectionOptions } from '../../../../../core/delivery/connection-options.ts';
import { inEnglish } from '../../../../../core/text/language.ts';
import {
  connectionHandlers,
  type ConnectionTargets,
} from '../../../../../main/engine/connection/connection-handlers.ts';
import { passedTest } from '../../../../support/connection/fake-opener.ts';

const draft = { baseUrl: 'https://api.example.com', clientId: 'desk-7', clientSecret: 'canary' };
const underWay: ConnectionTest = {
  steps: [
    passedTest.steps[0],
    { name: 'certificate', state: 'running', startedAtMs: 1, timeoutMs: 10_000 },
    { name: 'token', state: 'waiting' },
  ],
};

function unused(): never {
  throw new Error('not asked for here');
}

/** Connections that try until they are stopped. */
function subject(): {
  handlers: ReturnType<typeof connectionHandlers>;
  progressed: ConnectionTest[];
  finishLast: () => void;
} {
  const progressed: ConnectionTest[] = [];
  let finishLast: (() => void) | null = null;
  const attempt: ConnectionTargets['connection']['test'] = (_draft, progress, signal) =>
    new Promise((resolve, reject) => {
      progress(underWay);
      finishLast = () => resolve({ ok: true, value: passedTest });
      signal.addEventListener('abort', () => {
        progress(passedTest);
        reject(signal.reason);
      });
    });
  const connection: ConnectionTargets['connection'] = {
    isSetUp: () => false,
    options: defaultConnectionOptions,
    test: attempt,
    save: attempt,
    tryDemo: unused,
    forgetConnection: unused,
    giveMeaning: unused,
  };
  const handlers = connectionHandlers({
    connection,
    contractNotes: { entries: [] },
    watch: { add: unused, checks: null },
    contactRetry: { ifLost: unused, now: unused },
    chooseCaFile: unused,
    testProgressed: (test) => progressed.push(test),
    localisation: inEnglish,
  });
  return { handlers, progressed, finishLast: () => finishLast?.() };
}

it('a test that a newer one replaced ends with what it had found, and is silent from then on', async () => {
  const { handlers, progressed, finishLast } = subject();
  const replaced = handlers['connection:test'](draft);
  const second = handlers['connection:save'](draft);
  const [reach] = passedTest.steps;
  expect(await replaced).toEqual({
    ok: true,
    value: {
      steps: [
        reach,
        { name: 'certificate', state: 'waiting' },
        { name: 'token', state: 'waiting' },
      ],
    },
  });
  expect(progressed).toEqual([underWay, underWay]);
  finishLast();
  expect(await second).toEqual({ ok: true, value: passedTest });
});

it('a save that a newer test replaced says that nothing was stored', async () => {
  const { handlers, finishLast } = subject();
  const replaced = handlers['connection:save'](draft);
  const second = handlers['connection:test'](draft);
  const answer = await replaced;
  expect(answer.ok && answer.value !== null).toBe(true);
  finishLast();
  await second;
});
