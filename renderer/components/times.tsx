import { ageText, clockText, durationText } from '../../core/format.ts';
import { fullTime } from '../board/full-time.ts';
import { useText, useTicking } from '../model-context.tsx';

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

/** A time of day that does not tick. */
export function Clock({ atMs }: { readonly atMs: number }) {
  const { locale } = useText();
  return <span title={fullTime(atMs, locale)}>{clockText(atMs, locale)}</span>;
}
