import { attentionWords } from '../../core/watch/attention-words.ts';
import { shortId } from '../../core/order/format.ts';
import type { Language } from '../../core/text/language.ts';
import { piece } from '../../core/notification/telling-words.ts';
import type { TrayOrder } from '../../core/tray/tray-face.ts';
import type { NeedyOrder } from './attention-book.ts';

/** The longest name in a menu, so that one order cannot make it as wide as the screen. */
const longestName = 40;

/** The orders that need attention as the tray's menu lists them. */
export function trayOrders(needy: readonly NeedyOrder[], language: Language): readonly TrayOrder[] {
  return needy.map(({ watched, attention }) => {
    return {
      id: watched.id,
      name: menuName(watched.label ?? shortId(watched.id)),
      reason: attentionWords(attention.reason, language).toLowerCase(),
    };
  });
}

/** On one line, without what would turn the words around it, and no longer than a menu should be. */
function menuName(text: string): string {
  const name = piece(text, longestName);
  return name === piece(text, longestName + 1) ? name : `${piece(text, longestName - 1)}…`;
}
