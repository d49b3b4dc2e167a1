import { type KeyboardEvent, useRef } from 'react';
import { useDraft, useKeptOnLeaving } from './draft.ts';

const minutesOfDay = 24 * 60;

/** How far an arrow key moves the time. */
const stepMinutes = 5;

/** "22:00" of the minutes after midnight. */
export function clockField(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/**
 * The minutes after midnight of a typed time of day: "15:30", "1530", "9", "3.30 pm", also in full-width
 * digits. Null for everything else.
 */
export function minuteOfDay(text: string): number | null {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/[\s.]/g, '');
  const [, hours, minutes = '0', half] = /^(\d{1,2}):?(\d\d)?(am|pm)?$/.exec(typed) ?? [];
  if (hours === undefined) return null;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? hour * 60 + Number(minutes) : null;
}

interface TimeFieldProps {
  readonly name: string;
  /** Minutes after midnight; null while no time is set. */
  readonly minute: number | null;
  readonly onChange: (minute: number) => void;
}

/**
 * A time of day from 00:00 to 23:59. A time field of the browser would write AM and PM wherever the
 * computer does. It is kept as soon as it is complete, and else when the field is left.
 */
export function TimeField({ name, minute, onChange }: TimeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const stored = minute === null ? '' : clockField(minute);
  const { draft, setDraft, keys } = useDraft(stored);
  const keep = () => {
    const next = minuteOfDay(draft);
    if (next === null || next === minute) setDraft(stored);
    else onChange(next);
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
      }}
    />
  );
}
