import type { ClaimReport, TakenOff } from '../core/board/team.ts';
import type { OrderRow, RowClaim } from '../core/board/board.ts';
import type { PhoneOwner, WholePhone } from '../core/privacy/privacy-ledger.ts';
import type { BridgeFailure, WaybellBridge } from '../core/bridge/bridge.ts';
import { watchListSummary } from '../core/tray/watch-list-summary.ts';
import { clockText, durationText, momentText, shortId } from '../core/order/format.ts';
import { customerText } from '../core/customer/customer-text.ts';
import type { OrderId } from '../core/order/order-id.ts';
import type { Result } from '../core/text/result.ts';
import { isFinished, isOwnMeaning, statusText } from '../core/order/order-status.ts';
import type { KnownPhase } from '../core/order/order.ts';
import { morningMinute, nextTimeOfDayMs } from '../core/text/time-of-day.ts';
import {
  changedGroupRules,
  emptyGroupRule,
  type GroupRule,
  groupRule,
} from '../core/notification/group-rules.ts';
import type { PreferencesChange } from '../core/watch/order-preferences.ts';
import { pastPromisesText } from './past-promises.ts';
import { claimsOfOthers, isFollowed, isSnoozed, markable, mayHandle } from './board/views.ts';
import { noCourierText } from './components/list/row-look.ts';
import { createRemovals } from './removals.ts';
import type { BoardStore } from './stores/board-store.ts';
import type { ListStore } from './stores/list-store.ts';
import type { Reversal, Reversible, ToastStore, ToastText } from './stores/toast-store.ts';
import type { WindowTime } from './stores/window-time.ts';
import type { Language } from '../core/text/language.ts';
import type { Dialled } from './stores/window-place.ts';
import type { Dictionary } from './text/en/dictionary.ts';

/** How long the notifications of an order can be snoozed. */
export type SnoozeTime = 'quarter' | 'hour' | 'tomorrow';

const minuteMs = 60_000;
/** When a reminder comes: about as long as a courier may take to answer the telephone. */
const remindAfterMs = 5 * minuteMs;

type ToastLine = Pick<ToastText, 'icon' | 'text'>;

/** What a message says of a change, and of its opposite. */
type Said = readonly [done: ToastLine, undone: ToastLine];

/** What the actions need. */
export interface ActionPeers {
  readonly bridge: WaybellBridge;
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly toasts: ToastStore;
  readonly time: WindowTime;
  readonly texts: () => Dictionary;
}

/** A phone number with its extension, as both are given: masked or whole. */
export function phoneText(
  { phoneNumber, phoneExtension }: WholePhone,
  { detail }: Pick<Dictionary, 'detail'>,
): string {
  const extension = phoneExtension === null ? null : detail.extension(phoneExtension);
  return [phoneNumber, extension].filter((part) => part !== null).join(' ');
}

/** The dispatcher's own name for an order, or its customer's, or the start of its uuid. */
export function orderName(row: Pick<OrderRow, 'customer' | 'id' | 'label'>): string {
  return row.label ?? row.customer ?? shortId(row.id);
}

/** Whether an order may be put away: it is over, or not checked any more. */
export function mayArchive(row: OrderRow): boolean {
  return (row.status !== null && isFinished(row.status.phase)) || row.checkEveryMs === null;
}

/** When a snooze that begins now is over, in milliseconds since 1970. */
export function snoozeEndMs(time: SnoozeTime, nowMs: number): number {
  switch (time) {
    case 'quarter':
      return nowMs + 15 * 60_000;
    case 'hour':
      return nowMs + 60 * 60_000;
    case 'tomorrow':
      return nextTimeOfDayMs(morningMinute, nowMs);
  }
}

/** Orders that a paste or a hand-over added, and those that it changed. */
export interface AddedOrders {
  readonly added: readonly OrderId[];
  readonly changed: readonly OrderId[];
  /** The number with which the changes can be taken back; null when there are none. */
  readonly annotationsChange: number | null;
  /** What is said of it. */
  readonly text: string;
}

/** The desk that claims orders, and why. */
export interface ClaimWish {
  /** The name of the desk; null for this one. */
  readonly desk: string | null;
  readonly reason: string | null;
  /** Also takes them from other desks. */
  readonly takesOver: boolean;
}

/** What the dispatcher can do to orders and to the checking. */
export function createActions(peers: ActionPeers) {
  const { bridge, board, list, toasts, time, texts } = peers;

  /** @returns whether it was done; says why not otherwise */
  const done = async (request: Promise<Result<unknown, BridgeFailure>>): Promise<boolean> => {
    const answer = await request;
    if (!answer.ok) toasts.fail(answer.failure);
    return answer.ok;
  };

  const removals = createRemovals({ bridge, list, toasts });

  const rowsOf = (ids: readonly OrderId[]): readonly OrderRow[] => {
    const { rows } = board.getState();
    return ids.flatMap((id) => rows.get(id) ?? []);
  };

  /** Turns a flag on for the orders without it; or off, when all of them have it. */
  const flipped = (ids: readonly OrderId[], flag: 'isArchived' | 'isMuted' | 'isPinned') => {
    const rows = rowsOf(ids);
    const isOn = !rows.every((row) => row[flag]);
    return { isOn, rows: rows.filter((row) => row[flag] !== isOn) };
  };

  const subjectOf = (rows: readonly OrderRow[]): string => {
    const [only, ...others] = rows;
    return only && others.length === 0 ? orderName(only) : texts().orders(rows.length);
  };

  /** Says that orders are off the list: at a desk of a team off that of all desks, also of those that have them. */
  const stoppedText = (rows: readonly OrderRow[]): string => {
    const { stoppedForAllDesks, stoppedWatching } = texts().toast;
    if (board.getState().app?.team == null) return stoppedWatching;
    return stoppedForAllDesks(claimsOfOthers(rows).length);
  };

  /** Shows a toast that says what was done to these orders and can undo it. */
  const showDone = (
    rows: readonly OrderRow[],
    [did, undid]: Said,
    ways: Pick<Reversible, 'undo' | 'redo' | 'settle'>,
  ) => {
    const subject = subjectOf(rows);
    toasts.showDone({
      ids: rows.map(({ id }) => id),
      done: { ...did, subject },
      undone: { ...undid, subject },
      ...ways,
    });
  };

  /**
   * Changes orders, and shows a toast that can undo it.
   *
   * @param said what the toast says of the change and of its opposite
   */
  const changeBoth = async (
    rows: readonly OrderRow[],
    isOn: boolean,
    set: (ids: OrderId[], isOn: boolean) => Promise<boolean>,
    [on, off]: Said,
  ) => {
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0 || !(await set(ids, isOn))) return;
    showDone(rows, isOn ? [on, off] : [off, on], {
      undo: () => set(ids, !isOn),
      redo: () => set(ids, isOn),
    });
  };

  const setMuted = (ids: OrderId[], isMuted: boolean) => {
    list.letMove(ids);
    return done(bridge.muteOrders({ ids, isMuted }));
  };

  const setPinned = (ids: OrderId[], isPinned: boolean) => {
    list.letMove(ids);
    return done(bridge.pinOrders({ ids, isPinned }));
  };

  const setLabel = (id: OrderId, label: string | null) => done(bridge.relabelOrder({ id, label }));

  const setPreferences = async (
    ids: readonly OrderId[],
    change: PreferencesChange,
  ): Promise<boolean> => ids.length > 0 && done(bridge.setPreferences({ ids: [...ids], change }));

  /**
   * Marks orders as seen or handled, and shows a toast that restores what they were.
   *
   * @param said what the toast says once it is done and once it is taken back
   */
  const changeSeen = async (
    rows: readonly OrderRow[],
    said: Said,
    details: Pick<Parameters<WaybellBridge['markSeen']>[0], 'call' | 'deed'>,
  ) => {
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    const shownAtMs = time.nowMs();
    let undoToken = 0;
    const set = async (): Promise<boolean> => {
      list.letMove(ids, 'handled');
      const answer = await bridge.markSeen({ ids, shownAtMs, ...details });
      if (answer.ok) undoToken = answer.value;
      else toasts.fail(answer.failure);
      return answer.ok;
    };
    if (!(await set())) return;
    showDone(rows, said, {
      undo: () => {
        list.letMove(ids);
        return done(bridge.markUnseen({ mark: undoToken }));
      },
      redo: set,
    });
  };

  /** Puts orders into the archive or back on the list, and shows a toast that restores what they were. */
  const changeArchived = async (rows: readonly OrderRow[], isArchived: boolean) => {
    const ids = rows.map(({ id }) => id);
    let undoToken = 0;
    const set = async (): Promise<boolean> => {
      list.letMove(ids);
      const answer = await bridge.archiveOrders({ ids, isArchived });
      if (answer.ok) undoToken = answer.value;
      else toasts.fail(answer.failure);
      return answer.ok;
    };
    if (ids.length === 0 || !(await set())) return;
    const { archived, restored } = texts().toast;
    const inArchive: ToastLine = { icon: 'archive', text: archived };
    const onList: ToastLine = { icon: 'archive', text: restored };
    showDone(rows, isArchived ? [inArchive, onList] : [onList, inArchive], {
      undo: () => {
        list.letMove(ids);
        return done(bridge.unarchiveOrders({ mark: undoToken }));
      },
      redo: set,
    });
  };

  /** Has these orders belong to a desk, which a claim of it names; null for no desk. */
  const give = (
    ids: OrderId[],
    to: Pick<RowClaim, 'desk' | 'reason'> | null,
    takesOver: boolean,
  ): Promise<Result<ClaimReport, BridgeFailure>> => {
    if (to === null) return bridge.releaseOrders({ ids, reason: null });
    const { desk, reason } = to;
    const isOther = desk !== board.getState().app?.team?.me.name;
    return bridge.claimOrders({
      ids,
      ...(isOther && { desk }),
      ...(reason !== null && { reason }),
      takesOver,
    });
  };

  /** Says why orders belong to whom they did. @returns whether there was nothing to say */
  const sayRefused = (answer: Result<ClaimReport, BridgeFailure>): boolean => {
    if (!answer.ok) {
      toasts.fail(answer.failure);
      return false;
    }
    const { refused } = answer.value;
    const [first] = refused;
    if (first === undefined) return true;
    const { claim } = texts();
    const { id, refusal } = first;
    const isClaimed = refusal.kind === 'claimedBy';
    const why = isClaimed ? claim.claimedBy(refusal.desk) : claim.refused[refusal.kind];
    const text = refused.length === 1 ? why : `${claim.partly(refused.length)}. ${why}`;
    toasts.show({ icon: 'info', text, ...(isClaimed && { subject: subjectOf(rowsOf([id])) }) });
    return false;
  };

  /**
   * Says what became of claims: what was done, with undo that gives each order back to the desk that had it, and why
   * the rest was not.
   *
   * @param before the orders as they were
   * @param desk which has them now; null for none
   */
  const sayClaimed = (
    answer: Result<ClaimReport, BridgeFailure>,
    before: readonly OrderRow[],
    desk: string | null,
    said: string,
    redo: (ids: OrderId[]) => Promise<Result<ClaimReport, BridgeFailure>>,
  ): void => {
    const claimed = new Set(answer.ok ? answer.value.done : []);
    const rows = before.filter(({ id }) => claimed.has(id));
    /** Those that no third desk has by now; says so where there are none. */
    const standing = () => {
      const now = board.getState().rows;
      const those = rows.filter(({ claim, id }) =>
        [claim?.desk ?? null, desk].includes(now.get(id)?.claim?.desk ?? null),
      );
      if (those.length === 0) toasts.show({ icon: 'info', text: texts().claim.changedSince });
      return those;
    };
    if (rows.length > 0) {
      const undone: ToastLine = { icon: 'you', text: texts().claim.asBefore };
      showDone(rows, [{ icon: 'you', text: said }, undone], {
        undo: async () => {
          const those = standing();
          const byClaim = Map.groupBy(those, ({ claim }) =>
            JSON.stringify([claim?.desk, claim?.reason]),
          );
          const answers = await Promise.all(
            Array.from(byClaim.values(), (alike) =>
              give(
                alike.map(({ id }) => id),
                alike[0]?.claim ?? null,
                desk !== null,
              ),
            ),
          );
          return those.length > 0 && answers.map(sayRefused).every(Boolean);
        },
        redo: async () => {
          const ids = standing().map(({ id }) => id);
          return ids.length > 0 && sayRefused(await redo(ids));
        },
      });
    }
    sayRefused(answer);
  };

  const copy = async (copied: string, saying: string, isPersonal = false) => {
    if (await done(bridge.writeClipboard({ text: copied, isPersonal }))) {
      toasts.show({ icon: 'copy', text: saying });
    }
  };

  /** Says why a number cannot be had. */
  const sayNoPhone = (id: OrderId, owner: PhoneOwner): void => {
    const row = board.getState().rows.get(id);
    const hasNone = owner === 'courier' && row !== undefined && row.courier.kind !== 'known';
    const said = hasNone ? noCourierText(row, texts()) : texts().detail.noPhone;
    toasts.show({ icon: 'info', text: said });
  };

  /** The change of preferences that was made last, while its answer is awaited. */
  let underWay: string | null = null;

  /**
   * Gives orders one value of a preference, and shows a toast that gives back the one that each had. Enter gives what a
   * field holds and the blur that follows gives it again: the second time does nothing.
   */
  const changeAll = async <Value>(
    rows: readonly OrderRow[],
    value: Value,
    {
      valueOf,
      changeTo,
    }: {
      readonly valueOf: (row: OrderRow) => Value;
      readonly changeTo: (value: Value) => PreferencesChange;
    },
    said: Said,
  ) => {
    const set = (those: readonly OrderRow[], next: Value) =>
      setPreferences(
        those.map(({ id }) => id),
        changeTo(next),
      );
    const change = JSON.stringify([rows.map(({ id }) => id), changeTo(value)]);
    if (change === underWay) return;
    underWay = change;
    const before = Map.groupBy(rows, valueOf);
    const isSet = await set(rows, value);
    if (underWay === change) underWay = null;
    if (!isSet) return;
    showDone(rows, said, {
      undo: async () => {
        const restored = await Promise.all([...before].map(([own, those]) => set(those, own)));
        return restored.every(Boolean);
      },
      redo: () => set(rows, value),
    });
  };

  const snoozes = {
    valueOf: (row: OrderRow) => row.snoozedUntilMs,
    changeTo: (snoozedUntilMs: number | null): PreferencesChange => ({ snoozedUntilMs }),
  };

  const snoozeUntil = (ids: readonly OrderId[], snoozedUntilMs: number) => {
    const { locale, preferences } = texts();
    const rows = rowsOf(ids);
    const until = momentText(snoozedUntilMs, time.nowMs(), locale);
    const past = pastPromisesText(rows, time.nowMs(), snoozedUntilMs, texts());
    return changeAll<number | null>(rows, snoozedUntilMs, snoozes, [
      { icon: 'bell-off', text: preferences.snoozedToast(until, past) },
      { icon: 'bell', text: preferences.snoozeEndedToast },
    ]);
  };

  const endSnooze = (ids: readonly OrderId[]) => {
    const { snoozedAsBeforeToast, snoozeEndedToast } = texts().preferences;
    return changeAll(rowsOf(ids), null, snoozes, [
      { icon: 'bell', text: snoozeEndedToast },
      { icon: 'bell-off', text: snoozedAsBeforeToast },
    ]);
  };

  const groupRulesNow = () => board.getState().app?.settings.groupRules ?? [];

  /** Promises orders for a time; null removes their promises. */
  const promise = async (ids: readonly OrderId[], promisedAtMs: number | null) => {
    const rows = rowsOf(ids).filter((row) => row.promisedAtMs !== promisedAtMs);
    const { locale, preferences } = texts();
    const { promiseRemovedToast, promisedAsBeforeToast, promisedPastToast, promisedToast } =
      preferences;
    const nowMs = time.nowMs();
    const promisedText = (atMs: number): string => {
      const moment = momentText(atMs, nowMs, locale);
      // "3.30" may have been meant for the afternoon.
      const pastMs = nowMs - atMs;
      return pastMs < minuteMs
        ? promisedToast(moment)
        : promisedPastToast(moment, durationText(pastMs, locale));
    };
    await changeAll(
      rows,
      promisedAtMs,
      { valueOf: (row) => row.promisedAtMs, changeTo: (atMs) => ({ promisedAtMs: atMs }) },
      [
        {
          icon: 'clock',
          text: promisedAtMs === null ? promiseRemovedToast : promisedText(promisedAtMs),
        },
        { icon: 'clock', text: promisedAsBeforeToast },
      ],
    );
  };

  return {
    /** Says in passing that something was done. */
    say: (said: string) => toasts.show({ icon: 'check', text: said }),

    /** Mutes; or unmutes, when all of them are muted. */
    toggleMuted: async (ids: readonly OrderId[]) => {
      const { isOn, rows } = flipped(ids, 'isMuted');
      const { muted, unmuted } = texts().toast;
      await changeBoth(rows, isOn, setMuted, [
        { icon: 'bell-off', text: muted },
        { icon: 'bell', text: unmuted },
      ]);
    },
    /** Follows, so that each change and each move is told by itself; or as usual, when all of them are followed. */
    toggleFollowed: async (ids: readonly OrderId[]) => {
      const isOn = !rowsOf(ids).every(isFollowed);
      const rows = rowsOf(ids).filter((row) => isFollowed(row) !== isOn);
      const { followed, unfollowed } = texts().toast;
      const follows: ToastLine = { icon: 'bell-ring', text: followed };
      const asUsual: ToastLine = { icon: 'bell-ring', text: unfollowed };
      await changeAll(
        rows,
        isOn ? true : null,
        {
          valueOf: (row) => row.tellsEveryMove,
          changeTo: (tellsEveryMove) => ({ tellsEveryMove }),
        },
        isOn ? [follows, asUsual] : [asUsual, follows],
      );
    },
    /** Puts finished orders into the archive; or back on the list, when all of them lie there. */
    toggleArchived: async (ids: readonly OrderId[]) => {
      const { isOn, rows } = flipped(ids, 'isArchived');
      const { notFinished } = texts().toast;
      const movable = isOn ? rows.filter(mayArchive) : rows;
      if (movable.length === 0 && rows.length > 0) {
        toasts.show({ icon: 'archive', text: notFinished });
      }
      await changeArchived(movable, isOn);
    },
    /** Pins, to be checked before others; or unpins, when all of them are pinned. */
    togglePinned: async (ids: readonly OrderId[]) => {
      const { isOn, rows } = flipped(ids, 'isPinned');
      const { pinned, unpinned } = texts().toast;
      await changeBoth(rows, isOn, setPinned, [
        { icon: 'pin', text: pinned },
        { icon: 'pin', text: unpinned },
      ]);
    },
    /** Takes orders off the list at once; main hears of it when the time for undo has passed. */
    stopWatching: (ids: readonly OrderId[]) => {
      const rows = rowsOf(ids);
      if (rows.length === 0) return;
      // Main would refuse it only once the time for undo has passed.
      if (board.getState().app?.team?.me.role === 'viewer') {
        toasts.show({ icon: 'info', text: texts().team.lookingOnHelp });
        return;
      }
      const { bringBack, settle, remove } = removals.of(rows.map(({ id }) => id));
      void remove();
      const { broughtBack } = texts().toast;
      showDone(
        rows,
        [
          { icon: 'stop', text: stoppedText(rows) },
          { icon: 'eye', text: broughtBack },
        ],
        { undo: bringBack, redo: remove, settle },
      );
    },
    /** Keeps an order that was just removed, because a notification or a link opens it. */
    keepWatching: removals.keep,
    /** Watches orders again that another desk took off the list of all. */
    watchAgain: async (orders: readonly TakenOff[]): Promise<void> => {
      const wanted = orders.map(({ id, label, group, promisedAtMs }) => ({
        id,
        label,
        ...(group !== null && { group }),
        ...(promisedAtMs !== null && { promisedAtMs }),
      }));
      const answer = await bridge.addToWatchList({ orders: wanted });
      if (answer.ok) toasts.show({ icon: 'info', text: texts().banner.watchedAgain });
      else toasts.fail(answer.failure);
    },
    /** Leaves them off the list: they are not spoken of any more. */
    leaveOff: (orders: readonly TakenOff[]) =>
      done(bridge.removeFromWatchList({ ids: orders.map(({ id }) => id) })),
    /** Says that orders were just added, or got annotations, with undo for both. */
    showAdded: ({ added, changed, text, annotationsChange }: AddedOrders) => {
      const { bringBack, settle, remove } = removals.of(added);
      const { annotationsAsBefore } = texts().toast;
      const restore = async (isBack: boolean): Promise<boolean> =>
        annotationsChange === null ||
        done(bridge.restoreWords({ change: annotationsChange, isBack }));
      toasts.showDone({
        ids: [...added, ...changed],
        done: { icon: 'eye', text },
        undone:
          added.length === 0
            ? { icon: 'tag', text: annotationsAsBefore }
            : { icon: 'stop', text: stoppedText([]), subject: texts().orders(added.length) },
        undo: async () => (await restore(true)) && remove(),
        redo: async () => (await restore(false)) && bringBack(),
        settle,
      });
    },
    /** Takes back, or does again, what the last toast names; says so when there is none. */
    reverse: async (reversal: Reversal) => {
      const { nothingToRedo, nothingToUndo } = texts().toast;
      if (await toasts.reverse(reversal)) return;
      toasts.show({ icon: 'info', text: reversal === 'undo' ? nothingToUndo : nothingToRedo });
    },
    /** Mutes or snoozes a group, or ends that, and shows a toast that can undo it. */
    silenceGroup: async (
      group: string,
      change: Pick<Partial<GroupRule>, 'isMuted' | 'snoozedUntilMs'>,
    ) => {
      const { isMuted, snoozedUntilMs = null } =
        groupRule({ groupRules: groupRulesNow() }, { group }) ?? emptyGroupRule(group);
      const set = (next: typeof change) =>
        done(
          bridge.changeSettings({ groupRules: changedGroupRules(groupRulesNow(), group, next) }),
        );
      if (!(await set(change))) return;
      const { groupWay, locale } = texts();
      const said = ({ isMuted: mutes, snoozedUntilMs: until = null }: typeof change): ToastLine => {
        if (mutes === true) return { icon: 'bell-off', text: groupWay.mutedToast };
        if (mutes === false) return { icon: 'bell', text: groupWay.unmutedToast };
        if (until === null) return { icon: 'bell', text: groupWay.snoozeEndedToast };
        const end = momentText(until, time.nowMs(), locale);
        const rows = [...board.getState().rows.values()].filter((row) => row.group === group);
        const past = pastPromisesText(rows, time.nowMs(), until, texts(), false);
        return { icon: 'bell-off', text: groupWay.snoozedToast(end, past) };
      };
      const before = change.isMuted === undefined ? { snoozedUntilMs } : { isMuted };
      toasts.showDone({
        ids: [],
        done: { ...said(change), subject: group },
        undone: { ...said(before), subject: group },
        undo: () => set(before),
        redo: () => set(change),
      });
    },
    /** Shows the folder with all that is stored, in the system's file manager. */
    showFolder: () => done(bridge.showFolder()),
    checkNow: async (ids: readonly OrderId[]) => {
      if (ids.length > 0) await done(bridge.checkNow({ ids: [...ids] }));
    },
    /** Marks what is unseen as seen. What needs a person stays until it is handled. */
    markSeen: async (ids: readonly OrderId[]) => {
      const { markedSeen, markedUnseen } = texts().board;
      await changeSeen(
        markable(ids, board.getState().rows),
        [
          { icon: 'eye', text: markedSeen },
          { icon: 'eye', text: markedUnseen },
        ],
        { deed: 'seen' },
      );
    },
    /** What these orders need attention for is handled. */
    handled: async (ids: readonly OrderId[]) => {
      const { done: handled, undone } = texts().handled.toast;
      await changeSeen(
        rowsOf(ids).filter(mayHandle),
        [
          { icon: 'check', text: handled },
          { icon: 'check', text: undone },
        ],
        { deed: 'handled' },
      );
    },
    /** The dispatcher has called about these orders: they are handled, and it is kept in their history. */
    called: async (ids: readonly OrderId[], word: string | null) => {
      const { awaited, toast } = texts().call;
      const { done: called, undone } = toast;
      await changeSeen(
        rowsOf(ids),
        [
          { icon: 'phone', text: word === awaited ? toast.awaited : called },
          { icon: 'phone', text: undone },
        ],
        { deed: 'handled', call: { word } },
      );
    },
    /**
     * Claims orders of the team, or hands them on to a desk of this name. What others have is taken only
     * where that was asked for.
     */
    claim: async (
      ids: readonly OrderId[],
      { desk, reason, takesOver }: ClaimWish,
    ): Promise<void> => {
      const rows = rowsOf(ids);
      if (rows.length === 0) return;
      const me = board.getState().app?.team?.me.name ?? '';
      const to = { desk: desk ?? me, reason };
      const claimed = (those: readonly OrderId[]) => give([...those], to, takesOver);
      const { claim } = texts();
      const said = to.desk === me ? claim.claimed : claim.handed(to.desk);
      sayClaimed(await claimed(ids), rows, to.desk, said, claimed);
    },
    /** Lets go of orders that this desk or another has. */
    release: async (ids: readonly OrderId[], reason: string | null): Promise<void> => {
      const rows = rowsOf(ids);
      if (rows.length === 0) return;
      const released = (those: readonly OrderId[]) =>
        bridge.releaseOrders({ ids: [...those], reason });
      sayClaimed(await released(ids), rows, null, texts().claim.released, released);
    },
    relabel: async (id: OrderId, label: string | null) => {
      const row = board.getState().rows.get(id);
      const before = row?.label ?? null;
      if (before === label || !(await setLabel(id, label))) return;
      const { labelRemoved, renamed } = texts().toast;
      const said = (now: string | null): ToastText => ({
        icon: 'tag',
        text: now === null ? labelRemoved : renamed,
        subject: orderName({ ...row, id, label: now }),
      });
      toasts.showDone({
        ids: [id],
        done: said(label),
        undone: said(before),
        undo: () => setLabel(id, before),
        redo: () => setLabel(id, label),
      });
    },
    /** Keeps the dispatcher's own note on an order in the place of the one before; null removes it. */
    note: async (id: OrderId, note: string | null, before: string | null) => {
      const set = (text: string | null) => done(bridge.noteOrder({ id, note: text }));
      if (!(await set(note))) return;
      const { noteToast, noteAsBeforeToast } = texts().preferences;
      showDone(
        rowsOf([id]),
        [
          { icon: 'tag', text: noteToast },
          { icon: 'tag', text: noteAsBeforeToast },
        ],
        { undo: () => set(before), redo: () => set(note) },
      );
    },
    /** Puts orders into a group; null takes them out of theirs. */
    group: async (ids: readonly OrderId[], group: string | null) => {
      const { groupToast, groupAsBeforeToast } = texts().preferences;
      await changeAll(
        rowsOf(ids),
        group,
        { valueOf: (row) => row.group, changeTo: (next) => ({ group: next }) },
        [
          { icon: 'tag', text: groupToast(group) },
          { icon: 'tag', text: groupAsBeforeToast },
        ],
      );
    },
    /** Changes the preferences of these orders; what the change does not name stays. */
    setPreferences,
    promise,
    /** Holds the notifications of these orders back until a time; they are shown when it is over. */
    snoozeUntil,
    snooze: (ids: readonly OrderId[], snoozeTime: SnoozeTime) =>
      snoozeUntil(ids, snoozeEndMs(snoozeTime, time.nowMs())),
    endSnooze,
    /** Snoozes for a quarter of an hour; or ends the snooze, when all of them are snoozed. */
    toggleSnoozed: (ids: readonly OrderId[]) => {
      const nowMs = time.nowMs();
      const areSnoozed = rowsOf(ids).every((row) => isSnoozed(row, nowMs));
      return areSnoozed ? endSnooze(ids) : snoozeUntil(ids, snoozeEndMs('quarter', nowMs));
    },
    /** Shows the notification of these orders again in five minutes, if its reason still holds. */
    remind: async (ids: readonly OrderId[]) => {
      const remindAtMs = time.nowMs() + remindAfterMs;
      const set = (atMs: number | null) => setPreferences(ids, { remindAtMs: atMs });
      if (!(await set(remindAtMs))) return;
      const { courierWay, locale } = texts();
      showDone(
        rowsOf(ids),
        [
          { icon: 'clock', text: courierWay.remindToast(clockText(remindAtMs, locale)) },
          { icon: 'clock', text: courierWay.remindOffToast },
        ],
        { undo: () => set(null), redo: () => set(remindAtMs) },
      );
    },
    /** The groups that orders belong to; empty when they cannot be had. */
    groups: async (): Promise<readonly string[]> => {
      const answer = await bridge.orderGroups();
      return answer.ok ? answer.value : [];
    },
    copy,
    copyIds: (ids: readonly OrderId[]) => {
      const { uuidCopied, uuidsCopied } = texts().toast;
      return copy(ids.join('\n'), ids.length === 1 ? uuidCopied : uuidsCopied(ids.length));
    },
    /** Copies a whole phone number without showing it. */
    copyPhone: async (id: OrderId, owner: PhoneOwner) => {
      const answer = await bridge.revealPhone({ id, owner });
      if (!answer.ok) toasts.fail(answer.failure);
      else if (answer.value === null) sayNoPhone(id, owner);
      else {
        await copy(phoneText(answer.value, texts()), texts().toast.phoneCopied, true);
      }
    },
    /** Whether the number of an order's courier is given; says so where it is not. */
    mayCallCourier: async (id: OrderId): Promise<boolean> => {
      const answer = await bridge.orderDetail({ id });
      if (!answer.ok) toasts.fail(answer.failure);
      else if (answer.value?.order?.courier?.phoneNumber != null) return true;
      else sayNoPhone(id, 'courier');
      return false;
    },
    /** Hands a number to the system's program for calls. It was asked first. */
    call: async ({ id, owner }: Dialled, subject: string) => {
      if (!(await done(bridge.callPhone({ id, owner })))) return;
      toasts.show({ icon: 'phone', text: texts().courierWay.calling, subject });
    },
    /** Copies what the customer of an order can be told of it, in a language. */
    copyCustomerText: async (id: OrderId, language: Language) => {
      const answer = await bridge.orderDetail({ id });
      if (!answer.ok) {
        toasts.fail(answer.failure);
        return;
      }
      const { courierWay, language: own, locale } = texts();
      const order = answer.value?.order ?? null;
      const facts = {
        statusSinceMs: board.getState().rows.get(id)?.statusSinceMs ?? null,
        promisedAtMs: answer.value?.preferences?.promisedAtMs ?? null,
      };
      const speech = { language, locale: language === own ? locale : language };
      const said = order === null ? null : customerText({ ...facts, order }, time.nowMs(), speech);
      if (said === null) toasts.show({ icon: 'info', text: courierWay.customerTextMissing });
      else await copy(said, courierWay.customerTextCopied(said));
    },
    /** Copies the summary in a few lines for a chat. */
    copySummary: () => {
      const { hidden } = list.getState();
      const rows = [...board.getState().rows.values()].filter(({ id }) => !hidden.has(id));
      return copy(watchListSummary(rows, texts(), time.nowMs()), texts().transfer.summaryCopied);
    },
    togglePause: () => {
      const isPaused = board.getState().app?.pause.kind === 'paused';
      return done(isPaused ? bridge.resumeChecking() : bridge.pauseChecking({ untilMs: null }));
    },
    resume: async () => {
      await done(bridge.resumeChecking());
    },
    /** Gives a status word of the service a meaning for all orders; null removes it. */
    treatStatus: async ({ id, status }: OrderRow, meaning: KnownPhase | null) => {
      const word = status?.raw ?? null;
      if (status === null || word === null) return;
      const before = isOwnMeaning(status) && status.phase !== 'unknown' ? status.phase : null;
      const treat = (as: KnownPhase | null) => done(bridge.treatStatus({ word, meaning: as }));
      if (before === meaning || !(await treat(meaning))) return;
      const said = (as: KnownPhase | null): ToastLine => {
        const { language, toast } = texts();
        return {
          icon: 'tag',
          text:
            as === null
              ? toast.treatedAsReceived(word)
              : toast.treatedAs(word, statusText({ raw: word, phase: as }, language)),
        };
      };
      toasts.showDone({
        ids: [id],
        done: said(meaning),
        undone: said(before),
        undo: () => treat(before),
        redo: () => treat(meaning),
      });
    },
    retryConnection: async () => {
      await done(bridge.retryConnection());
    },
    /** Carries out everything that could still be undone, because the window is about to close. */
    flush: () => toasts.settle(),
  };
}
