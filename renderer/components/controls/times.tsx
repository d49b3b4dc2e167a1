import { ageText, clockText, durationText, momentText } from '../../../core/order/format.ts';
import { fullTime } from './full-time.ts';
import { useText, useTicking } from '../../model-context.tsx';

/** How long ago something was, ticking by itself. */
export function Ago({
  atMs,
  wrap = (age) => age,
}: {
  readonly atMs: number;
  readonly wrap?: (age: string, nowMs: number) => string;
}) {
  const { locale } = useText();
  const age = useTicking((nowMs) => wrap(ageText(atMs, Math.max(nowMs, atMs), locale), nowMs));
  return <span title={fullTime(atMs, locale)}>{age}</span>;
}

/** How long something has lasted, ticking by itself. */
export function Lasting({
  sinceMs,
  wrap = (duration) => duration,
}: {
  readonly sinceMs: number;
  readonly wrap?: (duration: string) => string;
}) {
  const { locale } = useText();
  const lasting = useTicking((nowMs) => wrap(durationText(Math.max(0, nowMs - sinceMs), locale)));
  return <span title={fullTime(sinceMs, locale)}>{lasting}</span>;
}

/** How long it is until something, ticking by itself; `due` once the time has come. */
export function Until({
  atMs,
  wrap,
  due,
}: {
  readonly atMs: number;
  readonly wrap: (duration: string) => string;
  readonly due: string;
}) {
  const { locale } = useText();
  return useTicking((nowMs) => (atMs > nowMs ? wrap(durationText(atMs - nowMs, locale)) : due));
}

/** When something was or will be, with the date unless that is today. */
export function Moment({ atMs }: { readonly atMs: number }) {
  const { locale } = useText();
  const moment = useTicking((nowMs) => momentText(atMs, nowMs, locale));
  return <span title={fullTime(atMs, locale)}>{moment}</span>;
}

/** A time of a day that is said beside it. */
export function Clock({ atMs }: { readonly atMs: number }) {
  const { locale } = useText();
  return <span title={fullTime(atMs, locale)}>{clockText(atMs, locale)}</span>;
}
