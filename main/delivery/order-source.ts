import type { ConnectionOptions } from '../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../core/wire/contract-notes.ts';
import { DeliveryError, type DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import type { StatusMeanings } from '../../core/order/order-status.ts';
import type { Cancellation, CheckAnswer, OrderSource } from '../watch/ports.ts';
import { hostFailure } from './host-answer.ts';
import { isSameBody, knownBody, type KnownBody } from './known-body.ts';
import { readOrderAnswer } from './order-answer.ts';
import type { DeliveryClock } from './ports.ts';
import { statedPace } from './stated-pace.ts';
import { meansTokenRefused } from './token-refusal.ts';
import type { AccessToken, TokenSource } from './token-source.ts';
import type { Transport, WireAnswer } from './transport.ts';

export interface OrderSourceOptions {
  readonly transport: Transport;
  readonly tokens: TokenSource;
  readonly clock: DeliveryClock;
  readonly origin: string;
  /** The path of the base URL, without a slash at the end; empty when it has none. */
  readonly basePath: string;
  /** `{uuid}` stands for the order. */
  readonly pathTemplate: string;
  /** The header that carries the token. */
  readonly tokenHeader: string;
  readonly statusMeanings: ConnectionOptions['statusMeanings'];
  /** What every request for an order says of itself, the token aside: name, value, name, value. */
  readonly commonHeaders: readonly string[];
  /** What was read of an order before, as far as anybody still has it. */
  readonly known: (id: OrderId) => Order | null;
  /** One answer needed these rules of leniency. */
  readonly noted: (notes: readonly ServiceNote[]) => void;
}

/** What is kept of the last accepted answer of an order: enough to know it again, not to show it. */
interface Remembered {
  readonly etag: string | null;
  readonly body: KnownBody;
}

/** One request for an order. */
interface Question {
  readonly id: OrderId;
  readonly token: AccessToken;
  readonly etag: string | null;
  readonly signal: Cancellation;
  readonly mayWait: boolean;
}

/**
 * Orders by polling (seeds/contract.md, 4.2), each check as cheap as it can be made: the service's
 * ETag where it gives one, otherwise the bytes before anything is decoded. A body that
 * differs is always read, so nothing depends on a service that keeps its ETags honest.
 */
export class HttpOrderSource implements OrderSource {
  readonly #options: OrderSourceOptions;
  readonly #pathBefore: string;
  readonly #pathAfter: string;
  readonly #statusMeanings: StatusMeanings;
  readonly #remembered = new Map<OrderId, Remembered>();
  /** The headers of every request with the same token. */
  #signed: { readonly token: AccessToken; readonly headers: readonly string[] } | null = null;

  constructor(options: OrderSourceOptions) {
    this.#options = options;
    const [before = '', after = ''] = options.pathTemplate.split('{uuid}');
    this.#pathBefore = options.basePath + before;
    this.#pathAfter = after;
    this.#statusMeanings = new Map(
      Object.entries(options.statusMeanings).map(([word, phase]) => [word.toLowerCase(), phase]),
    );
  }

  /**
   * @throws DeliveryError with a code of the closed union; the signal's reason when the caller
   *   aborted; anything else is a defect
   */
  async check(id: OrderId, signal: Cancellation, mayWait = false): Promise<CheckAnswer> {
    const { tokens } = this.#options;
    const token = tokens.ready() ?? (await tokens.current(signal));
    const known = this.#remembered.get(id);
    let answer = await this.#ask({ id, token, etag: known?.etag ?? null, signal, mayWait });
    if (meansTokenRefused(answer)) {
      if (answer.status === 403) this.#options.noted(['token-refused-by-403']);
      if (answer.status === 200) this.#options.noted(['token-refused-in-200']);
      const renewed = await tokens.renew(token, signal);
      answer = await this.#ask({ id, token: renewed, etag: known?.etag ?? null, signal, mayWait });
      if (meansTokenRefused(answer)) {
        throw new DeliveryError('authorization-refused', { httpStatus: answer.status });
      }
    }
    const judged = this.#judge(id, answer, known);
    const stated = statedPace(answer.headers, this.#options.clock.wallMs());
    return stated === null ? judged : { ...judged, stated };
  }

  forget(id: OrderId): void {
    this.#remembered.delete(id);
  }

  #ask({ id, token, etag, signal, mayWait }: Question): Promise<WireAnswer> {
    const signed = this.#headersWith(token);
    const headers = etag === null ? signed : [...signed, 'if-none-match', etag];
    const path = this.#pathBefore + id + this.#pathAfter;
    return this.#options.transport.send({
      method: 'GET',
      path,
      headers,
      body: null,
      signal,
      mayWait,
    });
  }

  /** Written anew with every token only. */
  #headersWith(token: AccessToken): readonly string[] {
    if (this.#signed?.token !== token) {
      const { commonHeaders, tokenHeader } = this.#options;
      const own = [tokenHeader.toLowerCase(), token.authorization];
      this.#signed = { token, headers: [...commonHeaders, ...own] };
    }
    return this.#signed.headers;
  }

  #judge(id: OrderId, answer: WireAnswer, known: Remembered | undefined): CheckAnswer {
    if (answer.status === 304 && known !== undefined && known.etag !== null) {
      return { kind: 'unchanged' };
    }
    const failure = orderFailure(answer, this.#options.origin, this.#options.clock.wallMs());
    if (failure !== null) throw failure;
    const etag = usableEtag(answer.headers.etag);
    if (known !== undefined && isSameBody(known.body, answer.body)) {
      if (known.etag !== etag)
        this.#remember(id, known, { etag, body: knownBody(answer.body, etag !== null) });
      return { kind: 'unchanged' };
    }
    const before = known === undefined ? null : this.#options.known(id);
    const read = readOrderAnswer(answer.body, id, this.#statusMeanings, before);
    if (!read.ok) throw new DeliveryError(read.failure, { httpStatus: answer.status });
    const { order, notes, text: rawJson } = read.value;
    this.#remember(id, known, { etag, body: knownBody(answer.body, etag !== null) });
    this.#options.noted(notes);
    return { kind: 'observed', order, rawJson, notes };
  }

  /** Only over what was known when the check began: an order forgotten meanwhile stays forgotten. */
  #remember(id: OrderId, known: Remembered | undefined, next: Remembered): void {
    if (this.#remembered.get(id) === known) this.#remembered.set(id, next);
  }
}

/**
 * What a status other than a good answer means for one order. The contract names none
 * (seeds/contract.md, 7). Only 200 and 304 are observations: a 204, a 206 or a redirect says nothing
 * about the order and never makes it vanish.
 */
function orderFailure(answer: WireAnswer, origin: string, wallMs: number): DeliveryError | null {
  const host = hostFailure(answer, origin, wallMs);
  if (host !== null) return host;
  if (answer.status === 200) return null;
  return new DeliveryError(orderCode(answer.status), { httpStatus: answer.status });
}

function orderCode(status: number): DeliveryFailureCode {
  if (status === 404) return 'order-not-found';
  if (status === 410) return 'order-gone';
  if (status === 403) return 'order-forbidden';
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
