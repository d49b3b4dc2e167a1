import type { BridgeFailure } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';

import { defaultSettings } from '../../core/settings/settings.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { Result } from '../../core/text/result.ts';
import type { BridgeHandlers, HandlersOf } from '../desktop/bridge/bridge-server.ts';
import type { ErasureFiles, ErasureStore, PrivacyLedgerStore } from './ports.ts';

/** Null, or why not all could be erased. */
type Erased = Result<null, BridgeFailure>;

/** What an {@link Erasure} is made of. */
export interface ErasureParts {
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
  readonly forgetConnection: () => Promise<Erased>;
  /** Stops receiving webhooks and takes their secrets out of the keychain. */
  readonly forgetWebhooks: () => Promise<Erased>;
  readonly isConnected: () => boolean;
  readonly changeSettings: (settings: Settings) => void;
  /** What the window's engine kept: caches and storage. */
  readonly clearWindowData: () => Promise<void>;
  readonly reportDefect: (error: unknown) => void;
}

/** Erases for good what the dispatcher chose to erase. There is no undo. */
export class Erasure {
  readonly #parts: ErasureParts;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** Everything about these orders. That something was erased stays in the ledger, not what. */
  orders(ids: readonly OrderId[]): Erased {
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
  async everything(): Promise<Erased> {
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

  #attempt(erase: () => void): Erased {
    try {
      erase();
      return { ok: true, value: null };
    } catch (error) {
      this.#parts.reportDefect(error);
      return { ok: false, failure: { code: 'storage-failed', message: this.#parts.notErased() } };
    }
  }
}

/** The window's requests that are answered here. */
export type PrivacyHandlers = HandlersOf<'privacy'> & Pick<BridgeHandlers, 'orders:erase'>;

/** The most entries that the window lists. */
const shownEntries = 200;

/** What the window's requests about personal data do. */
export function privacyHandlers(erasure: Erasure, ledger: PrivacyLedgerStore): PrivacyHandlers {
  return {
    'orders:erase': ({ ids }) => erasure.orders(ids),
    'privacy:erase-everything': () => erasure.everything(),
    'privacy:ledger': () => ({ ok: true, value: ledger.latest(shownEntries) }),
  };
}
