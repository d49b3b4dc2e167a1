import type { BoardPatch } from '../../../core/board/board.ts';
import type { BridgeFailure, BridgeHandlers, HandlersOf } from '../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { WindowView } from '../../../core/board/window-view.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { PhoneOwner } from '../../../core/privacy/privacy-ledger.ts';
import { restoredDefaults } from '../../../core/settings/restored-defaults.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import { fileOrigin } from '../../../core/watch/watched-order.ts';
import type { Log } from '../log/log.ts';
import type { Watch } from '../watch/ports.ts';
import { type ArchiveChoices, type ArchivePages, Archiver } from './archive.ts';
import type { BoardFeed } from './board-feed.ts';
import { lastAnswer, orderDetail, recentChanges, wholePhone } from './order-detail.ts';
import type { OrderSearch } from './order-search.ts';
import type { DecisionsOf, ForecastOf, HistoryReader } from './ports.ts';
import type { SeenOrders } from './seen-orders.ts';
import type { SettingsService } from './settings-service.ts';
import type { AnnotationChanges } from './annotation-changes.ts';

/** The requests about the list, its orders, the settings and the window itself. */
export type BoardHandlers = HandlersOf<
  'board' | 'watch-list' | 'order' | 'checking' | 'settings' | 'window'
> &
  Pick<
    BridgeHandlers,
    | 'orders:archive'
    | 'orders:archived'
    | 'orders:find'
    | 'orders:check-now'
    | 'orders:mark-seen'
    | 'orders:mark-unseen'
    | 'orders:mute'
    | 'orders:pin'
    | 'orders:unarchive'
  >;

/** The window that the board is shown in. */
export interface BoardWindow {
  /** The page asked for its first snapshot: from here on it gets events. */
  listens(): void;
  sendIfListening(channel: 'board:patched', patch: BoardPatch): void;
  orderOpened(id: OrderId | null): void;
  /** Where the dispatcher was when the window was closed. */
  readonly view: WindowView | null;
  remembered(view: WindowView, isLeaving: boolean): void;
}

/** What the requests act on. */
export interface BoardTargets {
  readonly watch: Watch;
  /** Ends the pause between two tries while there is no contact. */
  readonly contactRetry: { ifLost(): void };
  readonly feed: Pick<
    BoardFeed,
    'archivedRows' | 'flush' | 'listen' | 'opened' | 'ordersChanged' | 'snapshot'
  >;
  readonly search: Pick<OrderSearch, 'find' | 'listen'>;
  /** What the board shows of these orders changed, though the watcher did not change them. */
  readonly ordersChanged: (ids: readonly OrderId[]) => void;
  readonly history: HistoryReader;
  /** Default: the history does not say what became of its updates. */
  readonly decisionsOf?: DecisionsOf;
  /** Default: nothing is forecast. */
  readonly forecastOf?: ForecastOf;
  readonly archive: Pick<ArchiveChoices, 'choiceOf' | 'choose'>;
  readonly archived: Pick<ArchivePages, 'find' | 'among'>;
  readonly seenOrders: Pick<SeenOrders, 'markSeen' | 'undo'>;
  readonly annotationChanges: Pick<AnnotationChanges, 'remember' | 'restore'>;
  readonly settings: Pick<SettingsService, 'change' | 'current' | 'permitted' | 'unlocked'>;
  readonly window: BoardWindow;
  /** Hands a number to the system's program for calls; answers whether it could. Default: there is none. */
  readonly openTelephone?: (phoneNumber: string) => Promise<boolean>;
  /** A whole phone number is about to be shown, copied or called. */
  readonly phoneShown: (id: OrderId, owner: PhoneOwner) => void;
  readonly localisation: Localisation;
  readonly log: Pick<Log, 'defect'>;
}

const done = { ok: true, value: null } as const;

/** As many new rows as the watcher announces at once: the others follow with its announcements. */
const mostRowsAtOnce = 250;

/** A request that has nothing to answer. */
function command<Input>(act: (input: Input) => void): (input: Input) => typeof done {
  return (input) => {
    act(input);
    return done;
  };
}

/** Answers the requests about the list and its orders. The payloads have passed their schemas. */
export function boardHandlers(targets: BoardTargets): BoardHandlers {
  const { archive, archived, feed, history, localisation, log, search } = targets;
  const { seenOrders, annotationChanges } = targets;
  const { decisionsOf, settings, watch, window } = targets;
  const archiver = new Archiver({ choices: archive, seenOrders, watch });
  const notWritten = (
    event: 'archiveNotWritten' | 'settingsNotWritten',
    error: unknown,
  ): Result<never, BridgeFailure> => {
    log.defect(event, error);
    const message = refusalTextsIn[localisation.current.language][event];
    return { ok: false, failure: { code: 'storage-failed', message } };
  };
  return {
    'board:snapshot'() {
      feed.listen((patch) => window.sendIfListening('board:patched', patch));
      window.listens();
      search.listen();
      return { ok: true, value: feed.snapshot() };
    },
    'board:recent-changes': ({ ids = null, sinceMs }) => ({
      ok: true,
      value: recentChanges(sinceMs, ids, history),
    }),
    'board:search': ({ text }) => ({ ok: true, value: search.find(text) }),
    async 'watch-list:add'({ orders, words: mode, origin = { kind: 'paste' } }) {
      const known = orders.flatMap(({ id }) => watch.find(id) ?? []);
      const from = origin.kind === 'file' ? fileOrigin(origin.name) : origin;
      const report = await watch.add(orders, mode, from);
      // The person who pasted waits for these rows: they go out before the next announcement.
      feed.ordersChanged([...report.added, ...report.changed].slice(0, mostRowsAtOnce));
      feed.flush();
      const changed = new Set(report.changed);
      const changes = known
        .filter(({ id }) => changed.has(id))
        .map((before) => ({ before, after: watch.find(before.id) ?? before }));
      return {
        ok: true,
        value: { ...report, annotationsChange: annotationChanges.remember(changes) },
      };
    },
    async 'watch-list:restore-words'({ change, isBack }) {
      await annotationChanges.restore(change, isBack);
      return done;
    },
    'watch-list:remove': command(({ ids }) => watch.remove(ids)),
    'order:detail': ({ id }) => ({
      ok: true,
      value: orderDetail(id, watch, history, decisionsOf?.(id), targets.forecastOf),
    }),
    'order:last-answer': ({ id }) => ({ ok: true, value: lastAnswer(id, history) }),
    'order:relabel': command(({ id, label }) => watch.relabel(id, label)),
    'order:note': command(({ id, note }) => watch.setPreferences([id], { note })),
    'order:reveal-phone'({ id, owner }) {
      const phone = wholePhone(watch.find(id)?.order ?? null, owner);
      if (phone !== null) targets.phoneShown(id, owner);
      return { ok: true, value: phone };
    },
    async 'order:call-phone'({ id, owner }) {
      const phoneNumber = wholePhone(watch.find(id)?.order ?? null, owner)?.phoneNumber ?? null;
      const { openTelephone = null } = targets;
      if (phoneNumber !== null && openTelephone !== null) {
        targets.phoneShown(id, owner);
        if (await openTelephone(phoneNumber)) return done;
      }
      const message = refusalTextsIn[localisation.current.language].notCalled;
      return { ok: false, failure: { code: 'not-called', message } };
    },
    'orders:archive'({ ids, isArchived }) {
      try {
        const undoToken = archiver.archive(ids, isArchived);
        targets.ordersChanged(ids);
        return { ok: true, value: undoToken };
      } catch (error) {
        return notWritten('archiveNotWritten', error);
      }
    },
    'orders:archived': async ({ query, after, limit }) => {
      const { hits, ids, next, total } = await archived.find(query, after, limit);
      return { ok: true, value: { rows: feed.archivedRows(ids), hits, next, total } };
    },
    'orders:find': async ({ ids }) => ({
      ok: true,
      value: feed.archivedRows(await archived.among(ids)),
    }),
    'orders:unarchive'({ mark: undoToken }) {
      try {
        targets.ordersChanged(archiver.undo(undoToken));
        return done;
      } catch (error) {
        return notWritten('archiveNotWritten', error);
      }
    },
    'orders:mute': command(({ ids, isMuted }) => watch.mute(ids, isMuted)),
    'orders:pin': command(({ ids, isPinned }) => watch.pin(ids, isPinned)),
    'orders:mark-seen': ({ ids, ...details }) => ({
      ok: true,
      value: seenOrders.markSeen(ids, details),
    }),
    'orders:mark-unseen': command(({ mark: undoToken }) => seenOrders.undo(undoToken)),
    'orders:check-now': command(({ ids }) => {
      watch.checkNow(ids);
      targets.contactRetry.ifLost();
    }),
    'checking:pause': command(({ untilMs }) => watch.checks?.pause(untilMs)),
    'checking:resume': command(() => {
      watch.checks?.resume();
      targets.contactRetry.ifLost();
    }),
    'settings:change'(change) {
      const permitted = settings.permitted(change);
      if (permitted === null) {
        const message = refusalTextsIn[localisation.current.language].settingLocked;
        return { ok: false, failure: { code: 'setting-locked', message } };
      }
      try {
        return { ok: true, value: settings.change(permitted) };
      } catch (error) {
        return notWritten('settingsNotWritten', error);
      }
    },
    'settings:defaults'({ page }) {
      const { current } = settings;
      const change = settings.unlocked(restoredDefaults(current, page));
      const warnings = settingsWarnings(change, current, localisation.current.language);
      return { ok: true, value: { change, warnings } };
    },
    'window:open-order': command(({ id }) => {
      window.orderOpened(id);
      watch.checks?.setOpen(id);
      feed.opened(id);
    }),
    'window:recall': () => ({ ok: true, value: window.view }),
    'window:remember': command(({ view, isLeaving }) => window.remembered(view, isLeaving)),
    'window:look-at': command(({ ids }) => watch.checks?.setInView(ids)),
  };
}
