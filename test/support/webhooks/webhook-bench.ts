import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { UnknownOrdersChoice } from '../../../core/webhook/webhook-state.ts';
import type { ServiceNote } from '../../../core/wire/contract-notes.ts';
import { OrderIntake } from '../../../main/engine/intake/order-intake.ts';
import { openDatabase, openMemoryDatabase } from '../../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import {
  IntakeRepository,
  WebhookRepository,
} from '../../../main/engine/storage/webhook-repository.ts';
import type { PassWebhookOn } from '../../../main/engine/webhooks/ports.ts';
import type { WebhookReceiver } from '../../../main/engine/webhooks/receiver.ts';
import { FakeClock } from '../fake-clock.ts';
import { memoryWebhooks } from '../storage/memory-webhooks.ts';
import { watchBench } from '../watch/watch-bench.ts';
import type { WatchBench } from '../watch/watch-bench.ts';

/** A request to the receiver. */
export interface Post {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A receiver with a watcher behind it, on fake time, over a real database and real HTTP. */
export interface WebhookBench extends WatchBench {
  readonly service: WebhookReceiver;
  readonly intake: OrderIntake;
  readonly queue: WebhookRepository;
  readonly history: HistoryRepository;
  readonly updates: readonly OrderUpdate[];
  /** The rules of leniency that reading webhooks needed. */
  readonly notes: readonly ServiceNote[];
  /** Changes the settings of the receiver. */
  readonly change: (change: Partial<WebhookSettings>) => Promise<void>;
  /** Sends a request to the receiver; by default to its secret path. @returns status and headers */
  readonly post: (post?: Post) => Promise<{ status: number; headers: Record<string, unknown> }>;
  /** The secret path. */
  readonly path: () => string;
  /** Hands a webhook straight to the inbox, as the receiver does; proven unless said otherwise. */
  readonly queued: (event: object, isProven?: boolean) => void;
}

/** @param settings the changes of the default settings; the receiver listens when `isOn` */
export async function webhookBench(
  settings: Partial<WebhookSettings> = {},
  parts: {
    readonly secret?: string;
    /** Each request carries the secret as a fixed value, unless it has another one. */
    readonly proves?: boolean;
    /** The receiver does not listen, but the inbox handles what is put into the queue. */
    readonly isDeaf?: boolean;
    readonly keychain?: { readonly isLocked: boolean };
    /** What becomes of orders that are not watched; they are ignored unless given. */
    readonly unknown?: UnknownOrdersChoice;
    /** Hands webhooks to another hub; none accepts them unless given. */
    readonly passOn?: PassWebhookOn;
    /** Where the database is kept; in memory unless given. */
    readonly folder?: string;
  } = {},
): Promise<WebhookBench> {
  const clock = new FakeClock();
  const database = parts.folder === undefined ? openMemoryDatabase() : openDatabase(parts.folder);
  const queue = new WebhookRepository(database.sql);
  const bench = watchBench({
    clock,
    disk: new WatchRepository(database.sql, () => clock.wallMs()),
    explainUpdate: (before, after, update) => service.inbox.explain(before, after, update),
    auditPace: (watched, everyMs) => service.inbox.auditPace(watched, everyMs),
  });
  const baseUrl = 'https://service.example';
  const intake = new OrderIntake({
    store: new IntakeRepository(database.sql, 'salt'),
    clock,
    log: { defect: (_event, error) => bench.announced.defects.push(error) },
    baseUrl: () => baseUrl,
    isShown: true,
    changed: () => undefined,
  });
  intake.attach(bench.watcher);
  intake.choose(parts.unknown ?? 'ignore');
  const notes: ServiceNote[] = [];
  const memory = memoryWebhooks(
    {
      noted: (rules) => void notes.push(...rules),
      unknown: intake,
      ...(parts.passOn === undefined ? {} : { passOn: parts.passOn }),
      clock,
      log: {
        info: () => undefined,
        warn: () => undefined,
        defect: (_event, error) => bench.announced.defects.push(error),
      },
      store: queue,
      watch: bench.watcher,
    },
    settings,
    parts.keychain,
  );
  const { change, service } = memory;
  if (parts.secret !== undefined) await service.addSecret(parts.secret, false);
  if (parts.isDeaf === true) service.inbox.start();
  else await service.apply();
  bench.watcher.start();
  onTestFinished(async () => {
    await service.stop();
    service.inbox.stop();
    await bench.watcher.stop();
    database.close();
  });
  const path = (): string => new URL(service.address ?? 'http://off/').pathname;
  return {
    ...bench,
    service,
    intake,
    queue,
    history: new HistoryRepository(database.sql, () => clock.wallMs()),
    updates: bench.announced.updates,
    notes,
    path,
    change,
    queued(event, isProven = true) {
      const body = Buffer.from(JSON.stringify(event));
      service.inbox.receive({ receivedAtMs: clock.wallMs(), isProven, body });
    },
    post: ({ method = 'POST', path: given, headers = {}, body = '' } = {}) =>
      new Promise((resolve, reject) => {
        const sent = request({
          host: '127.0.0.1',
          port: memory.settings().port,
          method,
          path: given ?? path(),
          agent: false,
          headers: {
            'content-length': Buffer.byteLength(body),
            ...(parts.proves === true ? { 'x-signature': parts.secret } : {}),
            ...headers,
          },
        });
        sent.on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode ?? 0, headers: response.headers });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
  };
}
