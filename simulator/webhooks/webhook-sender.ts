import { Agent, request as requestPlainly } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { notificationOf } from '../orders/notification.ts';
import type { OrderStore, OrderEvent } from '../orders/order-store.ts';
import type { ServiceClock } from '../service-clock.ts';
import { EventTimetable } from './event-timetable.ts';
import { type EventFault, faultyBody, WebhookFaults, type AttemptFault } from './webhook-fault.ts';
import { signingHeaders, type WebhookSigning } from './webhook-signing.ts';

/** The receiver of webhooks, which a client sets up in the portal (seeds/contract.md, 5 rule 7). */
export interface WebhookTarget {
  readonly url: string;
  /** None by default: the contract names no signature. */
  readonly signing?: WebhookSigning | undefined;
  /** The wait before the first retry, doubled before each further one; 1 s by default. */
  readonly retryAfterMs?: number | undefined;
}

/** How often one webhook is tried again (seeds/contract.md, 8). */
const webhookRetries = 10;

const firstRetryMs = 1000;
/** The latest deliveries that are remembered. */
const mostRemembered = 1000;

/** A webhook and its outcome. */
export interface WebhookDelivery {
  readonly uuid: string;
  readonly kinds: readonly string[];
  readonly outcome: 'waiting' | 'delivered' | 'given-up' | 'dropped';
  readonly attempts: number;
  /** Of the last answer; null while there was none. */
  readonly status: number | null;
}

type Delivery = { -readonly [Field in keyof WebhookDelivery]: WebhookDelivery[Field] };

/** Counts since the start. */
export interface WebhookCounts {
  readonly events: number;
  readonly attempts: number;
  readonly delivered: number;
  readonly givenUp: number;
}

/**
 * Sends what happens to the orders as webhooks, and again with exponential backoff until they are
 * accepted (seeds/contract.md, 6 and 8). Each goes its own way, so one that has to be repeated is
 * overtaken by those after it.
 */
export class WebhookSender {
  readonly faults: WebhookFaults;
  readonly #orders: OrderStore;
  readonly #clock: ServiceClock;
  readonly #poster: WebhookPoster;
  readonly #timetable: EventTimetable;
  readonly #deliveries: Delivery[] = [];
  readonly #flying = new Set<Promise<void>>();
  readonly #counts = { events: 0, attempts: 0, delivered: 0, givenUp: 0 };
  #target: WebhookTarget | null = null;

  constructor(seed: number, orders: OrderStore, clock: ServiceClock) {
    this.faults = new WebhookFaults(seed);
    this.#orders = orders;
    this.#clock = clock;
    this.#poster = new WebhookPoster(clock);
    this.#timetable = new EventTimetable(orders, clock, (event) => this.#send(event));
  }

  get counts(): WebhookCounts {
    return { ...this.#counts };
  }

  /** The latest deliveries, oldest first. */
  deliveries(): readonly WebhookDelivery[] {
    return this.#deliveries.map((delivery) => ({ ...delivery }));
  }

  /** Sends what happens from now on to this address; null stops it. @throws when it is no address */
  sendTo(target: WebhookTarget | null): void {
    if (target !== null && !/^https?:$/.test(new URL(target.url).protocol)) {
      throw new RangeError('webhooks go to http and https addresses only');
    }
    if (this.#target !== null) {
      this.#timetable.stop();
    }
    this.#target = target;
    if (target !== null) {
      this.#timetable.start();
    }
  }

  /** Resolves once no attempt is under way; retries that wait for their time do not count. */
  async settled(): Promise<void> {
    while (this.#flying.size > 0) {
      await Promise.all(this.#flying);
    }
  }

  close(): void {
    this.sendTo(null);
    this.#poster.close();
  }

  #send(event: OrderEvent): void {
    const order = this.#orders.order(event.uuid, event.storyMs);
    if (order === null) {
      return;
    }
    const notification = notificationOf(event, order, this.#clock.stampMs(event.storyMs));
    const { kinds } = notification;
    const faults = this.faults.ofEvent({ uuid: event.uuid, kinds, networkMs: this.#nowMs() });
    this.#counts.events += 1;
    const isDropped = faults.some((fault) => fault.do === 'drop');
    const delivery: Delivery = {
      uuid: event.uuid,
      kinds,
      outcome: isDropped ? 'dropped' : 'waiting',
      attempts: 0,
      status: null,
    };
    this.#deliveries.push(delivery);
    this.#deliveries.splice(0, this.#deliveries.length - mostRemembered);
    if (isDropped) {
      return;
    }
    const body = Buffer.from(faultyBody(notification, faults));
    const [lateMs, again] = [lateness(faults), faults.find((fault) => fault.do === 'duplicate')];
    const first = (): void => {
      this.#try(delivery, body, 0);
      for (let double = 1; double <= (again?.times ?? 0); double += 1) {
        this.#clock.schedule(() => this.#try(delivery, body, 0), (again?.everyMs ?? 0) * double);
      }
    };
    if (lateMs === 0) {
      first();
    } else {
      this.#clock.schedule(first, lateMs);
    }
  }

  #try(delivery: Delivery, body: Buffer, retriesBefore: number): void {
    const flight = this.#attempt(delivery, body, retriesBefore);
    this.#flying.add(flight);
    void flight.finally(() => this.#flying.delete(flight));
  }

  async #attempt(delivery: Delivery, body: Buffer, retriesBefore: number): Promise<void> {
    const target = this.#target;
    if (target === null) {
      return;
    }
    const { uuid, kinds } = delivery;
    const faults = this.faults.ofAttempt({ uuid, kinds, networkMs: this.#nowMs() });
    const isForged = faults.some((fault) => fault.do === 'wrongSignature');
    const { signing = null } = target;
    const right = signing !== null && isForged ? { ...signing, secret: 'not the secret' } : signing;
    const stampMs = this.#clock.stampMs(this.#clock.storyMs());
    delivery.attempts += 1;
    this.#counts.attempts += 1;
    const status = await this.#poster.send({
      url: target.url,
      headers: signingHeaders(right, body, stampMs),
      body,
      faults: faults.filter((fault) => fault.do !== 'wrongSignature'),
    });
    delivery.status = status ?? delivery.status;
    if (status !== null && status >= 200 && status < 300) {
      delivery.outcome = 'delivered';
      this.#counts.delivered += 1;
      return;
    }
    // Webhooks were turned off meanwhile.
    if (this.#target === null) {
      return;
    }
    if (retriesBefore < webhookRetries) {
      const { retryAfterMs = firstRetryMs } = target;
      this.#clock.schedule(
        () => this.#try(delivery, body, retriesBefore + 1),
        retryAfterMs * 2 ** retriesBefore,
      );
    } else if (delivery.outcome === 'waiting') {
      delivery.outcome = 'given-up';
      this.#counts.givenUp += 1;
    }
  }

  #nowMs(): number {
    return this.#clock.networkMs();
  }
}

function lateness(faults: readonly EventFault[]): number {
  return faults.reduce((sum, fault) => sum + (fault.do === 'late' ? fault.afterMs : 0), 0);
}

/** One attempt to deliver a webhook. */
interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly faults: readonly AttemptFault[];
}

/** Without an answer after this time a webhook counts as not delivered; ours, the contract does not say. */
const answerWithinMs = 10_000;
/** How often a slow sender sends a piece. */
const pieceEveryMs = 100;
const mostConnections = 64;

/** Sends webhooks over few connections that are kept. */
class WebhookPoster {
  readonly #clock: ServiceClock;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: mostConnections });

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** @returns the status of the answer; null when there is none, or it is no longer waited for */
  send({ url, headers, body, faults }: WebhookPost): Promise<number | null> {
    return new Promise((resolve) => {
      const isTls = url.startsWith('https:');
      const request = isTls ? requestOverTls : requestPlainly;
      const post = request(url, {
        method: 'POST',
        // What is broken or slow has a connection of its own.
        agent: isTls || faults.length > 0 ? false : this.#agent,
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      });
      const cancels = [this.#clock.schedule(() => post.destroy(), answerWithinMs)];
      const end = (status: number | null): void => {
        for (const cancel of cancels) {
          cancel();
        }
        resolve(status);
      };
      post.on('response', (response) => {
        response.resume();
        // The webhook arrived, but with `unheard` the sender behaves as if it got no answer.
        const isAcknowledged = !faults.some((fault) => fault.do === 'unheard');
        response.on('end', () => end(isAcknowledged ? (response.statusCode ?? null) : null));
        response.on('error', () => end(null));
      });
      post.on('error', () => end(null));
      post.on('close', () => end(null));
      const broken = faults.find((fault) => fault.do === 'broken');
      const slow = faults.find((fault) => fault.do === 'slow');
      if (broken !== undefined) {
        post.on('socket', (socket) =>
          socket.once('connect', () => {
            if (broken.at === 'head') {
              socket.write(`POST ${new URL(url).pathname} HTTP/1.1\r\nHost: `);
            } else if (broken.at === 'body') {
              post.write(body.subarray(0, Math.ceil(body.length / 2)));
            }
            // What was written is on its way before the connection goes.
            setImmediate(() => post.destroy());
          }),
        );
      } else if (slow !== undefined) {
        const pieceBytes = Math.max(1, Math.floor((slow.bytesPerSecond * pieceEveryMs) / 1000));
        const drip = (from: number): void => {
          if (from >= body.length) {
            post.end();
            return;
          }
          post.write(body.subarray(from, from + pieceBytes));
          const cancel = this.#clock.schedule(() => drip(from + pieceBytes), pieceEveryMs);
          cancels.push(cancel);
        };
        drip(0);
      } else {
        post.end(body);
      }
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
