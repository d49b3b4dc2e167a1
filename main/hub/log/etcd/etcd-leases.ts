import { withoutSecrets } from '../../../../core/text/address-without-secrets.ts';
import { type Leases, leaseMs, type LeaseState, type PresentHub, presentForMs } from '../ports.ts';
import { getKey, grantLease, listKeys, transact } from './etcd-api.ts';
import type { EtcdClient } from './etcd-client.ts';
import { hubPrefix, keys } from './etcd-keys.ts';

/** Leases that etcd ends by itself. The hub that writes the name of the holder last, under a lease of etcd, has it. */
export class EtcdLeases implements Leases {
  readonly #client: EtcdClient;

  constructor(client: EtcdClient) {
    this.#client = client;
  }

  async acquire(
    name: string,
    holder: string,
    note: (before: string | null) => string,
  ): Promise<LeaseState> {
    const [held, left] = await Promise.all([
      getKey(this.#client, keys.lease(name)),
      getKey(this.#client, keys.note(name)),
    ]);
    const before = left.stored?.value ?? null;
    if (held.stored !== null && held.stored.value !== holder) {
      return { isHeld: false, note: before };
    }
    // A new one each time: what was renewed last cannot end with an earlier one.
    const lease = await grantLease(this.#client, Math.ceil(leaseMs / 1000));
    const { isDone } = await transact(
      this.#client,
      [
        { key: keys.lease(name), revision: held.stored?.revision ?? 0 },
        { key: keys.note(name), revision: left.stored?.revision ?? 0 },
      ],
      [
        { put: keys.lease(name), value: holder, lease },
        { put: keys.note(name), value: note(before) },
      ],
    );
    return { isHeld: isDone, note: before };
  }

  async release(name: string, holder: string): Promise<void> {
    const key = keys.lease(name);
    await transact(this.#client, [{ key, value: holder }], [{ remove: key }]);
  }
  async sayPresent({ hubId, url }: PresentHub): Promise<void> {
    const lease = await grantLease(this.#client, presentForMs / 1000);
    await transact(this.#client, [], [{ put: keys.hub(hubId), value: url ?? '', lease }]);
  }

  async presentHubs(): Promise<readonly PresentHub[]> {
    const { stored } = await listKeys(this.#client, hubPrefix);
    return stored.map(({ key, value }) => ({
      hubId: key.slice(hubPrefix.length),
      url: value === '' ? null : withoutSecrets(value),
    }));
  }

  async leave(hubId: string): Promise<void> {
    await transact(this.#client, [], [{ remove: keys.hub(hubId) }]);
  }
}
