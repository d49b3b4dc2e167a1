import type { StopRef } from '../order/courier-move.ts';
import type { OrderStatus } from '../order/order.ts';
import type { TellingWords } from './telling-dictionary.ts';
import type { TellingFacts } from './telling-facts.ts';
import { piece } from './telling-words.ts';
import type { TellingEvent, TellingText } from './telling.ts';

/** What an event says, with what differs where less may be shown. */
export interface Wording extends TellingText {
  /** The body without courier names, where it differs. */
  readonly bodyWithoutNames?: string;
  /** The title that goes with the hidden body, where it differs. */
  readonly hiddenTitle?: string;
}

/**
 * An update's facts in the wording table of docs/notifications.md.
 *
 * @throws RangeError for an event that no update is told as
 */
export function updateWording(
  event: TellingEvent,
  facts: TellingFacts,
  words: TellingWords,
): Wording {
  const { titles, hiddenTitles, facts: say, sentences } = words;
  const { label } = facts;
  const was = facts.was === null ? null : say.was(facts.was);
  const watchedFor = say.watchedFor(words.duration(facts.watchedForMs));
  const nowPrice = facts.price === null ? null : say.now(facts.price);
  switch (event) {
    case 'created':
      return { title: titles.created, body: sentences(label, say.waiting) };
    case 'matched':
      return { title: titles.matched, ...courierBodies(facts, words) };
    case 'courierChanged':
      return { title: titles.courierChanged, ...courierBodies(facts, words) };
    case 'released': {
      const reason = facts.releaseReason === null ? null : say.reason(facts.releaseReason);
      return { title: titles.released, body: sentences(label, reason, say.waitingAgain) };
    }
    case 'courierMoved':
      return {
        title: moveTitle(facts, words),
        body: sentences(label, stopFact(facts.move?.nextStop ?? null, facts, words)),
      };
    case 'statusChanged':
      return { title: statusTitle(facts.status, words), body: sentences(label, was) };
    case 'unknownStatus':
      return {
        title: titles.unknownStatus(piece(words.status(facts.status), 60)),
        body: sentences(label, say.wordNotKnown),
        hiddenTitle: hiddenTitles.statusChanged,
      };
    case 'reopened':
      return {
        title: titles.reopened,
        body: sentences(label, say.now(words.status(facts.status)), was),
      };
    case 'completed':
      return {
        title: titles.completed(facts.time),
        body: sentences(label, [facts.price, watchedFor]),
      };
    case 'amended':
      return {
        title: titles.amended(facts.priceDifference),
        body: sentences(label, facts.amendmentReason, nowPrice),
        hiddenTitle: hiddenTitles.amended,
      };
    case 'completedAndAmended':
      return {
        title: titles.completedAndAmended(facts.priceDifference),
        body: sentences(label, nowPrice),
        hiddenTitle: hiddenTitles.completedAndAmended,
      };
    case 'cancelled':
      return { title: titles.cancelled, body: sentences(label, [was, watchedFor]) };
    case 'flapping':
    case 'courierSilent':
    case 'courierLost':
    case 'notMoving':
    case 'longWait':
    case 'promiseAtRisk':
    case 'notFound':
    case 'connectionLost':
    case 'connectionRestored':
    case 'credentialsRefused':
    case 'keptInTray':
    case 'selfTest':
      throw new RangeError(`no update of an order is told as ${event}`);
  }
}

function courierBodies(
  facts: TellingFacts,
  { sentences, facts: say }: TellingWords,
): Pick<Wording, 'body' | 'bodyWithoutNames'> {
  const { label, courierName, vehicle } = facts;
  const known = courierName ?? vehicle;
  return {
    body: sentences(label, known === null ? say.courierNotGiven : [courierName, vehicle]),
    bodyWithoutNames: sentences(label, vehicle),
  };
}

function statusTitle(status: OrderStatus, { titles, status: spoken }: TellingWords): string {
  return status.raw === null ? titles.statusGone : titles.statusChanged(spoken(status));
}

function moveTitle({ move, destinationCount }: TellingFacts, words: TellingWords): string {
  const { titles } = words;
  switch (move?.meaning) {
    case undefined:
    case 'firstFix':
      return titles.firstFix;
    case 'leftPickup':
      return titles.leftPickup;
    case 'nearStop':
      return titles.nearStop(stopName(move.nextStop?.stop ?? 1, destinationCount, words));
    case 'movesAgain':
      return titles.movesAgain;
    case 'movedOn':
      return titles.movedOn(words.distance(move.distanceMeters));
  }
}

/** "900 m from stop 2, straight line", or nothing when no stop's place is known. */
export function stopFact(
  nextStop: { readonly stop: StopRef; readonly distanceMeters: number } | null,
  { destinationCount }: Pick<TellingFacts, 'destinationCount'>,
  words: TellingWords,
): string | null {
  if (nextStop === null) return null;
  const { stop, distanceMeters } = nextStop;
  return words.facts.fromStop(
    words.distance(distanceMeters),
    stopName(stop, destinationCount, words),
  );
}

function stopName(
  stop: StopRef,
  destinationCount: number,
  { facts }: Pick<TellingWords, 'facts'>,
): string {
  if (stop === 'pickup') return facts.pickup;
  return destinationCount > 1 ? facts.stop(stop) : facts.destination;
}
