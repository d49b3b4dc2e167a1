import { useTicking } from '../model-context.tsx';

interface CheckRingProps {
  /** Null when nothing is scheduled: then there is no ring. */
  readonly nextCheckAtMs: number | null;
  readonly checkEveryMs: number | null;
  readonly isChecking: boolean;
}

/**
 * The time to the next check. The arc empties in steps of a second: a smooth one would repaint
 * every row sixty times a second all day. Its words are part of what the row says.
 */
export function CheckRing({ nextCheckAtMs, checkEveryMs, isChecking }: CheckRingProps) {
  const share = useTicking((nowMs) => {
    if (nextCheckAtMs === null || checkEveryMs === null || checkEveryMs <= 0) return 0;
    return Math.min(1, Math.max(0, (nextCheckAtMs - nowMs) / checkEveryMs));
  });
  if (!isChecking && nextCheckAtMs === null) return <span className="noring" />;
  return (
    <svg
      className={isChecking ? 'ring busy' : 'ring'}
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ '--p': share }}
    >
      <circle className="track" cx="8" cy="8" r="6" />
      <circle className="left" cx="8" cy="8" r="6" />
    </svg>
  );
}
