import type { NotificationHealth } from '../../core/board.ts';
import type { OrderId } from '../../core/order-id.ts';
import type {
  NotificationPrivacy,
  Telling,
  TellingEvent,
  TellingOutcome,
  TellingText,
} from '../../core/telling.ts';
import type { Clock } from '../watch/clock.ts';
import { digestText } from './digest-text.ts';
import type { DigestKind } from './digest-text.ts';
import type { Gaze, NotificationDesk, Outbox } from './ports.ts';
import { TellingLane } from './telling-lane.ts';

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

/** What is no longer true once the service answers; these are the tags of their cards. */
const overByAnAnswer = [
  'connectionLost',
  'credentialsRefused',
] as const satisfies readonly TellingEvent[];
/** How long the first answers after a sleep or an outage are gathered for one card. */
const gatherAfterAwayMs = 10_000;
/** What waited longer than this belongs into one card and not on the screen one by one. */
const lateAfterMs = 300_000;
/** The cards that stand for several: a later one of the same lane replaces the one before. */
const digestTags = { urgent: 'urgent-digest', routine: 'digest' } as const;
/** When the outbox is looked at again after it could not be read or written. */
const retryOutboxMs = 2000;

/**
 * Shows what was decided, once: takes tellings from the outbox, leaves out what need not interrupt,
 * draws bursts together, and writes down how each one ended. Urgent tellings go in a lane of their
 * own: at once, never inside a card of routine, never closed by one, and not held back after a sleep.
 *
 * A telling counts as shown in the same turn of the event loop in which it is handed to the system,
 * and is corrected to failed if the system says so later. A crash before that turn leaves it in the
 * outbox and it is told after the restart; there is no later moment at which a crash tells it twice.
 */
export class Teller {
  readonly #parts: TellerParts;
  readonly #clock: Clock;
  #health: NotificationHealth = { kind: 'unproven' };
  readonly #routine: TellingLane;
  readonly #urgent: TellingLane;
  /** Orders whose notification on the screen is an urgent one, as far as we know. */
  readonly #urgentCards = new Set<OrderId>();
  #isRunning = false;
  /** How tellings ended that the outbox could not take down: never told again, written when it can. */
  readonly #owed = new Map<string, TellingOutcome>();
  #cancelRetry: (() => void) | null = null;

  constructor(parts: TellerParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
    this.#routine = this.#lane('routine');
    this.#urgent = this.#lane('urgent');
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
    this.#routine.stop();
    this.#urgent.stop();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  /** There may be something new in the outbox. */
  tellingsStored(): void {
    if (!this.#isRunning) return;
    for (const [key, outcome] of this.#owed) this.#settle([key], outcome);
    const held = new Set(
      [...this.#routine.held, ...this.#urgent.held].map((telling) => telling.key),
    );
    const waiting = this.#pending().filter(
      (telling) => !held.has(telling.key) && !this.#owed.has(telling.key),
    );
    const worth = this.#sift(waiting);
    const lateBeforeMs = this.#clock.wallMs() - lateAfterMs;
    const isLate = (telling: Telling): boolean => telling.decidedAtMs < lateBeforeMs;
    this.#routine.showTogether(
      worth.filter((telling) => isLate(telling) && !isUrgent(telling)),
      { kind: 'away' },
    );
    this.#tell(worth.filter((telling) => isUrgent(telling) || !isLate(telling)));
  }

  /** The machine woke or a long outage ended: what comes now came while nobody could see it. */
  gatherAfterAway(): void {
    if (this.#isRunning) this.#routine.gatherAfterAway(gatherAfterAwayMs);
  }

  /** The dispatcher has seen this order, or stopped watching it: its notification is overtaken. */
  seen(id: OrderId): void {
    this.#urgentCards.delete(id);
    this.#parts.desk.close(id);
  }

  /** The service answers again: cards that say the contrary are overtaken. */
  seesAgain(): void {
    for (const event of overByAnAnswer) this.#parts.desk.close(event);
  }

  #lane(name: keyof typeof digestTags): TellingLane {
    return new TellingLane({
      clock: this.#clock,
      showAlone: (telling) => this.#showAlone(telling),
      showDigest: (tellings, covered, about) =>
        this.#showDigest(tellings, covered, about, digestTags[name]),
      sift: (tellings) => this.#sift(tellings),
    });
  }

  #sift(tellings: readonly Telling[]): readonly Telling[] {
    return this.#withoutOvertaken(tellings.filter((telling) => this.#isWorthIt(telling)));
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
    const ofDesk = tellings.filter((telling) => telling.orderId === null);
    for (const telling of ofDesk) this.#showAlone(telling);
    const ofOrders = tellings.filter((telling) => telling.orderId !== null);
    const urgent = ofOrders.filter(isUrgent);
    for (const { orderId } of urgent) {
      if (orderId === null) continue;
      const overtaken = this.#routine.release(orderId).map((telling) => telling.key);
      this.#settle(overtaken, { kind: 'suppressed', reason: 'overtaken' });
    }
    this.#urgent.tell(urgent);
    this.#routine.tell(ofOrders.filter((telling) => !isUrgent(telling)));
  }

  #showAlone(telling: Telling): void {
    const { orderId } = telling;
    if (orderId !== null && isUrgent(telling)) this.#urgentCards.add(orderId);
    else if (orderId !== null) this.#urgentCards.delete(orderId);
    const text = telling.texts[this.#parts.privacy()];
    this.#show([telling], orderId ?? telling.event, orderId, text);
  }

  /** Takes the cards away that the digest stands for; an urgent one only for an urgent digest. */
  #showDigest(
    tellings: readonly Telling[],
    covered: readonly Telling[],
    about: DigestKind,
    tag: string,
  ): void {
    const all = [...covered, ...tellings];
    for (const id of new Set(all.flatMap((telling) => telling.orderId ?? []))) {
      if (tag === digestTags.routine && this.#urgentCards.has(id)) continue;
      this.seen(id);
    }
    const { privacy, nameOf } = this.#parts;
    this.#show(tellings, tag, null, digestText(all, about, privacy(), nameOf));
  }

  #show(
    tellings: readonly Telling[],
    tag: string,
    orderId: OrderId | null,
    text: TellingText,
  ): void {
    const keys = tellings.map((telling) => telling.key);
    const key = keys.length === 1 ? (keys[0] ?? '') : `${tag}:${keys[0] ?? ''}`;
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

/** What no card of routine may swallow: the critical ones, and a word that only a person can read. */
function isUrgent(telling: Telling): boolean {
  return telling.isCritical || telling.event === 'unknownStatus';
}
