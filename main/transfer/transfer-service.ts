import type { BridgeFailure, HandlersOf, RequestAnswers } from '../../core/bridge/bridge.ts';
import { exportedOrder, orderListText } from '../../core/transfer/order-list-file.ts';
import type { Localisation } from '../../core/text/language.ts';
import type { RefusalWords } from '../../core/bridge/refusal-words.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Result } from '../../core/text/result.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import type { Transfer, TransferOffer } from '../../core/transfer/transfer.ts';
import { largestTransfer, readTransfer, settingsText } from '../../core/transfer/transfer.ts';
import type { Log } from '../log/log.ts';
import type { ImportTarget } from './import-orders.ts';
import { importOrders, importCount } from './import-orders.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** Lets the dispatcher choose files. */
export interface ChosenFiles {
  /**
   * Writes a text where the dispatcher says, readable by the owner only.
   *
   * @returns the file's name without its folder, null when the dispatcher chose none
   * @throws the system's error when it cannot be written
   */
  save(suggestedName: string, text: string): Promise<string | null>;
  /**
   * @param longest in bytes
   * @returns null when the dispatcher chose none
   * @throws RangeError when it is longer; the system's error when it cannot be read
   */
  open(longest: number): Promise<string | null>;
}

/** What exporting and importing act on. */
export interface TransferParts {
  readonly watch: ImportTarget & Pick<Watch, 'list'>;
  readonly settings: {
    readonly current: Settings;
    /** @throws when it could not be written */
    change(change: SettingsChange): void;
  };
  readonly files: ChosenFiles;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly log: Log;
  /** English unless given. */
  readonly localisation?: Localisation;
}

const cancelled = { ok: true, value: { kind: 'cancelled' } } as const;

/**
 * Files for the next dispatcher or the next computer. Importing takes two steps: a file is read and what
 * it would do is answered; only when that is accepted is anything changed.
 */
export class TransferService {
  readonly #parts: TransferParts;
  #offered: Transfer | null = null;

  constructor(parts: TransferParts) {
    this.#parts = parts;
  }

  get handlers(): HandlersOf<'transfer'> {
    return {
      'transfer:save': ({ what, withPersonalData }) =>
        what === 'settings' ? this.#saveSettings() : this.#saveOrderList(withPersonalData),
      'transfer:open': () => this.#open(),
      'transfer:offer': ({ text }) => this.#offer(text),
      'transfer:accept': () => this.#accept(),
    };
  }

  get #words(): RefusalWords {
    return refusalWordsIn[this.#parts.localisation?.current.language ?? 'en'];
  }

  #saveOrderList(withPersonalData: boolean): ReturnType<TransferService['save']> {
    const { clock, watch } = this.#parts;
    const nowMs = clock.wallMs();
    const orders = watch.list().map((watched) => exportedOrder(watched, withPersonalData));
    const date = new Date(nowMs).toISOString().slice(0, 10);
    return this.save(`waybell-hand-over-${date}.json`, orderListText(orders, nowMs));
  }

  #saveSettings(): ReturnType<TransferService['save']> {
    return this.save('waybell-settings.json', settingsText(this.#parts.settings.current));
  }

  /** Saves a text where the dispatcher says. */
  async save(
    suggestedName: string,
    text: string,
  ): Promise<Result<RequestAnswers['transfer:save'], BridgeFailure>> {
    try {
      const fileName = await this.#parts.files.save(suggestedName, text);
      return fileName === null ? cancelled : { ok: true, value: { kind: 'saved', fileName } };
    } catch (error) {
      this.#parts.log.defect('fileNotWritten', error);
      const message = this.#words.fileNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }

  async #open(): Promise<Result<RequestAnswers['transfer:open'], BridgeFailure>> {
    try {
      const text = await this.#parts.files.open(largestTransfer);
      return text === null ? cancelled : this.#offer(text);
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      const message = isTooLarge ? this.#words.transfer.tooLarge : this.#words.fileNotRead;
      return { ok: false, failure: { code: 'transfer-refused', message } };
    }
  }

  #offer(text: string): Result<TransferOffer, BridgeFailure> {
    this.#offered = null;
    const read = readTransfer(text);
    if (!read.ok) {
      this.#parts.log.warn('importRefused', { code: read.failure });
      const message = this.#words.transfer[read.failure];
      return { ok: false, failure: { code: 'transfer-refused', message } };
    }
    this.#offered = read.value;
    if (read.value.kind === 'settings') {
      const { change, skipped } = read.value;
      const settings = Object.keys(change).length;
      return { ok: true, value: { kind: 'settings', settings, skipped } };
    }
    const { exportedAtMs, orders, skipped } = read.value;
    const { added, changed } = importCount(this.#parts.watch, orders);
    return {
      ok: true,
      value: {
        kind: 'orderList',
        exportedAtMs,
        orders: orders.length,
        fresh: added,
        changed,
        skipped,
      },
    };
  }

  async #accept(): Promise<Result<RequestAnswers['transfer:accept'], BridgeFailure>> {
    const { log, settings, watch } = this.#parts;
    const offered = this.#offered;
    this.#offered = null;
    if (offered === null) {
      const message = this.#words.nothingToImport;
      return { ok: false, failure: { code: 'transfer-refused', message } };
    }
    if (offered.kind === 'orderList') {
      const { added, changed } = await importOrders(watch, offered.orders);
      log.info('orderListImported', { added, changed });
      return { ok: true, value: { kind: 'orderList', added, changed } };
    }
    try {
      settings.change(offered.change);
      return { ok: true, value: { kind: 'settings' } };
    } catch (error) {
      log.defect('settingsNotWritten', error);
      const message = this.#words.importNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }
}
