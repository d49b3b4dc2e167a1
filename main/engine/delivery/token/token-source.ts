import type { TokenScheme } from '../../../../core/delivery/connection-options.ts';
import type { KeptToken } from '../../../../core/delivery/kept-token.ts';
import type { TokenNote } from '../../../../core/wire/contract-notes.ts';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { HttpAnswer, HttpTransport } from '../http/transport.ts';
import { asBearer, readTokenAnswer, renewAfterMs, type TokenGrant } from './token-answer.ts';

/** A token in use. */
export interface AccessToken {
  /** The whole value of the authorization header. */
  readonly authorization: string;
  /** Grows with every token, so that a late refusal of an older one is told from a refusal of this. */
  readonly generation: number;
  /** The lifetime that the service stated; null when it stated none. */
  readonly statedSeconds: number | null;
  /** Whether it is of an earlier start. */
  readonly isKept: boolean;
}

interface HeldToken extends AccessToken {
  readonly lifetimeMs: number;
  readonly startedAtMs: number;
}

/** Keeps the token for the next start. Each call may reject: then the token is asked for as without it. */
export interface TokenKeeper {
  /** @returns null when there is none for these credentials */
  read(): Promise<KeptToken | null>;
  write(token: KeptToken): Promise<void>;
  erase(): Promise<void>;
}

/** How the credentials are sent. */
type RequestStyle = 'post-json' | 'get-json' | 'post-form';

const styleNotes: Readonly<Record<RequestStyle, readonly TokenNote[]>> = {
  'post-json': [],
  'get-json': ['token-by-get'],
  'post-form': ['token-by-form'],
};

export interface TokenSourceOptions {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  /** A number in [0, 1); spreads the renewals of installations that failed together. */
  readonly random: () => number;
  readonly origin: string;
  /** The path of the token endpoint from the root of the origin. */
  readonly path: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the token is put into its header. */
  readonly tokenScheme: TokenScheme;
  /** The headers of every request, as name, value, name, value. */
  readonly commonHeaders: readonly string[];
  /** One answer of the token endpoint needed these rules of leniency. */
  readonly noted: (notes: readonly TokenNote[]) => void;
  /** Default: the token is kept in memory alone. */
  readonly keeper?: TokenKeeper;
}

/** A kept token with less left is not used. */
const leastLeftMs = 60_000;

const firstPauseMs = 1000;
const longestPauseMs = 5 * 60_000;

/** Refused credentials may lock an account, so their renewal is tried again after half a minute at first. */
const firstRefusalPauseMs = 30_000;
const longestRefusalPauseMs = 15 * 60_000;

/** Renewals because of a refusal: three at once, then one per half minute. */
const forcedRenewals = 3;
const forcedRenewalEveryMs = 30_000;

/**
 * The access token of one set of credentials (seeds/contract.md, 4.1 and 5).
 *
 * However many checks wait, one request is in flight. A token is renewed ahead of its end while the
 * old one is still used; a failing or refused renewal is tried again, and matters only once the old one is over. From
 * then on main/engine/watch/circuit-breaker.ts decides how often refused credentials are sent again.
 */
export class TokenSource {
  readonly #options: TokenSourceOptions;
  readonly #closing = new AbortController();
  #held: HeldToken | null = null;
  #flight: Promise<HeldToken> | null = null;
  #generation = 0;
  /** Whether these credentials brought a token before. */
  #haveWorked = false;
  /** Whether the service turned out to want Bearer, whatever scheme it names. */
  #wantsBearer = false;
  #style: RequestStyle = 'post-json';
  /** The last failure, and until when the endpoint is not asked again. */
  #failure: { readonly error: unknown; readonly untilMs: number } | null = null;
  #failureCount = 0;
  #forcedLeft = forcedRenewals;
  #forcedRefillAtMs = 0;
  /** Whether the keeper was asked for a token of an earlier start; once is enough. */
  #hasReadKept = false;

  constructor(options: TokenSourceOptions) {
    this.#options = options;
  }

  /**
   * The token, if there is a valid one, without waiting. Starts the renewal when it is due.
   */
  ready(): AccessToken | null {
    const held = this.#held;
    if (held === null) return null;
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs >= expiresAtMs(held)) return null;
    const isDue = nowMs >= held.startedAtMs + renewAfterMs(held.lifetimeMs);
    if (isDue && this.#flight === null && this.#mayAsk(nowMs)) {
      // No caller waits for this one: its failure is kept and counts once the old token is over.
      this.#fetch().catch(() => undefined);
    }
    return held;
  }

  /** @throws DeliveryError when there is no token to be had; the signal's reason when aborted */
  async current(signal: AbortSignal | null): Promise<AccessToken> {
    return this.ready() ?? (await this.#wait(this.#fetch(), signal));
  }

  /**
   * Gets another token, because `refused` was answered with a 401. When it has been replaced meanwhile,
   * this returns the present token and sends nothing.
   */
  async renew(refused: AccessToken, signal: AbortSignal | null): Promise<AccessToken> {
    const held = this.#held;
    if (held !== null && held.generation > refused.generation) return held;
    // With no renewal left the refused token stays: one refused check, no token request.
    if (this.#flight === null && !this.#spendForcedRenewal()) {
      throw new DeliveryError('authorization-refused', { httpStatus: 401 });
    }
    this.#held = null;
    // A pause that was long because the old token was still valid.
    if (this.#failure !== null) this.#remember(this.#failure.error);
    if (this.#flight === null) this.#options.keeper?.erase().catch(() => undefined);
    return this.#wait(this.#fetch(), signal);
  }

  /**
   * Gets another token, because `doubtful` may have been refused in other words. It stays in use until then.
   *
   * @returns null when no renewal is left, or none succeeds
   */
  async replace(doubtful: AccessToken, signal: AbortSignal | null): Promise<AccessToken | null> {
    const held = this.#held;
    if (held !== null && held.generation > doubtful.generation) return held;
    if (this.#flight === null && !this.#spendForcedRenewal()) return null;
    try {
      return await this.#wait(this.#fetch(), signal);
    } catch (error) {
      if (error instanceof DeliveryError) return null;
      throw error;
    }
  }

  /** The same token with Bearer in place of an unusual scheme; null when its scheme is none. */
  asBearer(token: AccessToken): AccessToken | null {
    const authorization = asBearer(token.authorization, this.#options.tokenScheme);
    return authorization === null ? null : { ...token, authorization };
  }

  /** Bearer was accepted where the scheme that the service names was not: it goes first from now on. */
  useBearer(): void {
    this.#wantsBearer = true;
    const held = this.#held;
    const authorization =
      held === null ? null : asBearer(held.authorization, this.#options.tokenScheme);
    if (held === null || authorization === null) return;
    this.#held = { ...held, authorization };
    this.#keep(this.#held);
  }

  /** Ends the request in flight and forgets the token. */
  close(): void {
    this.#closing.abort(new DeliveryError('connection-lost'));
    this.#held = null;
  }

  #mayAsk(nowMs: number): boolean {
    return this.#failure === null || nowMs >= this.#failure.untilMs;
  }

  /** @returns false when none is left for now */
  #spendForcedRenewal(): boolean {
    const nowMs = this.#options.clock.monotonicMs();
    if (this.#forcedLeft < forcedRenewals && nowMs >= this.#forcedRefillAtMs) {
      this.#forcedLeft += 1;
      this.#forcedRefillAtMs = nowMs + forcedRenewalEveryMs;
    }
    if (this.#forcedLeft === 0) return false;
    if (this.#forcedLeft === forcedRenewals) this.#forcedRefillAtMs = nowMs + forcedRenewalEveryMs;
    this.#forcedLeft -= 1;
    return true;
  }

  #fetch(): Promise<HeldToken> {
    if (this.#flight !== null) return this.#flight;
    if (!this.#mayAsk(this.#options.clock.monotonicMs()))
      return Promise.reject(this.#failure?.error);
    const { keeper } = this.#options;
    const asked =
      keeper === undefined || this.#hasReadKept ? this.#ask() : this.#keptOrAsked(keeper);
    const flight = asked.then(
      (held) => {
        this.#flight = null;
        this.#failure = null;
        this.#failureCount = 0;
        this.#haveWorked = true;
        this.#held = held;
        return held;
      },
      (error: unknown) => {
        this.#flight = null;
        this.#remember(error);
        throw error;
      },
    );
    this.#flight = flight;
    return flight;
  }

  /** The token of an earlier start, else a new one. */
  async #keptOrAsked(keeper: TokenKeeper): Promise<HeldToken> {
    this.#hasReadKept = true;
    const kept = await keeper.read().catch(() => null);
    const { clock } = this.#options;
    const ageMs = clock.wallMs() - (kept?.issuedAtMs ?? 0);
    // A clock that was set back says nothing about how long the token is still valid.
    if (kept === null || ageMs < 0 || kept.lifetimeMs - ageMs < leastLeftMs) return this.#ask();
    return this.#hold(kept, clock.monotonicMs() - ageMs, true);
  }

  #keep({ authorization, lifetimeMs, startedAtMs, statedSeconds }: HeldToken): void {
    const { clock, keeper } = this.#options;
    // A connection that is closed may be one that is being forgotten.
    if (keeper === undefined || this.#closing.signal.aborted) return;
    const issuedAtMs = Math.floor(clock.wallMs() - (clock.monotonicMs() - startedAtMs));
    keeper.write({ authorization, issuedAtMs, lifetimeMs, statedSeconds }).catch(() => undefined);
  }

  #remember(error: unknown): void {
    this.#failureCount += 1;
    const [firstMs, longestMs] = isRefusal(error)
      ? [firstRefusalPauseMs, longestRefusalPauseMs]
      : [firstPauseMs, longestPauseMs];
    const doubledMs = Math.min(longestMs, firstMs * 2 ** Math.min(20, this.#failureCount - 1));
    const asked = error instanceof DeliveryError ? error.retryAfterMs : null;
    const nowMs = this.#options.clock.monotonicMs();
    // While the old token is valid there is no hurry; from its end on the watcher's own pace decides.
    const validForMs = this.#held === null ? 0 : expiresAtMs(this.#held) - nowMs;
    const unhurriedMs = Math.min(doubledMs * (0.5 + this.#options.random() / 2), validForMs);
    const pauseMs = asked ?? Math.max(unhurriedMs, firstPauseMs);
    this.#failure = { error, untilMs: nowMs + pauseMs };
  }

  /** Asks in the style that worked last; when the endpoint refuses that style, in the next one. */
  async #ask(): Promise<HeldToken> {
    const tried = new Set<RequestStyle>();
    let blamed: DeliveryError | null = null;
    let style = this.#style;
    for (;;) {
      tried.add(style);
      const startedAtMs = this.#options.clock.monotonicMs();
      const { origin, clock, tokenScheme } = this.#options;
      const sent = await this.#send(style);
      const wallMs = clock.wallMs();
      const answer = readTokenAnswer(sent, origin, wallMs, tokenScheme, this.#haveWorked);
      switch (answer.kind) {
        case 'granted': {
          this.#style = style;
          this.#options.noted([...styleNotes[style], ...answer.grant.notes]);
          const held = this.#hold(answer.grant, startedAtMs, false);
          this.#keep(held);
          return held;
        }
        case 'failed':
          throw answer.failure;
        case 'methodRefused':
        case 'bodyRefused': {
          if (answer.failure.code === 'credentials-refused') blamed ??= answer.failure;
          const next = otherStyle(style, answer.kind);
          if (tried.has(next)) throw blamed ?? answer.failure;
          style = next;
        }
      }
    }
  }

  async #send(style: RequestStyle): Promise<HttpAnswer> {
    const { transport, path, clientId, clientSecret, commonHeaders } = this.#options;
    const fields = {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    };
    const isForm = style === 'post-form';
    try {
      return await transport.send({
        method: style === 'get-json' ? 'GET' : 'POST',
        path,
        headers: [
          ...commonHeaders,
          'content-type',
          isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ],
        body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
        signal: this.#closing.signal,
      });
    } catch (error) {
      // The transport's code is about the answer of an order; this answer is a token's.
      if (!(error instanceof DeliveryError) || error.code !== 'answer-too-large') throw error;
      throw new DeliveryError('token-unreadable', {
        ...(error.httpStatus === null ? {} : { httpStatus: error.httpStatus }),
        cause: error,
      });
    }
  }

  #hold(
    { authorization, lifetimeMs, statedSeconds }: Omit<TokenGrant, 'notes'>,
    startedAtMs: number,
    isKept: boolean,
  ): HeldToken {
    this.#generation += 1;
    const { tokenScheme } = this.#options;
    const bearer = this.#wantsBearer ? asBearer(authorization, tokenScheme) : null;
    return {
      authorization: bearer ?? authorization,
      generation: this.#generation,
      statedSeconds,
      isKept,
      lifetimeMs,
      startedAtMs,
    };
  }

  /** Waits for the shared request; one caller's abort ends only that caller's waiting. */
  async #wait(flight: Promise<HeldToken>, signal: AbortSignal | null): Promise<AccessToken> {
    if (signal === null) return flight;
    // The flight may fail after the caller has gone.
    flight.catch(() => undefined);
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const abandon = (): void => reject(signal.reason);
      signal.addEventListener('abort', abandon);
      flight
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', abandon))
        .catch(() => undefined);
    });
  }
}

function expiresAtMs({ lifetimeMs, startedAtMs }: HeldToken): number {
  return startedAtMs + lifetimeMs;
}

function isRefusal(error: unknown): boolean {
  return error instanceof DeliveryError && error.code === 'credentials-refused';
}

function otherStyle(style: RequestStyle, refused: 'methodRefused' | 'bodyRefused'): RequestStyle {
  if (refused === 'methodRefused') return style === 'post-json' ? 'get-json' : 'post-json';
  return style === 'post-form' ? 'post-json' : 'post-form';
}
