import type { ConnectionTest } from '../../core/delivery/connection.ts';
import { defaultConnectionOptions } from '../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../core/wire/contract-notes.ts';
import type { Language } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import { withoutEnd } from '../../core/text/text-ends.ts';
import type { ConnectionProfile, DeliveryLink, DeliveryOpener } from '../connection/ports.ts';
import type { Cancellation, CheckAnswer } from '../watch/ports.ts';
import { testConnection } from './connection-test.ts';
import { hopTimings, type Hop } from './hop-timings.ts';
import { HttpOrderSource } from './order-source.ts';
import type { DeliveryClock } from './ports.ts';
import { TokenSource } from './token-source.ts';
import { readCaFile } from './ca-file.ts';
import { commonHeaders } from './request-headers.ts';
import { proxyRoute, type ProxyRoute, type ResolveProxy } from './proxy-route.ts';
import { UndiciTransport, type TransportLimits } from './transport.ts';
import { TrustedAuthorities, type TlsTrust } from './trust.ts';

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
  /** What was read of an order before: reading it again then costs less. Default: nothing. */
  readonly known?: (id: OrderId) => Order | null;
  readonly limits?: Partial<TransportLimits>;
  readonly tls?: TlsTrust;
  /** Asks the system for its proxy. Default: the environment is asked in its place. */
  readonly resolveProxy?: ResolveProxy;
  /** The environment variables that may name a proxy. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** English unless given. */
  readonly language?: () => Language;
}

interface Way {
  readonly trust: TrustedAuthorities;
  readonly route: () => Promise<ProxyRoute>;
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

  refusal({ options }: ConnectionProfile): string | null {
    const path = options?.caFile ?? null;
    if (path === null) return null;
    const read = readCaFile(path);
    return read.ok ? null : refusalWordsIn[this.#language].caFile[read.failure];
  }

  get #language(): Language {
    return this.#options.language?.() ?? 'en';
  }

  async test(
    profile: ConnectionProfile,
    clientSecret: string,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<ConnectionTest> {
    const { link, tokens, trust, route } = this.#open(profile, clientSecret);
    const { clock } = this.#options;
    try {
      const trial = {
        baseUrl: profile.baseUrl,
        tokens,
        clock,
        trust,
        route,
        language: this.#language,
      };
      return await testConnection(trial, progress, signal);
    } finally {
      await link.close();
    }
  }

  /**
   * Goes the way to the service once, part by part.
   *
   * @param clientSecret null asks for no token
   * @param order asked for at the end; null for none
   */
  async hops(
    profile: ConnectionProfile,
    clientSecret: string | null,
    order: OrderId | null,
    signal: AbortSignal,
  ): Promise<readonly Hop[]> {
    const { link, route, tokens, trust } = this.#open(profile, clientSecret ?? '');
    const { clock } = this.#options;
    const check = (id: OrderId, within: AbortSignal) => link.check(id, within);
    try {
      return await hopTimings(
        {
          baseUrl: profile.baseUrl,
          clock,
          trust,
          route,
          tokens: clientSecret === null ? null : tokens,
          order: order === null ? null : { id: order, check },
        },
        signal,
      );
    } finally {
      await link.close();
    }
  }

  #open(profile: ConnectionProfile, clientSecret: string): Way {
    const { clock, random, userAgent, limits = {} } = this.#options;
    const { baseUrl } = profile;
    const options = profile.options ?? defaultConnectionOptions;
    const noted = (notes: readonly ServiceNote[]): void => this.#options.noted?.(baseUrl, notes);
    const url = new URL(baseUrl);
    const origin = url.origin;
    const basePath = withoutEnd(url.pathname, /\//);
    const trust = new TrustedAuthorities({ ca: this.#extraAuthorities(options.caFile) });
    const { environment = {}, resolveProxy } = this.#options;
    const surroundings = { environment, ...(resolveProxy === undefined ? {} : { resolveProxy }) };
    const route = (): Promise<ProxyRoute> => proxyRoute(options.proxy, origin, surroundings);
    const transport = new UndiciTransport({ origin, clock, limits, trust, route });
    const headers = commonHeaders(userAgent, options.extraHeaders, options.tokenHeader);
    const tokens = new TokenSource({
      transport,
      clock,
      random,
      origin,
      path: basePath + tokenPath,
      clientId: profile.clientId,
      clientSecret,
      tokenScheme: options.tokenScheme,
      commonHeaders: headers.ofToken,
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
      commonHeaders: headers.ofOrder,
      known: this.#options.known ?? (() => null),
      noted,
    });
    return { link: new HttpDeliveryLink(orders, tokens, transport), tokens, trust, route };
  }

  /** A file that cannot be read any more adds nothing: the service is not trusted then, and says so. */
  #extraAuthorities(caFile: string | null): readonly string[] {
    const { ca = [] } = this.#options.tls ?? {};
    const file = caFile === null ? null : readCaFile(caFile);
    return [...(typeof ca === 'string' ? [ca] : ca), ...(file?.ok === true ? file.value : [])];
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

  check(id: OrderId, signal: Cancellation, mayWait?: boolean): Promise<CheckAnswer> {
    return this.#orders.check(id, signal, mayWait);
  }

  forget(id: OrderId): void {
    this.#orders.forget(id);
  }

  async close(): Promise<void> {
    this.#tokens.close();
    await this.#transport.close();
  }
}
