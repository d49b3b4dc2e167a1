import { ageText, clockText, durationText, momentText } from '../../../core/order/format.ts';
import { ageNow, type FactAge, momentOfAge } from '../../../core/watch/fact-age.ts';
import { useText, useTicking } from '../../model-context.tsx';

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The full local time, for the pointer that rests on an age: 21 Nov 2026, 14:31:08 as the locale
 * writes it, with the same hours from 0 to 23 as the clock times beside it.
 */
export function fullTime(atMs: number, locale: string, timeZone?: string): string {
  const key = `${locale} ${timeZone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known.format(atMs);
  const formatter = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  });
  formatters.set(key, formatter);
  return formatter.format(atMs);
}

interface AgoProps {
  readonly atMs: number;
  readonly wrap?: (age: string, nowMs: number) => string;
}

/** How long ago something was, ticking by itself. */
export function Ago({ atMs, wrap = (age) => age }: AgoProps) {
  const { locale } = useText();
  const age = useTicking((nowMs) => wrap(ageText(atMs, Math.max(nowMs, atMs), locale), nowMs));
  return <span title={fullTime(atMs, locale)}>{age}</span>;
}

interface AgeProps {
  readonly age: FactAge;
  /** How something that lasts is said; by its duration alone unless given. */
  readonly lasting?: (duration: string) => string;
}

/** The time that belongs to a fact, as it goes on. */
export function Age({ age, lasting = (duration) => duration }: AgeProps) {
  const text = useText();
  const said = useTicking((nowMs) => {
    const now = ageNow(age, nowMs, text);
    return age.kind === 'duration' ? lasting(now) : now;
  });
  return <span title={fullTime(momentOfAge(age), text.locale)}>{said}</span>;
}

interface UntilProps {
  readonly atMs: number;
  readonly wrap: (duration: string) => string;
  readonly due: string;
}

/** How long it is until something, ticking by itself; `due` once the time has come. */
export function Until({ atMs, wrap, due }: UntilProps) {
  const { locale } = useText();
  return useTicking((nowMs) => (atMs > nowMs ? wrap(durationText(atMs - nowMs, locale)) : due));
}

/** When something was or will be, with the date unless that is today. */
export function Moment({ atMs }: { readonly atMs: number }) {
  const { locale } = useText();
  const moment = useTicking((nowMs) => momentText(atMs, nowMs, locale));
  return <span title={fullTime(atMs, locale)}>{moment}</span>;
}

/** A time of day, where the day is shown beside it. */
export function Clock({ atMs }: { readonly atMs: number }) {
  const { locale } = useText();
  return <span title={fullTime(atMs, locale)}>{clockText(atMs, locale)}</span>;
}
