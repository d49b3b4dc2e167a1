import type { OrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import { defaultSettings } from '../../core/settings/settings.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { ErasureFiles, ErasureStore, PrivacyLedgerStore } from './ports.ts';

/** Why something could not be erased, for the dispatcher. */
export interface ErasureRefusal {
  readonly code: string;
  readonly message: string;
}

/** What an {@link Erasure} is made of. */
export interface ErasureParts<Refusal extends ErasureRefusal> {
  readonly store: ErasureStore;
  /** What the dispatcher reads when something could not be erased. */
  readonly notErased: () => string;
  /** Null when nothing is kept on the disk. */
  readonly files: ErasureFiles | null;
  readonly ledger: PrivacyLedgerStore;
  readonly wallMs: () => number;
  /** Takes orders off the list and off the screen. */
  readonly stopWatching: (ids: readonly OrderId[]) => void;
  readonly watchedIds: () => readonly OrderId[];
  /** Disconnects and takes the secret out of the keychain; the demo gives way to what is stored. */
  readonly forgetConnection: () => Promise<Result<null, Refusal>>;
  /** Stops receiving webhooks and takes their secrets out of the keychain. */
  readonly forgetWebhooks: () => Promise<Result<null, Refusal>>;
  readonly isConnected: () => boolean;
  readonly changeSettings: (settings: Settings) => void;
  /** What the window's engine kept: caches and storage. */
  readonly clearWindowData: () => Promise<void>;
  readonly reportDefect: (error: unknown) => void;
}

type Erased<Refusal> = Result<null, Refusal | StorageRefusal>;

interface StorageRefusal {
  readonly code: 'storage-failed';
  readonly message: string;
}

const done = { ok: true, value: null } as const;

/** Erases for good what the dispatcher chose to erase. There is no undo. */
export class Erasure<Refusal extends ErasureRefusal> {
  readonly #parts: ErasureParts<Refusal>;

  constructor(parts: ErasureParts<Refusal>) {
    this.#parts = parts;
  }

  /** Everything about these orders. That something was erased stays in the ledger, not what. */
  orders(ids: readonly OrderId[]): Erased<Refusal> {
    const { store, files, ledger, wallMs, stopWatching } = this.#parts;
    stopWatching(ids);
    return this.#attempt(() => {
      ledger.add({ atMs: wallMs(), act: 'orderErased', orderId: null, owner: null });
      store.eraseOrders(ids);
      files?.eraseOrders(ids);
    });
  }

  /**
   * Everything that Waybell keeps on this computer, the keychain's entries first: they are found by the
   * profile alone. When the keychain refuses, nothing is erased.
   */
  async everything(): Promise<Erased<Refusal>> {
    const { store, files, stopWatching, watchedIds, isConnected, changeSettings } = this.#parts;
    // The demo or a session first, then the stored connection.
    for (let round = 0; round < 2 && (round === 0 || isConnected()); round += 1) {
      const forgotten = await this.#parts.forgetConnection();
      if (!forgotten.ok) return forgotten;
    }
    const withoutWebhooks = await this.#parts.forgetWebhooks();
    if (!withoutWebhooks.ok) return withoutWebhooks;
    stopWatching(watchedIds());
    const erased = this.#attempt(() => {
      changeSettings(defaultSettings);
      store.eraseEverything();
      files?.eraseEverything();
    });
    await this.#parts.clearWindowData().catch(this.#parts.reportDefect);
    return erased;
  }

  #attempt(erase: () => void): Erased<Refusal> {
    try {
      erase();
      return done;
    } catch (error) {
      this.#parts.reportDefect(error);
      return { ok: false, failure: { code: 'storage-failed', message: this.#parts.notErased() } };
    }
  }
}
