import type { NotificationHealth } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { TellingVerdict } from '../../core/notification/telling-gate.ts';
import { isUrgentTelling, withoutOvertaken } from '../../core/notification/telling-order.ts';
import type {
  HoldReason,
  NotificationPrivacy,
  Telling,
  TellingEvent,
  TellingText,
} from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';
import { CardShowing } from './card-showing.ts';
import type { CardShowingParts } from './card-showing.ts';
import { digestText } from './digest-text.ts';
import type { DigestKind } from './digest-text.ts';
import { HoldTimer } from './hold-timer.ts';
import { OutboxBook } from './outbox-book.ts';
import type { Outbox } from './ports.ts';
import { TellingLane } from './telling-lane.ts';

/** What a {@link Teller} is made of. */
export interface TellerParts extends Omit<CardShowingParts, 'settle' | 'beginShowing'> {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** What becomes of a telling at this moment. */
  readonly verdict: (telling: Telling) => TellingVerdict;
  /** How much may be shown now. */
  readonly privacy: () => NotificationPrivacy;
  /** Whether an order goes back and forth, so that this turn is only counted. */
  readonly isDamped?: (telling: Telling) => boolean;
  /** What a digest calls an order: its label or its short uuid. */
  readonly nameOf: (id: OrderId) => string;
  /** A telling about an order is on the screen. */
  readonly shownAlone?: (telling: Telling) => void;
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
const inDoubtTag = 'in-doubt';

/**
 * Shows what was decided, once: takes tellings from the outbox, leaves out or holds back what need not
 * interrupt, draws bursts together, and writes down how each one ended. Urgent tellings go in a lane
 * of their own: at once, never inside a card of routine, never closed by one, and not held back after
 * a sleep.
 *
 * That a telling is about to be shown is written before the system gets it, that it was shown in the
 * same turn after it, corrected to failed if the system says so later. A crash before that leaves it in
 * the outbox and it is told after the restart. A crash in between leaves it in doubt: it is not shown
 * again but named in one quiet card (docs/adr/0009-told-once.md).
 */
export class Teller {
  readonly #parts: TellerParts;
  readonly #clock: Clock;
  readonly #book: OutboxBook;
  readonly #cards: CardShowing;
  readonly #holds: HoldTimer;
  readonly #routine: TellingLane;
  readonly #urgent: TellingLane;
  /** Orders whose notification on the screen is an urgent one, as far as we know. */
  readonly #urgentCards = new Set<OrderId>();
  #isRunning = false;

  constructor(parts: TellerParts) {
    const { clock, outbox } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#book = new OutboxBook({ outbox, clock, retry: () => this.#lookAgain() });
    this.#cards = new CardShowing({
      ...parts,
      settle: (keys, outcome) => this.#book.settle(keys, outcome),
      beginShowing: (keys) => this.#book.beginShowing(keys),
    });
    this.#holds = new HoldTimer(clock, () => this.situationChanged());
    this.#routine = this.#lane('routine');
    this.#urgent = this.#lane('urgent');
  }

  get health(): NotificationHealth {
    return this.#cards.health;
  }

  /** Tells what an earlier run decided and did not come to tell, then whatever is stored. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#book.start();
    this.#lookAgain();
  }

  /** What is still gathered stays in the outbox for the next start. */
  stop(): void {
    this.#isRunning = false;
    this.#routine.stop();
    this.#urgent.stop();
    this.#holds.stop();
    this.#book.stop();
  }

  /** There may be something new in the outbox. */
  tellingsStored(): void {
    if (!this.#isRunning) return;
    const held = new Set(
      [...this.#routine.held, ...this.#urgent.held].map((telling) => telling.key),
    );
    const fresh = this.#book.pending(held).filter((telling) => !this.#isDamped(telling));
    const worth = this.#sift(fresh);
    const lateBeforeMs = this.#clock.wallMs() - lateAfterMs;
    const isLate = (telling: Telling): boolean => telling.decidedAtMs < lateBeforeMs;
    this.#routine.showTogether(
      worth.filter((telling) => isLate(telling) && !isUrgentTelling(telling)),
      { kind: 'away' },
    );
    this.#tell(worth.filter((telling) => isUrgentTelling(telling) || !isLate(telling)));
  }

  /**
   * What decides on holding back may have changed: the settings, a snooze, the lock, the time. What
   * was quiet is told as one card, what was snoozed by itself.
   */
  situationChanged(): void {
    if (!this.#isRunning) return;
    this.#tellInDoubt();
    const held = this.#book.held();
    const reasons = new Map(held.map(({ telling, reason }) => [telling.key, reason]));
    const over = this.#sift(
      held.map(({ telling }) => telling),
      reasons,
    );
    const wasSnoozed = ({ key }: Telling): boolean => reasons.get(key) === 'snoozed';
    this.#tell(over.filter(wasSnoozed));
    this.#routine.showTogether(
      over.filter((telling) => !wasSnoozed(telling)),
      { kind: 'quiet' },
    );
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

  /** It became known that nobody is there to show notifications, or that somebody is again. */
  daemonFound(isThere: boolean, reason: string): void {
    if (!isThere) this.#cards.setHealth({ kind: 'failing', reason });
    else if (this.health.kind === 'failing') this.#cards.setHealth({ kind: 'unproven' });
  }

  #tellInDoubt(): void {
    const tellings = this.#book.inDoubt().filter((telling) => this.#isNamedNow(telling));
    if (tellings.length === 0) return;
    this.#cards.show({
      tellings,
      tag: inDoubtTag,
      orderId: tellings.length === 1 ? (tellings[0]?.orderId ?? null) : null,
      text: this.#digestText(tellings, { kind: 'inDoubt' }),
      outcome: { kind: 'digested', reason: 'inDoubt' },
      mayRepeat: true,
    });
  }

  /** What is held back stays in doubt for now: settling it as held would show it like a new one. */
  #isNamedNow(telling: Telling): boolean {
    const verdict = this.#parts.verdict(telling);
    if (verdict.kind === 'hold') this.#holds.until(verdict.untilMs);
    if (verdict.kind === 'suppress')
      this.#book.settle([telling.key], { kind: 'suppressed', reason: verdict.reason });
    return verdict.kind === 'tell';
  }

  #lookAgain(): void {
    this.situationChanged();
    this.tellingsStored();
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

  #isDamped(telling: Telling): boolean {
    if (this.#parts.isDamped?.(telling) !== true) return false;
    this.#book.settle([telling.key], { kind: 'suppressed', reason: 'flapping' });
    return true;
  }

  /** @param heldFor why some of them are held already: that is not written again every minute */
  #sift(
    tellings: readonly Telling[],
    heldFor: ReadonlyMap<string, HoldReason> = new Map(),
  ): readonly Telling[] {
    const { kept, overtaken } = withoutOvertaken(
      tellings.filter((telling) => this.#isForNow(telling, heldFor.get(telling.key))),
    );
    const keys = overtaken.map((telling) => telling.key);
    this.#book.settle(keys, { kind: 'suppressed', reason: 'overtaken' });
    return kept;
  }

  #isForNow(telling: Telling, heldFor?: HoldReason): boolean {
    const verdict = this.#parts.verdict(telling);
    switch (verdict.kind) {
      case 'tell':
        return true;
      case 'suppress':
        this.#book.settle([telling.key], { kind: 'suppressed', reason: verdict.reason });
        return false;
      case 'hold':
        if (verdict.reason !== heldFor) {
          this.#book.settle([telling.key], { kind: 'held', reason: verdict.reason });
        }
        this.#holds.until(verdict.untilMs);
        return false;
    }
  }

  #tell(tellings: readonly Telling[]): void {
    const ofDesk = tellings.filter((telling) => telling.orderId === null);
    for (const telling of ofDesk) this.#showAlone(telling);
    const ofOrders = tellings.filter((telling) => telling.orderId !== null);
    const urgent = ofOrders.filter(isUrgentTelling);
    for (const { orderId } of urgent) {
      if (orderId === null) continue;
      const overtaken = this.#routine.release(orderId).map((telling) => telling.key);
      this.#book.settle(overtaken, { kind: 'suppressed', reason: 'overtaken' });
    }
    this.#urgent.tell(urgent);
    this.#routine.tell(ofOrders.filter((telling) => !isUrgentTelling(telling)));
  }

  #showAlone(telling: Telling): void {
    const { orderId } = telling;
    if (orderId !== null && isUrgentTelling(telling)) this.#urgentCards.add(orderId);
    else if (orderId !== null) this.#urgentCards.delete(orderId);
    this.#cards.show({
      tellings: [telling],
      tag: orderId ?? telling.event,
      orderId,
      text: telling.texts[this.#parts.privacy()],
      outcome: { kind: 'shown' },
    });
    this.#parts.shownAlone?.(telling);
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
    this.#cards.show({
      tellings,
      tag,
      orderId: null,
      text: this.#digestText(all, about),
      outcome: { kind: 'digested', reason: about.kind },
    });
  }

  #digestText(tellings: readonly Telling[], about: DigestKind): TellingText {
    const { privacy, nameOf, words } = this.#parts;
    return digestText(tellings, about, privacy(), nameOf, words?.());
  }
}
