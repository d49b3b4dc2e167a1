import type { FaultAction } from './faults/fault-action.ts';
import type { FaultRules } from './faults/fault-rules.ts';
import { faultedReply } from './faults/fault-effects.ts';
import { plainSending } from './http/delivery.ts';
import type { Reply } from './http/http-server.ts';
import { type HttpAnswer, type HttpRequest, refusal } from './http/message.ts';
import { bearerToken, orderAnswer } from './http/order-endpoint.ts';
import type { RequestLog, RequestTarget } from './http/request-log.ts';
import type { TokenIssuer } from './http/token-issuer.ts';
import { tokenAnswer, type TokenManners } from './http/token-endpoint.ts';
import type { OrderStore } from './orders/order-store.ts';
import { between, hash32, type Random, seededRandom } from './seeded-random.ts';
import type { ServiceClock } from './service-clock.ts';

/** What the router needs. */
export interface RouterParts {
  readonly seed: number;
  readonly clock: ServiceClock;
  readonly orders: OrderStore;
  readonly tokens: TokenIssuer;
  readonly faults: FaultRules;
  readonly log: RequestLog;
  readonly basePath: string;
  /** Holds `{uuid}` once. */
  readonly orderPath: string;
  readonly tokenManners: TokenManners;
  readonly latencyMs: readonly [fromMs: number, toMs: number];
  readonly hasEtags: boolean;
}

interface Route {
  readonly target: RequestTarget;
  readonly uuid: string | null;
}

const noActions: readonly FaultAction[] = [];

/** Finds the endpoint of a request, gets its answer and applies the faults. */
export class ServiceRouter {
  readonly #parts: RouterParts;
  readonly #tokenPath: string;
  readonly #beforeUuid: string;
  readonly #afterUuid: string;
  readonly #latency: Random;
  #requestNumber = 0;

  constructor(parts: RouterParts) {
    this.#parts = parts;
    const [before = '', after = '', ...others] = parts.orderPath.split('{uuid}');
    if (!parts.orderPath.includes('{uuid}') || others.length > 0) {
      throw new RangeError('the order path must hold {uuid} once');
    }
    this.#tokenPath = `${parts.basePath}/oauth/token`;
    this.#beforeUuid = parts.basePath + before;
    this.#afterUuid = after;
    this.#latency = seededRandom(hash32(parts.seed, 'latency'));
  }

  /** The reply to a request, which is logged. */
  reply(request: HttpRequest): Reply {
    const { clock, faults, log, latencyMs, tokens } = this.#parts;
    const route = this.#route(request.path);
    const token = route.target === 'order' ? bearerToken(request) : null;
    const tokenNumber = token === null ? null : (tokens.find(token)?.number ?? null);
    const networkMs = clock.networkMs();
    const { method, requestsBefore } = request;
    this.#requestNumber += 1;
    const actions =
      route.target === 'other'
        ? noActions
        : faults.actionsFor({ ...route, method, requestsBefore, tokenNumber, networkMs });
    const reply =
      actions.length === 0
        ? { answer: this.#answer(request, route), sending: plainSending }
        : this.#faulted(request, route, actions);
    log.arrived({
      ...route,
      atMs: networkMs,
      method,
      path: request.path,
      tokenNumber,
      isConditional: request.headers.has('if-none-match'),
      status: reply.answer.status,
    });
    if (latencyMs[1] <= 0) {
      return reply;
    }
    const delayMs = reply.sending.delayMs + between(latencyMs[0], latencyMs[1], this.#latency);
    return { answer: reply.answer, sending: { ...reply.sending, delayMs } };
  }

  #route(path: string): Route {
    if (path === this.#tokenPath) {
      return { target: 'token', uuid: null };
    }
    const end = path.length - this.#afterUuid.length;
    if (path.startsWith(this.#beforeUuid) && path.endsWith(this.#afterUuid)) {
      const uuid = path.slice(this.#beforeUuid.length, end);
      if (uuid !== '' && !uuid.includes('/')) {
        return { target: 'order', uuid: uuid.toLowerCase() };
      }
    }
    return { target: 'other', uuid: null };
  }

  #answer(request: HttpRequest, route: Route): HttpAnswer {
    const { orders, clock, hasEtags, tokenManners, tokens } = this.#parts;
    if (route.target === 'token') {
      return tokenAnswer(request, tokens, tokenManners, clock.stampMs(clock.storyMs()));
    }
    if (route.uuid !== null) {
      return orderAnswer(request, route.uuid, orders, tokens, hasEtags);
    }
    return refusal(404, 'not_found', 'There is nothing at this address.');
  }

  #faulted(request: HttpRequest, route: Route, actions: readonly FaultAction[]): Reply {
    const { orders, clock } = this.#parts;
    const headers = new Map(request.headers);
    headers.delete('if-none-match');
    const { uuid } = route;
    return faultedReply(this.#answer({ ...request, headers }, route), actions, {
      stampMs: clock.stampMs(clock.storyMs()),
      requestNumber: this.#requestNumber,
      ifNoneMatch: request.headers.get('if-none-match') ?? null,
      pastBody(agoMs) {
        const past = uuid === null ? null : orders.order(uuid, clock.storyMs() - agoMs);
        return past === null ? null : JSON.stringify(past);
      },
    });
  }
}
