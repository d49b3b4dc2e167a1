import type { NotificationHealth } from '../../core/board.ts';
import type { OrderId } from '../../core/order-id.ts';
import type {
  NotificationPrivacy,
  Telling,
  TellingOutcome,
  TellingText,
} from '../../core/telling.ts';
import type { Clock } from '../watch/clock.ts';
import { digestText } from './digest-text.ts';
import type { DigestKind } from './digest-text.ts';
import type { Gaze, NotificationDesk, Outbox } from './ports.ts';

/** What a {@link Teller} is made of. */
export interface TellerParts {
  readonly outbox: Outbox;
  readonly desk: NotificationDesk;
  readonly clock: Clock;
  /** What the dispatcher looks at now. */
  readonly gaze: () => Gaze;
  /** How much may be shown now. */
  readonly privacy: () => NotificationPrivacy;
  readonly isMuted: (id: OrderId) => boolean;
  /** What a digest calls an order: its label or its short uuid. */
  readonly nameOf: (id: OrderId) => string;
  /** Whether the system shows notifications turned out otherwise than known so far. */
  readonly healthChanged: (health: NotificationHealth) => void;
  /** Somebody clicked a notification: about this order, or about the desk. */
  readonly opened: (orderId: OrderId | null) => void;
}

/** So many notifications may come one by one within {@link burstWithinMs}; more become one. */
const mostAtOnce = 3;
const burstWithinMs = 2000;
/** A digest is not followed by the next one sooner. */
const betweenDigestsMs = 10_000;
/** How long the first answers after a sleep or an outage are gathered for one card. */
const gatherAfterAwayMs = 10_000;
/** What waited longer than this belongs into one card and not on the screen one by one. */
const lateAfterMs = 300_000;
const digestTag = 'digest';
/** When the outbox is looked at again after it could not be read or written. */
const retryOutboxMs = 2000;

interface Gathering {
  readonly about: 'burst' | 'away';
  readonly startedAtMs: number;
  /** Already shown one by one, and part of the digest that replaces them. */
  readonly covered: readonly Telling[];
  readonly held: Telling[];
  readonly cancel: () => void;
}

/**
 * Shows what was decided, once: takes tellings from the outbox, leaves out what need not interrupt,
 * draws bursts together, and writes down how each one ended.
 *
 * A telling counts as shown in the same turn of the event loop in which it is handed to the system,
 * and is corrected to failed if the system says so later. A crash before that turn leaves it in the
 * outbox and it is told after the restart; there is no later moment at which a crash tells it twice.
 */
export class Teller {
  readonly #parts: TellerParts;
  readonly #clock: Clock;
  #health: NotificationHealth = { kind: 'unproven' };
  #recent: { readonly atMs: number; readonly telling: Telling }[] = [];
  #gathering: Gathering | null = null;
  #digestShownAtMs = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  /** How tellings ended that the outbox could not take down: never told again, written when it can. */
  readonly #owed = new Map<string, TellingOutcome>();
  #cancelRetry: (() => void) | null = null;

  constructor(parts: TellerParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
  }

  get health(): NotificationHealth {
    return this.#health;
  }

  /** Tells what an earlier run decided and did not come to tell, then whatever is stored. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.tellingsStored();
  }

  /** What is still gathered stays in the outbox for the next start. */
  stop(): void {
    this.#isRunning = false;
    this.#gathering?.cancel();
    this.#gathering = null;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  /** There may be something new in the outbox. */
  tellingsStored(): void {
    if (!this.#isRunning) return;
    for (const [key, outcome] of this.#owed) this.#settle([key], outcome);
    const held = new Set(this.#gathering?.held.map((telling) => telling.key));
    const waiting = this.#pending().filter(
      (telling) => !held.has(telling.key) && !this.#owed.has(telling.key),
    );
    const worth = this.#withoutOvertaken(waiting.filter((telling) => this.#isWorthIt(telling)));
    const lateBeforeMs = this.#clock.wallMs() - lateAfterMs;
    const late = worth.filter((telling) => telling.decidedAtMs < lateBeforeMs);
    this.#showTogether(late, { kind: 'away' });
    this.#tell(worth.filter((telling) => telling.decidedAtMs >= lateBeforeMs));
  }

  /** The machine woke or a long outage ended: what comes now came while nobody could see it. */
  gatherAfterAway(): void {
    if (!this.#isRunning || this.#gathering?.about === 'away') return;
    const held = this.#gathering?.held ?? [];
    this.#gathering?.cancel();
    this.#gather('away', gatherAfterAwayMs, [], [...held]);
  }

  /** The dispatcher has seen this order, or stopped watching it: its notification is overtaken. */
  seen(id: OrderId): void {
    this.#parts.desk.close(id);
  }

  #isWorthIt(telling: Telling): boolean {
    const { orderId } = telling;
    if (orderId === null) return true;
    if (this.#parts.isMuted(orderId)) {
      this.#settle([telling.key], { kind: 'suppressed', reason: 'muted' });
      return false;
    }
    if (this.#parts.gaze().openOrderId === orderId) {
      this.#settle([telling.key], { kind: 'suppressed', reason: 'openInWindow' });
      return false;
    }
    return true;
  }

  /** Of one order the newest is told; a critical one is only overtaken by another critical one. */
  #withoutOvertaken(tellings: readonly Telling[]): readonly Telling[] {
    const latest = new Map<OrderId, Telling>();
    for (const telling of tellings) {
      if (telling.orderId === null) continue;
      const before = latest.get(telling.orderId);
      if (before === undefined || telling.isCritical || !before.isCritical) {
        latest.set(telling.orderId, telling);
      }
    }
    return tellings.filter((telling) => {
      if (telling.orderId === null || latest.get(telling.orderId) === telling) return true;
      this.#settle([telling.key], { kind: 'suppressed', reason: 'overtaken' });
      return false;
    });
  }

  #tell(tellings: readonly Telling[]): void {
    const nowMs = this.#clock.monotonicMs();
    const ofDesk = tellings.filter((telling) => telling.orderId === null);
    for (const telling of ofDesk) this.#showAlone(telling);
    let ofOrders = tellings.filter((telling) => telling.orderId !== null);
    if (this.#gathering !== null) {
      const critical = ofOrders.filter((telling) => telling.isCritical);
      if (critical.length <= mostAtOnce - this.#recentCount(nowMs)) {
        for (const telling of critical) this.#showAlone(telling);
        ofOrders = ofOrders.filter((telling) => !telling.isCritical);
      }
      this.#gathering.held.push(...ofOrders);
      return;
    }
    if (ofOrders.length === 0) return;
    if (this.#recentCount(nowMs) + ofOrders.length <= mostAtOnce) {
      for (const telling of ofOrders) this.#showAlone(telling);
      return;
    }
    const endsInMs = Math.max(burstWithinMs, this.#digestShownAtMs + betweenDigestsMs - nowMs);
    this.#gather(
      'burst',
      endsInMs,
      this.#recent.map((recent) => recent.telling),
      [...ofOrders],
    );
  }

  #gather(
    about: Gathering['about'],
    forMs: number,
    covered: readonly Telling[],
    held: Telling[],
  ): void {
    const startedAtMs = this.#recent[0]?.atMs ?? this.#clock.monotonicMs();
    const cancel = this.#clock.schedule(() => this.#endGathering(), forMs);
    this.#gathering = { about, startedAtMs, covered, held, cancel };
  }

  #endGathering(): void {
    const gathering = this.#gathering;
    this.#gathering = null;
    if (gathering === null) return;
    const worth = gathering.held.filter((telling) => this.#isWorthIt(telling));
    const held = this.#withoutOvertaken(worth);
    if (gathering.about === 'away') {
      this.#showTogether(held, { kind: 'away' });
      return;
    }
    if (held.length + gathering.covered.length <= mostAtOnce) {
      for (const telling of held) this.#showAlone(telling);
      return;
    }
    const tags = new Set(held.flatMap((telling) => telling.orderId ?? []));
    const covered = gathering.covered.filter(
      (telling) => telling.orderId !== null && !telling.isCritical,
    );
    for (const { orderId } of covered) if (orderId !== null) tags.add(orderId);
    for (const tag of tags) this.#parts.desk.close(tag);
    const seconds = Math.max(
      Math.round((this.#clock.monotonicMs() - gathering.startedAtMs) / 1000),
      1,
    );
    this.#showDigest(held, covered, { kind: 'burst', seconds });
  }

  #showTogether(tellings: readonly Telling[], about: DigestKind): void {
    const only = tellings[0];
    if (only === undefined) return;
    if (tellings.length === 1) this.#showAlone(only);
    else this.#showDigest(tellings, [], about);
  }

  #showAlone(telling: Telling): void {
    const text = telling.texts[this.#parts.privacy()];
    this.#recent.push({ atMs: this.#clock.monotonicMs(), telling });
    this.#show([telling], telling.orderId ?? telling.event, telling.orderId, text);
  }

  #showDigest(tellings: readonly Telling[], covered: readonly Telling[], about: DigestKind): void {
    this.#recent = [];
    this.#digestShownAtMs = this.#clock.monotonicMs();
    const { privacy, nameOf } = this.#parts;
    const text = digestText([...covered, ...tellings], about, privacy(), nameOf);
    this.#show(tellings, digestTag, null, text);
  }

  #show(
    tellings: readonly Telling[],
    tag: string,
    orderId: OrderId | null,
    text: TellingText,
  ): void {
    const keys = tellings.map((telling) => telling.key);
    const key = keys.length === 1 ? (keys[0] ?? '') : `${digestTag}:${keys[0] ?? ''}`;
    let hasFailed = false;
    const failed = (reason: string): void => {
      hasFailed = true;
      this.#settle(keys, { kind: 'failed', reason });
      this.#setHealth({ kind: 'failing', reason });
    };
    const notification = {
      key,
      tag,
      orderId,
      title: text.title,
      body: text.body,
      isCritical: tellings.some((telling) => telling.isCritical),
      hasSound: tellings.some((telling) => telling.hasSound),
    };
    try {
      this.#parts.desk.show(notification, {
        shown: () => this.#setHealth({ kind: 'working' }),
        failed: (_key, reason) => failed(reason),
        clicked: (about) => this.#parts.opened(about),
      });
    } catch (error) {
      failed(error instanceof Error ? error.message : 'The system refused it');
    }
    if (!hasFailed) this.#settle(keys, { kind: 'shown' });
  }

  #pending(): readonly Telling[] {
    try {
      return this.#parts.outbox.pending();
    } catch {
      this.#retryLater();
      return [];
    }
  }

  #settle(keys: readonly string[], outcome: TellingOutcome): void {
    const atMs = this.#clock.wallMs();
    for (const key of keys) {
      try {
        this.#parts.outbox.settle(key, outcome, atMs);
        this.#owed.delete(key);
      } catch {
        this.#owed.set(key, outcome);
        this.#retryLater();
      }
    }
  }

  #retryLater(): void {
    if (this.#cancelRetry !== null || !this.#isRunning) return;
    this.#cancelRetry = this.#clock.schedule(() => {
      this.#cancelRetry = null;
      this.tellingsStored();
    }, retryOutboxMs);
  }

  #recentCount(nowMs: number): number {
    this.#recent = this.#recent.filter((recent) => nowMs - recent.atMs < burstWithinMs);
    return this.#recent.length;
  }

  #setHealth(health: NotificationHealth): void {
    const isSame =
      health.kind === this.#health.kind &&
      (health.kind !== 'failing' ||
        this.#health.kind !== 'failing' ||
        health.reason === this.#health.reason);
    if (isSame) return;
    this.#health = health;
    this.#parts.healthChanged(health);
  }
}
