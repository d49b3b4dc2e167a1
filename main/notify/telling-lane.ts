import type { OrderId } from '../../core/order/order-id.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';
import type { DigestKind } from './digest-text.ts';

/** What a {@link TellingLane} asks of the one who shows. */
export interface TellingLaneParts {
  readonly clock: Clock;
  readonly showAlone: (telling: Telling) => void;
  /** Shows one card for `tellings`; `covered` were shown one by one and are part of its text. */
  readonly showDigest: (
    tellings: readonly Telling[],
    covered: readonly Telling[],
    about: DigestKind,
  ) => void;
  /** Leaves out what was overtaken or became unnecessary while it was held. */
  readonly sift: (tellings: readonly Telling[]) => readonly Telling[];
}

/** So many notifications may come one by one within {@link burstWithinMs}; more become one. */
const mostAtOnce = 3;
const burstWithinMs = 2000;
/** A digest is not followed by the next one sooner. */
const betweenDigestsMs = 10_000;

interface Gathering {
  readonly about: DigestKind['kind'];
  readonly startedAtMs: number;
  readonly covered: readonly Telling[];
  held: readonly Telling[];
  readonly cancel: () => void;
}

/**
 * Draws bursts together: a few tellings come one by one, more become one card. What is urgent and what
 * is routine go in lanes of their own, so that no card of routine hides something urgent.
 */
export class TellingLane {
  readonly #parts: TellingLaneParts;
  readonly #clock: Clock;
  #recent: { readonly atMs: number; readonly telling: Telling }[] = [];
  #gathering: Gathering | null = null;
  #digestShownAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: TellingLaneParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
  }

  /** What waits for a card. */
  get held(): readonly Telling[] {
    return this.#gathering?.held ?? [];
  }

  tell(tellings: readonly Telling[]): void {
    if (tellings.length === 0) return;
    if (this.#gathering !== null) {
      this.#gathering.held = [...this.#gathering.held, ...tellings];
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    this.#recent = this.#recent.filter((recent) => nowMs - recent.atMs < burstWithinMs);
    if (this.#recent.length + tellings.length <= mostAtOnce) {
      for (const telling of tellings) this.#showAlone(telling);
      return;
    }
    const endsInMs = Math.max(burstWithinMs, this.#digestShownAtMs + betweenDigestsMs - nowMs);
    const covered = this.#recent.map((recent) => recent.telling);
    this.#gather('burst', endsInMs, covered, tellings);
  }

  /** Holds everything for so long, because it came while nobody could see it. */
  gatherAfterAway(forMs: number): void {
    if (this.#gathering?.about === 'away') return;
    const { held } = this;
    this.#gathering?.cancel();
    this.#gather('away', forMs, [], held);
  }

  /** Lets go of what is held about this order. @returns it */
  release(id: OrderId): readonly Telling[] {
    const released = this.held.filter((telling) => telling.orderId === id);
    if (this.#gathering !== null && released.length > 0) {
      this.#gathering.held = this.held.filter((telling) => telling.orderId !== id);
    }
    return released;
  }

  /** One alone, or one card for all. */
  showTogether(tellings: readonly Telling[], about: DigestKind): void {
    const only = tellings[0];
    if (only === undefined) return;
    if (tellings.length === 1) this.#showAlone(only);
    else this.#showDigest(tellings, [], about);
  }

  /** Drops what is held; it is still in the outbox. */
  stop(): void {
    this.#gathering?.cancel();
    this.#gathering = null;
  }

  #gather(
    about: Gathering['about'],
    forMs: number,
    covered: readonly Telling[],
    held: readonly Telling[],
  ): void {
    const startedAtMs = this.#recent[0]?.atMs ?? this.#clock.monotonicMs();
    const cancel = this.#clock.schedule(() => this.#endGathering(), forMs);
    this.#gathering = { about, startedAtMs, covered, held, cancel };
  }

  #endGathering(): void {
    const gathering = this.#gathering;
    this.#gathering = null;
    if (gathering === null) return;
    const held = this.#parts.sift(gathering.held);
    if (gathering.about === 'away') {
      this.showTogether(held, { kind: 'away' });
      return;
    }
    if (held.length + gathering.covered.length <= mostAtOnce) {
      for (const telling of held) this.#showAlone(telling);
      return;
    }
    const elapsedMs = this.#clock.monotonicMs() - gathering.startedAtMs;
    const seconds = Math.max(Math.round(elapsedMs / 1000), 1);
    this.#showDigest(held, gathering.covered, { kind: 'burst', seconds });
  }

  #showAlone(telling: Telling): void {
    this.#recent.push({ atMs: this.#clock.monotonicMs(), telling });
    this.#parts.showAlone(telling);
  }

  #showDigest(tellings: readonly Telling[], covered: readonly Telling[], about: DigestKind): void {
    this.#recent = [];
    this.#digestShownAtMs = this.#clock.monotonicMs();
    this.#parts.showDigest(tellings, covered, about);
  }
}
