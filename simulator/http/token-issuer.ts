import { timingSafeEqual } from 'node:crypto';
import { seededHex } from '../seeded-random.ts';
import type { ServiceClock } from '../service-clock.ts';

/** What a client signs in with (seeds/contract.md, 4.1). */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A token as it was issued. */
export interface IssuedToken {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  readonly expiresAtNetworkMs: number;
}

/** What a bearer token is worth at present. */
export type TokenWorth = 'valid' | 'expired' | 'revoked' | 'unknown';

/** Issues tokens and knows what each is worth. The seed decides their text. */
export class TokenIssuer {
  readonly #seed: number;
  readonly #clock: ServiceClock;
  readonly #issued = new Map<string, IssuedToken>();
  #credentials: ClientCredentials;
  #lifetimeSeconds: number;
  #count = 0;
  #revokedUpTo = 0;

  constructor(
    seed: number,
    clock: ServiceClock,
    credentials: ClientCredentials,
    lifetimeSeconds: number,
  ) {
    this.#seed = seed;
    this.#clock = clock;
    this.#credentials = credentials;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  get credentials(): ClientCredentials {
    return this.#credentials;
  }

  get lifetimeSeconds(): number {
    return this.#lifetimeSeconds;
  }

  set lifetimeSeconds(seconds: number) {
    this.#lifetimeSeconds = seconds;
  }

  /** How many tokens were issued so far. */
  get issuedCount(): number {
    return this.#count;
  }

  isClient(clientId: string, clientSecret: string): boolean {
    const isId = clientId === this.#credentials.clientId;
    const given = Buffer.from(clientSecret);
    const real = Buffer.from(this.#credentials.clientSecret);
    return isId && given.length === real.length && timingSafeEqual(given, real);
  }

  issue(): IssuedToken {
    this.#count += 1;
    const token = {
      text: `sim.${this.#count}.${seededHex(this.#seed, `token ${this.#count}`, 40)}`,
      number: this.#count,
      expiresAtNetworkMs: this.#clock.networkMs() + this.#lifetimeSeconds * 1000,
    };
    this.#issued.set(token.text, token);
    return token;
  }

  find(text: string): IssuedToken | null {
    return this.#issued.get(text) ?? null;
  }

  worth(text: string): TokenWorth {
    const token = this.#issued.get(text);
    if (token === undefined) {
      return 'unknown';
    }
    if (token.number <= this.#revokedUpTo) {
      return 'revoked';
    }
    return this.#clock.networkMs() < token.expiresAtNetworkMs ? 'valid' : 'expired';
  }

  /** Makes every token issued so far worthless, as when another client took too many. */
  revokeAll(): void {
    this.#revokedUpTo = this.#count;
  }

  /** Replaces the secret. Tokens that were issued for the old one stay valid. */
  rotateSecret(clientSecret: string): void {
    this.#credentials = { ...this.#credentials, clientSecret };
  }
}
