import { selfTestTelling } from '../../core/notification/desk-telling.ts';
import type {
  NotificationFault,
  NotificationHop,
  NotificationTest,
} from '../../core/notification/notification-fault.ts';
import type { Speech } from '../../core/text/language.ts';
import { notificationHops } from '../../core/notification/notification-fault.ts';
import { sampleUpdate } from '../../core/notification/sample-telling.ts';
import { spokenTelling } from '../../core/notification/spoken-words.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';
import type { NotificationProgress, Notifier } from './notifier.ts';
import { decideTellings } from './policy.ts';
import type { Outbox } from './ports.ts';

/** What a {@link NotificationSelfTest} needs. */
export interface SelfTestParts {
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'put' | 'pending'>;
  readonly notifier: Pick<Notifier, 'tellingsStored' | 'follow'>;
  readonly progressed: (test: NotificationTest) => void;
  readonly speech: () => Speech;
}

/** A system that says nothing for this long did not show it. */
const shownWithinMs = 5000;
/** The test ends without a click after this time. */
const clickWithinMs = 5 * 60_000;

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
    notifier.tellingsStored();
    return this.#test;
  }

  #followed(key: string, reached: NotificationProgress): void {
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

  #decided(atMs: number): Telling | null {
    const sample = sampleUpdate(null, null, atMs);
    if (sample === null) {
      this.#ended('update', null);
      return null;
    }
    this.#reach('update');
    const { locale } = this.#parts.speech();
    const options = { priceUnit: 'major', locale } as const;
    const decide = decideTellings(() => options);
    const [decided] = decide(sample.update, sample.watched);
    if (decided === undefined) {
      this.#ended('policy', null);
      return null;
    }
    this.#reach('policy');
    return {
      ...decided,
      ...selfTestTelling(spokenTelling(this.#parts.speech())),
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
