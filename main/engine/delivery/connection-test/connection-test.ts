import type {
  ConnectionStep,
  ConnectionStepName,
  ConnectionTest,
} from '../../../../core/delivery/connection.ts';
import type { Language } from '../../../../core/text/language.ts';
import { addressOf } from '../http/base-url.ts';
import {
  stepTimeoutMs,
  runConnectionSteps,
  type ConnectionTrial,
  type StepFact,
  type StepName,
  type StepResult,
} from './connection-steps.ts';
import { connectionTextsIn, type ConnectionTexts } from './connection-texts.ts';

const order: readonly ConnectionStepName[] = ['reach', 'certificate', 'token'];

/**
 * The connection test of the window: whether the service can be reached, whether its certificate is
 * trusted and whether it gives a token.
 *
 * @param language what the dispatcher reads
 * @param progress told of every step that starts or ends
 * @returns the finished test; failures of the outside are steps of it
 * @throws the signal's reason when aborted
 */
export async function testConnection(
  trial: Omit<ConnectionTrial, 'looksUp' | 'order'>,
  language: Language,
  progress: (test: ConnectionTest) => void,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const steps: [ConnectionStep, ConnectionStep, ConnectionStep] = [
    { name: 'reach', state: 'waiting' },
    { name: 'certificate', state: 'waiting' },
    { name: 'token', state: 'waiting' },
  ];
  const set = (step: ConnectionStep): void => {
    steps[order.indexOf(step.name)] = step;
    progress({ steps: [...steps] });
  };
  await runConnectionSteps(
    { ...trial, looksUp: false, order: null },
    {
      started: (name) => {
        const startedAtMs = trial.clock.wallMs();
        set({ name: shownName(name), state: 'running', startedAtMs, timeoutMs: stepTimeoutMs });
      },
      ended: (result) => set(shownStep(result, trial.baseUrl, connectionTextsIn[language])),
    },
    signal,
  );
  return { steps };
}

function shownName(name: StepName): ConnectionStepName {
  return name === 'certificate' || name === 'token' ? name : 'reach';
}

function shownStep(result: StepResult, baseUrl: string, texts: ConnectionTexts): ConnectionStep {
  const name = shownName(result.name);
  const { elapsedMs, state } = result;
  if (state === 'passed') return { name, state, elapsedMs, detail: detailOf(result.fact, texts) };
  const address = addressOf(baseUrl);
  const { certificate, failure } = result;
  const { code, httpStatus } = failure;
  const message =
    certificate === null ? texts.step(failure, address) : texts.certificate(certificate, address);
  return { name, state, elapsedMs, code, httpStatus, message };
}

function detailOf(fact: StepFact, texts: ConnectionTexts): string | null {
  if (fact.kind === 'encrypted') return fact.protocol.replace('TLSv', 'TLS ');
  if (fact.kind === 'notEncrypted') return texts.notEncrypted;
  return fact.kind === 'token' ? texts.lifetime(fact.statedSeconds) : null;
}
