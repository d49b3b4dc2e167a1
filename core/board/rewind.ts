import type { GroupRule } from '../notification/group-rules.ts';
import type { NotificationEntry } from '../notification/notification.ts';
import type { Activity } from '../recording/recorded-state.ts';
import type { ServiceHealth } from '../watch/service-health.ts';
import type { OrderRow, Pause } from './board.ts';

/** What the time bar marks: a change of an order, or that contact with the service was lost. */
export interface RewindEvent {
  readonly atMs: number;
  readonly kind: 'update' | 'contactLost';
}

/** A time in which the program did not run. */
export interface IdlePeriod {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly activity: Exclude<Activity, 'running'>;
}

/** How far the board can be rewound. */
export interface RewindRange {
  readonly fromMs: number;
  /** The present, when it was asked for. */
  readonly untilMs: number;
  /** Oldest first, at most one of a kind at a time. Ordinary moves of couriers are left out. */
  readonly events: readonly RewindEvent[];
  /** The times in which the program did not run, oldest first. */
  readonly rests: readonly IdlePeriod[];
}

/** The board as it was at a time. */
export interface RewoundBoard {
  readonly atMs: number;
  /** The list without the archive. Nothing says when an order was checked next. */
  readonly rows: readonly OrderRow[];
  /** The notifications that were showing, about orders and about contact; the newest first. */
  readonly shown: readonly NotificationEntry[];
  /** The notifications that a rule held back at the time, as their outcomes say; the newest first. */
  readonly waiting: readonly NotificationEntry[];
  readonly serviceHealth: ServiceHealth;
  readonly pause: Pause;
  /** How groups differed in what they notified of. */
  readonly groupRules: readonly GroupRule[];
  /** Whether the program ran then. Where it did not, the board is as it had left it. */
  readonly activity: Activity;
}
