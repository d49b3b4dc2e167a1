import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { SharedOrder } from '../../../core/team/shared-order.ts';
import type { Admitted } from './bench-desks.ts';

/** What a hub knows of its orders, and the place in the log that this is as of. */
interface TeamOrders {
  readonly sequence: number;
  readonly orders: readonly SharedOrder[];
}

/** Desks that change the labels of orders at hubs, each again as soon as it was answered. */
export class Writers {
  readonly #agent = new Agent();
  readonly #urls: readonly string[];
  readonly #admitted: readonly Admitted[];
  readonly #uuids: readonly string[];
  #count = 0;

  constructor(urls: readonly string[], admitted: readonly Admitted[], uuids: readonly string[]) {
    this.#urls = urls;
    this.#admitted = admitted;
    this.#uuids = uuids;
  }

  /** How many changes were answered. */
  get count(): number {
    return this.#count;
  }

  /** Adds the orders, and waits until the service has answered for all of them. */
  async addOrders(): Promise<TeamOrders> {
    await this.#ask('POST', '/v1/orders', { uuids: this.#uuids });
    for (;;) {
      const team = await this.orders();
      const known = team.orders.filter(({ order }) => order !== null);
      if (known.length === this.#uuids.length) return team;
      // A desk may ask for the list thirty times a minute.
      await wait(2500);
    }
  }

  /** The orders as the first hub has them. */
  async orders(): Promise<TeamOrders> {
    const orders: TeamOrders = JSON.parse(await this.#ask('GET', '/v1/orders'));
    return orders;
  }

  /** Changes as long as it is wanted, with so many writers at once. */
  async write(writerCount: number, isWanted: () => boolean): Promise<void> {
    let begun = this.#count;
    await Promise.all(
      Array.from({ length: writerCount }, async () => {
        while (isWanted()) {
          begun += 1;
          await this.#change(begun);
          this.#count += 1;
        }
      }),
    );
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** The label is the time, and the number makes it another one than before. */
  async #change(number: number): Promise<void> {
    const uuid = this.#uuids[number % this.#uuids.length] ?? '';
    await this.#ask('PATCH', `/v1/orders/${uuid}`, { label: `${Date.now()} ${number}` }, number);
  }

  async #ask(
    method: 'GET' | 'PATCH' | 'POST',
    path: string,
    body?: object,
    number = 0,
  ): Promise<string> {
    const url = this.#urls[number % this.#urls.length] ?? '';
    const desk = this.#admitted[number % this.#admitted.length];
    const answer = await request(url + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        authorization: `Bearer ${desk?.token ?? ''}`,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${text}`);
    return text;
  }
}
