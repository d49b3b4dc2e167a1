import type { ConnectionTest } from '../../core/connection.ts';
import { defaultConnectionOptions } from '../../core/connection-options.ts';
import type { ServiceNote } from '../../core/contract-notes.ts';
import type { OrderId } from '../../core/order-id.ts';
import type { ConnectionProfile, DeliveryLink, DeliveryOpener } from '../connection/ports.ts';
import type { CheckAnswer } from '../watch/ports.ts';
import { testConnection } from './connection-test.ts';
import { HttpOrderSource } from './order-source.ts';
import type { DeliveryClock } from './ports.ts';
import { TokenSource } from './token-source.ts';
import { UndiciTransport, type TlsTrust, type TransportLimits } from './transport.ts';

/** seeds/contract.md, 4.1. */
const tokenPath = '/oauth/token';

export interface DeliveryOpenerOptions {
  readonly clock: DeliveryClock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** How we introduce ourselves, such as `Waybell/0.1.0`. */
  readonly userAgent: string;
  /** One answer of this service needed these rules of leniency. */
  readonly noted?: (baseUrl: string, notes: readonly ServiceNote[]) => void;
  readonly limits?: Partial<TransportLimits>;
  readonly tls?: TlsTrust;
}

interface Way {
  readonly link: HttpDeliveryLink;
  readonly tokens: TokenSource;
}

/** Opens ways to the delivery service over HTTP. */
export class HttpDeliveryOpener implements DeliveryOpener {
  readonly #options: DeliveryOpenerOptions;

  constructor(options: DeliveryOpenerOptions) {
    this.#options = options;
  }

  open(profile: ConnectionProfile, clientSecret: string): DeliveryLink {
    return this.#open(profile, clientSecret).link;
  }

  refusal(): string | null {
    return null;
  }

  async test(
    profile: ConnectionProfile,
    clientSecret: string,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<ConnectionTest> {
    const { link, tokens } = this.#open(profile, clientSecret);
    const { clock, tls = {} } = this.#options;
    try {
      const trial = { baseUrl: profile.baseUrl, tokens, clock, tls };
      return await testConnection(trial, progress, signal);
    } finally {
      await link.close();
    }
  }

  #open(profile: ConnectionProfile, clientSecret: string): Way {
    const { clock, random, userAgent, limits = {}, tls = {} } = this.#options;
    const { baseUrl } = profile;
    const options = profile.options ?? defaultConnectionOptions;
    const noted = (notes: readonly ServiceNote[]): void => this.#options.noted?.(baseUrl, notes);
    const url = new URL(baseUrl);
    const origin = url.origin;
    const basePath = url.pathname.replace(/\/+$/, '');
    const transport = new UndiciTransport({ origin, clock, limits, tls });
    const tokens = new TokenSource({
      transport,
      clock,
      random,
      origin,
      path: basePath + tokenPath,
      clientId: profile.clientId,
      clientSecret,
      tokenScheme: options.tokenScheme,
      userAgent,
      noted,
    });
    const orders = new HttpOrderSource({
      transport,
      tokens,
      clock,
      origin,
      basePath,
      pathTemplate: options.orderPath,
      tokenHeader: options.tokenHeader,
      statusMeanings: options.statusMeanings,
      userAgent,
      noted,
    });
    return { link: new HttpDeliveryLink(orders, tokens, transport), tokens };
  }
}

/** An open way; closing it ends what is in flight and forgets the token. */
class HttpDeliveryLink implements DeliveryLink {
  readonly #orders: HttpOrderSource;
  readonly #tokens: TokenSource;
  readonly #transport: UndiciTransport;

  constructor(orders: HttpOrderSource, tokens: TokenSource, transport: UndiciTransport) {
    this.#orders = orders;
    this.#tokens = tokens;
    this.#transport = transport;
  }

  check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    return this.#orders.check(id, signal);
  }

  forget(id: OrderId): void {
    this.#orders.forget(id);
  }

  async close(): Promise<void> {
    this.#tokens.close();
    await this.#transport.close();
  }
}
