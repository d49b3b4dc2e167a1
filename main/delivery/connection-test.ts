import type { Socket } from 'node:net';
import type {
  ConnectionStep,
  ConnectionStepName,
  ConnectionTest,
} from '../../core/delivery/connection.ts';
import type { Language } from '../../core/text/language.ts';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { addressOf } from './base-url.ts';
import { connectionWordsIn } from './connection-words.ts';
import type { DeliveryClock } from './ports.ts';
import type { ProxyRoute } from './proxy-route.ts';
import type { TokenSource } from './token-source.ts';
import type { TrustedAuthorities } from './trust.ts';
import type { ServiceAddress } from './tunnel.ts';
import { handshake, reach } from './way-probe.ts';

/** What a connection test needs. */
export interface ConnectionTrial {
  /** Normalised. */
  readonly baseUrl: string;
  readonly tokens: TokenSource;
  readonly clock: DeliveryClock;
  readonly trust: TrustedAuthorities;
  readonly route: () => Promise<ProxyRoute>;
  /** What the dispatcher is told in. */
  readonly language: Language;
}

/** Each of the three steps. */
const stepTimeoutMs = 10_000;

/**
 * Finds out, one after the other, whether the service can be reached, whether its certificate is
 * trusted and whether it gives a token. What comes after a failed step stays waiting: nothing is sent
 * to a service that is not trusted.
 *
 * @param progress told of every step that starts or ends
 * @returns the finished test; failures of the outside are steps of it
 * @throws the signal's reason when aborted
 */
export async function testConnection(
  trial: ConnectionTrial,
  progress: (test: ConnectionTest) => void,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const address = addressOf(trial.baseUrl);
  const words = connectionWordsIn[trial.language];
  const run = new TestRun(trial.clock, progress, signal, (failure) => words.step(failure, address));

  const socket = await run.step('reach', async (within) => ({
    passed: await reach(address, await trial.route(), trial.trust, within),
    detail: null,
  }));
  if (socket === null) return run.test;

  try {
    if (!(await trusts(run, socket, address, trial))) return run.test;
  } finally {
    socket.destroy();
  }

  await run.step('token', async (within) => {
    const token = await trial.tokens.current(within);
    return { passed: token, detail: words.lifetime(token.statedSeconds) };
  });
  return run.test;
}

/** The second step; http is for this computer only and needs no certificate. */
async function trusts(
  run: TestRun,
  socket: Socket,
  address: ServiceAddress,
  trial: ConnectionTrial,
): Promise<boolean> {
  if (trial.baseUrl.startsWith('http:')) {
    run.pass('certificate', 0, connectionWordsIn[trial.language].notEncrypted);
    return true;
  }
  const isTrusted = await run.step('certificate', async (within) => {
    const outcome = await handshake(socket, address, trial.trust, within);
    if (outcome.kind === 'trusted') {
      return { passed: true, detail: outcome.protocol.replace('TLSv', 'TLS ') };
    }
    const message = connectionWordsIn[trial.language].certificate(outcome.certificate, address);
    throw new StepFailure(new DeliveryError('tls-untrusted'), message);
  });
  return isTrusted !== null;
}

/** A failure that already knows what the dispatcher should read. */
class StepFailure extends Error {
  readonly failure: DeliveryError;

  constructor(failure: DeliveryError, message: string) {
    super(message);
    this.failure = failure;
  }
}

const positions: Readonly<Record<ConnectionStepName, 0 | 1 | 2>> = {
  reach: 0,
  certificate: 1,
  token: 2,
};

/** The three steps of one test as they go. */
class TestRun {
  readonly #clock: DeliveryClock;
  readonly #progress: (test: ConnectionTest) => void;
  readonly #signal: AbortSignal;
  readonly #words: (failure: DeliveryError) => string;
  readonly #steps: [ConnectionStep, ConnectionStep, ConnectionStep] = [
    { name: 'reach', state: 'waiting' },
    { name: 'certificate', state: 'waiting' },
    { name: 'token', state: 'waiting' },
  ];

  constructor(
    clock: DeliveryClock,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
    words: (failure: DeliveryError) => string,
  ) {
    this.#words = words;
    this.#clock = clock;
    this.#progress = progress;
    this.#signal = signal;
  }

  get test(): ConnectionTest {
    const [first, second, third] = this.#steps;
    return { steps: [first, second, third] };
  }

  /** @returns what the step found, or null when it failed */
  async step<Found>(
    name: ConnectionStepName,
    act: (within: AbortSignal) => Promise<{ passed: Found; detail: string | null }>,
  ): Promise<Found | null> {
    this.#signal.throwIfAborted();
    const beganAtMs = this.#clock.monotonicMs();
    this.#set({
      name,
      state: 'running',
      startedAtMs: this.#clock.wallMs(),
      timeoutMs: stepTimeoutMs,
    });
    const deadline = new AbortController();
    const cancel = this.#clock.schedule(
      () => deadline.abort(new DeliveryError('timeout')),
      stepTimeoutMs,
    );
    const elapsedMs = (): number => Math.round(this.#clock.monotonicMs() - beganAtMs);
    try {
      const { passed, detail } = await act(AbortSignal.any([this.#signal, deadline.signal]));
      this.pass(name, elapsedMs(), detail);
      return passed;
    } catch (error) {
      this.#signal.throwIfAborted();
      const failure = error instanceof StepFailure ? error.failure : error;
      if (!(failure instanceof DeliveryError)) throw error;
      this.#set({
        name,
        state: 'failed',
        elapsedMs: elapsedMs(),
        code: failure.code,
        httpStatus: failure.httpStatus,
        message: error instanceof StepFailure ? error.message : this.#words(failure),
      });
      return null;
    } finally {
      cancel();
    }
  }

  pass(name: ConnectionStepName, elapsedMs: number, detail: string | null): void {
    this.#set({ name, state: 'passed', elapsedMs, detail });
  }

  #set(step: ConnectionStep): void {
    this.#steps[positions[step.name]] = step;
    this.#progress(this.test);
  }
}
