import type { OrderRow } from '../../../core/board/board.ts';
import { durationText } from '../../../core/order/format.ts';
import { useModel, useText, useTicking } from '../../model-context.tsx';

/** All rings are drawn anew at the same instants, so that a list at rest seldom wakes the page. */
const stepMs = 5000;

/** The time to the next check, with a tooltip; nothing for an order without a next check. */
export function CheckRing({ row }: { readonly row: OrderRow }) {
  const { nextCheckAtMs, checkEveryMs, isChecking } = row;
  const { ticker } = useModel();
  const { healthPanel, locale, ring: texts } = useText();
  const share = useTicking((nowMs) => {
    if (nextCheckAtMs === null || checkEveryMs === null || checkEveryMs <= 0) return 0;
    const stepAtMs = nowMs - (nowMs % stepMs);
    return Math.min(1, Math.max(0, (nextCheckAtMs - stepAtMs) / checkEveryMs));
  });
  if (!isChecking && nextCheckAtMs === null) return <span className="noring" />;
  const said = () => {
    if (isChecking || nextCheckAtMs === null) return texts.busy;
    const leftMs = nextCheckAtMs - ticker.nowMs();
    return leftMs > 0 ? texts.next(durationText(leftMs, locale)) : healthPanel.checkDue;
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
