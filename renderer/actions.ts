import type { OrderRow } from '../core/bridge/board.ts';
import type { PhoneOwner } from '../core/privacy/privacy-ledger.ts';
import type { BridgeFailure, WaybellBridge } from '../core/bridge/bridge.ts';
import { deskSummary } from '../core/tray/desk-summary.ts';
import { clockText, shortId } from '../core/order/format.ts';
import type { OrderId } from '../core/order/order-id.ts';
import { isFinished } from '../core/order/order-status.ts';
import { tomorrowMs } from '../core/text/tomorrow.ts';
import type { WishesChange } from '../core/watch/order-wishes.ts';
import { createRemovals } from './removals.ts';
import type { BoardStore } from './stores/board-store.ts';
import type { ListStore } from './stores/list-store.ts';
import type { ToastStore } from './stores/toast-store.ts';
import type { WindowTime } from './stores/window-time.ts';
import type { Dictionary } from './text/en/dictionary.ts';

/** What the dispatcher can do to orders and to the checking. */
export interface Actions extends WishActions {
  /** Mutes; or unmutes, when all of them are muted. */
  readonly toggleMuted: (ids: readonly OrderId[]) => Promise<void>;
  /** Puts finished orders into the archive; or back on the list, when all of them lie there. */
  readonly toggleArchived: (ids: readonly OrderId[]) => Promise<void>;
  /** Pins, to be checked before others; or unpins, when all of them are pinned. */
  readonly togglePinned: (ids: readonly OrderId[]) => Promise<void>;
  /** Takes orders off the list at once; main hears of it when the time for undo has passed. */
  readonly stopWatching: (ids: readonly OrderId[]) => void;
  /** An order that is asked for from outside is watched on although it was just taken off. */
  readonly keepWatching: (id: OrderId) => void;
  /** Takes orders off again that were only just added. */
  readonly takeBack: (ids: readonly OrderId[]) => Promise<void>;
  readonly checkNow: (ids: readonly OrderId[]) => Promise<void>;
  readonly markSeen: (ids: readonly OrderId[]) => Promise<void>;
  /** The same by hand, so that it can be taken back. */
  readonly markSeenByHand: (ids: readonly OrderId[]) => Promise<void>;
  readonly relabel: (id: OrderId, label: string | null) => Promise<void>;
  /** Keeps the dispatcher's own note on an order; null removes it. */
  readonly note: (id: OrderId, note: string | null) => Promise<void>;
  /** Copies a whole phone number without showing it. */
  readonly copyPhone: (id: OrderId, owner: PhoneOwner) => Promise<void>;
  readonly copy: (text: string, saying: string) => Promise<void>;
  /** Copies the desk in a few lines for a chat. */
  readonly copySummary: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly retryConnection: () => Promise<void>;
  /** Says in passing that something was done. */
  readonly say: (text: string) => void;
  readonly sayFailure: (failure: BridgeFailure) => void;
  /** Carries out everything that still could have been undone. The window is about to go. */
  readonly flush: () => void;
}

/** What actions work on. */
export interface ActionPeers {
  readonly bridge: WaybellBridge;
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly toasts: ToastStore;
  readonly time: WindowTime;
  readonly words: () => Dictionary;
}

/** The dispatcher's own name for an order, or the start of its uuid. */
export function orderName(row: Pick<OrderRow, 'id' | 'label'>): string {
  return row.label ?? shortId(row.id);
}

/** Whether an order may be put away: it is over, or not checked any more. */
export function mayArchive(row: OrderRow): boolean {
  return (row.status !== null && isFinished(row.status.phase)) || row.checkEveryMs === null;
}

/** The actions of one window. */
export function createActions(peers: ActionPeers): Actions {
  const { bridge, board, list, toasts, time, words } = peers;
  const sayFailure = (failure: BridgeFailure) => {
    toasts.show({ icon: 'st-attention', text: failure.message, subject: null });
  };

  const removals = createRemovals({ bridge, list, time, failed: sayFailure });

  const rowsOf = (ids: readonly OrderId[]): readonly OrderRow[] => {
    const { rows } = board.getState();
    return ids.flatMap((id) => rows.get(id) ?? []);
  };

  const subjectOf = (rows: readonly OrderRow[]): string => {
    const [only, ...others] = rows;
    return only && others.length === 0 ? orderName(only) : words().orders(rows.length);
  };

  const setMuted = async (ids: readonly OrderId[], isMuted: boolean): Promise<boolean> => {
    list.letMove(ids);
    const answer = await bridge.muteOrders({ ids: [...ids], isMuted });
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok;
  };

  const setArchived = async (ids: readonly OrderId[], isArchived: boolean): Promise<boolean> => {
    list.letMove(ids);
    const answer = await bridge.archiveOrders({ ids: [...ids], isArchived });
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok;
  };

  const setPinned = async (ids: readonly OrderId[], isPinned: boolean): Promise<boolean> => {
    const answer = await bridge.pinOrders({ ids: [...ids], isPinned });
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok;
  };

  /** Marks what is unseen as seen. @returns what was unseen, nothing when that failed */
  const setSeen = async (ids: readonly OrderId[]): Promise<readonly OrderRow[]> => {
    const unseen = rowsOf(ids).filter((row) => row.isUnseen);
    if (unseen.length === 0) return [];
    const answer = await bridge.markSeen({ ids: unseen.map((row) => row.id) });
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok ? unseen : [];
  };

  const setUnseen = async (ids: readonly OrderId[]) => {
    const answer = await bridge.markUnseen({ ids: [...ids] });
    if (!answer.ok) sayFailure(answer.failure);
  };

  const setLabel = async (id: OrderId, label: string | null): Promise<boolean> => {
    const answer = await bridge.relabelOrder({ id, label });
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok;
  };

  const copy = async (copied: string, saying: string, isPersonal = false) => {
    const answer = await bridge.writeClipboard({ text: copied, isPersonal });
    if (answer.ok) toasts.show({ icon: 'copy', text: saying, subject: null });
    else sayFailure(answer.failure);
  };

  return {
    say: (said) => toasts.show({ icon: 'check', text: said, subject: null }),
    ...createWishActions(peers, sayFailure, (ids) => subjectOf(rowsOf(ids))),
    sayFailure,
    toggleMuted: async (ids) => {
      const rows = rowsOf(ids);
      if (rows.length === 0) return;
      const isMuted = !rows.every((row) => row.isMuted);
      const changed = rows.filter((row) => row.isMuted !== isMuted);
      const changedIds = changed.map((row) => row.id);
      if (!(await setMuted(changedIds, isMuted))) return;
      toasts.show(
        {
          icon: isMuted ? 'bell-off' : 'bell',
          text: isMuted ? words().toast.muted : words().toast.unmuted,
          subject: subjectOf(changed),
        },
        () => void setMuted(changedIds, !isMuted),
      );
    },
    stopWatching: (ids) => {
      const rows = rowsOf(ids);
      if (rows.length === 0) return;
      const bringBack = removals.begin(rows);
      toasts.show(
        { icon: 'stop', text: words().toast.stoppedWatching, subject: subjectOf(rows) },
        bringBack,
      );
    },
    keepWatching: removals.keep,
    takeBack: async (ids) => {
      const answer = await bridge.removeFromWatchList({ ids: [...ids] });
      if (!answer.ok) sayFailure(answer.failure);
    },
    checkNow: async (ids) => {
      if (ids.length === 0) return;
      const answer = await bridge.checkNow({ ids: [...ids] });
      if (!answer.ok) sayFailure(answer.failure);
    },
    markSeen: async (ids) => void (await setSeen(ids)),
    markSeenByHand: async (ids) => {
      const rows = await setSeen(ids);
      if (rows.length === 0) return;
      const seenIds = rows.map((row) => row.id);
      toasts.show(
        { icon: 'eye', text: words().board.markedSeen, subject: subjectOf(rows) },
        () => void setUnseen(seenIds),
      );
    },
    relabel: async (id, label) => {
      const before = board.getState().rows.get(id)?.label ?? null;
      if (before === label || !(await setLabel(id, label))) return;
      toasts.show(
        {
          icon: 'tag',
          text: label === null ? words().toast.labelRemoved : words().toast.renamed,
          subject: label ?? shortId(id),
        },
        () => void setLabel(id, before),
      );
    },
    toggleArchived: async (ids) => {
      const rows = rowsOf(ids);
      const isArchived = !rows.every((row) => row.isArchived);
      const changed = rows.filter((row) => row.isArchived !== isArchived);
      const movable = isArchived ? changed.filter(mayArchive) : changed;
      const movedIds = movable.map((row) => row.id);
      if (movedIds.length === 0) {
        if (rows.length > 0) {
          toasts.show({ icon: 'archive', text: words().toast.notFinished, subject: null });
        }
        return;
      }
      if (!(await setArchived(movedIds, isArchived))) return;
      toasts.show(
        {
          icon: 'archive',
          text: isArchived ? words().toast.archived : words().toast.restored,
          subject: subjectOf(movable),
        },
        () => void setArchived(movedIds, !isArchived),
      );
    },
    togglePinned: async (ids) => {
      const rows = rowsOf(ids);
      if (rows.length === 0) return;
      const isPinned = !rows.every((row) => row.isPinned);
      const changed = rows.filter((row) => row.isPinned !== isPinned);
      const changedIds = changed.map((row) => row.id);
      if (!(await setPinned(changedIds, isPinned))) return;
      toasts.show(
        {
          icon: 'pin',
          text: isPinned ? words().toast.pinned : words().toast.unpinned,
          subject: subjectOf(changed),
        },
        () => void setPinned(changedIds, !isPinned),
      );
    },
    copy,
    copyPhone: async (id, owner) => {
      const answer = await bridge.revealPhone({ id, owner });
      if (!answer.ok) sayFailure(answer.failure);
      else if (answer.value !== null) {
        await copy(answer.value, words().toast.phoneCopied, true);
      }
    },
    note: async (id, note) => {
      const answer = await bridge.noteOrder({ id, note });
      if (!answer.ok) sayFailure(answer.failure);
    },
    copySummary: () => {
      const { hidden } = list.getState();
      const rows = [...board.getState().rows.values()].filter(({ id }) => !hidden.has(id));
      return copy(deskSummary(rows, words().language), words().transfer.summaryCopied);
    },
    pause: async () => {
      const answer = await bridge.pauseChecking({ untilMs: null });
      if (!answer.ok) sayFailure(answer.failure);
    },
    resume: async () => {
      const answer = await bridge.resumeChecking();
      if (!answer.ok) sayFailure(answer.failure);
    },
    retryConnection: async () => {
      const answer = await bridge.retryConnection();
      if (!answer.ok) sayFailure(answer.failure);
    },
    flush: removals.flush,
  };
}

/** For how long the notifications of an order can be put off. */
export type SnoozeTime = 'quarter' | 'hour' | 'tomorrow';

/** As long as a courier may take to answer the telephone. */
const remindAfterMs = 5 * 60_000;

/** What the dispatcher can wish for orders. */
export interface WishActions {
  /** Changes what is wished for these orders; only what is named changes. */
  readonly wish: (ids: readonly OrderId[], change: WishesChange) => Promise<boolean>;
  /** Holds their notifications back for a while; they are told when it is over. */
  readonly snooze: (ids: readonly OrderId[], time: SnoozeTime) => Promise<void>;
  /** Has them told again in five minutes, if it is still so by then. */
  readonly remind: (ids: readonly OrderId[]) => Promise<boolean>;
  /** The groups that orders belong to; empty when they cannot be had. */
  readonly groups: () => Promise<readonly string[]>;
}

/** When a snooze that begins now is over, in milliseconds since 1970. */
export function snoozeEndMs(time: SnoozeTime, nowMs: number): number {
  switch (time) {
    case 'quarter':
      return nowMs + 15 * 60_000;
    case 'hour':
      return nowMs + 60 * 60_000;
    case 'tomorrow':
      return tomorrowMs(nowMs);
  }
}

function createWishActions(
  { bridge, toasts, time, words }: ActionPeers,
  sayFailure: Actions['sayFailure'],
  subjectOf: (ids: readonly OrderId[]) => string,
): WishActions {
  const wish = async (ids: readonly OrderId[], change: WishesChange): Promise<boolean> => {
    if (ids.length === 0) return false;
    const answer = await bridge.wishForOrders({ ids: [...ids], change });
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok;
  };
  return {
    wish,
    snooze: async (ids, snoozeTime) => {
      const snoozedUntilMs = snoozeEndMs(snoozeTime, time.nowMs());
      if (!(await wish(ids, { snoozedUntilMs }))) return;
      const text = words();
      toasts.show(
        {
          icon: 'bell-off',
          text: text.wishes.snoozedToast(clockText(snoozedUntilMs, text.locale)),
          subject: subjectOf(ids),
        },
        () => void wish(ids, { snoozedUntilMs: null }),
      );
    },
    remind: (ids) => wish(ids, { remindAtMs: time.nowMs() + remindAfterMs }),
    groups: async () => {
      const answer = await bridge.orderGroups();
      return answer.ok ? answer.value : [];
    },
  };
}
