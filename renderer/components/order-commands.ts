import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderRow } from '../../core/board/board.ts';
import { type Language, languages } from '../../core/text/language.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import { mayArchive, orderName, snoozeEndMs, type SnoozeTime } from '../actions.ts';
import { keysOf } from '../command-list.ts';
import { silenceOf } from '../board/silence.ts';
import { pastPromisesText } from '../past-promises.ts';
import { isFollowed, isSnoozed, mayHandle } from '../board/views.ts';
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
  const snoozeFor = (until: SnoozeTime): string =>
    preferences.snoozeFor[until] + pastPromisesText(rows, nowMs, snoozeEndMs(until, nowMs), text);
  const subject = isOne && first ? isolated(orderName(first)) : text.orders(ids.length);
  const isUnanswered = isOne && first?.claim?.passedOn !== undefined;
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
    open: { icon: 'chev-r', name: texts.open, keys: keysOf('open'), run: openFirst },
    check: {
      icon: 'poll',
      name: texts.checkNow,
      keys: keysOf('checkNow'),
      run: () => void actions.checkNow(ids),
    },
    markSeen: {
      icon: 'eye',
      name: text.help.names.markSeen,
      keys: keysOf('markSeen'),
      run: () => void actions.markSeen(ids),
    },
    called: {
      icon: 'phone',
      name: text.call.done,
      keys: keysOf('called'),
      run: () => layers.openCall(ids),
    },
    callAwaited: {
      icon: 'phone',
      name: text.call.await,
      keys: keysOf('callAwaited'),
      run: () => void actions.called(ids, text.call.awaited),
    },
    handled: {
      icon: 'check',
      name: text.handled.mark,
      keys: keysOf('handled'),
      run: () => void actions.handled(ids),
    },
    claim: {
      icon: 'you',
      name: claimName(rows, text.claim),
      keys: keysOf('claim'),
      run: () => {
        if (rows.every(({ claim }) => claim?.isMine === true)) void actions.release(ids, null);
        // From another desk only after a question, unless no one answers there.
        else if (isOne && first?.claim != null && !isUnanswered) layers.openClaim(ids);
        else void actions.claim(ids, { desk: null, reason: null, takesOver: isUnanswered });
      },
    },
    handOn: {
      icon: 'chev-r',
      name: text.claim.handOn,
      keys: keysOf('handOn'),
      run: () => layers.openClaim(ids),
    },
    mute: {
      icon: areMuted ? 'bell' : 'bell-off',
      name: areMuted ? text.palette.unmute : text.palette.mute,
      keys: keysOf('mute'),
      run: () => void actions.toggleMuted(ids),
    },
    follow: {
      icon: 'bell-ring',
      name: areFollowed ? preferences.unfollow : preferences.follow,
      keys: keysOf('follow'),
      run: () => void actions.toggleFollowed(ids),
    },
    // A snooze of orders that their group keeps silent would change nothing.
    snooze: isByGroup
      ? {
          icon: 'bell',
          name: preferences.ofGroup,
          keys: keysOf('snooze'),
          run: () => model.settings.openPlace('groups'),
        }
      : {
          icon: areSnoozed ? 'bell' : 'clock',
          name: areSnoozed ? preferences.endSnoozeOf : snoozeFor('quarter'),
          keys: keysOf('snooze'),
          run: () => void actions.toggleSnoozed(ids),
        },
    snoozeHour: {
      icon: 'clock',
      name: snoozeFor('hour'),
      keys: [],
      run: () => void actions.snooze(ids, 'hour'),
    },
    snoozeUntil: {
      icon: 'clock',
      name: preferences.snoozeUntil,
      keys: keysOf('snoozeUntil'),
      run: () => openField('snooze'),
    },
    remind: {
      icon: 'clock',
      name: text.board.remind,
      keys: keysOf('remind'),
      run: () => void actions.remind(ids),
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
      keys: keysOf('promise'),
      run: () => openField('promise'),
    },
    pin: {
      icon: 'pin',
      name: arePinned ? texts.unpin : texts.pin,
      keys: keysOf('pin'),
      run: () => void actions.togglePinned(ids),
    },
    archive: {
      icon: 'archive',
      name: areArchived ? texts.restore : texts.archive,
      keys: keysOf('archive'),
      ...(!isOne && !areArchived && { asks: { title: asks.archive(subject), body: asks.undo } }),
      run: () => void actions.toggleArchived(ids),
    },
    rename: {
      icon: 'tag',
      name: text.help.names.rename,
      keys: keysOf('rename'),
      run: () => {
        openFirst();
        detail.setRenaming(true);
      },
    },
    note: {
      icon: 'note',
      name: text.courierWay.note,
      keys: keysOf('note'),
      run: () => openField('note'),
    },
    group: {
      icon: 'tag',
      name: text.courierWay.group,
      keys: keysOf('group'),
      run: () => openField('group'),
    },
    copyPhone: {
      icon: 'phone',
      name: text.courierWay.copyPhone,
      keys: keysOf('copyPhone'),
      run: () => first && void actions.copyPhone(first.id, 'courier'),
    },
    callCourier: {
      icon: 'phone',
      name: text.courierWay.call(text.detail.theCourier),
      keys: keysOf('callCourier'),
      run: () => {
        if (!first) return;
        void actions.mayCallCourier(first.id).then((may) => {
          if (may) layers.openDial({ id: first.id, owner: 'courier' });
        });
      },
    },
    customerText: {
      icon: 'copy',
      name: text.courierWay.customerText(text.language),
      keys: keysOf('customerText'),
      run: () => first && void actions.copyCustomerText(first.id, text.language),
    },
    customerTextOther: {
      icon: 'copy',
      name: text.courierWay.customerText(otherLanguage(text.language)),
      keys: keysOf('customerTextOther'),
      run: () => first && void actions.copyCustomerText(first.id, otherLanguage(text.language)),
    },
    sameCourier: {
      icon: 'you',
      name: text.courierWay.sameCourier,
      keys: keysOf('sameCourier'),
      run: () => first && model.showSameCourier(first.id),
    },
    copy: {
      icon: 'copy',
      name: isOne ? texts.copyUuid : text.help.names.copyIds,
      keys: keysOf('copyIds'),
      run: () => void actions.copyIds(ids),
    },
    stop: {
      icon: 'stop',
      name: texts.stopWatching,
      keys: keysOf('stopWatching'),
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

/** The other of the two languages, which may be the customer's. */
function otherLanguage(language: Language): Language {
  return languages.find((each) => each !== language) ?? language;
}

/** What the key of claims does with these orders: all of one's own are let go. */
function claimName(rows: readonly OrderRow[], texts: Dictionary['claim']): string {
  if (rows.every(({ claim }) => claim?.isMine === true)) return texts.letGo;
  const other = rows.length === 1 ? (rows[0]?.claim ?? null) : null;
  return other === null ? texts.claim : texts.takeOver(other.desk);
}

/** A line of a menu that opens a menu of its own: for what most menus would be too long with. */
export interface Submenu {
  readonly icon: IconName;
  readonly name: string;
  readonly commands: readonly OrderCommand[];
}

/** Whether a line of a menu opens another menu. */
export function isSubmenu(line: OrderCommand | Submenu): line is Submenu {
  return 'commands' in line;
}

/** The commands that make sense for these orders now, as a menu shows them: in groups of like ones. */
export function menuOf(
  model: WindowModel,
  ids: readonly OrderId[],
): readonly (readonly (OrderCommand | Submenu)[])[] {
  const { rows: rowsById } = model.board.getState();
  const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
  const isOne = ids.length === 1;
  const is = orderCommands(model, ids);
  const isOpen = isOne && model.detail.getState().openId === ids[0];
  const team = model.board.getState().app?.team ?? null;
  const isViewer = team?.me.role === 'viewer';
  const mayClaim = team !== null && !isViewer;
  const { courierWay, preferences } = model.text;
  return [
    [
      ...(isOne && !isOpen ? [is.open] : []),
      ...(isViewer ? [] : [is.check]),
      ...(rows.some(({ isUnseen }) => isUnseen) ? [is.markSeen] : []),
      ...(rows.some(mayHandle) ? [is.handled] : []),
      is.called,
      is.callAwaited,
    ],
    ...(mayClaim ? [[is.claim, is.handOn]] : []),
    [
      is.mute,
      is.follow,
      ...submenu('clock', preferences.later, [is.snooze, is.snoozeHour, is.snoozeUntil, is.remind]),
      ...(isViewer ? [] : [is.promise]),
      is.pin,
    ],
    [
      ...(isOne ? submenu('phone', courierWay.menu, courierCommands(is, rows[0], isViewer)) : []),
      ...(isViewer ? [] : [...(isOne ? [is.rename, is.note] : []), is.group]),
      ...(isOne ? [is.notifications] : []),
      is.copy,
    ],
    [
      ...(rows.some((row) => row.isArchived || mayArchive(row)) ? [is.archive] : []),
      ...(isViewer ? [] : [is.stop, is.erase]),
    ],
  ].filter((commands) => commands.length > 0);
}

/** The line that opens these commands; none where there are none. */
function submenu(
  icon: IconName,
  name: string,
  commands: readonly OrderCommand[],
): readonly Submenu[] {
  return commands.length === 0 ? [] : [{ icon, name, commands }];
}

/** What leads to the courier of an order, and to its customer. */
function courierCommands(
  is: ReturnType<typeof orderCommands>,
  row: OrderRow | undefined,
  isViewer: boolean,
): readonly OrderCommand[] {
  const hasCourier = row?.courier.kind === 'known';
  return [
    // The hub gives a desk that looks on no whole number.
    ...(hasCourier && !isViewer ? [is.copyPhone, is.callCourier] : []),
    ...(hasCourier && row.courier.name !== null ? [is.sameCourier] : []),
    ...(row?.status == null ? [] : [is.customerText, is.customerTextOther]),
  ];
}
