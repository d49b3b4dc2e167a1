import type { KV } from '@nats-io/kv';
import { type Engine, isWrongSequence, reaching, timeoutMs } from './nats-engine.ts';
import { type Leases, leaseMs, type LeaseState } from './ports.ts';

/** The bucket of the leases. */
export const leaseBucket = 'waybell-leases';
/** The stream that it is. */
const leaseStream = `KV_${leaseBucket}`;

/** Leases in a bucket whose entries go by themselves after {@link leaseMs}. */
export class NatsLeases implements Leases {
  readonly #engine: Engine;
  readonly #bucket: KV;
  /** Those held here: the revision to renew, and when that was written. */
  readonly #own = new Map<string, { readonly revision: number; readonly atMs: number }>();

  constructor(engine: Engine, bucket: KV) {
    this.#engine = engine;
    this.#bucket = bucket;
  }

  async acquire(name: string, holder: string): Promise<LeaseState> {
    const { clock } = this.#engine;
    const atMs = clock.wallMs();
    const own = this.#own.get(name);
    this.#own.delete(name);
    return await reaching(async () => {
      try {
        // One that ran out may be another's by now, which this engine does not notice in an update.
        const isGood =
          own !== undefined && atMs - own.atMs >= 0 && atMs - own.atMs < leaseMs - 1000;
        const given = isGood ? null : await this.#handedOver(name, holder);
        const known = isGood ? own.revision : given;
        const revision =
          known === null
            ? await this.#bucket.create(name, holder)
            : await this.#bucket.update(name, holder, known, timeoutMs);
        this.#own.set(name, { revision, atMs });
        return given !== null && own === undefined ? 'given' : 'held';
      } catch (error) {
        if (isWrongSequence(error)) return 'taken';
        throw error;
      }
    });
  }

  async hand(name: string, holder: string, successor: string): Promise<void> {
    const own = this.#own.get(name);
    this.#own.delete(name);
    if (own === undefined || holder === successor) return;
    await reaching(() => this.#bucket.update(name, successor, own.revision, timeoutMs));
  }

  /** The revision of a lease that another gave to this holder; null where it did not. */
  async #handedOver(name: string, holder: string): Promise<number | null> {
    const known = await this.#bucket.get(name);
    return known?.operation === 'PUT' && known.string() === holder ? known.revision : null;
  }

  /** Leaves no mark of a deletion: over one, this engine could let two take the lease at once. */
  async release(name: string): Promise<void> {
    const own = this.#own.get(name);
    this.#own.delete(name);
    if (own === undefined) return;
    const { manager } = this.#engine;
    await reaching(async () => {
      const known = await manager.streams.getMessage(leaseStream, { seq: own.revision });
      if (known !== null) await manager.streams.deleteMessage(leaseStream, own.revision);
    });
  }
}
