import type { OrderRow } from '../../../core/bridge/board.ts';
import { durationText } from '../../../core/order/format.ts';
import { useModel, useText, useTicking } from '../../model-context.tsx';

/**
 * The time to the next check, with a tooltip; nothing for an order without a next check. The arc empties
 * in steps of a second: a smooth one would repaint every row sixty times a second all day.
 */
export function CheckRing({ row }: { readonly row: OrderRow }) {
  const { nextCheckAtMs, checkEveryMs, isChecking } = row;
  const { ticker } = useModel();
  const { healthPanel, locale, ring: words } = useText();
  const share = useTicking((nowMs) => {
    if (nextCheckAtMs === null || checkEveryMs === null || checkEveryMs <= 0) return 0;
    return Math.min(1, Math.max(0, (nextCheckAtMs - nowMs) / checkEveryMs));
  });
  if (!isChecking && nextCheckAtMs === null) return <span className="noring" />;
  const said = () => {
    if (isChecking || nextCheckAtMs === null) return words.busy;
    const leftMs = nextCheckAtMs - ticker.nowMs();
    return leftMs > 0 ? words.next(durationText(leftMs, locale)) : healthPanel.checkDue;
  };
  return (
    <svg
      className={isChecking ? 'ring busy' : 'ring'}
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ '--p': share }}
    >
      <title>{said()}</title>
      <circle className="track" cx="8" cy="8" r="6" />
      <circle className="left" cx="8" cy="8" r="6" />
    </svg>
  );
}
