import type { OrderRow } from '../../core/board/board.ts';
import { groupRule } from '../../core/notification/group-rules.ts';
import type { Settings } from '../../core/settings/settings.ts';

/** Why an order notifies of nothing at a time: a mute or a snooze, of its own or of its group. */
export interface Silence {
  readonly isOfGroup: boolean;
  /** When it ends by itself; null for a mute. */
  readonly untilMs: number | null;
}

/** What keeps an order silent longest; null for nothing. What holds all orders back does not count. */
export function silenceOf(
  row: Pick<OrderRow, 'group' | 'isMuted' | 'snoozedUntilMs'>,
  settings: Pick<Settings, 'groupRules'>,
  nowMs: number,
): Silence | null {
  if (row.isMuted) return { isOfGroup: false, untilMs: null };
  const rule = groupRule(settings, row);
  if (rule?.isMuted === true) return { isOfGroup: true, untilMs: null };
  const ownMs = row.snoozedUntilMs ?? 0;
  const ofGroupMs = rule?.snoozedUntilMs ?? 0;
  const untilMs = Math.max(ownMs, ofGroupMs);
  return nowMs < untilMs ? { isOfGroup: ofGroupMs > ownMs, untilMs } : null;
}
