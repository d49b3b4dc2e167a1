import type { OrderRow } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { orderName } from '../actions.ts';
import type { IconName } from '../icon-sprite.tsx';
import type { WindowModel } from '../window-model.ts';

/** Something that can be done with orders, as the palette and the menu of the details offer it. */
export interface OrderCommand {
  readonly icon: IconName;
  readonly name: string;
  /** The key that does the same. */
  readonly keys: readonly string[];
  readonly run: () => void;
}

/**
 * What can be done with orders.
 *
 * @param row the order, or the first of several: its state says which way a switch goes
 */
export function orderCommands(model: WindowModel, ids: readonly OrderId[], row: OrderRow) {
  const { actions, detail, privacy, text } = model;
  const { preferences } = text;
  const words = text.detail;
  const isOne = ids.length === 1;
  const erase = text.settings.privacy;
  return {
    check: {
      icon: 'poll',
      name: words.checkNow,
      keys: ['R'],
      run: () => void actions.checkNow(ids),
    },
    mute: {
      icon: row.isMuted ? 'bell' : 'bell-off',
      name: row.isMuted ? text.palette.unmute : text.palette.mute,
      keys: ['M'],
      run: () => void actions.toggleMuted(ids),
    },
    snooze: {
      icon: 'clock',
      name: preferences.snoozeFor.quarter,
      keys: ['S'],
      run: () => void actions.snooze(ids, 'quarter'),
    },
    snoozeHour: {
      icon: 'clock',
      name: preferences.snoozeFor.hour,
      keys: [],
      run: () => void actions.snooze(ids, 'hour'),
    },
    pin: {
      icon: 'pin',
      name: row.isPinned ? words.unpin : words.pin,
      keys: ['P'],
      run: () => void actions.togglePinned(ids),
    },
    archive: {
      icon: 'archive',
      name: row.isArchived ? words.restore : words.archive,
      keys: ['E'],
      run: () => void actions.toggleArchived(ids),
    },
    rename: { icon: 'tag', name: words.rename, keys: ['F2'], run: () => detail.setRenaming(true) },
    copy: {
      icon: 'copy',
      name: isOne ? words.copyUuid : text.help.copyUuids,
      keys: ['Mod', 'C'],
      run: () => void actions.copyIds(ids),
    },
    stop: {
      icon: 'stop',
      name: words.stopWatching,
      keys: ['Delete'],
      run: () => actions.stopWatching(ids),
    },
    erase: {
      icon: 'trash',
      name: isOne ? erase.order : erase.orders(ids.length),
      keys: [],
      run: () => privacy.ask({ kind: 'orders', ids, subject: orderName(row) }),
    },
  } satisfies Readonly<Record<string, OrderCommand>>;
}
