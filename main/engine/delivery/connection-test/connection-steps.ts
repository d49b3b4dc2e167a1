import { isIP } from 'node:net';
import {
  DeliveryError,
  type DeliveryFailureCode,
} from '../../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { Clock } from '../../../../core/clock.ts';
import { addressOf } from '../http/base-url.ts';
import { addressesOf } from '../http/name-lookup.ts';
import { toDeliveryError } from '../http/network-failure.ts';
import type { TrustedAuthorities } from '../http/trusted-authorities.ts';
import type { ProxyRoute } from '../proxy/proxy-choice.ts';
import { openDirect, openTunnel } from '../proxy/tunnel.ts';
import type { TokenSource } from '../token/token-source.ts';
import { handshake, UntrustedCertificate, type DoubtfulCertificate } from './tls-handshake.ts';

/** The steps to an order, in this order. `proxy` takes the place of `look-up` and `connect`. */
export type StepName = 'look-up' | 'connect' | 'proxy' | 'certificate' | 'token' | 'order';

/** What a step found out. */
export type StepFact =
  | { readonly kind: 'addresses'; readonly count: number }
  | { readonly kind: 'connected' }
  /** Such as `TLSv1.3`. */
  | { readonly kind: 'encrypted'; readonly protocol: string }
  | { readonly kind: 'notEncrypted' }
  | { readonly kind: 'token'; readonly statedSeconds: number | null }
  /** `code` when the service answered that it does not have the order. */
  | { readonly kind: 'order'; readonly code: DeliveryFailureCode | null };

/** How a step ended. The steps after one that failed are not tried. */
export type StepResult =
  | {
      readonly name: StepName;
      readonly state: 'passed';
      readonly elapsedMs: number;
      readonly fact: StepFact;
    }
  | {
      readonly name: StepName;
      readonly state: 'failed';
      readonly elapsedMs: number;
      readonly failure: DeliveryError;
      /** The certificate that the failure is about. */
      readonly certificate: DoubtfulCertificate | null;
    };

/** What the steps work with. */
export interface ConnectionTrial {
  /** Normalised. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly trust: TrustedAuthorities;
  readonly route: () => Promise<ProxyRoute>;
  /** Whether the look-up of the name is a step of its own; otherwise it is part of connecting. */
  readonly looksUp: boolean;
  /** Null when there are no credentials: then no token is asked for. */
  readonly tokens: TokenSource | null;
  /** An order to ask for; null when none is watched. */
  readonly order: {
    readonly id: OrderId;
    readonly check: (id: OrderId, signal: AbortSignal) => Promise<unknown>;
  } | null;
}

/** Told of every step that starts or ends. */
export interface StepObserver {
  readonly started: (name: StepName) => void;
  readonly ended: (result: StepResult) => void;
}

/** Each step ends after this time. */
export const stepTimeoutMs = 10_000;
/** For all entries of a proxy route: shorter than a step, so that the last entry's failure ends the step. */
const routeTimeoutMs = 8000;

/** Failures that mean the service answered about the order. */
const orderAnswers: ReadonlySet<DeliveryFailureCode> = new Set(['order-not-found', 'order-gone']);

/**
 * Runs the steps to the service, one after the other, until one fails: nothing is sent to a service that
 * is not trusted.
 *
 * @throws the signal's reason when aborted; failures of the outside are results
 */
export async function runConnectionSteps(
  trial: ConnectionTrial,
  { started, ended }: StepObserver,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl, clock, order, tokens, trust } = trial;
  const address = addressOf(baseUrl);

  /** @returns null when the step failed */
  const step = async <Found>(
    name: StepName,
    act: (within: AbortSignal) => Promise<Found>,
    factOf: (found: Found) => StepFact,
  ): Promise<Found | null> => {
    signal.throwIfAborted();
    const startedAtMs = clock.monotonicMs();
    const elapsedMs = (): number => Math.round(clock.monotonicMs() - startedAtMs);
    started(name);
    const deadline = new AbortController();
    const cancelTimer = clock.schedule(
      () => deadline.abort(new DeliveryError('timeout')),
      stepTimeoutMs,
    );
    try {
      const found = await act(AbortSignal.any([signal, deadline.signal]));
      ended({ name, state: 'passed', elapsedMs: elapsedMs(), fact: factOf(found) });
      return found;
    } catch (error) {
      signal.throwIfAborted();
      const certificate = error instanceof UntrustedCertificate ? error.certificate : null;
      const failure =
        error instanceof UntrustedCertificate ? error.failure : toDeliveryError(error);
      if (!(failure instanceof DeliveryError)) throw error;
      ended({ name, state: 'failed', elapsedMs: elapsedMs(), failure, certificate });
      return null;
    } finally {
      cancelTimer();
    }
  };

  const route = trial.route();
  const isProxied = await route.then(
    ([first]) => first !== null,
    () => true,
  );
  if (trial.looksUp && !isProxied && isIP(address.host) === 0) {
    const found = await step(
      'look-up',
      (within) => orAborted(addressesOf(address.host), within),
      ({ length }) => ({ kind: 'addresses', count: length }),
    );
    if (found === null) return;
  }

  const socket = await step(
    isProxied ? 'proxy' : 'connect',
    async (within) => {
      const limits = { signal: within, timeoutMs: routeTimeoutMs };
      const tunnel = await openTunnel(await route, address, trust, limits);
      return tunnel ?? openDirect(address, within);
    },
    () => ({ kind: 'connected' }),
  );
  if (socket === null) return;
  try {
    if (baseUrl.startsWith('https:')) {
      const protocol = await step(
        'certificate',
        (within) => handshake(socket, address, trust, within),
        (found) => ({ kind: 'encrypted', protocol: found }),
      );
      if (protocol === null) return;
    } else {
      // http is for this computer only and needs no certificate.
      const fact = { kind: 'notEncrypted' } as const;
      ended({ name: 'certificate', state: 'passed', elapsedMs: 0, fact });
    }
  } finally {
    socket.destroy();
  }

  if (tokens === null) return;
  const token = await step(
    'token',
    (within) => tokens.current(within),
    ({ statedSeconds }) => ({ kind: 'token', statedSeconds }),
  );
  if (token === null || order === null) return;
  await step(
    'order',
    (within) => order.check(order.id, within).then(() => null, codeOfAnswer),
    (code) => ({ kind: 'order', code }),
  );
}

/** @throws the error, unless it is the service's answer about the order */
function codeOfAnswer(error: unknown): DeliveryFailureCode {
  if (error instanceof DeliveryError && orderAnswers.has(error.code)) return error.code;
  throw error;
}

/** A name look-up cannot be cancelled; its result is dropped. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([work, aborted.promise]);
}
