import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { addressOf } from './base-url.ts';
import type { ConnectionTrial } from './connection-test.ts';
import { translated } from './outside-error.ts';
import { handshake, reach } from './way-probe.ts';

/** The parts of the way to an order, in the order in which they are gone. */
export type HopName = 'dns' | 'proxy' | 'tcp' | 'tls' | 'token' | 'order';

/** How one part of the way went; what comes after one that failed is not tried. */
export type Hop =
  | {
      readonly name: HopName;
      readonly state: 'passed';
      readonly elapsedMs: number;
      readonly detail: string | null;
    }
  | {
      readonly name: HopName;
      readonly state: 'failed';
      readonly elapsedMs: number;
      readonly code: DeliveryFailureCode;
    };

/** What the way is measured with. */
export interface HopTrial extends Omit<ConnectionTrial, 'tokens' | 'language'> {
  /** Null when there are no credentials at hand: then no token is asked for. */
  readonly tokens: ConnectionTrial['tokens'] | null;
  /** Asks for one order; null when none is watched. */
  readonly order: {
    readonly id: OrderId;
    readonly check: (id: OrderId, signal: AbortSignal) => Promise<unknown>;
  } | null;
}

const hopTimeoutMs = 10_000;

/** Failures that are about the order and not about the way to it. */
const answers: ReadonlySet<DeliveryFailureCode> = new Set(['order-not-found', 'order-gone']);

/**
 * Goes the whole way to the service once and says how long each part took.
 *
 * @throws the signal's reason when aborted
 */
export async function hopTimings(trial: HopTrial, signal: AbortSignal): Promise<readonly Hop[]> {
  const { baseUrl, clock, order, tokens, trust } = trial;
  const address = addressOf(baseUrl);
  const hops: Hop[] = [];
  /** @returns null when it failed */
  const hop = async <Found>(
    name: HopName,
    act: (within: AbortSignal) => Promise<Found>,
    detail: (found: Found) => string | null = () => null,
  ): Promise<Found | null> => {
    signal.throwIfAborted();
    const deadline = new AbortController();
    const cancel = clock.schedule(() => deadline.abort(new DeliveryError('timeout')), hopTimeoutMs);
    const beganAtMs = clock.monotonicMs();
    const elapsedMs = () => Math.round(clock.monotonicMs() - beganAtMs);
    try {
      const found = await act(AbortSignal.any([signal, deadline.signal]));
      hops.push({ name, state: 'passed', elapsedMs: elapsedMs(), detail: detail(found) });
      return found;
    } catch (error) {
      signal.throwIfAborted();
      const failure = translated(error);
      if (!(failure instanceof DeliveryError)) throw error;
      const { code } = failure;
      if (name === 'order' && answers.has(code)) {
        hops.push({ name, state: 'passed', elapsedMs: elapsedMs(), detail: code });
      } else hops.push({ name, state: 'failed', elapsedMs: elapsedMs(), code });
      return null;
    } finally {
      cancel();
    }
  };

  const route = await trial.route();
  const isProxied = route[0] !== null;
  if (!isProxied && isIP(address.host) === 0) {
    const found = await hop(
      'dns',
      (within) => orAborted<readonly LookupAddress[]>(lookup(address.host, { all: true }), within),
      (all) => (all.length === 1 ? '1 address' : `${all.length} addresses`),
    );
    if (found === null) return hops;
  }
  const socket = await hop(isProxied ? 'proxy' : 'tcp', (within) =>
    reach(address, route, trust, within),
  );
  if (socket === null) return hops;
  try {
    if (baseUrl.startsWith('https:')) {
      const secured = await hop(
        'tls',
        async (within) => {
          const outcome = await handshake(socket, address, trust, within);
          if (outcome.kind === 'doubtful') throw new DeliveryError('tls-untrusted');
          return outcome.protocol;
        },
        (protocol) => protocol,
      );
      if (secured === null) return hops;
    }
  } finally {
    socket.destroy();
  }
  if (tokens === null) return hops;
  const token = await hop('token', (within) => tokens.current(within));
  if (token === null || order === null) return hops;
  await hop('order', (within) => order.check(order.id, within));
  return hops;
}

/** A name look-up cannot be cancelled; it is left behind. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([work, aborted.promise]);
}
