import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { parseOrderId } from '../../../core/order/order-id.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import { createServices } from '../../../main/engine/services.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WebhookRepository } from '../../../main/engine/storage/webhook-repository.ts';
import { WebhookInbox } from '../../../main/engine/webhooks/inbox.ts';
import type { ReceivedWebhook } from '../../../main/engine/webhooks/ports.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';

/*
 * The measured side of `npm run bench -- webhooks`: the services as main composes them, with the
 * database on the disk, in a process of their own. It tells what it does over the channel to the one
 * that started it.
 */

/** What the receiver is started with. */
export const receiverStart = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  orders: z.array(z.string()),
  /** The fixed value by which senders prove who they are. */
  proof: z.string(),
});

/** What the receiver says. */
export type ReceiverWord =
  | { readonly kind: 'ready'; readonly url: string }
  | ({ readonly kind: 'phase' } & ReceiverPhase);

/** What was measured since the phase before. */
export interface ReceiverPhase {
  /** Of the event loop, in milliseconds beyond what was asked for. */
  readonly loopDelayMs: { readonly p99: number; readonly max: number };
  /** Of the processor, between two looks of a timer: one turn of the event loop, without the time of other processes. */
  readonly turnCpuMs: { readonly p99: number; readonly max: number };
  readonly rssMiB: { readonly peak: number; readonly last: number };
  /** What is really held, after a collection; null unless that was asked for. */
  readonly heldMiB: number | null;
  /** Seconds of the processor. */
  readonly cpuSeconds: number;
  /** From the moment when a webhook was on the disk until its answer was handed to the system. */
  readonly answeredAfterStoredMs: readonly number[];
  readonly updates: { readonly webhook: number; readonly poll: number };
  readonly queued: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly unknownOrders: number;
}

const finishedResponse = z.object({
  request: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

const resolutionMs = 1;
const clock = new SystemClock();
const folder = mkdtempSync(join(tmpdir(), 'waybell-bench-'));
const database = openDatabase(folder);
const updates = { webhook: 0, poll: 0 };

const storedAtMs = new Map<number, number>();
const answeredAfterStoredMs: number[] = [];
subscribe('http.server.response.finish', (message) => {
  const { request } = finishedResponse.parse(message);
  const no = Number(request.headers['x-no']);
  const atMs = storedAtMs.get(no);
  if (atMs !== undefined) answeredAfterStoredMs.push(performance.now() - atMs);
  storedAtMs.delete(no);
});
const receive: (this: WebhookInbox, webhook: ReceivedWebhook) => boolean = Reflect.get(
  WebhookInbox.prototype,
  'receive',
);
WebhookInbox.prototype.receive = function measured(webhook) {
  const isStored = receive.call(this, webhook);
  const tail = Buffer.from(webhook.body.slice(-20)).toString('latin1');
  storedAtMs.set(Number(/"no":(\d+)\}$/.exec(tail)?.[1]), performance.now());
  return isStored;
};

const events = new AppEvents();
events.on('orderUpdated', ({ source }) => {
  updates[source] += 1;
});
const services = createServices({
  clock,
  log: createLog('warn', [(line) => process.stderr.write(line)], () => clock.wallMs()),
  database,
  version: '0.0.0',
  isSessionOnly: true,
  overlay: { requestsPerMinute: 6000, activeEverySeconds: 60 },
  events,
  notifies: false,
  webhooks: { overlay: { isOn: true, proof: 'header' } },
});
const { connection, watcher, webhooks } = services;
const queue = new WebhookRepository(database.sql);
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
let peakBytes = 0;
let turns: number[] = [];
let turnCpu = process.threadCpuUsage();
let cpu = process.cpuUsage();
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 20).unref();

setInterval(() => {
  const used = process.threadCpuUsage(turnCpu);
  turnCpu = process.threadCpuUsage();
  turns.push((used.user + used.system) / 1000);
}, resolutionMs).unref();

function phase(isCollected: boolean): ReceiverWord {
  if (isCollected) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  turns.sort((one, other) => one - other);
  const used = process.cpuUsage(cpu);
  const { accepted, duplicates, unknownOrders } = webhooks.state;
  const word: ReceiverWord = {
    kind: 'phase',
    loopDelayMs: {
      p99: Math.max(0, delays.percentile(99) / 1e6 - resolutionMs),
      max: Math.max(0, delays.max / 1e6 - resolutionMs),
    },
    turnCpuMs: {
      p99: turns[Math.floor(turns.length * 0.99)] ?? 0,
      max: turns.at(-1) ?? 0,
    },
    rssMiB: { peak: peakBytes / 2 ** 20, last: process.memoryUsage.rss() / 2 ** 20 },
    heldMiB: isCollected ? (heapUsed + external) / 2 ** 20 : null,
    cpuSeconds: (used.user + used.system) / 1e6,
    answeredAfterStoredMs: answeredAfterStoredMs.splice(0),
    updates: { ...updates },
    queued: queue.waiting().count,
    accepted,
    duplicates,
    unknownOrders,
  };
  delays.reset();
  turns = [];
  peakBytes = 0;
  cpu = process.cpuUsage();
  return word;
}

async function start(wanted: z.infer<typeof receiverStart>): Promise<void> {
  const { baseUrl, clientId, clientSecret, orders, proof } = wanted;
  await connection.useSession({ baseUrl, clientId }, clientSecret);
  watcher.start();
  await watcher.add(
    orders.flatMap((text) => {
      const id = parseOrderId(text);
      return id === null ? [] : [{ id, label: null }];
    }),
  );
  await webhooks.addSecret(proof, false);
  while (watcher.list().some(({ order }) => order === null)) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  delays.enable();
  send({ kind: 'ready', url: webhooks.address ?? '' });
}

function send(word: ReceiverWord): void {
  process.send?.(word);
}

process.on('message', (message) => {
  if (message === 'phase' || message === 'rest') send(phase(message === 'rest'));
  else void start(receiverStart.parse(message));
});
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
