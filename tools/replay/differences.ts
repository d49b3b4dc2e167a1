import { undatedKey } from '../../core/notification/notification-key.ts';
import type {
  NotificationEvent,
  NotificationOutcome,
  SuppressReason,
} from '../../core/notification/notification.ts';
import type { Decision, RecordedDecision } from '../../main/engine/replay/decisions.ts';

/** A notification of which a replay decided otherwise. Null where there was none. */
export interface Difference {
  readonly key: string;
  readonly event: NotificationEvent;
  readonly atMs: number;
  readonly recorded: string | null;
  readonly replayed: string | null;
}

/**
 * What a replay decided otherwise than the program did: notifications that one of the two has alone, and those
 * that ended otherwise. When within a second something was decided does not count.
 *
 * @param untilMs what ended later counts as waiting in both
 */
export function differencesBetween(
  recorded: readonly RecordedDecision[],
  replayed: readonly Decision[],
  untilMs: number,
): readonly Difference[] {
  const was = new Map(
    recorded.map(({ notification: { decidedAtMs, event, key }, outcome, settledAtMs, heldBy }) => {
      const isOver = settledAtMs !== null && settledAtMs <= untilMs;
      const held = heldBy === null ? null : ({ kind: 'held', reason: heldBy } as const);
      return [
        undatedKey(key),
        { event, atMs: decidedAtMs, outcome: outcomeText(isOver ? outcome : held) },
      ];
    }),
  );
  const is = new Map<string, Ended>();
  for (const decision of replayed) {
    const { atMs } = decision;
    if (decision.kind === 'decided') {
      is.set(undatedKey(decision.key), { event: decision.event, atMs, outcome: outcomeText(null) });
    } else if (decision.kind === 'settled') {
      for (const key of decision.keys.map(undatedKey)) {
        const known = is.get(key);
        if (known !== undefined) is.set(key, { ...known, outcome: outcomeText(decision.outcome) });
      }
    }
  }
  return [...new Set([...was.keys(), ...is.keys()])]
    .flatMap((key): readonly Difference[] => {
      const [one, other] = [was.get(key), is.get(key)];
      const known = one ?? other;
      if (known === undefined || one?.outcome === other?.outcome) return [];
      const { atMs, event } = known;
      return [
        { key, event, atMs, recorded: one?.outcome ?? null, replayed: other?.outcome ?? null },
      ];
    })
    .toSorted((one, other) => one.atMs - other.atMs || (one.key < other.key ? -1 : 1));
}

interface Ended {
  readonly event: NotificationEvent;
  readonly atMs: number;
  readonly outcome: string;
}

/** What hangs on milliseconds. */
const momentary: ReadonlySet<SuppressReason> = new Set(['overtaken', 'over']);

/**
 * An outcome as it is compared. Whether it came alone, on a card with others, was replaced by a newer one of its
 * order or was over in the same moment hangs on the milliseconds between them, which are not recorded; so does why
 * the system showed nothing.
 */
function outcomeText(outcome: NotificationOutcome | null): string {
  if (outcome === null) return 'waiting';
  switch (outcome.kind) {
    case 'shown':
    case 'digested':
    case 'failed':
      return 'told';
    case 'held':
      return `held: ${outcome.reason}`;
    case 'suppressed':
      return momentary.has(outcome.reason) ? 'told' : `suppressed: ${outcome.reason}`;
  }
}
