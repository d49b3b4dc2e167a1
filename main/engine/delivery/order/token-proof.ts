import type { OrderId } from '../../../../core/order/order-id.ts';
import type { AccessToken, TokenSource } from '../token/token-source.ts';

/** A token is doubtful once it could not read this many orders and read none. */
const doubtfulFrom = 3;
const replacedEveryMs = 10 * 60_000;

/**
 * What tokens have proved by reading orders. Whether a refusal is about an order or about the token is told from that,
 * and not from its wording: services refuse an expired token in any words and with several statuses.
 */
export class TokenProof {
  /** The generation of the token that read each order last. */
  readonly #readBy = new Map<OrderId, number>();
  /** The generation of the latest token that read any order; 0 before the first. */
  #latestRead = 0;
  /** Orders that were refused to a token that has read none yet. */
  readonly #refused = new Set<OrderId>();
  /** When a doubtful token was replaced, if no order was read since. */
  #replacedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether a token with another scheme than Bearer has read an order. */
  #hasOwnScheme = false;
  /** The generation of the latest token that was refused with Bearer too. */
  #bearerRefused = 0;

  read(id: OrderId, { authorization, generation }: AccessToken): void {
    this.#hasOwnScheme ||= !authorization.startsWith('Bearer ');
    this.#readBy.set(id, generation);
    this.#latestRead = generation;
    this.#replacedAtMs = Number.NEGATIVE_INFINITY;
    this.#refused.clear();
  }

  forget(id: OrderId): void {
    this.#readBy.delete(id);
    this.#refused.delete(id);
  }

  /**
   * Whether the refusal of an order makes its token doubtful: because this very token could read it, or because it
   * could read nothing so far. The latter counts once in ten minutes until an order is read again, so that a list of
   * orders of others has few tokens asked for.
   *
   * @param nowMs on the monotonic clock
   */
  isDoubtful(id: OrderId, token: AccessToken, nowMs: number): boolean {
    const wasReadBy = this.#readBy.get(id) === token.generation;
    if (!wasReadBy && !this.#isUnproven(id, token, nowMs)) return false;
    this.#replacedAtMs = nowMs;
    this.#refused.clear();
    return true;
  }

  #isUnproven(id: OrderId, { generation, isKept }: AccessToken, nowMs: number): boolean {
    if (this.#latestRead === generation) return false;
    if (nowMs - this.#replacedAtMs < replacedEveryMs) return false;
    this.#refused.add(id);
    // A token of an earlier start may have ended meanwhile.
    return isKept || this.#refused.size >= doubtfulFrom;
  }

  /** The token with Bearer, unless its own scheme has read an order or Bearer was refused too. */
  untriedBearer(token: AccessToken, tokens: Pick<TokenSource, 'asBearer'>): AccessToken | null {
    const isSettled = this.#hasOwnScheme || this.#bearerRefused === token.generation;
    return isSettled ? null : tokens.asBearer(token);
  }

  bearerRefused({ generation }: AccessToken): void {
    this.#bearerRefused = generation;
  }
}
