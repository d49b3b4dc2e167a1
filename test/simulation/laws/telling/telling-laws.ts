import type { OrderId } from '../../../../core/order/order-id.ts';
import { readCard } from './card-claims.ts';
import type { KnownOrders } from './known-orders.ts';
import {
  type ClosedCard,
  type DecidedNotification,
  isCardOfCalls,
  names,
  type NotifiedCard,
} from './notified-card.ts';

/*
 * The laws of what reaches a person, each a plain comparison of the cards of a run with what was true in
 * it. They know nothing of how cards are decided.
 */

/** How soon a call has to be named. */
export const namedWithinMs = 30_000;
const soundEveryMs = 60_000;
/** The notifier counts live orders this often at most. */
const togetherCountedMs = 2000;
/** A call may wait so long: for its order to be read after a sleep, and for others that call with it. */
const togetherWithinMs = 70_000;
/**
 * Up to this many live orders each change of status is notified alone, also after there were more: one less than the
 * notifier goes by, as an order counts until its end was seen.
 */
const fewOrders = 3;

/** Something that needs a person. */
export interface Call {
  /** Its notifications in the outbox. */
  readonly keys: readonly string[];
  /** Null when it is about the service as a whole. */
  readonly orderId: OrderId | null;
  /** From when on it could be notified: it was decided, and neither muted nor held back any more. */
  readonly atMs: number;
  /** When it began, where it could be notified only later. Default: it could at once. */
  readonly beganAtMs?: number;
  /** From then on it is not true any more, or nothing was running that could tell it. */
  readonly endsAtMs: number;
  /** It may have ended before, in a way that is not known here, such as that the courier came near. */
  readonly mayEndBefore?: boolean;
}

/** An order changed its status. */
export interface StatusChange {
  /** The notification about it; null when none was decided. */
  readonly key: string | null;
  readonly orderId: OrderId;
  readonly atMs: number;
  /** How many orders were live then. */
  readonly liveCount: number;
}

/** What a run told, and what was true in it. */
export interface Telling {
  /** In the order in which they were shown. */
  readonly cards: readonly NotifiedCard[];
  readonly closed: readonly ClosedCard[];
  readonly calls: readonly Call[];
  /** All calls that were decided, also those that are not judged: each is named in its turn. Default: as `calls`. */
  readonly called?: readonly Pick<DecidedNotification, 'key' | 'atMs'>[];
  readonly changes: readonly StatusChange[];
  readonly known: KnownOrders;
  /** When a process began anew after a kill: it does not know what was heard before. Default: never. */
  readonly begunAtMs?: readonly number[];
}

/** A law, and what in a run breaks it. */
export interface TellingLaw {
  readonly name: string;
  readonly faults: (telling: Telling) => readonly string[];
}

/** When a call was named on a card: by a text, or by a card of its own; null when it never was. */
export function namedAtMs(call: Call, place: NamingPlace): number | null {
  const { called = [], calls, cards, known } = place;
  const { orderId, keys } = call;
  if (keys.length === 0) return null;
  const isOfCall = (key: string): boolean =>
    called.some((each) => each.key === key) || calls.some((each) => each.keys.includes(key));
  const isHere = (card: NotifiedCard): boolean => {
    if (card.atMs > call.endsAtMs) return false;
    const holds = keys.some((key) => card.keys.includes(key));
    if (orderId === null || holds) return holds && isAbout(card, orderId, known);
    // A later card may name it as one of those that were not named yet. One of news does not, nor one from before.
    const isLater = card.atMs >= (call.beganAtMs ?? call.atMs);
    const isOfCalls =
      isCardOfCalls(card) || card.keys.length === 0 || card.keys.every((key) => isOfCall(key));
    return isLater && isOfCalls && isAbout(card, orderId, known);
  };
  return cards.find(isHere)?.atMs ?? null;
}

type NamingPlace = Pick<Telling, 'cards' | 'called' | 'calls' | 'known'>;

function isAbout(card: NotifiedCard, orderId: OrderId | null, known: KnownOrders): boolean {
  return orderId === null || card.orderId === orderId || names(card, known.nameOf(orderId));
}

/** Whether the order of a call had ended it, or the run itself, before it had to be named. */
function isExcused(call: Call, telling: Telling): boolean {
  return call.endsAtMs < call.atMs + timeToName(call, telling);
}

function subjectName(known: KnownOrders, orderId: OrderId | null): string {
  return orderId === null ? 'the service' : known.nameOf(orderId);
}

/** Three are named every five seconds: when more call at once than that allows, the last of them take longer. */
function timeToName({ atMs }: Call, telling: Telling): number {
  const called = telling.called ?? telling.calls;
  const together = called.filter((each) => Math.abs(each.atMs - atMs) < soundEveryMs).length;
  return Math.max(namedWithinMs, Math.ceil(together / 3) * 5000);
}

const callsAreNamed: TellingLaw = {
  name: 'a call for help is named within 30 s',
  faults: (telling) =>
    telling.calls.flatMap((call) => {
      const atMs = namedAtMs(call, telling);
      const isInTime = atMs !== null && atMs - call.atMs <= timeToName(call, telling);
      const mayHaveEnded = atMs === null && call.mayEndBefore === true;
      if (isInTime || mayHaveEnded || isExcused(call, telling)) return [];
      const after = atMs === null ? 'never' : `after ${Math.round((atMs - call.atMs) / 1000)} s`;
      return [`${subjectName(telling.known, call.orderId)} (${call.keys[0]}) was named ${after}`];
    }),
};

const cardsAreTrue: TellingLaw = {
  name: 'no card says what is not true at that moment',
  faults: ({ cards, known }) =>
    cards.flatMap((card) =>
      readCard(card, { known, nowMs: card.atMs, wallMs: card.wallMs }).untrue.map(
        (untrue) => `“${card.title}” says what is not true: ${untrue}`,
      ),
    ),
};

const newsWaitsForCalls: TellingLaw = {
  name: 'news neither delays nor hides a call',
  faults: ({ calls, cards, known }) => {
    const callOf = new Map(calls.flatMap((call) => call.keys.map((key) => [key, call] as const)));
    const isNews = ({ keys, tag }: NotifiedCard): boolean =>
      !isCardOfCalls({ tag }) && keys.length > 0 && keys.every((key) => !callOf.has(key));
    const merged = cards.flatMap((card) => {
      const of = card.keys.filter((key) => callOf.has(key));
      return of.length === 0 || of.length === card.keys.length
        ? []
        : [`“${card.title}” is a card of calls and of news`];
    });
    const hurt = calls.flatMap((call) => {
      const first = cards.find((card) => call.keys.some((key) => card.keys.includes(key)));
      const name = subjectName(known, call.orderId);
      const isBefore = (card: NotifiedCard): boolean =>
        first !== undefined &&
        first.atMs - call.atMs > togetherWithinMs &&
        card.atMs > call.atMs &&
        card.atMs < first.atMs;
      const isOver = ({ atMs, body, tag, title }: NotifiedCard): boolean =>
        first !== undefined &&
        call.mayEndBefore !== true &&
        tag === first.tag &&
        atMs > first.atMs &&
        atMs < call.endsAtMs &&
        !`${title}\n${body}`.includes(first.title);
      return cards.filter(isNews).flatMap((card) => {
        if (isBefore(card)) return [`“${card.title}” came before the call of ${name}`];
        return isOver(card) ? [`“${card.title}” took the place of the call of ${name}`] : [];
      });
    });
    return [...merged, ...hurt];
  },
};

const soundsAreRare: TellingLaw = {
  name: 'an order sounds at most once a minute',
  faults: ({ begunAtMs = [], calls, cards, known }) => {
    const orderOf = new Map(
      calls.flatMap(({ keys, orderId }) => keys.map((key) => [key, orderId] as const)),
    );
    const heardAtMs = new Map<OrderId, number>();
    return cards
      .filter(({ hasSound }) => hasSound)
      .flatMap(({ atMs, keys, orderId }) => {
        const ids = [orderId, ...keys.map((key) => orderOf.get(key) ?? null)];
        const named = [...new Set(ids)].filter((id) => id !== null);
        const again = named.flatMap((id) => {
          const before = heardAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
          heardAtMs.set(id, atMs);
          const isRemembered = !begunAtMs.some((begun) => begun >= before && begun <= atMs);
          return isRemembered && atMs - before < soundEveryMs
            ? [`${known.nameOf(id)} sounded again after ${Math.round((atMs - before) / 1000)} s`]
            : [];
        });
        // A card of several sounds for those that were not heard.
        return again.length < named.length ? [] : again;
      });
  },
};

const fewAreNotifiedAlone: TellingLaw = {
  name: 'with few live orders each change of status is notified alone',
  faults: ({ calls, cards, changes, known }) =>
    changes.flatMap(({ atMs, key, liveCount, orderId }) => {
      const isCalled = calls.some(
        (call) => call.orderId === orderId && call.atMs <= atMs && call.endsAtMs >= atMs,
      );
      const isAlone = cards.some(
        (card) => card.orderId === orderId && card.keys.length === 1 && card.keys[0] === key,
      );
      // What was missed comes together, however few they are, and so do calls.
      const isTogether = cards.some(
        (card) =>
          (card.tag === 'news:away' || isCardOfCalls(card)) &&
          card.keys.some((each) => each === key),
      );
      // Orders that end in the same moment are counted together.
      const wereMany = changes.some(
        (each) =>
          each.liveCount > fewOrders && each.atMs <= atMs && atMs - each.atMs < togetherCountedMs,
      );
      return wereMany || liveCount > fewOrders || isCalled || isAlone || isTogether
        ? []
        : [
            `a change of ${known.nameOf(orderId)} (${key ?? 'not decided on'}) was not notified alone`,
          ];
    }),
};

/**
 * Those that every simulated run is held to, however often its process is killed, its disk full or its clock set.
 * When a call could be told is a matter of opinion in such a trouble alone, so that calls in one are not judged; the
 * other law asks for more of it than a run knows, and is judged by the rush, in which only the service is in trouble.
 */
export const simulatedLaws: readonly TellingLaw[] = [
  callsAreNamed,
  cardsAreTrue,
  soundsAreRare,
  fewAreNotifiedAlone,
];

/** All of them. */
export const tellingLaws: readonly TellingLaw[] = [
  callsAreNamed,
  cardsAreTrue,
  newsWaitsForCalls,
  soundsAreRare,
  fewAreNotifiedAlone,
];
