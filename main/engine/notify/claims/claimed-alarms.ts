import { type claimSettings, isMostSerious } from '../../../../core/notification/levels.ts';
import type { NotificationPrivacy } from '../../../../core/notification/notification.ts';
import { clockText } from '../../../../core/order/format.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { Settings } from '../../../../core/settings/settings.ts';
import { longestDeskName } from '../../../../core/team/desk.ts';
import { passedOnTexts } from '../../../../core/team/presence-texts.ts';
import { type AlarmPlace, alarmPlace, type Presence } from '../../../../core/team/presence.ts';
import { standingClaim } from '../../../../core/watch/claim.ts';
import type { Claim, WatchedOrder } from '../../../../core/watch/watched-order.ts';
import type { Speech } from '../../../../core/text/language.ts';
import { safeSnippet } from '../../../../core/text/safe-text.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Alarm, Claims, PassedOn } from '../ports.ts';

/** What {@link ClaimedAlarms} works with. */
export interface ClaimedAlarmsParts {
  readonly clock: Clock;
  /** This desk. */
  readonly deskId: string;
  /** Who is at a desk now, as far as is known. */
  readonly presenceOf: (deskId: string) => Presence;
  readonly settings: { readonly current: Pick<Settings, (typeof claimSettings)[number]> };
  /** Gets the orders whose claims keep their alarms no more, when they are others. */
  readonly passedOnChanged: (ids: readonly OrderId[]) => void;
}

/** What is known of the alarms of an order under one claim. */
interface Held {
  readonly claimedAtMs: number;
  readonly deskId: string;
  /** When each was noticed here, on the monotonic clock: the hub's and this one may differ. */
  readonly noticedAtMs: Map<string, number>;
  /** Since when one was not answered; null for none. */
  unansweredSinceMs: number | null;
}

/**
 * Knows whose affair the alarms of a claimed order are: that of the desk which has it, as long as a person is there
 * and answers within the minutes that were set here.
 */
export class ClaimedAlarms implements Claims {
  readonly #parts: ClaimedAlarmsParts;
  readonly #held = new Map<OrderId, Held>();
  readonly #passedOn = new Set<OrderId>();

  constructor(parts: ClaimedAlarmsParts) {
    this.#parts = parts;
  }

  placeOf(watched: WatchedOrder, { event, key }: Alarm): AlarmPlace | null {
    const claim = this.#othersClaim(watched);
    if (claim === null) return this.#passedOnIs(watched.id, null);
    const { clock, presenceOf, settings } = this.#parts;
    const held = this.#heldUnder(watched.id, claim);
    const nowMs = clock.monotonicMs();
    const known = key === undefined ? undefined : held.noticedAtMs.get(key);
    if (key !== undefined && known === undefined) held.noticedAtMs.set(key, nowMs);
    const { claimAnswerMinutes, seriousAnswerMinutes } = settings.current;
    const minutes = isMostSerious(event) ? seriousAnswerMinutes : claimAnswerMinutes;
    const presence = presenceOf(claim.deskId);
    const { id } = watched;
    const alarm = { id, forMs: nowMs - (known ?? nowMs), answerWithinMs: minutes * 60_000 };
    const place = alarmPlace(presence, alarm, clock.wallMs());
    if (presence.answers.includes(id)) held.unansweredSinceMs = null;
    else if (place.kind === 'passedOn' && place.why === 'unanswered') {
      held.unansweredSinceMs ??= place.sinceMs;
    }
    return this.#passedOnIs(id, place);
  }

  passedOn(watched: WatchedOrder): PassedOn | null {
    const claim = this.#othersClaim(watched);
    if (claim === null) return null;
    const { clock, presenceOf } = this.#parts;
    const { unansweredSinceMs } = this.#heldUnder(watched.id, claim);
    const presence = presenceOf(claim.deskId);
    const nowMs = clock.wallMs();
    const isUnanswered = unansweredSinceMs !== null && !presence.answers.includes(watched.id);
    const alarm = {
      id: watched.id,
      forMs: isUnanswered ? Math.max(0, nowMs - unansweredSinceMs) : 0,
      answerWithinMs: isUnanswered ? 0 : 1,
    };
    const place = alarmPlace(presence, alarm, nowMs);
    const { desk, deskId } = claim;
    return place.kind === 'kept' ? null : { ...place, desk, deskId };
  }

  said(
    watched: WatchedOrder,
    { language, locale, privacy }: Speech & { readonly privacy: NotificationPrivacy },
  ): string | null {
    const passedOn = privacy === 'countOnly' ? null : this.passedOn(watched);
    if (passedOn === null) return null;
    const { desk, sinceMs, why } = passedOn;
    const name = safeSnippet(desk, longestDeskName);
    return passedOnTexts[language][why](name, clockText(sinceMs, locale));
  }

  isLeftToOther(watched: WatchedOrder): boolean {
    return this.#othersClaim(watched) !== null && this.passedOn(watched) === null;
  }

  forget(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#held.delete(id);
      this.#passedOnIs(id, null);
    }
  }

  #othersClaim(watched: WatchedOrder): Claim | null {
    const claim = standingClaim(watched, this.#parts.clock.wallMs());
    if (claim !== null && claim.deskId !== this.#parts.deskId) return claim;
    this.#held.delete(watched.id);
    return null;
  }

  #heldUnder(id: OrderId, { atMs, deskId }: Claim): Held {
    const known = this.#held.get(id);
    if (known?.claimedAtMs === atMs && known.deskId === deskId) return known;
    const noticedAtMs = new Map<string, number>();
    const held = { claimedAtMs: atMs, deskId, noticedAtMs, unansweredSinceMs: null };
    this.#held.set(id, held);
    return held;
  }

  #passedOnIs(id: OrderId, place: AlarmPlace | null): AlarmPlace | null {
    const isNews = this.#passedOn.has(id) !== (place?.kind === 'passedOn');
    if (!isNews) return place;
    if (place?.kind === 'passedOn') this.#passedOn.add(id);
    else this.#passedOn.delete(id);
    this.#parts.passedOnChanged([...this.#passedOn].toSorted());
    return place;
  }
}
