import { programNotification } from '../../../core/notification/program-notifications.ts';
import type {
  NotificationFault,
  NotificationHop,
  NotificationTest,
} from '../../../core/notification/notification-fault.ts';
import { notificationHops } from '../../../core/notification/notification-fault.ts';
import {
  exampleNotification,
  sampleUpdate,
} from '../../../core/notification/sample-notification.ts';
import { englishNotifications } from '../../../core/notification/notification-english.ts';
import { notificationKey } from '../../../core/notification/notification-key.ts';
import type { Notification, NotificationKind } from '../../../core/notification/notification.ts';
import type { Clock } from '../../../core/clock.ts';
import type { NotificationProgress } from './cards.ts';
import type { Notifier } from './notifier.ts';
import { decidedNotification, decideNotifications, type PolicyOptions } from './policy.ts';
import type { Outbox } from './ports.ts';

/** What a {@link NotificationSelfTest} needs. */
export interface SelfTestParts {
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'put' | 'pending'>;
  readonly notifier: Pick<Notifier, 'notificationsStored' | 'follow'>;
  readonly progressed: (test: NotificationTest) => void;
  readonly options: () => PolicyOptions;
}

/** A system that reports nothing for this long did not show the notification. */
const shownWithinMs = 5000;
/** The test ends without a click after this time. */
const clickWithinMs = 5 * 60_000;

/** What a kind looks and sounds like as it is set; null for one that has no example. */
export function exampleOf(
  kind: NotificationKind,
  nowMs: number,
  options: PolicyOptions,
): Notification | null {
  const draft = exampleNotification(kind, nowMs, options);
  if (draft === null) return null;
  const key = notificationKey(`example:${kind}`, nowMs);
  const facts = { key, orderId: null, decidedAtMs: nowMs };
  return { ...decidedNotification(draft, options.settings, facts), event: 'selfTest' };
}

/**
 * Sends one notification about a made-up order the way of every other (an update, the policy, the
 * outbox, the system) and says of each hop whether and when it was reached.
 */
export class NotificationSelfTest {
  readonly #parts: SelfTestParts;
  #key = '';
  #startedMs = 0;
  #test: NotificationTest = { startedAtMs: 0, hops: [], isOver: true };
  #cancel: (() => void) | null = null;

  constructor(parts: SelfTestParts) {
    this.#parts = parts;
    parts.notifier.follow((key, progress) => this.#followed(key, progress));
  }

  /** Begins anew, in place of a test that still runs. */
  run(): NotificationTest {
    const { clock, notifier, outbox } = this.#parts;
    this.stop();
    const startedAtMs = clock.wallMs();
    this.#startedMs = clock.monotonicMs();
    this.#key = notificationKey('self-test', startedAtMs);
    const hops = notificationHops.map((name): NotificationHop => ({
      name,
      state: 'waiting',
      afterMs: null,
      reason: null,
    }));
    this.#test = { startedAtMs, hops, isOver: false };
    const notification = this.#decided(startedAtMs);
    if (notification === null) return this.#test;
    try {
      outbox.put(notification);
      if (!outbox.pending().some(({ key }) => key === notification.key))
        throw new Error('not stored');
    } catch (error) {
      return this.#fail('outbox', error instanceof Error ? error.message : String(error));
    }
    this.#mark('outbox', 'passed');
    const silent: NotificationFault = 'system-silent';
    this.#wait(shownWithinMs, () => this.#fail('shown', silent));
    notifier.notificationsStored();
    return this.#test;
  }

  #followed(key: string, reached: NotificationProgress): void {
    if (key !== this.#key || this.#test.isOver) return;
    switch (reached.hop) {
      case 'handedOver':
        return this.#mark('system', 'passed');
      case 'shown':
        this.#mark('shown', 'passed');
        return this.#wait(clickWithinMs, () => this.#end());
      case 'clicked':
        this.#mark('click', 'passed');
        this.#end();
        return;
      case 'failed':
        this.#fail('shown', reached.reason);
    }
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #decided(atMs: number): Notification | null {
    const options = this.#parts.options();
    const sample = sampleUpdate('matched', atMs, options);
    if (sample === null) {
      this.#fail('update', null);
      return null;
    }
    this.#mark('update', 'passed');
    const decide = decideNotifications(() => options);
    if (decide(sample.update, sample.watched).notifications.length === 0) {
      this.#fail('policy', null);
      return null;
    }
    this.#mark('policy', 'passed');
    const { texts = englishNotifications } = options;
    const draft = programNotification('selfTest', texts.program.selfTest);
    const facts = { key: this.#key, orderId: null, decidedAtMs: atMs };
    return decidedNotification(draft, options.settings, facts);
  }

  #wait(ms: number, isOver: () => void): void {
    this.stop();
    this.#cancel = this.#parts.clock.schedule(isOver, ms);
  }

  #fail(hop: NotificationHop['name'], reason: string | null): NotificationTest {
    this.#mark(hop, 'failed', reason);
    return this.#end();
  }

  #end(): NotificationTest {
    this.stop();
    this.#test = { ...this.#test, isOver: true };
    this.#parts.progressed(this.#test);
    return this.#test;
  }

  #mark(
    name: NotificationHop['name'],
    state: 'passed' | 'failed',
    reason: string | null = null,
  ): void {
    const afterMs = Math.round(this.#parts.clock.monotonicMs() - this.#startedMs);
    const hops = this.#test.hops.map((hop) =>
      hop.name === name ? { name, state, afterMs, reason } : hop,
    );
    this.#test = { ...this.#test, hops };
    this.#parts.progressed(this.#test);
  }
}
