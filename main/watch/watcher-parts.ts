import type { FixNote } from '../../core/order/courier-time.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from './clock.ts';
import type { WatchLimits } from './watch-limits.ts';
import type {
  AuditPace,
  DecideProblemTellings,
  DecideTellings,
  ExplainUpdate,
  OrderSource,
  WatchEvents,
  WatchStore,
} from './ports.ts';
import type { VerdictParts } from './verdicts.ts';

/** What a watcher is made of. */
export interface WatcherParts extends Pick<VerdictParts, 'reduceAnswer'> {
  readonly source: OrderSource;
  readonly store: WatchStore;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly decideTellings: DecideTellings;
  /** What is worth an interruption about an order that cannot be checked; nothing unless given. */
  readonly decideProblemTellings?: DecideProblemTellings;
  /** Default: updates are told as the checks found them. */
  readonly explainUpdate?: ExplainUpdate;
  /**
   * Whether answers about an order that bring nothing new are to be explained, too: its last answer has
   * to be read for it. Default: all.
   */
  readonly isReported?: (id: OrderId) => boolean;
  /** Default: nobody reports anything, so every order is checked at its own pace. */
  readonly auditPace?: AuditPace;
  readonly events: WatchEvents;
  readonly limits: WatchLimits;
  /** Orders that need eyes come before others after a sleep or an outage; none unless given. */
  readonly needsAttention?: (id: OrderId) => boolean;
  /** A courier's time had to be put right. */
  readonly noted?: (note: FixNote) => void;
  /** Drawn once per installation, 0 to 2^32 - 1: main/storage keeps it. */
  readonly installSeed: number;
  /** Gets what must not happen (a listener that throws); default: thrown where nobody catches it. */
  readonly reportDefect?: (error: unknown) => void;
}
