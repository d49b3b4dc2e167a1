import { clockText } from '../../../core/order/format.ts';
import type { SnoozeTime } from '../../actions.ts';
import { useAhead, useText } from '../../model-context.tsx';
import { Button } from './button.tsx';

interface SnoozeProps {
  readonly untilMs: number | null;
  readonly times: readonly SnoozeTime[];
  /** What each button is called. */
  readonly nameOf: (time: SnoozeTime) => string;
  readonly endName: string;
  readonly onSnooze: (time: SnoozeTime) => void;
  readonly onEnd: () => void;
}

/** Puts notifications off for a while; or says until when they are put off, and ends that. */
export function Snooze({ untilMs, times, nameOf, endName, onSnooze, onEnd }: SnoozeProps) {
  const { locale, preferences: words } = useText();
  const aheadMs = useAhead(untilMs);
  if (aheadMs === null) {
    return times.map((time) => (
      <Button look="s" key={time} aria-label={nameOf(time)} onClick={() => onSnooze(time)}>
        {words.snoozeTimes[time]}
      </Button>
    ));
  }
  return (
    <>
      <span className="num">{words.snoozedUntil(clockText(aheadMs, locale))}</span>
      <Button look="s" aria-label={endName} onClick={onEnd}>
        {words.endSnooze}
      </Button>
    </>
  );
}
