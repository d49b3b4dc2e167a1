import type { KeptReason } from './kept-reason.ts';
import type {
  DigestReason,
  HoldReason,
  NotificationEntry,
  SuppressReason,
} from '../notification/notification.ts';

/** What became of something that happened, by the rule that decided it then. */
export type UpdateOutcome =
  | { readonly kind: 'told'; readonly atMs: number; readonly heldBy: HoldReason | null }
  /** In one notification with others. */
  | {
      readonly kind: 'digested';
      readonly atMs: number;
      readonly reason: DigestReason;
      readonly heldBy: HoldReason | null;
    }
  /** About to be shown. */
  | { readonly kind: 'due' }
  /** `untilMs` is null where only something else ends it. */
  | { readonly kind: 'held'; readonly by: HoldReason; readonly untilMs: number | null }
  /** The system did not show it. */
  | { readonly kind: 'failed'; readonly fault: string }
  /** Whether it was notified is not kept: its notification was too old, or an earlier Waybell kept no reason. */
  | { readonly kind: 'notKept' }
  | ({ readonly kind: 'untold' } & NotNotifiedReason);

/** Why something was not notified. */
export type NotNotifiedReason = KeptReason | { readonly reason: SuppressReason };

/** What became of a notification. */
export function outcomeOf({
  heldBy,
  outcome,
  settledAtMs,
}: Pick<NotificationEntry, 'heldBy' | 'outcome' | 'settledAtMs'>): UpdateOutcome {
  if (outcome === null) return { kind: 'due' };
  const atMs = settledAtMs ?? 0;
  switch (outcome.kind) {
    case 'shown':
      return { kind: 'told', atMs, heldBy };
    case 'digested':
      return { kind: 'digested', atMs, reason: outcome.reason, heldBy };
    case 'held':
      return { kind: 'held', by: outcome.reason, untilMs: outcome.untilMs ?? null };
    case 'failed':
      return { kind: 'failed', fault: outcome.reason };
    case 'suppressed':
      return { kind: 'untold', reason: outcome.reason };
  }
}
