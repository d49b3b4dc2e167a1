import type { ArchiveQuery } from '../../../core/board/archive-page.ts';
import type { ErasureProgress } from '../../../core/board/board.ts';
import type { BridgeFailure, BridgeHandlers, HandlersOf } from '../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { ConnectionState } from '../../../core/delivery/connection.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import { keychainFault } from '../credentials/credential-store.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';
import type { ErasureFiles, ErasureStore, PrivacyLedgerStore } from './ports.ts';

/** What an {@link Erasure} needs. */
export interface ErasureParts {
  readonly store: ErasureStore;
  readonly files: ErasureFiles;
  readonly ledger: PrivacyLedgerStore;
  readonly watch: Pick<Watch, 'list' | 'remove'>;
  readonly connection: {
    readonly state: ConnectionState;
    /** Disconnects and takes the secret out of the keychain; the demo gives way to what is stored. */
    forgetConnection(): Promise<Result<null, BridgeFailure>>;
  };
  readonly webhooks: {
    /** Stops what has secrets of its own beside the connection, and takes them out of the keychain. @throws its error */
    eraseSecrets(): Promise<void>;
  };
  /** Leaves the team, so that its orders are erased here alone. Default: there is none. */
  readonly leaveTeam?: () => Promise<void>;
  /** Lets go of what is held in memory of orders that came by themselves. */
  readonly intake: { forget(): void };
  readonly settings: { change(settings: Settings): void };
  /** Clears what the window's engine kept: caches and storage. */
  readonly clearWindowData: () => Promise<void>;
  /** The value of {@link Erasure.progress} changed. */
  readonly progressed: () => void;
  readonly clock: Clock;
  readonly localisation: Localisation;
  readonly reportDefect: (error: unknown) => void;
}

/** Null, or why not all could be erased. */
type Erased = Result<null, BridgeFailure>;

const done = { ok: true, value: null } as const;

/** How many orders are taken off the list in one turn of the event loop: some 20 ms with their history. */
const ordersAtOnce = 50;

/** How many orders are marked in one turn. */
const markedAtOnce = 1000;

/** How many orders are looked for in the files in one turn. */
const lookedForAtOnce = 20_000;

function* partsOf(ids: readonly OrderId[], atOnce: number): Generator<readonly OrderId[], void> {
  for (let from = 0; from < ids.length; from += atOnce) yield ids.slice(from, from + atOnce);
}

/** Erases for good what the dispatcher chose to erase. There is no undo. */
export class Erasure {
  readonly #parts: ErasureParts;
  #running: Promise<unknown> = Promise.resolve();
  #progress: ErasureProgress | null = null;
  #isStopped = false;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** How far erasing many orders has come; null while there are not many to erase. */
  get progress(): ErasureProgress | null {
    return this.#progress;
  }

  /** Goes on with what a crash or a quit cut off. */
  start(): void {
    void this.#inTurn(async () => {
      const ids = this.#parts.store.marked();
      if (ids.length > 0) await this.#eraseMarked(ids);
    });
  }

  /** What is marked and not yet erased is erased after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /**
   * Erases everything about these orders, a few at a time, and resolves when nothing is left of them. The
   * ledger keeps that some were erased, but not which.
   */
  orders(ids: readonly OrderId[]): Promise<Erased> {
    const { store, ledger, clock } = this.#parts;
    return this.#inTurn(async () => {
      for (const part of partsOf(ids, markedAtOnce)) {
        store.mark(part);
        await clock.nextTurn();
      }
      ledger.add({ atMs: clock.wallMs(), act: 'orderErased', orderId: null, owner: null });
      await this.#eraseMarked(ids);
    });
  }

  async #eraseMarked(ids: readonly OrderId[]): Promise<void> {
    const { clock, files, store } = this.#parts;
    try {
      for (let from = 0; from < ids.length; from += ordersAtOnce) {
        if (this.#isStopped) return;
        this.#parts.watch.remove(ids.slice(from, from + ordersAtOnce));
        this.#come(from + ordersAtOnce, ids.length);
        await clock.nextTurn();
      }
      const steps = store.erasing(ids)[Symbol.iterator]();
      while (!this.#isStopped && steps.next().done !== true) await clock.nextTurn();
      if (this.#isStopped) return;
      for (const part of partsOf(ids, lookedForAtOnce)) {
        files.eraseOrders(part);
        await clock.nextTurn();
      }
      for (const part of partsOf(ids, markedAtOnce)) {
        store.unmark(part);
        await clock.nextTurn();
      }
      store.finish();
    } finally {
      this.#progress = null;
      this.#parts.progressed();
    }
  }

  #come(erased: number, total: number): void {
    if (total <= ordersAtOnce) return;
    this.#progress = { erased: Math.min(erased, total), total };
    this.#parts.progressed();
  }

  /** One erasing after the other. */
  #inTurn(erase: () => Promise<void>): Promise<Erased> {
    const erased = this.#running.then(() => this.#attempt(erase));
    this.#running = erased;
    return erased;
  }

  /**
   * Erases everything that Waybell keeps on this computer, the keychain's entries first, because only the
   * profile names them. When the keychain refuses, nothing is erased.
   */
  async everything(): Promise<Erased> {
    const { clearWindowData, connection, files, intake, reportDefect, settings, store, watch } =
      this.#parts;
    // The first round ends the demo or a session, the second the stored connection.
    for (
      let round = 0;
      round < 2 && (round === 0 || connection.state.kind !== 'none');
      round += 1
    ) {
      const forgotten = await connection.forgetConnection();
      if (!forgotten.ok) return forgotten;
    }
    await this.#parts.leaveTeam?.();
    const withoutWebhooks = await this.#forgetWebhooks();
    if (!withoutWebhooks.ok) return withoutWebhooks;
    const erased = await this.#inTurn(async () => {
      watch.remove(watch.list().map(({ id }) => id));
      intake.forget();
      settings.change(defaultSettings);
      store.eraseEverything();
      files.eraseEverything();
    });
    await clearWindowData().catch(reportDefect);
    return erased;
  }

  async #forgetWebhooks(): Promise<Erased> {
    try {
      await this.#parts.webhooks.eraseSecrets();
      return done;
    } catch (error) {
      const { keychain } = refusalTextsIn[this.#parts.localisation.current.language];
      const message = keychain[keychainFault(error)];
      return { ok: false, failure: { code: 'keychain-failed', message } };
    }
  }

  async #attempt(erase: () => Promise<void>): Promise<Erased> {
    try {
      await erase();
      return done;
    } catch (error) {
      this.#parts.reportDefect(error);
      const { notErased: message } = refusalTextsIn[this.#parts.localisation.current.language];
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }
}

/** The most entries that the window lists. */
const shownEntries = 200;

/** What the window's requests about personal data do. */
export function privacyHandlers(
  erasure: Erasure,
  ledger: PrivacyLedgerStore,
  archived: { all(query: ArchiveQuery): AsyncIterable<readonly OrderId[]> },
): HandlersOf<'privacy'> & Pick<BridgeHandlers, 'orders:erase'> {
  return {
    async 'orders:erase'({ archived: query, ids }) {
      if (query === undefined) return erasure.orders(ids);
      const all = [...ids];
      for await (const part of archived.all(query)) all.push(...part);
      return erasure.orders(all);
    },
    'privacy:erase-everything': () => erasure.everything(),
    'privacy:ledger': () => ({ ok: true, value: ledger.latest(shownEntries) }),
  };
}
