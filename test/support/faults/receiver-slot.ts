import { WebhookRepository } from '../../../main/engine/storage/webhook-repository.ts';
import type { WebhookReceiver } from '../../../main/engine/webhooks/receiver.ts';
import type { FaultBench, FaultBenchOptions } from './fault-bench.ts';
import { memoryWebhooks } from '../storage/memory-webhooks.ts';

const secret = 'a fixed value of the service';

/** The webhook receiver of a fault bench, with real HTTP and the bench's database, time and watcher. */
export class ReceiverSlot {
  #service: WebhookReceiver | null = null;

  /** An option of the bench, which is needed before the receiver exists. */
  readonly lastWord: NonNullable<FaultBenchOptions['lastWord']> = {
    explainUpdate: (before, after, update) =>
      this.#service === null ? update : this.#service.inbox.explain(before, after, update),
    auditPace: (watched, everyMs) =>
      this.#service === null ? everyMs : this.#service.inbox.auditPace(watched, everyMs),
    stop: async () => this.#service?.stop(),
  };

  get service(): WebhookReceiver {
    if (this.#service === null) throw new Error('the receiver was not opened');
    return this.#service;
  }

  /** The address of the receiver. */
  get url(): string {
    return this.service.address ?? '';
  }

  get queue(): { readonly count: number; readonly bytes: number } {
    return this.#waiting();
  }
  #waiting: () => { readonly count: number; readonly bytes: number } = () => ({
    count: 0,
    bytes: 0,
  });

  /** Opens the receiver and makes the service send to it. Its path and the fixed value count as secrets. */
  async open(bench: FaultBench, proof: 'header' | 'none'): Promise<WebhookReceiver> {
    const { clock, database, records, watcher } = bench;
    const queue = new WebhookRepository(database.sql);
    this.#waiting = () => queue.waiting();
    const { service } = memoryWebhooks(
      {
        clock,
        log: {
          info: (event, fields) => void records.log.push(`${event} ${JSON.stringify(fields)}`),
          warn: (event, fields) => void records.log.push(`${event} ${JSON.stringify(fields)}`),
          defect: (_event, error) => void records.defects.push(error),
        },
        store: queue,
        watch: watcher,
      },
      { isOn: true, proof },
    );
    this.#service = service;
    await service.addSecret(secret, false);
    await service.apply();
    bench.secrets.push(new URL(this.url).pathname.replace('/hooks/', ''));
    bench.secrets.push(secret);
    const signing = { form: 'header', secret } as const;
    bench.service.webhooks.sendTo({ url: this.url, ...(proof === 'none' ? {} : { signing }) });
    return service;
  }

  /** Waits until all sent webhooks are answered, and lets time pass for the product. */
  async arrived(bench: FaultBench, ms = 1000): Promise<void> {
    await bench.service.webhooks.settled();
    await bench.advance(ms);
    await bench.service.webhooks.settled();
  }
}
