import type { BridgeFailure, HandlersOf } from '../../../core/bridge/bridge.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import { meaningsByWord } from '../../../core/delivery/status-meanings.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import { contractNotesExport } from '../../../core/wire/contract-note-text.ts';
import type { Checks, Watch } from '../watch/ports.ts';
import type { ConnectionService } from './connection-service.ts';
import type { ContactRetry } from './contact-retry.ts';
import type { ContractNoteCounter } from './contract-note-counter.ts';

/** What the requests act on. */
export interface ConnectionTargets {
  readonly connection: Pick<
    ConnectionService,
    'isSetUp' | 'options' | 'test' | 'save' | 'tryDemo' | 'forgetConnection' | 'giveMeaning'
  >;
  readonly contractNotes: Pick<ContractNoteCounter, 'entries'>;
  /** Takes the orders of the demo, and reads the statuses that it knows by other meanings. */
  readonly watch: Pick<Watch, 'add'> & {
    readonly checks: Pick<Checks, 'rereadStatuses'> | null;
  };
  readonly contactRetry: Pick<ContactRetry, 'ifLost' | 'now'>;
  /** Lets the dispatcher choose a certificate file; null when none was chosen. */
  readonly chooseCaFile: () => Promise<string | null>;
  readonly testProgressed: (test: ConnectionTest) => void;
  readonly localisation: Localisation;
}

const done = { ok: true, value: null } as const;

/** Answers the requests about the connection and about what the service's answers needed to be read. */
export function connectionHandlers(
  targets: ConnectionTargets,
): HandlersOf<'connection' | 'contract-notes'> {
  const { connection, contactRetry, contractNotes, localisation, watch } = targets;
  const inTurn = oneTestAtATime(targets.testProgressed);
  return {
    async 'connection:test'(draft) {
      const tested = await inTurn((progress, signal) => connection.test(draft, progress, signal));
      const hasPassed = tested.ok && tested.value.steps.every(({ state }) => state === 'passed');
      if (hasPassed && connection.isSetUp(draft)) contactRetry.ifLost();
      return tested;
    },
    'connection:save': (draft) =>
      inTurn((progress, signal) => connection.save(draft, progress, signal)),
    'connection:options': () => ({ ok: true, value: connection.options }),
    async 'connection:choose-ca-file'() {
      const path = await targets.chooseCaFile();
      return { ok: true, value: path === null ? { kind: 'cancelled' } : { kind: 'chosen', path } };
    },
    async 'connection:try-demo'() {
      const demo = await connection.tryDemo();
      if (!demo.ok) return demo;
      await watch.add(demo.value);
      return done;
    },
    'connection:forget': () => connection.forgetConnection(),
    async 'connection:retry'() {
      await contactRetry.now();
      return done;
    },
    async 'connection:treat-status'({ word, meaning }) {
      const given = await connection.giveMeaning(word, meaning);
      if (given.ok) watch.checks?.rereadStatuses(meaningsByWord(connection.options.statusMeanings));
      return given;
    },
    'contract-notes:list': () => ({ ok: true, value: contractNotes.entries }),
    'contract-notes:export': ({ form }) => ({
      ok: true,
      value: contractNotesExport(contractNotes.entries, form, localisation.current.language),
    }),
  };
}

const untested: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'waiting' },
    { name: 'certificate', state: 'waiting' },
    { name: 'token', state: 'waiting' },
  ],
};

type Progress = (test: ConnectionTest) => void;
type Tried<Value> = Result<Value | ConnectionTest, BridgeFailure>;

/**
 * A newer test stops the one before it, because the window shows one at a time. The older one answers
 * with what it had found by then and reports no more progress.
 */
function oneTestAtATime(
  progressed: Progress,
): <Value>(
  run: (progress: Progress, signal: AbortSignal) => Promise<Tried<Value>>,
) => Promise<Tried<Value>> {
  let running = new AbortController();
  return async (run) => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    let found = untested;
    const progress: Progress = (test) => {
      if (signal.aborted) return;
      found = test;
      progressed(test);
    };
    try {
      return await run(progress, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      const [reach, certificate, token] = found.steps;
      return {
        ok: true,
        value: { steps: [stopped(reach), stopped(certificate), stopped(token)] },
      };
    }
  };
}

/** A step that was under way when its test was stopped has found nothing. */
function stopped(step: ConnectionTest['steps'][number]): ConnectionTest['steps'][number] {
  return step.state === 'running' ? { name: step.name, state: 'waiting' } : step;
}
