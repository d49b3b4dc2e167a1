import { Agent, request as requestPlainly } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { ServiceClock } from '../service-clock.ts';
import type { AttemptFault } from './webhook-fault.ts';

/** One attempt to deliver a webhook. */
export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly faults: readonly AttemptFault[];
}

/** Whoever has not answered after this has not got it; ours, the contract does not say. */
const answerWithinMs = 10_000;
/** How often a slow sender sends a piece. */
const pieceEveryMs = 100;
const mostConnections = 64;

/** Sends webhooks over few connections that are kept. */
export class WebhookPoster {
  readonly #clock: ServiceClock;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: mostConnections });

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** @returns the status of the answer; null when there is none, or nobody waits for it */
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
        // It arrived, and an unheard answer leaves its sender without knowing so.
        const isHeard = !faults.some((fault) => fault.do === 'unheard');
        response.on('end', () => end(isHeard ? (response.statusCode ?? null) : null));
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
