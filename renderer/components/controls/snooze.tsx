import { type RefObject, useState } from 'react';
import { clockText, momentText } from '../../../core/order/format.ts';
import { minuteOfDay, nextTimeOfDayMs } from '../../../core/text/time-of-day.ts';
import { snoozeEndMs, type SnoozeTime } from '../../actions.ts';
import { useAhead, useModel, useText, useTicking } from '../../model-context.tsx';
import { Button } from './button.tsx';

interface SnoozeProps {
  readonly untilMs: number | null;
  readonly times: readonly SnoozeTime[];
  /** What each button and the field for a time is called. */
  readonly nameOf: (name: string) => string;
  readonly endName: string;
  /** The words after the end of a snooze that name the promises before that end. Default: none. */
  readonly pastOf?: (untilMs: number) => string;
  /** Is given the field for a time or, during a snooze, the button that ends it. */
  readonly control?: RefObject<(HTMLInputElement & HTMLButtonElement) | null>;
  readonly onSnooze: (untilMs: number) => void;
  readonly onEnd: () => void;
}

/** A time of day to type. The button beside it says on which day it comes next; Enter does the same. */
function UntilTime({ control, nameOf, pastOf, onSnooze }: SnoozeProps) {
  const { time } = useModel();
  const { locale, preferences: texts } = useText();
  const [typed, setTyped] = useState('');
  const minute = minuteOfDay(typed);
  const untilMs = useTicking((nowMs) => (minute === null ? 0 : nextTimeOfDayMs(minute, nowMs)));
  const isToday = useTicking((nowMs) => new Date(nowMs).getDate() === new Date(untilMs).getDate());
  const snooze = () => {
    if (minute !== null) onSnooze(nextTimeOfDayMs(minute, time.nowMs()));
  };
  const clock = clockText(untilMs, locale);
  const past = pastOf?.(untilMs) ?? '';
  return (
    <>
      <input
        ref={control}
        type="text"
        className="input n"
        aria-label={nameOf(texts.snoozeField)}
        aria-invalid={typed !== '' && minute === null}
        placeholder="17:30"
        autoComplete="off"
        maxLength={8}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) snooze();
        }}
      />
      {minute === null ? null : (
        <Button look="s" onClick={snooze}>
          {isToday ? texts.untilToday(clock) : texts.untilTomorrow(clock)}
          {past}
        </Button>
      )}
    </>
  );
}

/** Puts notifications off for a while or until a time; or says until when, and ends that. */
export function Snooze(props: SnoozeProps) {
  const { control, untilMs, times, nameOf, endName, pastOf, onSnooze, onEnd } = props;
  const { time } = useModel();
  const { locale, preferences: texts } = useText();
  const aheadMs = useAhead(untilMs);
  if (aheadMs === null) {
    return (
      <>
        {times.map((each) => (
          <Button
            look="s"
            key={each}
            aria-label={
              nameOf(texts.snoozeFor[each]) + (pastOf?.(snoozeEndMs(each, time.nowMs())) ?? '')
            }
            onClick={() => onSnooze(snoozeEndMs(each, time.nowMs()))}
          >
            {texts.snoozeTimes[each]}
          </Button>
        ))}
        <UntilTime {...props} />
      </>
    );
  }
  return (
    <>
      <span className="num">{texts.snoozedUntil(momentText(aheadMs, time.nowMs(), locale))}</span>
      <Button ref={control} look="s" aria-label={endName} onClick={onEnd}>
        {texts.endSnooze}
      </Button>
    </>
  );
}
