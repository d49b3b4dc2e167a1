import { acknowledging, type Deed } from '../../../core/watch/acknowledgement.ts';
import { attentionClaims } from '../../../core/watch/attention.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WaitRules } from '../../../core/watch/order-waits.ts';
import {
  type Call,
  mostCalls,
  type SeenState,
  type WatchedOrder,
} from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** What {@link SeenOrders} need. */
export interface SeenOrdersParts {
  readonly watch: Pick<Watch, 'changeSeen'>;
  readonly clock: Clock;
  /** How long a wait may be before it counts as long. */
  readonly waitRules: (watched: WatchedOrder) => WaitRules;
  /** The dispatcher knows about these orders: their notifications are closed. */
  readonly seen: (ids: readonly OrderId[]) => void;
}

/** What the dispatcher said about orders that were seen. */
export interface SeenDetails {
  /** When they were on the screen as they were seen. Default: now. */
  readonly shownAtMs?: number | undefined;
  /** What was done about them. Default: they were seen, and handled where there was a call. */
  readonly deed?: Deed | undefined;
  /** The dispatcher called about them. */
  readonly call?: Pick<Call, 'word'> | undefined;
}

interface Change {
  readonly before: SeenState;
  readonly after: SeenState;
}

/** More tokens than have a message with undo on the screen. */
const mostTokens = 30;

/**
 * Marks orders and what they need attention for as seen or as handled, and undoes that. It is
 * remembered what each call changed, so that undo restores exactly that and keeps what came since.
 */
export class SeenOrders {
  readonly #parts: SeenOrdersParts;
  readonly #changes = new Map<number, ReadonlyMap<OrderId, Change>>();
  #lastToken = 0;

  constructor(parts: SeenOrdersParts) {
    this.#parts = parts;
  }

  /** @returns the undo token */
  markSeen(ids: readonly OrderId[], details: SeenDetails = {}): number {
    const { clock, seen, watch } = this.#parts;
    const nowMs = clock.wallMs();
    const shownAtMs = Math.min(details.shownAtMs ?? nowMs, nowMs);
    const call = details.call && { atMs: nowMs, word: details.call.word };
    const deed = details.deed ?? (call === undefined ? 'seen' : 'handled');
    const changes = new Map<OrderId, Change>();
    // First, or a card that says something else too would come up once more without what was seen.
    seen(ids);
    watch.changeSeen(ids, (before) => {
      const after = this.#after(before, deed, shownAtMs, nowMs, call);
      changes.set(before.id, { before, after });
      return after;
    });
    this.#lastToken += 1;
    this.#changes.set(this.#lastToken, changes);
    this.#changes.delete(this.#lastToken - mostTokens);
    return this.#lastToken;
  }

  /** @throws RangeError when the token is unknown, was used or is long ago */
  undo(undoToken: number): void {
    const changes = this.#changes.get(undoToken);
    if (changes === undefined) throw new RangeError('no such undo token');
    this.#changes.delete(undoToken);
    this.#parts.watch.changeSeen([...changes.keys()], (now) => {
      const change = changes.get(now.id);
      return change === undefined ? now : undone(now, change);
    });
  }

  #after(
    watched: WatchedOrder,
    deed: Deed,
    shownAtMs: number,
    nowMs: number,
    call: Call | undefined,
  ): SeenState {
    const claims = attentionClaims(watched, nowMs, this.#parts.waitRules(watched));
    return {
      unseenCount: 0,
      lastLookedAtMs: Math.max(watched.lastLookedAtMs ?? 0, shownAtMs),
      acknowledged: acknowledging(watched.acknowledged, claims, deed, shownAtMs, nowMs),
      calls: call === undefined ? watched.calls : [...watched.calls, call].slice(-mostCalls),
    };
  }
}

/** The state without what one call changed; what came after it stays. */
function undone(now: SeenState, { before, after }: Change): SeenState {
  const wasSeenSince = now.lastLookedAtMs !== after.lastLookedAtMs;
  return {
    unseenCount: wasSeenSince ? now.unseenCount : before.unseenCount + now.unseenCount,
    lastLookedAtMs: wasSeenSince ? now.lastLookedAtMs : before.lastLookedAtMs,
    acknowledged: without(now.acknowledged, before.acknowledged, after.acknowledged),
    calls: without(now.calls, before.calls, after.calls),
  };
}

/** Undoes on the present list the change from `before` to `after`: removes what it added, puts back what it removed. */
function without<Item>(
  now: readonly Item[],
  before: readonly Item[],
  after: readonly Item[],
): readonly Item[] {
  if (now === after) return before;
  const added = after.filter((item) => !before.includes(item));
  const gone = before.filter((item) => !after.includes(item));
  return [...gone, ...now.filter((item) => !added.includes(item))];
}
