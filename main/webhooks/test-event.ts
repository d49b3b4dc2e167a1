import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { WebhookTest, WebhookTestStep } from '../../core/webhook/webhook-state.ts';
import type { WebhookEvent } from '../../core/webhook/wire-webhook.ts';
import { isMergedAsExpected, rehearsedClaim } from '../../core/webhook/webhook-rehearsal.ts';
import type { WebhookClock } from './ports.ts';
import { proofHeaders } from './proof.ts';
import { receiverPath } from './receiver.ts';
import type { ReceiverRules } from './receiver.ts';

const hopWithinMs = 5000;

interface Run {
  /** Told once when the event was read, and once more when its double was. */
  readonly read: (event: WebhookEvent, isDuplicate: boolean) => void;
}

/**
 * Sends events of our own through the whole chain, over the network to our own receiver, and watches
 * each hop. They are about orders that nobody has, so they end where they are known again.
 */
export class TestEvents {
  readonly #clock: WebhookClock;
  readonly #runs = new Map<OrderId, Run>();

  constructor(clock: WebhookClock) {
    this.#clock = clock;
  }

  /** Whether a webhook in the queue is a test event; if so it has arrived. */
  isTest(event: WebhookEvent, isDuplicate: boolean): boolean {
    const run = this.#runs.get(event.orderId);
    run?.read(event, isDuplicate);
    return run !== undefined;
  }

  async run(port: number, rules: ReceiverRules): Promise<WebhookTest> {
    const { address, path, proof } = rules;
    const id = parseOrderId(randomUUID());
    if (id === null) throw new RangeError('no uuid could be drawn');
    const startedMs = this.#clock.monotonicMs();
    const steps: WebhookTestStep[] = [];
    const step = (hop: WebhookTestStep['hop'], isPassed: boolean, httpStatus: number | null) => {
      const afterMs = Math.round(this.#clock.monotonicMs() - startedMs);
      steps.push({ hop, isPassed, afterMs, httpStatus });
      return isPassed;
    };
    const body = testBody(id, this.#clock.wallMs());
    const [secret = ''] = rules.secrets;
    const headers = proofHeaders(rules, secret, body, this.#clock.wallMs());
    const target = { host: reachable(address), port, path: receiverPath(path) };
    const read = Promise.withResolvers<WebhookEvent>();
    const again = Promise.withResolvers<WebhookEvent>();
    this.#runs.set(id, {
      read: (event, isDuplicate) => (isDuplicate ? again : read).resolve(event),
    });
    try {
      const status = await send(target, headers, body);
      if (!step('sent', status !== null, null)) return { steps, proof };
      if (!step('answered', status === 202, status)) return { steps, proof };
      step('queued', true, null);
      const event = await this.#inTime(read.promise);
      if (!step('read', event !== null, null) || event === null) return { steps, proof };
      const isMerged = isMergedAsExpected(event, this.#clock.wallMs());
      if (!step('merged', isMerged, null)) return { steps, proof };
      await send(target, headers, body);
      step('recognised', (await this.#inTime(again.promise)) !== null, null);
      return { steps, proof };
    } finally {
      this.#runs.delete(id);
    }
  }

  /** @returns null when it took too long */
  async #inTime(done: Promise<WebhookEvent>): Promise<WebhookEvent | null> {
    const late = Promise.withResolvers<null>();
    const cancel = this.#clock.schedule(() => late.resolve(null), hopWithinMs);
    const event = await Promise.race([done, late.promise]);
    cancel();
    return event;
  }
}

function testBody(id: OrderId, nowMs: number): Buffer {
  const event = {
    kinds: [rehearsedClaim.kind],
    reasons: [rehearsedClaim.reason],
    created_at: Math.floor(nowMs / 1000),
    data: { uuid: id },
  };
  return Buffer.from(JSON.stringify(event));
}

/** Listening at every address is reached at this computer's own. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

/** @returns the answer's status; null when nothing answered */
function send(
  target: { readonly host: string; readonly port: number; readonly path: string },
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<number | null> {
  return new Promise((resolve) => {
    const post = request({
      ...target,
      method: 'POST',
      agent: false,
      timeout: hopWithinMs,
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
    });
    post.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    post.on('timeout', () => post.destroy());
    post.on('close', () => resolve(null));
    post.on('error', () => resolve(null));
    post.end(body);
  });
}
