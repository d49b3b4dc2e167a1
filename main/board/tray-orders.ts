import { attentionWords } from '../../core/attention.ts';
import { shortId } from '../../core/format.ts';
import type { TrayOrder } from '../../core/tray-face.ts';
import type { NeedyOrder } from './attention-book.ts';

/** The longest name in a menu, so that one order cannot make it as wide as the screen. */
const longestName = 40;

/** The orders that need attention as the tray's menu lists them. */
export function trayOrders(needy: readonly NeedyOrder[]): readonly TrayOrder[] {
  return needy.map(({ watched, attention }) => {
    const name = watched.label ?? shortId(watched.id);
    return {
      id: watched.id,
      name: name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name,
      reason: attentionWords(attention.reason).toLowerCase(),
    };
  });
}
