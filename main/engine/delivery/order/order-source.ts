import type { ConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import {
  DeliveryError,
  type DeliveryFailureCode,
} from '../../../../core/delivery/delivery-failure.ts';
import { meaningsByWord } from '../../../../core/delivery/status-meanings.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { StatusMeanings } from '../../../../core/order/order-status.ts';
import type { Result } from '../../../../core/text/result.ts';
import type { ServiceNote } from '../../../../core/wire/contract-notes.ts';
import { parseOrder, type ParsedOrder } from '../../../../core/wire/wire-order.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { CheckAnswer, OrderSource } from '../../watch/ports.ts';
import { readJson } from '../http/json-body.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import { isWebPage, statusFailure } from '../http/status-failure.ts';
import type { HttpAnswer, HttpTransport } from '../http/transport.ts';
import { looksLikeError, namesToken } from '../token/token-answer.ts';
import type { AccessToken, TokenSource } from '../token/token-source.ts';
import { StatedPaces } from './stated-pace.ts';
import { TokenProof } from './token-proof.ts';

export interface OrderSourceOptions {
  readonly transport: HttpTransport;
  readonly tokens: TokenSource;
  readonly clock: Clock;
  readonly origin: string;
  /** The path of the base URL, without a slash at the end; empty when it has none. */
  readonly basePath: string;
  readonly connection: Pick<ConnectionOptions, 'orderPath' | 'tokenHeader' | 'statusMeanings'>;
  /** The headers of every request for an order except the token, as name, value, name, value. */
  readonly commonHeaders: readonly string[];
  /** One answer needed these rules of leniency. */
  readonly noted: (notes: readonly ServiceNote[]) => void;
  /** An answer that was read has this header `Date`. Default: it is not looked at. */
  readonly dated?: (date: string) => void;
}

/** The last accepted answer of an order, by which the next one is recognised as unchanged. */
interface LastAnswer {
  readonly etag: string | null;
  readonly body: Buffer;
}

/**
 * Statuses by which services refuse a token, beside 401: 400 (RFC 6750, 3.1), the way to a login page, and 419, 440
 * and 498 of frameworks and gateways.
 */
const askerStatuses: ReadonlySet<number> = new Set([
  301, 302, 303, 307, 308, 400, 403, 419, 440, 498,
]);

/** An answer, and the token that it was given to. */
interface Answered {
  readonly answer: HttpAnswer;
  readonly token: AccessToken;
}

/**
 * Orders by polling (seeds/contract.md, 4.2). An unchanged answer is recognised by the service's ETag or
 * by its bytes, before anything is decoded. A body that differs is always read, so nothing depends on a
 * service that keeps its ETags honest.
 */
export class HttpOrderSource implements OrderSource {
  readonly #options: OrderSourceOptions;
  readonly #pathBefore: string;
  readonly #pathAfter: string;
  readonly #statusMeanings: StatusMeanings;
  readonly #lastAnswers = new Map<OrderId, LastAnswer>();
  readonly #statedPaces = new StatedPaces();
  readonly #proof = new TokenProof();
  /** The headers of every request with the same token. */
  #signed: { readonly token: AccessToken; readonly headers: readonly string[] } | null = null;

  constructor(options: OrderSourceOptions) {
    this.#options = options;
    const { orderPath, statusMeanings } = options.connection;
    const [before = '', after = ''] = orderPath.split('{uuid}');
    this.#pathBefore = options.basePath + before;
    this.#pathAfter = after;
    this.#statusMeanings = meaningsByWord(statusMeanings);
  }

  /**
   * @throws DeliveryError with a code of the closed union; the signal's reason when the caller
   *   aborted; anything else is a defect
   */
  async check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    const { clock, noted, tokens } = this.#options;
    const last = this.#lastAnswers.get(id);
    const ask = (token: AccessToken): Promise<Answered> => this.#askAs(id, token, last, signal);
    let { answer, token } = await ask(tokens.ready() ?? (await tokens.current(signal)));
    if (namesToken(answer)) {
      if (answer.status === 403) noted(['token-refused-by-403']);
      if (answer.status === 200) noted(['token-refused-in-200']);
      ({ answer, token } = await ask(await tokens.renew(token, signal)));
      if (namesToken(answer)) throw answered('authorization-refused', answer, clock.wallMs());
    } else if (this.#isRefusal(id, answer, last)) {
      const isDoubtful = this.#proof.isDoubtful(id, token, clock.monotonicMs());
      const other = isDoubtful ? await tokens.replace(token, signal) : null;
      if (other !== null) ({ answer, token } = await ask(other));
    }
    const checked = this.#read(id, answer, last);
    this.#proof.read(id, token);
    const { date } = answer.headers;
    if (date !== undefined) this.#options.dated?.(date);
    const stated = this.#statedPaces.read(answer.headers, clock.wallMs());
    return stated === null ? checked : { ...checked, stated };
  }

  forget(id: OrderId): void {
    this.#lastAnswers.delete(id);
    this.#proof.forget(id);
  }

  /**
   * Whether an answer may refuse the asker and not the order: by its status, by the way to a login page, or by an
   * error in place of an order.
   */
  #isRefusal(id: OrderId, answer: HttpAnswer, last: LastAnswer | undefined): boolean {
    const { clock, origin } = this.#options;
    if (statusFailure(answer, origin, clock.wallMs()) !== null) return false;
    if (askerStatuses.has(answer.status)) return true;
    if (answer.status !== 200 || !looksLikeError(answer)) return false;
    if (last?.body.equals(answer.body) === true) return false;
    return !readOrder(answer.body, id, this.#statusMeanings).ok;
  }

  /** Asks, and once more with Bearer where the token's unusual scheme is refused. */
  async #askAs(
    id: OrderId,
    token: AccessToken,
    last: LastAnswer | undefined,
    signal: AbortSignal,
  ): Promise<Answered> {
    const { tokens } = this.#options;
    const answer = await this.#ask(id, token, last, signal);
    const bearer = isRefused(answer) ? this.#proof.untriedBearer(token, tokens) : null;
    if (bearer === null) return { answer, token };
    const again = await this.#ask(id, bearer, last, signal);
    if (isRefused(again)) {
      this.#proof.bearerRefused(bearer);
      return { answer, token };
    }
    tokens.useBearer();
    return { answer: again, token: bearer };
  }

  #ask(
    id: OrderId,
    token: AccessToken,
    last: LastAnswer | undefined,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const signed = this.#headersWith(token);
    const etag = last?.etag ?? null;
    const headers = etag === null ? signed : [...signed, 'if-none-match', etag];
    const path = this.#pathBefore + id + this.#pathAfter;
    return this.#options.transport.send({ method: 'GET', path, headers, body: null, signal });
  }

  #headersWith(token: AccessToken): readonly string[] {
    if (this.#signed?.token !== token) {
      const { commonHeaders, connection } = this.#options;
      const own = [connection.tokenHeader.toLowerCase(), token.authorization];
      this.#signed = { token, headers: [...commonHeaders, ...own] };
    }
    return this.#signed.headers;
  }

  #read(id: OrderId, answer: HttpAnswer, last: LastAnswer | undefined): CheckAnswer {
    if (answer.status === 304 && last !== undefined && last.etag !== null) {
      return { kind: 'unchanged' };
    }
    const { clock, noted, origin } = this.#options;
    const failure =
      statusFailure(answer, origin, clock.wallMs()) ?? orderFailure(answer, clock.wallMs());
    if (failure !== null) throw failure;
    const etag = usableEtag(answer.headers.etag);
    if (last !== undefined && last.body.equals(answer.body)) {
      if (last.etag !== etag) this.#remember(id, last, { etag, body: last.body });
      return { kind: 'unchanged' };
    }
    const read = readOrder(answer.body, id, this.#statusMeanings);
    if (!read.ok) throw new DeliveryError(read.failure, { httpStatus: answer.status });
    // Copied, because the received buffer may be a small part of a large block of the socket.
    const body = Buffer.allocUnsafeSlow(answer.body.byteLength);
    answer.body.copy(body);
    this.#remember(id, last, { etag, body });
    const { order, notes, text: rawJson } = read.value;
    noted(notes);
    return { kind: 'observed', order, rawJson };
  }

  /** Replaces only the answer known when the check began: one forgotten meanwhile stays forgotten. */
  #remember(id: OrderId, last: LastAnswer | undefined, next: LastAnswer): void {
    if (this.#lastAnswers.get(id) === last) this.#lastAnswers.set(id, next);
  }
}

/** Services refuse a scheme that they do not know with either. */
function isRefused({ status }: HttpAnswer): boolean {
  return status === 401 || status === 403;
}

/** Reads the body of an answer as the order that was asked for; `text` is the body as received. */
export function readOrder(
  body: Buffer,
  asked: OrderId,
  statusMeanings: StatusMeanings,
): Result<ParsedOrder & { readonly text: string }, DeliveryFailureCode> {
  const json = readJson(body);
  if (json === null) return { ok: false, failure: 'answer-unreadable' };
  const parsed = parseOrder(json.value, asked, statusMeanings);
  return parsed.ok
    ? { ok: true, value: { ...parsed.value, text: json.text } }
    : { ok: false, failure: parsed.failure.code };
}

/**
 * What a status other than 200 means for one order. The contract names none (seeds/contract.md, 7). A
 * 204, a 206 or a redirect says nothing about the order and never makes it vanish.
 */
function orderFailure(answer: HttpAnswer, wallMs: number): DeliveryError | null {
  if (answer.status === 200) return null;
  return answered(failureOfAnswer(answer), answer, wallMs);
}

/** A failure that was answered, with the pause that the service asks for. */
function answered(code: DeliveryFailureCode, answer: HttpAnswer, wallMs: number): DeliveryError {
  const { headers, status: httpStatus } = answer;
  const waitMs = retryAfterMs(headers['retry-after'], headers.date, wallMs);
  return new DeliveryError(code, {
    httpStatus,
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  });
}

function failureOfAnswer(answer: HttpAnswer): DeliveryFailureCode {
  const { status } = answer;
  if (status === 404) return 'order-not-found';
  if (status === 410) return 'order-gone';
  // A page is mostly of a gateway, which knows neither the token's rights nor whose order it is.
  if (status === 403 && !isWebPage(answer)) return 'order-forbidden';
  return status >= 400 ? 'order-rejected' : 'answer-unreadable';
}

/** An ETag is opaque: it goes back byte for byte, or not at all when a header could not carry it. */
function usableEtag(etag: string | undefined): string | null {
  return etag !== undefined &&
    etag.length <= 1000 &&
    /^[\x21-\x7e\x80-\xff][\x20-\x7e\x80-\xff]*$/.test(etag)
    ? etag
    : null;
}
