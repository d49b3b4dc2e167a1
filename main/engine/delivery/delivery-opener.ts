import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import type { ExtraHeaders } from '../../../core/delivery/extra-headers.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Language, Localisation } from '../../../core/text/language.ts';
import { withoutEnd } from '../../../core/text/text-ends.ts';
import type { ServiceNote } from '../../../core/wire/contract-notes.ts';
import type { ConnectionProfile, DeliveryLink, DeliveryOpener } from '../connection/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import { runConnectionSteps, type StepResult } from './connection-test/connection-steps.ts';
import { testConnection } from './connection-test/connection-test.ts';
import { addressOf } from './http/base-url.ts';
import { HttpTransport, type TransportLimits } from './http/transport.ts';
import { readCaFile, TrustedAuthorities } from './http/trusted-authorities.ts';
import { HttpOrderSource } from './order/order-source.ts';
import { proxyRoute, type ProxyRoute, type ResolveProxy } from './proxy/proxy-choice.ts';
import { openTunnel } from './proxy/tunnel.ts';
import { type TokenKeeper, TokenSource } from './token/token-source.ts';

/** seeds/contract.md, 4.1. */
const tokenPath = '/oauth/token';

export interface DeliveryOpenerOptions {
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** How requests name this program, such as `Waybell/0.1.0`. */
  readonly userAgent: string;
  /** One answer of this service needed these rules of leniency. */
  readonly noted?: (baseUrl: string, notes: readonly ServiceNote[]) => void;
  /** An answer about an order has this header `Date`. */
  readonly dated?: (date: string) => void;
  readonly limits?: Partial<TransportLimits>;
  /** Certificates of authorities to trust beside Node's own, the system's and a file's, as PEM. */
  readonly authorities?: readonly string[];
  /** Asks the system for its proxy. Default: the environment is asked in its place. */
  readonly resolveProxy?: ResolveProxy;
  /** The environment variables that may name a proxy. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** English unless given. */
  readonly localisation?: Localisation;
  /** Keeps tokens of stored connections for the next start. Default: none is kept. */
  readonly tokenKeeper?: (profile: ConnectionProfile, clientSecret: string) => TokenKeeper;
}

/** Opens connections to the delivery service over HTTP. */
export class HttpDeliveryOpener implements DeliveryOpener {
  readonly #options: DeliveryOpenerOptions;

  constructor(options: DeliveryOpenerOptions) {
    this.#options = options;
  }

  open(profile: ConnectionProfile, clientSecret: string, isStored = false): DeliveryLink {
    const keeper = isStored ? this.#options.tokenKeeper?.(profile, clientSecret) : undefined;
    return new OpenService(profile, clientSecret, this.#options, keeper);
  }

  refusal({ options }: ConnectionProfile): string | null {
    const path = options?.caFile ?? null;
    if (path === null) return null;
    const read = readCaFile(path);
    return read.ok ? null : refusalTextsIn[this.#language].caFile[read.failure];
  }

  async test(
    profile: ConnectionProfile,
    clientSecret: string,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<ConnectionTest> {
    const { baseUrl } = profile;
    const { clock } = this.#options;
    const service = new OpenService(profile, clientSecret, this.#options);
    const { route, tokens, trust } = service;
    try {
      return await testConnection(
        { baseUrl, clock, trust, route, tokens },
        this.#language,
        progress,
        signal,
      );
    } finally {
      await service.close();
    }
  }

  /**
   * Runs every step to the service once and says how long each took.
   *
   * @param clientSecret null asks for no token
   * @param order asked for at the end; null for none
   */
  async examine(
    profile: ConnectionProfile,
    clientSecret: string | null,
    order: OrderId | null,
    signal: AbortSignal,
  ): Promise<readonly StepResult[]> {
    const service = new OpenService(profile, clientSecret ?? '', this.#options);
    const { route, tokens, trust } = service;
    const results: StepResult[] = [];
    try {
      await runConnectionSteps(
        {
          baseUrl: profile.baseUrl,
          clock: this.#options.clock,
          trust,
          route,
          looksUp: true,
          tokens: clientSecret === null ? null : tokens,
          order: order === null ? null : { id: order, check: service.check },
        },
        { started: () => undefined, ended: (result) => void results.push(result) },
        signal,
      );
      return results;
    } finally {
      await service.close();
    }
  }

  get #language(): Language {
    return this.#options.localisation?.current.language ?? 'en';
  }
}

/** The open connection to one service; closing it ends what is in flight and forgets the token. */
export class OpenService implements DeliveryLink {
  readonly trust: TrustedAuthorities;
  readonly route: () => Promise<ProxyRoute>;
  readonly transport: HttpTransport;
  readonly tokens: TokenSource;
  readonly orders: HttpOrderSource;

  constructor(
    { baseUrl, clientId, options = defaultConnectionOptions }: ConnectionProfile,
    clientSecret: string,
    opener: DeliveryOpenerOptions,
    keeper?: TokenKeeper,
  ) {
    const { clock, environment = {}, limits = {}, random, resolveProxy, userAgent } = opener;
    const { origin, pathname } = new URL(baseUrl);
    const basePath = withoutEnd(pathname, /\//);
    const address = addressOf(baseUrl);
    // A file that can no longer be read adds nothing; if the service needs it, checks fail as untrusted.
    const file = options.caFile === null ? null : readCaFile(options.caFile);
    const trust = new TrustedAuthorities([
      ...(opener.authorities ?? []),
      ...(file?.ok === true ? file.value : []),
    ]);
    const surroundings = { environment, ...(resolveProxy === undefined ? {} : { resolveProxy }) };
    this.trust = trust;
    this.route = () => proxyRoute(options.proxy, origin, surroundings);
    this.transport = new HttpTransport({
      origin,
      clock,
      limits,
      trust,
      openTunnel: async (timeoutMs) =>
        openTunnel(await this.route(), address, trust, { signal: null, timeoutMs }),
    });
    const headers = commonHeaders(userAgent, options.extraHeaders, options.tokenHeader);
    const noted = (notes: readonly ServiceNote[]): void => opener.noted?.(baseUrl, notes);
    this.tokens = new TokenSource({
      transport: this.transport,
      clock,
      random,
      origin,
      path: basePath + tokenPath,
      clientId,
      clientSecret,
      tokenScheme: options.tokenScheme,
      commonHeaders: headers.ofToken,
      noted,
      ...(keeper === undefined ? {} : { keeper }),
    });
    this.orders = new HttpOrderSource({
      transport: this.transport,
      tokens: this.tokens,
      clock,
      origin,
      basePath,
      connection: options,
      commonHeaders: headers.ofOrder,
      noted,
      ...(opener.dated === undefined ? {} : { dated: opener.dated }),
    });
  }

  readonly check: DeliveryLink['check'] = (id, signal) => this.orders.check(id, signal);

  forget(id: OrderId): void {
    this.orders.forget(id);
  }

  async close(): Promise<void> {
    this.tokens.close();
    await this.transport.close();
  }
}

/**
 * The headers of every request, with those that were set for this service, as name, value, name, value. An
 * `Accept` that was set chooses the form of orders; a token is always JSON (RFC 6749, 5.1).
 *
 * @param tokenHeader left out of those that were set, so that it is not sent twice
 */
function commonHeaders(
  userAgent: string,
  extra: ExtraHeaders,
  tokenHeader: string,
): { readonly ofToken: readonly string[]; readonly ofOrder: readonly string[] } {
  const set = Object.entries(extra).filter(
    ([name]) => name.toLowerCase() !== tokenHeader.toLowerCase(),
  );
  const json = 'application/json';
  const [, accept = json] = set.find(isAccept) ?? [];
  const others = set.filter((entry) => !isAccept(entry)).flat();
  const rest = ['accept-encoding', 'identity', 'user-agent', userAgent, ...others];
  return { ofToken: ['accept', json, ...rest], ofOrder: ['accept', accept, ...rest] };
}

function isAccept([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === 'accept';
}
