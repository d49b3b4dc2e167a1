import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { minuteOfDay } from '../../../core/text/time-of-day.ts';
import { useModel, useText } from '../../model-context.tsx';
import { leaveField, useDraft, useKeptOnLeaving } from './draft.ts';

const minutesOfDay = 24 * 60;

/** How far an arrow key moves the time. */
const stepMinutes = 5;

/** "22:00" of the minutes after midnight. */
export function clockField(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

interface TimeFieldProps {
  readonly name: string;
  /** Minutes after midnight; null while no time is set. */
  readonly minute: number | null;
  /** Is given the field while it is drawn. */
  readonly field?: RefObject<HTMLInputElement | null> | undefined;
  /** Enter leaves the field, so that the next key is one of the board again. */
  readonly isLeftByEnter?: boolean;
  readonly onChange: (minute: number) => void;
}

/**
 * A time of day from 00:00 to 23:59. A time field of the browser would write AM and PM wherever the
 * computer does. It is kept as soon as it is complete, and else when the field is left; what is no time is said to be
 * none, and the field shows what counts.
 */
export function TimeField(props: TimeFieldProps) {
  const { name, minute, field: given, isLeftByEnter = false, onChange } = props;
  const { toasts } = useModel();
  const { noTime } = useText().toast;
  const own = useRef<HTMLInputElement>(null);
  const field = given ?? own;
  const stored = minute === null ? '' : clockField(minute);
  const { draft, setDraft, keys } = useDraft(stored, true);
  const keep = () => {
    const next = minuteOfDay(draft);
    if (next === null && draft !== stored && draft.trim() !== '')
      toasts.tell({ icon: 'st-attention', text: noTime(draft) });
    setDraft(next === null ? stored : clockField(next));
    if (next !== null && next !== minute) onChange(next);
  };
  useKeptOnLeaving(field, keep);
  const onKeyDown = keys(keep);
  const step = (event: KeyboardEvent) => {
    const steps = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    const from = minuteOfDay(draft);
    if (steps === undefined || from === null) return;
    event.preventDefault();
    onChange((from + steps * stepMinutes + minutesOfDay) % minutesOfDay);
  };
  return (
    <input
      ref={field}
      className="input n num"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      aria-label={name}
      placeholder="--:--"
      value={draft}
      onFocus={() => field.current?.select()}
      onChange={({ target: { value } }) => {
        setDraft(value);
        const next = /^\d\d:\d\d$/.test(value) ? minuteOfDay(value) : null;
        if (next !== null && next !== minute) onChange(next);
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        onKeyDown(event);
        step(event);
        if (isLeftByEnter && event.key === 'Enter' && !event.nativeEvent.isComposing) {
          leaveField(event.currentTarget);
        }
      }}
    />
  );
}
