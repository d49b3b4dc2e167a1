import { basename } from 'node:path';
import type { BridgeFailure, HandlersOf, RequestAnswers } from '../../../core/bridge/bridge.ts';
import type { Language, Localisation } from '../../../core/text/language.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import type { RefusalTexts } from '../../../core/bridge/refusal-texts.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { ReadTransfer, TransferOffer } from '../../../core/transfer/transfer.ts';
import {
  importedSettings,
  presentSettings,
  settingsText,
} from '../../../core/transfer/transfer.ts';
import type { SettingsService } from '../board/settings-service.ts';
import type { AnnotationChange, AnnotationChanges } from '../board/annotation-changes.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ArchiveStore, WatchStore } from '../watch/ports.ts';
import {
  countImport,
  importOrders,
  type ImportTarget,
  nothingImported,
  readTransfer,
  type TransferSource,
} from './import-orders.ts';
import { type ExportChoice, orderListPieces, partsToHandOver } from './order-list-export.ts';
import { saveFile } from './save-file.ts';
import { ChosenFile, FileChangedError } from './text-file.ts';

/** Lets the dispatcher choose a path; null when none was chosen. */
export interface FileDialogs {
  chooseWhereToSave(suggestedName: string): Promise<string | null>;
  chooseFile(): Promise<string | null>;
}

/** What exporting and importing act on. */
export interface TransferParts {
  readonly watch: ImportTarget;
  readonly annotationChanges: Pick<AnnotationChanges, 'remember'>;
  /** Where the watch list is kept: it is exported from there, a part at a time. */
  readonly stored: Pick<
    WatchStore & ArchiveStore,
    'archivedCount' | 'archivedSince' | 'loadInParts'
  >;
  readonly settings: Pick<SettingsService, 'current' | 'change' | 'unlocked'>;
  readonly dialogs: FileDialogs;
  /** Its own files are never replaced. */
  readonly profileDir: string;
  readonly clock: Pick<Clock, 'nextTurn' | 'wallMs'>;
  readonly log: Log;
  /** Why no orders are imported now. Default: they are. */
  readonly ordersRefused?: () => BridgeFailure | null;
  /** English unless given. */
  readonly localisation?: Localisation;
}

const cancelled = { ok: true, value: { kind: 'cancelled' } } as const;

/** A file that was read and is offered; it is read once more when the offer is accepted. */
interface Offered {
  readonly source: TransferSource;
  readonly read: ReadTransfer;
}

/**
 * Files for the next dispatcher or the next computer. Importing takes two steps: a file is read and what
 * it would do is answered; only when that is accepted is anything changed. Of a hand-over no more than a
 * piece is in memory at a time.
 */
export class TransferService {
  readonly #parts: TransferParts;
  #offered: Offered | null = null;
  /** How many files were offered so far. */
  #offers = 0;

  constructor(parts: TransferParts) {
    this.#parts = parts;
  }

  get handlers(): HandlersOf<'transfer'> {
    return {
      'transfer:save': ({ what, withPersonalData, finishedSinceMs = null }) =>
        what === 'settings'
          ? this.#saveSettings()
          : this.#saveOrderList({ withPersonalData, finishedSinceMs }),
      'transfer:open': () => this.#open(),
      'transfer:offer': ({ text }) => this.#offer({ pieces: () => [text] }),
      'transfer:accept': () => this.#accept(),
    };
  }

  get #language(): Language {
    return this.#parts.localisation?.current.language ?? 'en';
  }

  get #texts(): RefusalTexts {
    return refusalTextsIn[this.#language];
  }

  async #saveOrderList(
    choice: ExportChoice,
  ): Promise<Result<RequestAnswers['transfer:save'], BridgeFailure>> {
    const { clock, stored } = this.#parts;
    const nowMs = clock.wallMs();
    const date = new Date(nowMs).toISOString().slice(0, 10);
    const count = { orders: 0, leftOut: 0 };
    const saved = await this.savePieces(
      `waybell-hand-over-${date}.json`,
      orderListPieces(this.#asNow(partsToHandOver(stored, choice, count)), choice, nowMs, count),
    );
    if (!saved.ok || saved.value.kind === 'cancelled') return saved;
    return { ok: true, value: { ...saved.value, count } };
  }

  /** Stored orders as they are now: what changed lately may still have to be written. */
  *#asNow(parts: Iterable<readonly WatchedOrder[]>): Generator<readonly WatchedOrder[], void> {
    const { watch } = this.#parts;
    for (const part of parts) yield part.map((stored) => watch.get(stored.id) ?? stored);
  }

  #saveSettings(): ReturnType<TransferService['save']> {
    return this.save('waybell-settings.json', settingsText(this.#parts.settings.current));
  }

  /** Saves a text where the dispatcher says. */
  save(
    suggestedName: string,
    text: string,
  ): Promise<Result<RequestAnswers['transfer:save'], BridgeFailure>> {
    return this.savePieces(suggestedName, [text]);
  }

  /**
   * {@link save} for a text that comes in pieces, which are asked for once it is known where. A file that is
   * there is replaced: the dialog has asked.
   */
  async savePieces(
    suggestedName: string,
    pieces: Iterable<string>,
  ): Promise<Result<RequestAnswers['transfer:save'], BridgeFailure>> {
    try {
      const path = await this.#parts.dialogs.chooseWhereToSave(suggestedName);
      if (path === null) return cancelled;
      const { profileDir } = this.#parts;
      const saved = await saveFile(path, pieces, { profileDir, replaces: 'any' });
      if (!saved.ok) return this.#refused(this.#texts.saving[saved.failure]);
      return { ok: true, value: { kind: 'saved', fileName: basename(path) } };
    } catch (error) {
      if (error instanceof RangeError) return this.#refused(this.#texts.listTooLarge);
      this.#parts.log.defect('fileNotWritten', error);
      const message = this.#texts.fileNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }

  async #open(): Promise<Result<RequestAnswers['transfer:open'], BridgeFailure>> {
    try {
      const path = await this.#parts.dialogs.chooseFile();
      return path === null ? cancelled : await this.#offer(new ChosenFile(path));
    } catch {
      return this.#refused(this.#texts.fileNotRead);
    }
  }

  #refused(message: string): { readonly ok: false; readonly failure: BridgeFailure } {
    return { ok: false, failure: { code: 'transfer-refused', message } };
  }

  async #offer(source: TransferSource): Promise<Result<TransferOffer, BridgeFailure>> {
    const { clock, watch } = this.#parts;
    this.#offered = null;
    this.#offers += 1;
    const offer = this.#offers;
    const nowMs = clock.wallMs();
    const count = nothingImported();
    const read = await readTransfer(source, clock, (orders) => {
      countImport(watch, orders, nowMs, count);
    });
    if (!read.ok) {
      this.#parts.log.warn('importRefused', { code: read.failure });
      return this.#refused(this.#texts.transfer[read.failure]);
    }
    // A file that was offered while this one was read is the one that the dispatcher is asked about.
    if (offer !== this.#offers) return this.#refused(this.#texts.nothingToImport);
    const failure = this.#ordersRefused(read.value);
    if (failure !== null) return { ok: false, failure };
    this.#offered = { source, read: read.value };
    if (read.value.kind === 'settings') {
      const { change, retired, skipped } = read.value;
      const { current } = this.#parts.settings;
      const accepted = this.#parts.settings.unlocked(change);
      const settings = Object.keys(importedSettings(accepted, current)).length;
      const same = Object.keys(accepted).length - settings;
      const leftOut = Object.keys(change).length - Object.keys(accepted).length;
      const warnings = [
        ...(leftOut === 0 ? [] : [this.#texts.settingsLeftOut(leftOut)]),
        ...settingsWarnings(accepted, current, this.#language),
      ];
      const value = { kind: 'settings', settings, same, skipped, retired, warnings } as const;
      return { ok: true, value };
    }
    const { added: fresh, ...others } = count;
    return { ok: true, value: { ...read.value, fresh, ...others } };
  }

  #ordersRefused({ kind }: ReadTransfer): BridgeFailure | null {
    return kind === 'orderList' ? (this.#parts.ordersRefused?.() ?? null) : null;
  }

  async #accept(): Promise<Result<RequestAnswers['transfer:accept'], BridgeFailure>> {
    const { log, settings } = this.#parts;
    const offered = this.#offered;
    this.#offered = null;
    if (offered === null) return this.#refused(this.#texts.nothingToImport);
    const failure = this.#ordersRefused(offered.read);
    if (failure !== null) return { ok: false, failure };
    if (offered.read.kind === 'orderList') return await this.#importOrders(offered.source);
    try {
      const wanted = settings.unlocked(offered.read.change);
      const change = importedSettings(wanted, settings.current);
      const before = presentSettings(change, settings.current);
      settings.change(change);
      return { ok: true, value: { kind: 'settings', change, before } };
    } catch (error) {
      log.defect('settingsNotWritten', error);
      const message = this.#texts.importNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  }

  async #importOrders(
    source: TransferSource,
  ): Promise<Result<RequestAnswers['transfer:accept'], BridgeFailure>> {
    const { clock, log, watch, annotationChanges } = this.#parts;
    const nowMs = clock.wallMs();
    const added: OrderId[] = [];
    const merged: AnnotationChange[] = [];
    try {
      const read = await readTransfer(source, clock, async (orders) => {
        const imported = await importOrders(watch, orders, nowMs);
        added.push(...imported.added);
        merged.push(...imported.merged);
      });
      if (!read.ok) return this.#refused(this.#texts.transfer[read.failure]);
    } catch (error) {
      const { fileChanged, fileNotRead } = this.#texts;
      return this.#refused(error instanceof FileChangedError ? fileChanged : fileNotRead);
    } finally {
      log.info('orderListImported', { added: added.length, changed: merged.length });
    }
    const annotationsChange = annotationChanges.remember(merged);
    const value = { kind: 'orderList', added, changed: merged.length, annotationsChange } as const;
    return { ok: true, value };
  }
}
