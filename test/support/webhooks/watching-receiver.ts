import { connect } from 'node:net';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import { orderIdAt, someOrder } from '../watched-orders.ts';
import { webhookBench, type WebhookBench } from './webhook-bench.ts';

/** The watched order, and its states after the match, at the end, and before the match. */
export const id = orderIdAt(1);
export const active = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });
export const completed = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
export const pending = someOrder(id, { status: { raw: 'pending', phase: 'searching' } });

/** A webhook about that order; by default it was matched just now. */
export function event(bench: WebhookBench, parts: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    kinds: ['order_matched'],
    reasons: ['Order Matched'],
    created_at: Math.floor(bench.clock.wallMs() / 1000),
    data: { uuid: id },
    ...parts,
  });
}

/** A bench with one watched order, which is pending. */
export async function watching(
  ...settings: Parameters<typeof webhookBench>
): Promise<WebhookBench> {
  const bench = await webhookBench({ isOn: true, ...settings[0] }, settings[1]);
  bench.source.orders.set(id, pending);
  await bench.add(1);
  await bench.clock.advance(1000);
  bench.source.requests.length = 0;
  return bench;
}

/** The fixed value by which senders prove that they are the service's. */
export const secret = 'known to the service';

/** A bench with one watched order, which is pending, where senders have to prove who they are. */
export function watchingProven(settings: Partial<WebhookSettings> = {}): Promise<WebhookBench> {
  return watching({ proof: 'header', ...settings }, { secret, proves: true });
}

/** The port of the receiver. @throws when it does not listen */
export function portOf(bench: WebhookBench): { readonly port: number } {
  const { listening } = bench.service.state;
  if (listening.kind !== 'listening') throw new RangeError('nothing listens');
  return listening;
}

/** Sends bytes unchanged and collects the answer until the other side closes. */
export function raw(port: number, parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part, 'latin1');
    });
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') reject(error);
      else resolve(answer);
    });
    socket.on('close', () => resolve(answer));
  });
}
