import type { NotificationEvent } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { distanceMeters } from '../../../core/order/geo.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { GeoPoint } from '../../../core/order/order.ts';
import type { StoredNotification } from '../../../main/engine/notify/ports.ts';
import { readCard } from '../../simulation/laws/telling/card-claims.ts';
import {
  type Call,
  namedAtMs,
  namedWithinMs,
  type Telling,
  tellingLaws,
} from '../../simulation/laws/telling/telling-laws.ts';
import { changesOf, nextStepAtMs, stayEndsAtMs } from '../../simulation/laws/telling/run-facts.ts';
import {
  isCall,
  isOfPromise,
  names,
  type NotifiedCard,
} from '../../simulation/laws/telling/notified-card.ts';
import type { PlayedHour } from './play.ts';
import type { Need, NeedKind } from './script.ts';

/* Compares what an hour told with what was true in it. */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/** A card may come this long after the answer that it rests on. */
const shownWithinMs = 2 * secondMs;
/** The pause between two checks of an order on the way, as it is set. */
const usualIntervalMs = 15 * secondMs;
/** Standing cards are looked at this often. */
const lookEveryMs = 5 * secondMs;
/** From this distance on a move is told, where every move is. */
const moveMeters = 200;

/** The events by which each need is told. A need that gets an event of its own gets it here. */
const eventsOf: Readonly<Record<NeedKind, readonly NotificationEvent[]>> = {
  promisePassed: ['promisePassed'],
  promiseAtHand: ['promiseAhead', 'probablyLate'],
  released: ['released'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  notFound: ['notFound'],
  courierSilent: ['courierSilent'],
  courierLost: ['courierLost'],
  unknownStatus: ['unknownStatus'],
  contactLost: ['connectionLost'],
};

/** What ends an order. */
const endings: ReadonlySet<NeedKind> = new Set(['cancelled', 'failed']);
const longAgoMs = 10 * minuteMs;

/** What became of one thing that needed a person. */
export interface JudgedNeed {
  readonly need: Need;
  readonly name: string;
  /** When it could first be known. */
  readonly knowableAtMs: number;
  readonly isCounted: boolean;
  /** When it was named; null when it never was. */
  readonly namedAtMs: number | null;
  readonly isNamed: boolean;
}

/** How many of those that should be so are. */
export interface Share {
  readonly many: number;
  readonly of: number;
}

/** What one hour came to. */
export interface Verdict {
  readonly needs: readonly JudgedNeed[];
  readonly counted: Share;
  readonly named: Share;
  /** Sounds of an order within a minute of its last one. */
  readonly quickSounds: readonly string[];
  /** What cards said when they were shown, and was not so. */
  readonly untrue: readonly string[];
  /** Cards whose sentences the judge does not know. */
  readonly notUnderstood: readonly string[];
  /** Cards that went on standing for more than one check interval when they were no longer true. */
  readonly stale: readonly string[];
  readonly cardCount: number;
  readonly callCards: number;
  readonly routineCards: number;
  /** Changes of status that had a card alone, and moves that had a card within a minute. */
  readonly changesAlone: Share;
  readonly movesNotified: Share;
  /** Orders of which was warned that they will probably be late, and how many of them were. */
  readonly warnings: Share;
  /** What breaks each law of the simulation. */
  readonly laws: readonly { readonly name: string; readonly faults: readonly string[] }[];
}

/** Judges an hour. */
export function verdictOf(hour: PlayedHour): Verdict {
  const { cards, known } = hour;
  const calls = callsOf(hour);
  const judged = hour.needs.flatMap((need) => judgedNeed(need, calls, hour));
  const readings = cards.map((card) => ({
    card,
    ...readCard(card, { known, nowMs: card.atMs, wallMs: card.atMs }),
  }));
  const callKeys = new Set(calls.flatMap(({ keys }) => keys));
  // A card that shows nothing new is one of calls, as only calls are shown until each was named.
  const isOfCalls = ({ keys }: NotifiedCard): boolean =>
    keys.length === 0 || keys.some((key) => callKeys.has(key));
  const callCards = cards.filter((card) => isOfCalls(card)).length;
  const decided = hour.decided.map(({ notification: { decidedAtMs, ...rest } }) => {
    return { ...rest, atMs: decidedAtMs };
  });
  // In a window in front changes are seen there.
  const changes = hour.scenario.isWindowInFront ? [] : changesOf(decided, known);
  const telling: Telling = { ...hour, calls, changes };
  const laws = tellingLaws.map(({ name, faults }) => ({ name, faults: faults(telling) }));
  return {
    needs: judged,
    counted: { many: judged.filter(({ isCounted }) => isCounted).length, of: judged.length },
    named: { many: judged.filter(({ isNamed }) => isNamed).length, of: judged.length },
    quickSounds: laws.find(({ name }) => name.includes('sounds'))?.faults ?? [],
    untrue: readings.flatMap(({ card, untrue }) =>
      untrue.map((what) => `${clock(card.atMs)} “${card.title}” ${what}`),
    ),
    notUnderstood: readings
      .filter(({ isUnderstood }) => !isUnderstood)
      .map(({ card }) => `${card.title} | ${card.body}`),
    stale: staleCards(hour),
    cardCount: cards.length,
    callCards,
    routineCards: cards.length - callCards,
    changesAlone: changesAlone(telling),
    movesNotified: movesNotified(hour, calls),
    warnings: warningsOf(hour),
    laws,
  };
}

/** A time of the hour as reports write it. */
function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}

/** The notifications that call for a person, each as a law sees it. */
function callsOf({ decided, endedAtMs, known, needs, quietUntilMs }: PlayedHour): readonly Call[] {
  return decided.flatMap(({ heldBy, notification }) => {
    const { decidedAtMs, event, keptFor, key, orderId } = notification;
    if (!isCall(event) || keptFor !== undefined) return [];
    const need = needs.find((each) => isOf(notification, each));
    const heldUntilMs = heldBy === null ? null : quietUntilMs;
    const atMs = Math.max(decidedAtMs, heldUntilMs ?? decidedAtMs);
    // What the script did not plan, such as a long wait, is over with the next step of its order; a stay when it ends.
    const nextMs =
      event === 'arrivedWaiting'
        ? stayEndsAtMs(known, orderId, decidedAtMs)
        : nextStepAtMs(known, orderId, decidedAtMs, isOfPromise(event));
    return [
      {
        keys: [key],
        orderId,
        atMs,
        beganAtMs: decidedAtMs,
        endsAtMs: Math.min(endedAtMs, need?.endsAtMs ?? nextMs),
        mayEndBefore: event === 'promiseAhead' || event === 'probablyLate',
      },
    ];
  });
}

/** Whether a notification is one about a need. */
function isOf(
  { decidedAtMs, event, orderId }: StoredNotification['notification'],
  { endsAtMs, kind, orderId: ofOrder, trueAtMs }: Need,
): boolean {
  // A warning came before, and stands in its place.
  const fromMs = event === 'probablyLate' ? Number.NEGATIVE_INFINITY : trueAtMs - secondMs;
  const isThen = decidedAtMs >= fromMs && decidedAtMs <= endsAtMs + minuteMs;
  return orderId === ofOrder && eventsOf[kind].includes(event) && isThen;
}

/** Nothing when it was over before it could be known and told. */
function judgedNeed(need: Need, calls: readonly Call[], hour: PlayedHour): readonly JudgedNeed[] {
  const { cards, decided, endedAtMs, known, quietUntilMs } = hour;
  // Any order that is checked tells whether there is contact.
  const intervalMs = need.orderId === null ? usualIntervalMs : hour.intervalMs;
  const endsAtMs = Math.min(need.endsAtMs, endedAtMs);
  const answeredAtMs = knowableAtMs(need, hour);
  if (answeredAtMs === null || isLongOver(need, hour.beganAtMs)) return [];
  const rows = decided.filter(({ notification }) => isOf(notification, need));
  const isHeld = rows.some(({ heldBy }) => heldBy !== null);
  // What quiet hours hold back is due when they are over.
  const knownAtMs = Math.max(answeredAtMs, hour.beganAtMs);
  const fromMs = isHeld ? Math.max(knownAtMs, quietUntilMs ?? 0) : knownAtMs;
  const trueAtMs = Math.max(need.trueAtMs, hour.beganAtMs);
  const countedByMs = Math.max(fromMs, trueAtMs + intervalMs) + shownWithinMs;
  const namedByMs = fromMs + namedWithinMs;
  if (namedByMs > endsAtMs) return [];
  const keys = rows.map(({ notification }) => notification.key);
  const decidedAtMs = rows.map(({ notification }) => notification.decidedAtMs);
  // A warning that came before was named then.
  const call: Call = {
    keys,
    orderId: need.orderId,
    atMs: need.trueAtMs,
    beganAtMs: Math.min(need.trueAtMs, ...decidedAtMs),
    endsAtMs,
  };
  // What was so before the desk came was decided before, and is named by the card of what still calls.
  const isFound = rows.length === 0 && need.trueAtMs < hour.beganAtMs;
  const named = isFound ? stillNamedAtMs(call, hour) : namedAtMs(call, { cards, calls, known });
  const isCounted = isFound
    ? (named !== null && named <= countedByMs) || countsFound(hour, countedByMs)
    : cards.some(
        ({ atMs, keys: shown }) => atMs <= countedByMs && keys.some((key) => shown.includes(key)),
      );
  return [
    {
      need,
      name: need.orderId === null ? 'the service' : known.nameOf(need.orderId),
      knowableAtMs: fromMs,
      isCounted,
      namedAtMs: named,
      isNamed: named !== null && named <= namedByMs,
    },
  ];
}

/** Whether a card that tells nothing new counted by then as many orders as are known to have called when the desk came. */
function countsFound({ beganAtMs, cards, needs }: PlayedHour, byMs: number): boolean {
  const found = needs.filter(
    (need) =>
      need.orderId !== null &&
      need.trueAtMs < beganAtMs &&
      need.endsAtMs > byMs &&
      !isLongOver(need, beganAtMs),
  );
  const leastCount = new Set(found.map(({ orderId }) => orderId)).size;
  return cards.some(({ atMs, keys, title }) => {
    const count = Number(/^(\d+)\u00A0orders still need you$/.exec(title)?.[1] ?? 0);
    return keys.length === 0 && atMs <= byMs && count >= leastCount;
  });
}

/** Of what ended an order long before, a desk that comes later has nothing left to do. */
function isLongOver({ kind, trueAtMs }: Need, beganAtMs: number): boolean {
  return endings.has(kind) && trueAtMs < beganAtMs - longAgoMs;
}

/** When a card that tells nothing new named the order of a call. */
function stillNamedAtMs(
  { endsAtMs, orderId }: Call,
  { cards, known }: Pick<PlayedHour, 'cards' | 'known'>,
): number | null {
  const named = cards.find(
    (card) =>
      card.keys.length === 0 &&
      card.atMs <= endsAtMs &&
      orderId !== null &&
      names(card, known.nameOf(orderId)),
  );
  return named?.atMs ?? null;
}

/** When the watch could first know of a need; null when it never could. */
function knowableAtMs(
  { kind, orderId, trueAtMs }: Need,
  { beganAtMs, hearsWithinMs, intervalMs, known }: PlayedHour,
): number | null {
  if (orderId === null) return trueAtMs + usualIntervalMs;
  switch (kind) {
    case 'promisePassed':
    case 'promiseAtHand':
      // Both rest on the clock alone.
      return trueAtMs;
    case 'notFound': {
      // A new order may need a minute, so the third answer counts.
      const answers = known.answersOf(orderId).filter(({ atMs }) => atMs >= trueAtMs);
      return answers.filter(({ order }) => order === null)[2]?.atMs ?? null;
    }
    case 'courierSilent':
    case 'courierLost': {
      // How much the clock of the service differs is learned, so the moment is known to one check only; and that it is
      // so still a desk that joins hears with the next one.
      const fromMs = Math.max(trueAtMs + intervalMs, beganAtMs);
      const answeredAtMs = known.firstAnswerAtMs(orderId, fromMs);
      return answeredAtMs === null ? null : answeredAtMs + hearsWithinMs;
    }
    case 'released':
    case 'failed':
    case 'cancelled':
    case 'unknownStatus':
    case 'contactLost':
      return known.firstAnswerAtMs(orderId, trueAtMs);
  }
}

/** Whether a call of an order was open, whose card takes along what else happens to it. */
function isCalled(
  { atMs, orderId }: { readonly orderId: OrderId; readonly atMs: number },
  calls: readonly Call[],
): boolean {
  return calls.some(
    (call) => call.orderId === orderId && call.atMs <= atMs && call.endsAtMs >= atMs,
  );
}

/** The changes that no open call of their order takes along. */
function changesAlone({ calls, cards, changes }: Telling): Share {
  const free = changes.filter((change) => !isCalled(change, calls));
  const alone = free.filter(({ key, orderId }) =>
    cards.some(
      (card) => card.orderId === orderId && card.keys.length === 1 && card.keys[0] === key,
    ),
  );
  return { many: alone.length, of: free.length };
}

/**
 * The moves of the set distance, at most one a minute and order, and those that had a card in time: since the
 * courier came there, also before the minute of the move before was over.
 */
function movesNotified(
  { cards, endedAtMs, intervalMs, known }: PlayedHour,
  calls: readonly Call[],
): Share {
  const due = known
    .ids()
    .flatMap((orderId) => movesOf(orderId, known, endedAtMs))
    .filter((move) => !isCalled(move, calls));
  const notified = due.filter(({ atMs, cameAtMs, nearAtMs, orderId }) =>
    cards.some(
      (card) =>
        card.orderId === orderId &&
        card.atMs >= (tellsMove.test(card.title) ? nearAtMs : cameAtMs) &&
        card.atMs <= atMs + minuteMs + intervalMs,
    ),
  );
  return { many: notified.length, of: due.length };
}

/** A card that tells where a courier went: the next move is one from there. */
const tellsMove = /^Courier (?:moved|left|is near)/;

/** A move of the set distance. */
interface DueMove {
  readonly orderId: OrderId;
  readonly atMs: number;
  /** When it was first known that the courier was there, or nearer than one more move. */
  readonly cameAtMs: number;
  /** When the courier was first known to be nearer to there than to where the move began. */
  readonly nearAtMs: number;
}

function movesOf(
  orderId: OrderId,
  known: PlayedHour['known'],
  untilMs: number,
): readonly DueMove[] {
  let courier: string | null = null;
  let from: GeoPoint | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  let since: readonly { readonly fix: GeoPoint; readonly atMs: number }[] = [];
  return known.answersOf(orderId).flatMap(({ atMs, order }) => {
    const fix = order?.courier?.fix ?? null;
    if (fix === null || atMs > untilMs - 2 * minuteMs) return [];
    const begin = from;
    if (begin === null || courier !== order?.courier?.name) {
      courier = order?.courier?.name ?? null;
      from = fix;
      lastMs = atMs;
      since = [];
      return [];
    }
    since = [...since, { fix, atMs }];
    if (distanceMeters(begin, fix) < moveMeters || atMs - lastMs < minuteMs) return [];
    const came = since.find(
      (each) =>
        distanceMeters(begin, each.fix) >= moveMeters && distanceMeters(each.fix, fix) < moveMeters,
    );
    const near = since.find(
      (each) => distanceMeters(each.fix, fix) < distanceMeters(begin, each.fix),
    );
    from = fix;
    lastMs = atMs;
    since = [];
    return [{ orderId, atMs, cameAtMs: came?.atMs ?? atMs, nearAtMs: near?.atMs ?? atMs }];
  });
}

/** The warnings of the hour whose promises had passed or been kept by its end. */
function warningsOf({ decided, endedAtMs, known, needs }: PlayedHour): Share {
  const warned = new Set(
    decided.flatMap(({ notification: { event, orderId } }) =>
      event === 'probablyLate' && orderId !== null ? [orderId] : [],
    ),
  );
  const late = new Set(
    needs.flatMap(({ kind, orderId, trueAtMs }) =>
      kind === 'promisePassed' && trueAtMs <= endedAtMs && orderId !== null ? [orderId] : [],
    ),
  );
  const settled = [...warned].filter((id) => late.has(id) || isOver(id, known));
  return { many: settled.filter((id) => late.has(id)).length, of: settled.length };
}

function isOver(id: OrderId, known: PlayedHour['known']): boolean {
  const phase = known.answersOf(id).at(-1)?.order?.status.phase;
  return phase !== undefined && isFinished(phase);
}

/** Cards that stand, and say for longer than one check interval what is not so any more. */
function staleCards({
  cards,
  closed,
  endedAtMs,
  intervalMs,
  known,
}: PlayedHour): readonly string[] {
  return cards.flatMap((card, index) => {
    const next = cards.slice(index + 1).find(({ tag }) => tag === card.tag)?.atMs ?? Infinity;
    const end = closed.find(({ atMs, tag }) => tag === card.tag && atMs >= card.atMs)?.atMs;
    const untilMs = Math.min(next, end ?? Infinity, endedAtMs);
    let sinceMs: number | null = null;
    for (let nowMs = card.atMs; nowMs < untilMs; nowMs += lookEveryMs) {
      const { untrue } = readCard(card, { known, nowMs, wallMs: nowMs }, true);
      if (untrue.length === 0) sinceMs = null;
      else sinceMs ??= nowMs;
      if (sinceMs !== null && nowMs - sinceMs > intervalMs)
        return [
          `${clock(card.atMs)} “${card.title}” still at ${clock(nowMs)}: ${untrue.join(', ')}`,
        ];
    }
    return [];
  });
}
