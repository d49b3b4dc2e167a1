import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { z } from 'zod';
import { type DeliveryService, startDeliveryService } from '../../delivery-service.ts';
import { type Happening, reasonTexts } from '../../orders/story.ts';
import type { WebhookRuleSource } from '../../webhooks/webhook-fault.ts';
import type { WebhookSigning } from '../../webhooks/webhook-signing.ts';

/** A received webhook. */
export interface Collected {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly atMs: number;
}

const notification = z.strictObject({
  kinds: z.array(z.string()),
  reasons: z.array(z.string()),
  created_at: z.int(),
  data: z.object({ uuid: z.uuid(), status: z.string() }),
});

/** An event of an order. */
export const matched: Happening = { kind: 'order_matched', reason: reasonTexts.matched };

/** A simulated service, and a receiver of its webhooks that shares no code with it. */
export class WebhookCollector {
  service: DeliveryService;
  readonly #server: Server;
  readonly collected: Collected[] = [];
  /** The answers of the receiver in order; the last one is repeated. */
  answers: (number | 'hangUp')[] = [200];

  private constructor(service: DeliveryService) {
    this.service = service;
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('error', () => undefined);
      request.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        this.collected.push({ text, headers: request.headers, atMs: this.service.networkMs() });
        const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
        if (typeof answer === 'number') response.writeHead(answer).end();
        else request.socket.destroy();
      });
    });
  }

  /** A service and its receiver, with no order and nothing sent yet. Close them afterwards. */
  static async open(): Promise<WebhookCollector> {
    const collector = new WebhookCollector(await startDeliveryService({ clock: 'manual' }));
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  async close(): Promise<void> {
    await this.service.close();
    this.leave();
  }

  /** Stops the receiver. */
  leave(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The address of the receiver. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks/here`;
  }

  /** Lets time pass for the service, step by step. */
  async pass(byMs: number, stepMs = 1000): Promise<void> {
    for (let passedMs = 0; passedMs < byMs; passedMs += stepMs) {
      this.service.advance(Math.min(stepMs, byMs - passedMs));
      await this.service.webhooks.settled();
    }
  }

  /** Creates an order and sends one webhook about it under these rules. @returns the uuid */
  async sent(rules: readonly WebhookRuleSource[] = [], signing?: WebhookSigning): Promise<string> {
    this.service.webhooks.faults.add(...rules);
    // The receiver is set only now, so the creation of the order is not sent.
    const uuid = this.service.addOrder();
    this.service.webhooks.sendTo({ url: this.url, signing });
    this.service.setOrder(uuid, { status: 'active' }, [matched]);
    await this.service.webhooks.settled();
    return uuid;
  }

  /** The bodies of the received webhooks. @throws ZodError when one breaks the contract */
  bodies(): readonly z.output<typeof notification>[] {
    return this.collected.map(({ text }) => notification.parse(JSON.parse(text)));
  }
}
