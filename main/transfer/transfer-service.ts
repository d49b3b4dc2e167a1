import { basename } from 'node:path';
import type { BridgeFailure, HandlersOf, RequestAnswers } from '../../core/bridge/bridge.ts';
import type { Language, Localisation } from '../../core/text/language.ts';
import { settingsWarnings } from '../../core/settings/settings-warnings.ts';
import type { RefusalWords } from '../../core/bridge/refusal-words.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Result } from '../../core/text/result.ts';
import type { Transfer, TransferOffer, TransferRefusal } from '../../core/transfer/transfer.ts';
import {
  importedSettings,
  largestTransfer,
  readingTransfer,
  settingsText,
} from '../../core/transfer/transfer.ts';
import type { SettingsService } from '../board/settings-service.ts';
import type { Log } from '../log/log.ts';
import type { ImportTarget } from './import-orders.ts';
import { importOrders, importCount } from './import-orders.ts';
import { orderListExport } from './order-list-export.ts';
import { readTextFile, writeOwnText } from './text-file.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** Lets the dispatcher choose a path; null when none was chosen. */
export interface FileDialogs {
  chooseWhereToSave(suggestedName: string): Promise<string | null>;
  chooseFile(): Promise<string | null>;
}

/** What exporting and importing act on. */
export interface TransferParts {
  readonly watch: ImportTarget & Pick<Watch, 'list'>;
  readonly settings: Pick<SettingsService, 'current' | 'change' | 'unlocked'>;
  readonly dialogs: FileDialogs;
  readonly clock: Pick<Clock, 'nextTurn' | 'wallMs'>;
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
  /** How many files were offered so far. */
  #offers = 0;

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

  get #language(): Language {
    return this.#parts.localisation?.current.language ?? 'en';
  }

  get #words(): RefusalWords {
    return refusalWordsIn[this.#language];
  }

  #saveOrderList(withPersonalData: boolean): ReturnType<TransferService['save']> {
    const { clock, watch } = this.#parts;
    const nowMs = clock.wallMs();
    const text = orderListExport(watch.list(), withPersonalData, nowMs);
    if (text === null) return Promise.resolve(this.#refused(this.#words.listTooLarge));
    const date = new Date(nowMs).toISOString().slice(0, 10);
    return this.save(`waybell-hand-over-${date}.json`, text);
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
      const path = await this.#parts.dialogs.chooseWhereToSave(suggestedName);
      if (path === null) return cancelled;
      writeOwnText(path, text);
      return { ok: true, value: { kind: 'saved', fileName: basename(path) } };
    } catch (error) {
      this.#parts.log.defect('fileNotWritten', error);
      const message = this.#words.fileNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }

  async #open(): Promise<Result<RequestAnswers['transfer:open'], BridgeFailure>> {
    try {
      const path = await this.#parts.dialogs.chooseFile();
      return path === null ? cancelled : await this.#offer(readTextFile(path, largestTransfer));
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      return this.#refused(isTooLarge ? this.#words.transfer.tooLarge : this.#words.fileNotRead);
    }
  }

  /** Reads a file in turns, so that checks and the window go on meanwhile. */
  async #read(text: string): Promise<Result<Transfer, TransferRefusal>> {
    const reading = readingTransfer(text);
    for (;;) {
      const step = reading.next();
      if (step.done === true) return step.value;
      await this.#parts.clock.nextTurn();
    }
  }

  #refused(message: string): { readonly ok: false; readonly failure: BridgeFailure } {
    return { ok: false, failure: { code: 'transfer-refused', message } };
  }

  async #offer(text: string): Promise<Result<TransferOffer, BridgeFailure>> {
    this.#offered = null;
    this.#offers += 1;
    const offer = this.#offers;
    const read = await this.#read(text);
    if (!read.ok) {
      this.#parts.log.warn('importRefused', { code: read.failure });
      return this.#refused(this.#words.transfer[read.failure]);
    }
    // A file that was offered while this one was read is the one that the dispatcher is asked about.
    if (offer !== this.#offers) return this.#refused(this.#words.nothingToImport);
    this.#offered = read.value;
    if (read.value.kind === 'settings') {
      const { change, skipped } = read.value;
      const settings = Object.keys(change).length;
      const { current } = this.#parts.settings;
      const taken = this.#parts.settings.unlocked(change);
      const leftOut = Object.keys(change).length - Object.keys(taken).length;
      const warnings = [
        ...(leftOut === 0 ? [] : [this.#words.settingsLeftOut(leftOut)]),
        ...settingsWarnings(taken, current, this.#language),
      ];
      return { ok: true, value: { kind: 'settings', settings, skipped, warnings } };
    }
    const { exportedAtMs, orders, skipped } = read.value;
    const { added, changed, muted } = importCount(this.#parts.watch, orders);
    return {
      ok: true,
      value: {
        kind: 'orderList',
        exportedAtMs,
        orders: orders.length,
        fresh: added,
        muted,
        changed,
        skipped,
      },
    };
  }

  async #accept(): Promise<Result<RequestAnswers['transfer:accept'], BridgeFailure>> {
    const { clock, log, settings, watch } = this.#parts;
    const offered = this.#offered;
    this.#offered = null;
    if (offered === null) return this.#refused(this.#words.nothingToImport);
    if (offered.kind === 'orderList') {
      const { added, changed } = await importOrders(watch, offered.orders, clock);
      log.info('orderListImported', { added, changed });
      return { ok: true, value: { kind: 'orderList', added, changed } };
    }
    try {
      settings.change(importedSettings(settings.unlocked(offered.change), settings.current));
      return { ok: true, value: { kind: 'settings' } };
    } catch (error) {
      log.defect('settingsNotWritten', error);
      const message = this.#words.importNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }
}
