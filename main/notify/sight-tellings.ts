import {
  connectionLostTelling,
  connectionRestoredTelling,
  credentialsRefusedTelling,
} from '../../core/notification/desk-telling.ts';
import { failureText } from '../../core/delivery/failure-text.ts';
import type { Speech } from '../../core/text/language.ts';
import { english } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Sight } from '../../core/watch/sight.ts';
import { spokenTelling } from '../../core/notification/spoken-words.ts';
import type { TellingWords } from '../../core/notification/telling-dictionary.ts';
import type { TellingDraft } from '../../core/notification/telling-text.ts';
import type { Clock } from '../watch/clock.ts';
import type { Outbox } from './ports.ts';

/** What {@link SightTellings} is made of. */
export interface SightTellingsParts {
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** How many orders are being watched. */
  readonly watchedCount: () => number;
  /** Whether there is contact at this moment: what the watcher announces comes up to a second later. */
  readonly sight: () => Sight;
  /** Something was put into the outbox. */
  readonly tellingsStored: () => void;
  /** A told loss of contact ended: what comes now came while nobody could see it. */
  readonly recovered: () => void;
  /** English unless given. */
  readonly speech?: () => Speech;
}

/** How long there must be no contact before it is worth a word. */
const lostAfterMs = 60_000;
/** How long there must be contact again: a path that flaps is one loss, not many. */
const restoredAfterMs = 10_000;
/** When a disk that refused is tried again. */
const retryPutMs = 2000;

type BlindSight = Extract<Sight, { readonly state: 'blind' }>;

/**
 * Tells of contact lost and restored, and of refused credentials: each blindness at most once,
 * whatever the path does meanwhile.
 */
export class SightTellings {
  readonly #parts: SightTellingsParts;
  #blind: BlindSight | null = null;
  /** The loss that was told and whose end is still to be told. */
  #toldSinceMs: number | null = null;
  #toldStoppedSinceMs: number | null = null;
  readonly #changed = new Set<OrderId>();
  #cancelWait: (() => void) | null = null;

  constructor(parts: SightTellingsParts) {
    this.#parts = parts;
  }

  sightChanged(sight: Sight): void {
    if (sight.state === 'clear') {
      this.#cleared();
      return;
    }
    // An answer in between may have been too short to be announced; the blindness is a new one.
    const isTheSame = this.#blind?.sinceMs === sight.sinceMs;
    this.#blind = sight;
    if (isStopped(sight)) {
      this.#stopWaiting();
      this.#tellStopped(sight);
      return;
    }
    if (isTheSame && this.#cancelWait !== null) return;
    this.#stopWaiting();
    if (this.#toldSinceMs !== null) return;
    this.#changed.clear();
    this.#cancelWait = this.#parts.clock.schedule(() => this.#tellLost(), lostAfterMs);
  }

  /** Counts what turned out to have changed while there was no contact. */
  orderUpdated(id: OrderId): void {
    if (this.#toldSinceMs !== null) this.#changed.add(id);
  }

  stop(): void {
    this.#stopWaiting();
  }

  #cleared(): void {
    this.#stopWaiting();
    const wasBlind = this.#blind !== null;
    this.#blind = null;
    const sinceMs = this.#toldSinceMs;
    if (sinceMs === null || !wasBlind) return;
    this.#parts.recovered();
    const lastedMs = this.#parts.clock.wallMs() - sinceMs;
    this.#tellRestoredSoon(sinceMs, lastedMs);
  }

  #tellRestoredSoon(sinceMs: number, lastedMs: number): void {
    this.#cancelWait = this.#parts.clock.schedule(
      () => this.#tellRestored(sinceMs, lastedMs),
      restoredAfterMs,
    );
  }

  #tellRestored(sinceMs: number, lastedMs: number): void {
    // Lost again: that is about to be announced, or over before it is.
    if (this.#parts.sight().state === 'blind') {
      this.#tellRestoredSoon(sinceMs, lastedMs);
      return;
    }
    this.#put(
      connectionRestoredTelling(lastedMs, this.#changed.size, this.#words),
      sinceMs,
      () => {
        this.#toldSinceMs = null;
      },
      () => this.#tellRestored(sinceMs, lastedMs),
    );
  }

  #tellLost(): void {
    this.#cancelWait = null;
    const blind = this.#blind;
    const { clock, sight, watchedCount } = this.#parts;
    const now = sight();
    // Its end is about to be announced, or that it is another one.
    if (now.state === 'clear' || now.sinceMs !== blind?.sinceMs) return;
    this.#put(
      connectionLostTelling(clock.wallMs() - blind.sinceMs, watchedCount(), this.#words),
      blind.sinceMs,
      () => {
        this.#toldSinceMs = blind.sinceMs;
      },
      () => this.#tellLost(),
    );
  }

  get #speech(): Speech {
    return this.#parts.speech?.() ?? english;
  }

  get #words(): TellingWords {
    return spokenTelling(this.#speech);
  }

  #tellStopped(sight: BlindSight): void {
    if (this.#toldStoppedSinceMs === sight.sinceMs) return;
    this.#put(
      stoppedTelling(sight, this.#speech),
      sight.sinceMs,
      () => {
        this.#toldStoppedSinceMs = sight.sinceMs;
      },
      () => this.#tellStopped(sight),
    );
  }

  /** Puts it into the outbox; when the disk refuses, it is tried again unless it is overtaken. */
  #put(telling: TellingDraft, sinceMs: number, stored: () => void, again: () => void): void {
    this.#cancelWait = null;
    const { clock, outbox, tellingsStored } = this.#parts;
    const key = `${telling.event}:${sinceMs}`;
    try {
      outbox.put({ ...telling, key, orderId: null, decidedAtMs: clock.wallMs() });
    } catch {
      // The window and the tray say both meanwhile, that the disk refuses and the blindness.
      this.#cancelWait = clock.schedule(again, retryPutMs);
      return;
    }
    stored();
    tellingsStored();
  }

  #stopWaiting(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
  }
}

/** Whether only the dispatcher can end it. */
function isStopped(sight: BlindSight): boolean {
  return sight.cause === 'credentials-refused' || sight.cause === 'keychain-unavailable';
}

function stoppedTelling(sight: BlindSight, speech: Speech): TellingDraft {
  const refused = credentialsRefusedTelling(sight.httpStatus, spokenTelling(speech));
  if (sight.cause === 'credentials-refused') return refused;
  const { title, message } = failureText(sight.cause, sight.httpStatus, speech.language);
  const text = { title: refused.texts.full.title, body: message };
  return {
    ...refused,
    texts: { full: text, noNames: text, countOnly: { title: text.title, body: title } },
  };
}
