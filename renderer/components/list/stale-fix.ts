import type { OrderRow } from '../../../core/bridge/board.ts';

/** Beyond this age a position is where the courier was, not where the courier is. */
const freshForMs = 5 * 60_000;

/** Whether the courier's position is too old to be drawn as the present one. */
export function isStaleFix(row: OrderRow, nowMs: number): boolean {
  if (row.courier.kind !== 'known' || row.courier.fixAtMs === null) return false;
  const reason = row.attention?.reason;
  const isSilent = reason === 'courierSilent' || reason === 'courierLost';
  return isSilent || reason === 'notMoving' || nowMs - row.courier.fixAtMs > freshForMs;
}
