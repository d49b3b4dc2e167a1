import { type claimSettings, isMostSerious } from '../../../../core/notification/levels.ts';
import type {
  NotificationEvent,
  NotificationPrivacy,
} from '../../../../core/notification/notification.ts';
import { clockText } from '../../../../core/order/format.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { Settings } from '../../../../core/settings/settings.ts';
import { longestDeskName } from '../../../../core/team/desk.ts';
import { passedOnTexts } from '../../../../core/team/presence-texts.ts';
import {
  type AlarmPlace,
  alarmPlace,
  answerOf,
  type Presence,
} from '../../../../core/team/presence.ts';
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
  /** Whether the cause of an alarm still stands, handled or not. */
  readonly isStanding: (event: NotificationEvent, watched: WatchedOrder) => boolean;
  /** Gets the orders whose claims keep their alarms no more, when they are others. */
  readonly passedOnChanged: (ids: readonly OrderId[]) => void;
}

/** An alarm of an order that another desk has. */
interface Noticed {
  readonly event: NotificationEvent;
  /** When it was noticed here, on the monotonic clock: the hub's and this one may differ. */
  readonly atMs: number;
  /** Since when it is passed on because no one is known to have answered it; null while it is not. */
  lateSinceMs: number | null;
}

/** What is known of the alarms of an order under one claim. */
interface Held {
  readonly claimedAtMs: number;
  readonly deskId: string;
  /** By the key; one that has none by its event. */
  readonly noticed: Map<string, Noticed>;
  /** Since when it is not known whether they are answered, on the monotonic clock; null while it is. */
  unknownSinceMs: number | null;
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

  isOthers(watched: WatchedOrder): boolean {
    return this.#othersClaim(watched) !== null;
  }

  placeOf(watched: WatchedOrder, alarm: Alarm): AlarmPlace | null {
    const claim = this.#othersClaim(watched);
    if (claim === null) return null;
    const { clock, presenceOf, settings } = this.#parts;
    const held = this.#heldUnder(watched, claim);
    const nowMs = clock.monotonicMs();
    const noticed = noticedIn(held, alarm, nowMs);
    const { claimAnswerMinutes, seriousAnswerMinutes } = settings.current;
    const minutes = isMostSerious(alarm.event) ? seriousAnswerMinutes : claimAnswerMinutes;
    const presence = presenceOf(claim.deskId);
    const { id } = watched;
    const isUnknown = presence.state === 'here' && answerOf(presence, id) === 'unknown';
    held.unknownSinceMs = isUnknown ? (held.unknownSinceMs ?? nowMs) : null;
    // What is not known for a moment only, as behind a hub that was just started, says nothing.
    const forMs = nowMs - Math.max(noticed.atMs, held.unknownSinceMs ?? noticed.atMs);
    const place = alarmPlace(
      presence,
      { id, forMs, answerWithinMs: minutes * 60_000 },
      clock.wallMs(),
    );
    const isLate = place.kind === 'passedOn' && presence.state === 'here';
    noticed.lateSinceMs = isLate ? (noticed.lateSinceMs ?? place.sinceMs) : null;
    return this.#passedOnIs(id, place);
  }

  passedOn(watched: WatchedOrder): PassedOn | null {
    const claim = this.#othersClaim(watched);
    if (claim === null) return null;
    const { clock, presenceOf } = this.#parts;
    const { noticed } = this.#heldUnder(watched, claim);
    const late = [...noticed.values()].flatMap(({ lateSinceMs }) => lateSinceMs ?? []);
    const nowMs = clock.wallMs();
    const alarm = {
      id: watched.id,
      forMs: late.length === 0 ? 0 : Math.max(0, nowMs - Math.min(...late)),
      answerWithinMs: late.length === 0 ? 1 : 0,
    };
    const place = alarmPlace(presenceOf(claim.deskId), alarm, nowMs);
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
    this.forget([watched.id]);
    return null;
  }

  /** What is known under this claim, without the alarms that are over: the next one has its own time. */
  #heldUnder(watched: WatchedOrder, { atMs, deskId }: Claim): Held {
    const known = this.#held.get(watched.id);
    if (known?.claimedAtMs === atMs && known.deskId === deskId) {
      for (const [key, { event }] of known.noticed) {
        if (!this.#parts.isStanding(event, watched)) known.noticed.delete(key);
      }
      return known;
    }
    const held = { claimedAtMs: atMs, deskId, noticed: new Map(), unknownSinceMs: null };
    this.#held.set(watched.id, held);
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

/** An alarm that was noticed before, or is now. One without a key is the newest of its kind. */
function noticedIn({ noticed }: Held, { event, key }: Alarm, nowMs: number): Noticed {
  const known =
    key === undefined
      ? [...noticed.values()].findLast((each) => each.event === event)
      : noticed.get(key);
  if (known !== undefined) return known;
  const fresh = { event, atMs: nowMs, lateSinceMs: null };
  noticed.set(key ?? event, fresh);
  return fresh;
}
