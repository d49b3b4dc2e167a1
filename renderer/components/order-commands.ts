import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderRow } from '../../core/board/board.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import { mayArchive, orderName } from '../actions.ts';
import { silenceOf } from '../board/silence.ts';
import { isFollowed, isSnoozed, mayHandle, mayMarkSeen } from '../board/views.ts';
import type { IconName } from '../icon-sprite.tsx';
import type { WantedControl } from '../stores/detail-store.ts';
import type { WindowModel } from '../window-model.ts';
import { isolated } from './controls/received.tsx';

/** Something that can be done with orders, as the palette and the menus offer it. */
export interface OrderCommand {
  readonly icon: IconName;
  readonly name: string;
  /** The key that does the same. */
  readonly keys: readonly string[];
  /** What the palette asks before it does this, because a slip of typing may have chosen it. */
  readonly asks?: { readonly title: string; readonly body: string };
  readonly run: () => void;
}

/** What can be done with orders. Where a command switches something, the orders together say which way. */
export function orderCommands(model: WindowModel, ids: readonly OrderId[]) {
  const { actions, board, detail, layers, openNotifications, privacy, selection, text } = model;
  const { rows: rowsById } = board.getState();
  const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
  const [first] = rows;
  const isOne = ids.length === 1;
  const { preferences } = text;
  const texts = text.detail;
  const erase = text.settings.privacy;
  const areMuted = rows.every(({ isMuted }) => isMuted);
  const areFollowed = rows.every(isFollowed);
  const nowMs = model.time.nowMs();
  const areSnoozed = rows.every((row) => isSnoozed(row, nowMs));
  const { groupRules } = board.getState().app?.settings ?? { groupRules: [] };
  const isByGroup = rows.every((row) => silenceOf(row, { groupRules }, nowMs)?.isOfGroup === true);
  const arePinned = rows.every(({ isPinned }) => isPinned);
  const areArchived = rows.every(({ isArchived }) => isArchived);
  const subject = isOne && first ? isolated(orderName(first)) : text.orders(ids.length);
  const { asks } = text.palette;
  const openFirst = () => {
    if (!first) return;
    selection.select(first.id);
    detail.open(first.id);
  };
  /** Opens the details, of all of them where they are several, with a field in focus. */
  const openField = (field: WantedControl) => {
    if (isOne) openFirst();
    else if (first) detail.open(selection.getState().activeId ?? first.id);
    detail.wantControl(field);
  };
  return {
    open: { icon: 'chev-r', name: texts.open, keys: ['Enter'], run: openFirst },
    check: {
      icon: 'poll',
      name: texts.checkNow,
      keys: ['R'],
      run: () => void actions.checkNow(ids),
    },
    markSeen: {
      icon: 'eye',
      name: text.help.markSeen,
      keys: ['Space'],
      run: () => void actions.markSeen(ids),
    },
    called: {
      icon: 'phone',
      name: text.call.done,
      keys: ['D'],
      run: () => layers.openCall(ids),
    },
    callAwaited: {
      icon: 'phone',
      name: text.call.await,
      keys: ['Shift', 'D'],
      run: () => void actions.called(ids, text.call.awaited),
    },
    handled: {
      icon: 'check',
      name: text.handled.mark,
      keys: ['V'],
      run: () => void actions.handled(ids),
    },
    claim: {
      icon: 'you',
      name: claimName(rows, text.claim),
      keys: ['C'],
      run: () => {
        if (rows.every(({ claim }) => claim?.isMine === true)) void actions.release(ids, null);
        // From another desk only after a question.
        else if (isOne && first?.claim != null) layers.openClaim(ids);
        else void actions.claim(ids, { desk: null, reason: null, takesOver: false });
      },
    },
    handOn: {
      icon: 'chev-r',
      name: text.claim.handOn,
      keys: ['Shift', 'C'],
      run: () => layers.openClaim(ids),
    },
    mute: {
      icon: areMuted ? 'bell' : 'bell-off',
      name: areMuted ? text.palette.unmute : text.palette.mute,
      keys: ['M'],
      run: () => void actions.toggleMuted(ids),
    },
    follow: {
      icon: 'bell-ring',
      name: areFollowed ? preferences.unfollow : preferences.follow,
      keys: ['L'],
      run: () => void actions.toggleFollowed(ids),
    },
    // A snooze of orders that their group keeps silent would change nothing.
    snooze: isByGroup
      ? {
          icon: 'bell',
          name: preferences.ofGroup,
          keys: ['S'],
          run: () => model.settings.open('notifications', 'groups'),
        }
      : {
          icon: areSnoozed ? 'bell' : 'clock',
          name: areSnoozed ? preferences.endSnoozeOf : preferences.snoozeFor.quarter,
          keys: ['S'],
          run: () => void actions.toggleSnoozed(ids),
        },
    snoozeHour: {
      icon: 'clock',
      name: preferences.snoozeFor.hour,
      keys: [],
      run: () => void actions.snooze(ids, 'hour'),
    },
    snoozeUntil: {
      icon: 'clock',
      name: preferences.snoozeUntil,
      keys: ['Shift', 'S'],
      run: () => openField('snooze'),
    },
    notifications: {
      icon: 'bell',
      name: text.notificationHistory.ofOrder,
      keys: [],
      run: () => openNotifications(ids[0]),
    },
    promise: {
      icon: 'clock',
      name: preferences.promise,
      keys: ['T'],
      run: () => openField('promise'),
    },
    pin: {
      icon: 'pin',
      name: arePinned ? texts.unpin : texts.pin,
      keys: ['P'],
      run: () => void actions.togglePinned(ids),
    },
    archive: {
      icon: 'archive',
      name: areArchived ? texts.restore : texts.archive,
      keys: ['E'],
      ...(!isOne && !areArchived && { asks: { title: asks.archive(subject), body: asks.undo } }),
      run: () => void actions.toggleArchived(ids),
    },
    rename: {
      icon: 'tag',
      name: texts.rename,
      keys: ['F2'],
      run: () => {
        openFirst();
        detail.setRenaming(true);
      },
    },
    copy: {
      icon: 'copy',
      name: isOne ? texts.copyUuid : text.help.copyUuids,
      keys: ['Mod', 'C'],
      run: () => void actions.copyIds(ids),
    },
    stop: {
      icon: 'stop',
      name: texts.stopWatching,
      keys: ['Delete'],
      asks: { title: asks.stopWatching(subject), body: asks.undo },
      run: () => actions.stopWatching(ids),
    },
    erase: {
      icon: 'trash',
      name: isOne ? erase.order : erase.orders(ids.length),
      keys: [],
      run: () => privacy.ask({ kind: 'orders', ids, subject: first ? orderName(first) : '' }),
    },
  } satisfies Readonly<Record<string, OrderCommand>>;
}

/** What the key of claims does with these orders: all of one's own are let go. */
function claimName(rows: readonly OrderRow[], texts: Dictionary['claim']): string {
  if (rows.every(({ claim }) => claim?.isMine === true)) return texts.letGo;
  const other = rows.length === 1 ? (rows[0]?.claim ?? null) : null;
  return other === null ? texts.claim : texts.takeOver(other.desk);
}

/** The commands that make sense for these orders now, as a menu shows them: in groups of like ones. */
export function menuOf(
  model: WindowModel,
  ids: readonly OrderId[],
): readonly (readonly OrderCommand[])[] {
  const { rows: rowsById } = model.board.getState();
  const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
  const isOne = ids.length === 1;
  const is = orderCommands(model, ids);
  const isOpen = isOne && model.detail.getState().openId === ids[0];
  const team = model.board.getState().app?.team ?? null;
  const isViewer = team?.me.role === 'viewer';
  const mayClaim = team !== null && !isViewer;
  return [
    [
      ...(isOne && !isOpen ? [is.open] : []),
      ...(isViewer ? [] : [is.check]),
      ...(rows.some(mayMarkSeen) ? [is.markSeen] : []),
      ...(rows.some(mayHandle) ? [is.handled] : []),
      is.called,
      is.callAwaited,
    ],
    ...(mayClaim ? [[is.claim, is.handOn]] : []),
    [
      is.mute,
      is.follow,
      is.snooze,
      is.snoozeHour,
      is.snoozeUntil,
      ...(isViewer ? [] : [is.promise]),
      is.pin,
    ],
    [...(isOne ? [...(isViewer ? [] : [is.rename]), is.notifications] : []), is.copy],
    [
      ...(rows.some((row) => row.isArchived || mayArchive(row)) ? [is.archive] : []),
      ...(isViewer ? [] : [is.stop, is.erase]),
    ],
  ].filter((commands) => commands.length > 0);
}
