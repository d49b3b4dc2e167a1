import { selfTestTelling } from '../../core/notification/desk-telling.ts';
import type {
  NotificationHop,
  NotificationTest,
} from '../../core/notification/notification-test.ts';
import type { Speech } from '../../core/text/language.ts';
import { english } from '../../core/text/language.ts';
import { notificationHops } from '../../core/notification/notification-test.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import { orderUpdate } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import { placedOrder } from '../../core/order/placed-order.ts';
import { spokenTelling } from '../../core/notification/spoken-words.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';
import type { NotificationHop as Reached } from './card-showing.ts';
import { decideTellings } from './policy.ts';
import type { Outbox } from './ports.ts';
import type { NotificationFault } from '../../core/notification/notification-fault.ts';

/** What a {@link NotificationSelfTest} is made of. */
export interface SelfTestParts {
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'put' | 'pending'>;
  /** Something was put into the outbox. */
  readonly tellingsStored: () => void;
  readonly progressed: (test: NotificationTest) => void;
  /** English unless given. */
  readonly speech?: () => Speech;
}

/** A system that says nothing for so long did not show it. */
const shownWithinMs = 5000;
/** Whoever does not click within this time does not want to. */
const clickWithinMs = 5 * 60_000;

const madeUpId = parseOrderId('00000000-0000-4000-8000-0000000005e1');

/**
 * Sends one notification the whole way that every other goes (an update, the policy, the outbox, the
 * system) and says of each hop whether and when it was reached. The order is made up and is on no list.
 */
export class NotificationSelfTest {
  readonly #parts: SelfTestParts;
  #key = '';
  #startedMs = 0;
  #test: NotificationTest = { startedAtMs: 0, hops: [], isOver: true };
  #cancel: (() => void) | null = null;

  constructor(parts: SelfTestParts) {
    this.#parts = parts;
  }

  /** Begins anew, in place of a test that still runs. */
  start(): NotificationTest {
    const { clock, outbox, tellingsStored } = this.#parts;
    this.stop();
    const startedAtMs = clock.wallMs();
    this.#startedMs = clock.monotonicMs();
    this.#key = `self-test:${startedAtMs}`;
    const hops = notificationHops.map((name): NotificationHop => ({
      name,
      state: 'waiting',
      afterMs: null,
      reason: null,
    }));
    this.#test = { startedAtMs, hops, isOver: false };
    const telling = this.#decided(startedAtMs);
    if (telling === null) return this.#test;
    try {
      outbox.put(telling);
      if (!outbox.pending().some(({ key }) => key === telling.key)) throw new Error('not stored');
    } catch (error) {
      return this.#ended('outbox', error instanceof Error ? error.message : String(error));
    }
    this.#reach('outbox');
    this.#wait('shown', shownWithinMs, 'system-silent' satisfies NotificationFault);
    tellingsStored();
    return this.#test;
  }

  /** Takes note of how far a notification came; others than the test's own are left alone. */
  followed(key: string, reached: Reached): void {
    if (key !== this.#key || this.#test.isOver) return;
    switch (reached.hop) {
      case 'handedOver':
        return this.#reach('system');
      case 'shown':
        this.#reach('shown');
        return this.#wait('click', clickWithinMs, null);
      case 'clicked':
        this.#reach('click');
        this.#over();
        return;
      case 'failed':
        this.#ended('shown', reached.reason);
    }
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  get #speech(): Speech {
    return this.#parts.speech?.() ?? english;
  }

  #decided(atMs: number): Telling | null {
    const update = madeUpUpdate(atMs);
    if (update === null) {
      this.#ended('update', null);
      return null;
    }
    this.#reach('update');
    const { locale } = this.#speech;
    const options = { priceUnit: 'major', locale } as const;
    const decide = decideTellings(() => options);
    const [decided] = decide(update.update, update.watched);
    if (decided === undefined) {
      this.#ended('policy', null);
      return null;
    }
    this.#reach('policy');
    return {
      ...decided,
      ...selfTestTelling(spokenTelling(this.#speech)),
      key: this.#key,
      orderId: null,
    };
  }

  #wait(hop: NotificationHop['name'], ms: number, reason: string | null): void {
    this.stop();
    this.#cancel = this.#parts.clock.schedule(() => {
      if (reason === null) this.#over();
      else this.#ended(hop, reason);
    }, ms);
  }

  #reach(hop: NotificationHop['name']): void {
    const afterMs = Math.round(this.#parts.clock.monotonicMs() - this.#startedMs);
    this.#set(hop, { state: 'passed', afterMs, reason: null });
  }

  #ended(hop: NotificationHop['name'], reason: string | null): NotificationTest {
    const afterMs = Math.round(this.#parts.clock.monotonicMs() - this.#startedMs);
    this.#set(hop, { state: 'failed', afterMs, reason });
    return this.#over();
  }

  #over(): NotificationTest {
    this.stop();
    this.#test = { ...this.#test, isOver: true };
    this.#parts.progressed(this.#test);
    return this.#test;
  }

  #set(name: NotificationHop['name'], change: Omit<NotificationHop, 'name'>): void {
    const hops = this.#test.hops.map((hop) => (hop.name === name ? { name, ...change } : hop));
    this.#test = { ...this.#test, hops };
    this.#parts.progressed(this.#test);
  }
}

/** An order that is matched, as two answers of a service would show it. */
function madeUpUpdate(
  seenAtMs: number,
): { update: OrderUpdate; watched: Parameters<ReturnType<typeof decideTellings>>[1] } | null {
  if (madeUpId === null) return null;
  const before = placedOrder(madeUpId);
  const order: Order = { ...before, status: { raw: 'active', phase: 'assigned' } };
  const update = orderUpdate(before, order, { source: 'poll', seenAtMs });
  if (update === null) return null;
  const watched = {
    id: madeUpId,
    label: null,
    addedAtMs: seenAtMs,
    isMuted: false,
    isPinned: false,
    order,
    observedAtMs: seenAtMs,
    statusSinceMs: seenAtMs,
    changedAtMs: seenAtMs,
    courierTrace: { anchor: null, anchorAtMs: null, insideStop: null, claimedStop: null },
    marks: null,
    problem: null,
    wishes: null,
    unseenCount: 0,
    lastLookedAtMs: null,
  };
  return { update, watched };
}
