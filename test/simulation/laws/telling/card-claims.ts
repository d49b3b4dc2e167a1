import { clockText } from '../../../../core/order/format.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { statusTextsIn } from '../../../../core/order/status-texts.ts';
import { isRelease, type KnownOrder, type KnownOrders } from './known-orders.ts';
import { names, type NotifiedCard } from './notified-card.ts';

/*
 * What the English sentences of cards claim, each beside the fact that it must agree with. Written here a
 * second time, without the product's own words, so that a sentence is judged by what a person reads in it.
 * A new sentence gets a line in one of the two tables.
 */

const minuteMs = 60_000;

/** What a card is compared with. */
export interface ClaimPlace {
  readonly known: KnownOrders;
  readonly nowMs: number;
  /** The same by the wall clock, in milliseconds since 1970. */
  readonly wallMs: number;
}

/** A sentence about the order of a card. */
interface OrderClaim {
  readonly says: RegExp;
  readonly isTrue: (order: KnownOrder, said: readonly string[]) => boolean;
  /** It speaks of the present, so it has to be true for as long as the card stands. */
  readonly stands?: true;
}

const statusLabels: readonly string[] = Object.values(statusTextsIn.en).map((label) =>
  label.toLowerCase(),
);

const orderClaims: readonly OrderClaim[] = [
  { says: /^Order is on the platform$/m, isTrue: (order) => order.isWaiting },
  {
    says: /^(?:Matched with a courier|Another courier took over)$/m,
    isTrue: (order) => order.hasCourier,
  },
  { says: /^Courier released the order$/m, isTrue: (order) => order.isWaiting, stands: true },
  {
    says: /\bWaiting again\b|\bNo courier yet\b|^Waiting since /m,
    isTrue: (order) => order.isWaiting,
    stands: true,
  },
  {
    says: /\bWaits for (\d+)\w\w courier\b/,
    isTrue: (order, [number]) => order.isWaiting && Number(number) === order.courierCount + 1,
    stands: true,
  },
  {
    says: /(?<!Waits for )\b(\d+)(?:st|nd|rd|th) courier\b/,
    isTrue: (order, [number]) => order.hasCourier && Number(number) === order.courierCount,
  },
  {
    says: /\bNow ([^.,]+)[.,]?$|\bNow ([^.,]+)[.,]/m,
    isTrue: (order, [one, other]) => {
      const words = (one ?? other ?? '').toLowerCase();
      return !statusLabels.includes(words) || words === order.statusText;
    },
    stands: true,
  },
  {
    says: /^Order cancelled$/m,
    isTrue: (order) => order.order?.status.phase === 'cancelled',
  },
  {
    says: /^Completed(?: at (\d\d:\d\d))?/m,
    isTrue: (order, [time]) =>
      order.order?.status.phase === 'done' && (time === undefined || isWhenSeen(order, time)),
  },
  { says: /^Order not found$/m, isTrue: (order) => order.isNotFound, stands: true },
  {
    says: /\b[Nn]o position since (\d\d:\d\d)/m,
    isTrue: ({ fixAtMs, wallMs }, [time]) =>
      fixAtMs !== null && wallMs - fixAtMs >= 2 * minuteMs && clockText(fixAtMs, 'en') === time,
    stands: true,
  },
  {
    says: /\bstraight line, at (\d\d:\d\d)/,
    isTrue: ({ reportedAtMs, wallMs }, [time]) =>
      reportedAtMs.some((atMs) => clockText(Math.min(atMs, wallMs), 'en') === time),
  },
  {
    says: /\bPromise at hand: (\d\d:\d\d)/m,
    isTrue: ({ arranged: { promisedAtMs }, isOver, wallMs }, [time]) =>
      promisedAtMs !== null &&
      wallMs < promisedAtMs &&
      !isOver &&
      clockText(promisedAtMs, 'en') === time,
    stands: true,
  },
  {
    says: /\bProbably late, promised (\d\d:\d\d)/m,
    isTrue: ({ arranged: { promisedAtMs }, isOver, wallMs }, [time]) =>
      promisedAtMs !== null &&
      wallMs < promisedAtMs &&
      !isOver &&
      clockText(promisedAtMs, 'en') === time,
    stands: true,
  },
  {
    says: /\bProbably in time after all, promised (\d\d:\d\d)/m,
    isTrue: ({ arranged: { promisedAtMs } }, [time]) =>
      promisedAtMs !== null && clockText(promisedAtMs, 'en') === time,
  },
  {
    says: /\bPromise passed: (\d\d:\d\d)/m,
    isTrue: ({ arranged: { promisedAtMs }, isOver, wallMs }, [time]) =>
      promisedAtMs !== null &&
      wallMs >= promisedAtMs &&
      !isOver &&
      clockText(promisedAtMs, 'en') === time,
    stands: true,
  },
  {
    says: /^Status is now “|^Status changed$/m,
    isTrue: (order) => order.order?.status.phase === 'unknown',
    stands: true,
  },
  {
    says: /^Courier at the stop/m,
    isTrue: (order) => order.isAtStop,
  },
  {
    says: /^(?:First position of the courier|Courier (?:left|is near|moved|moves|not moving) ?.*)$/m,
    isTrue: (order) => order.hasCourier,
  },
  { says: /^Finished order is open again$/m, isTrue: (order) => !order.isOver },
  { says: /^(?:Price changed|Status no longer given)/m, isTrue: () => true },
];

/** A kind of event as digests count it: "3 released". */
interface KindClaim {
  readonly says: string;
  /** How many of such an order has there been in the time of the digest, or how many there are now. */
  readonly count: (order: KnownOrder, withinMs: number) => number;
  readonly stands?: true;
}

function oneIf(isTrue: boolean): number {
  return isTrue ? 1 : 0;
}

/** The steps that a digest calls "with a new status": the status alone is another, and is known. */
function newStatuses(order: KnownOrder, withinMs: number): number {
  return order.steps(withinMs).filter(({ before, after }) => {
    return before.status.raw !== after.status.raw && !isRelease(before, after);
  }).length;
}

const kindClaims: readonly KindClaim[] = [
  { says: 'on the platform', count: (order) => oneIf(order.order !== null) },
  {
    says: 'matched',
    count: (order, withinMs) =>
      order.steps(withinMs).filter(({ before, after }) => {
        return before.courier === null && after.courier !== null;
      }).length,
  },
  {
    says: 'released',
    count: (order, withinMs) => (order.isWaiting ? order.releases(withinMs) : 0),
    stands: true,
  },
  { says: 'with another courier', count: (order, withinMs) => order.releases(withinMs) },
  ...[
    'with a changed price',
    'with another address',
    'planned for another time',
    'with other stops',
    'with another note',
  ].map((says): KindClaim => ({ says, count: () => Number.POSITIVE_INFINITY })),
  {
    says: 'completed with a changed price',
    count: ({ order }) => oneIf(order?.status.phase === 'done'),
  },
  { says: 'open again', count: ({ isOver }) => oneIf(!isOver), stands: true },
  { says: 'with a moved courier', count: (order) => (order.fixAtMs === null ? 0 : Infinity) },
  { says: 'with a new status', count: newStatuses },
  {
    says: 'with an unknown status',
    count: ({ order }) => oneIf(order?.status.phase === 'unknown'),
    stands: true,
  },
  {
    says: 'completed',
    count: ({ order }) => oneIf(order?.status.phase === 'done'),
  },
  { says: 'cancelled', count: ({ order }) => oneIf(order?.status.phase === 'cancelled') },
  {
    says: 'with a silent courier',
    count: ({ fixAtMs, wallMs }) => oneIf(fixAtMs !== null && wallMs - fixAtMs >= 3 * minuteMs),
    stands: true,
  },
  {
    says: 'with a lost courier',
    count: ({ fixAtMs, wallMs }) => oneIf(fixAtMs !== null && wallMs - fixAtMs >= 10 * minuteMs),
    stands: true,
  },
  { says: 'not moving', count: (order) => oneIf(order.hasCourier), stands: true },
  { says: 'waiting long at a stop', count: (order) => oneIf(order.hasCourier), stands: true },
  { says: 'waiting long', count: (order) => oneIf(order.isWaiting), stands: true },
  {
    says: 'probably late',
    count: ({ arranged: { promisedAtMs }, isOver, wallMs }) =>
      oneIf(promisedAtMs !== null && wallMs < promisedAtMs && !isOver),
    stands: true,
  },
  {
    says: 'probably in time after all',
    count: ({ arranged: { promisedAtMs } }) => oneIf(promisedAtMs !== null),
  },
  {
    says: 'with a promise at hand',
    count: ({ arranged: { promisedAtMs }, isOver, wallMs }) =>
      oneIf(promisedAtMs !== null && wallMs < promisedAtMs && !isOver),
    stands: true,
  },
  {
    says: 'with a promise passed',
    count: ({ arranged: { promisedAtMs }, isOver, wallMs }) =>
      oneIf(promisedAtMs !== null && wallMs >= promisedAtMs && !isOver),
    stands: true,
  },
  {
    says: 'failed',
    count: ({ order }) => oneIf(order?.status.phase === 'failed'),
    stands: true,
  },
  { says: 'not found', count: (order) => oneIf(order.isNotFound), stands: true },
];

/** How a card that names what still calls says why, in the words of the list. */
const reasonTexts: Readonly<Record<string, string>> = {
  'released by the courier': 'released',
  'not delivered': 'failed',
  'courier silent': 'with a silent courier',
  'courier position lost': 'with a lost courier',
  'probably late': 'probably late',
  'promise at hand': 'with a promise at hand',
  'promise passed': 'with a promise passed',
  'long wait': 'waiting long',
  'unknown status': 'with an unknown status',
};
/** That an order keeps losing its courier, whether it has one or not. */
const losses = /^(?:released \d+ times|(?:waits for )?\d+\w\w courier|waiting at the stop)$/;

/** How digests count what is about the service, and whether there has to be contact then. */
const contactKinds: ReadonlyMap<string, boolean> = new Map([
  ['without contact', false],
  ['paused by the service', false],
  ['connected again', true],
]);

/** What a card says that is not true. */
export interface CardReading {
  readonly untrue: readonly string[];
  /** Whether a sentence of the card was found in the tables; else what it says was not judged. */
  readonly isUnderstood: boolean;
}

/** Compares what a card says with what was known at that moment. */
export function readCard(card: NotifiedCard, place: ClaimPlace, onlyStanding = false): CardReading {
  const { known, nowMs, wallMs } = place;
  const title = plain(card.title);
  const body = plain(card.body);
  if (title.startsWith('No contact since') || title.startsWith('The service asks for a pause'))
    return contactReading(title, known.hasContact(nowMs) !== true);
  if (title.startsWith('Connected again')) {
    return contactReading(title, onlyStanding || known.hasContact(nowMs) !== false);
  }
  const order = card.orderId === null ? undefined : known.at(card.orderId, nowMs, wallMs);
  if (order !== undefined) return orderReading(title, body, order, onlyStanding);
  return digestReading(title, body, place, onlyStanding);
}

function contactReading(title: string, isTrue: boolean): CardReading {
  return { untrue: isTrue ? [] : [title], isUnderstood: true };
}

function orderReading(
  title: string,
  body: string,
  order: KnownOrder,
  onlyStanding: boolean,
): CardReading {
  const text = `${title}\n${body}`;
  const found = orderClaims.flatMap((claim) => {
    const said = claim.says.exec(text);
    return said === null ? [] : [{ claim, said }];
  });
  const untrue = found
    .filter(({ claim }) => !onlyStanding || claim.stands === true)
    .filter(({ claim, said }) => !claim.isTrue(order, said.slice(1)))
    .map(({ said }) => said[0].trim());
  return { untrue, isUnderstood: found.length > 0 };
}

function digestReading(
  title: string,
  body: string,
  place: ClaimPlace,
  onlyStanding: boolean,
): CardReading {
  const ofOne = /^([\d,]+) orders (.+)$/.exec(title);
  const needing = /^[\d,]+ orders? (?:still )?needs? you$/.exec(title);
  if (needing !== null) return callsReading(body, place, onlyStanding);
  const since = /^([\d,]+) orders? changed (?:since .+|while .+)$/.exec(title);
  if (since !== null) return newsReading(numberOf(since[1] ?? '0'), body, place, onlyStanding);
  if (ofOne !== null) {
    const [, count = '', says = ''] = ofOne;
    const part = partReading(numberOf(count), says, Infinity, place, onlyStanding);
    return { ...part, untrue: [...part.untrue, ...misnamed(body, says, place, onlyStanding)] };
  }
  return { untrue: [], isUnderstood: false };
}

function isCounted(part: string): boolean {
  return /^[\d,]+ [a-z]/.test(part);
}

/** Whether a sentence is one of names: a digest begins with the name of an order. */
function isNamedFirst(sentence: string, known: KnownOrders, id: OrderId): boolean {
  return sentence.startsWith(known.nameOf(id));
}

/** News of several orders: names, then how many of each kind, which together are all of them. */
function newsReading(
  total: number,
  body: string,
  place: ClaimPlace,
  onlyStanding: boolean,
): CardReading {
  const parts = body
    .split(/[.\n] ?/)
    // A short uuid may be a number.
    .filter((sentence) => !place.known.ids().some((id) => isNamedFirst(sentence, place.known, id)))
    .map((sentence) => sentence.split(/, (?=\d)/))
    .filter((counted) => counted.every(isCounted))
    .flatMap((counted) => counted.map((part) => /^([\d,]+) (.+)$/.exec(part)));
  const sum = parts.reduce((all, part) => all + numberOf(part?.[1] ?? '0'), 0);
  const readings = parts.map((part) =>
    partReading(numberOf(part?.[1] ?? '0'), part?.[2] ?? '', Infinity, place, onlyStanding),
  );
  return {
    untrue: [
      ...(sum === total || onlyStanding ? [] : [`${total} orders changed, ${sum} counted`]),
      ...readings.flatMap(({ untrue }) => untrue),
    ],
    isUnderstood: readings.every(({ isUnderstood }) => isUnderstood),
  };
}

/** Orders that need a person, each with why: "Florist (released), Bakery (cancelled) and 2 more." */
function callsReading(
  body: string,
  { known, nowMs, wallMs }: ClaimPlace,
  onlyStanding: boolean,
): CardReading {
  const said = [...body.matchAll(/([^,()]+?) \(([^()]+)\)/g)].map(([, name = '', why = '']) => ({
    name: name.replace(/^(?: ?and )/, '').trim(),
    why,
  }));
  const judged = said.map(({ name, why }) => {
    if (losses.test(why)) return { isUnderstood: true, untrue: [] };
    const kind = kindClaims.find(({ says }) => says === (reasonTexts[why] ?? why));
    const id = known.ids().find((each) => known.at(each, nowMs, wallMs)?.arranged.name === name);
    const order = id === undefined ? undefined : known.at(id, nowMs, wallMs);
    if (kind === undefined || order === undefined) return { isUnderstood: false, untrue: [] };
    if (onlyStanding && kind.stands !== true) return { isUnderstood: true, untrue: [] };
    const isTrue = kind.count(order, Infinity) > 0;
    return { isUnderstood: true, untrue: isTrue ? [] : [`${name} (${why})`] };
  });
  return {
    untrue: judged.flatMap(({ untrue }) => untrue),
    isUnderstood: judged.every(({ isUnderstood }) => isUnderstood),
  };
}

function partReading(
  count: number,
  says: string,
  withinMs: number,
  { known, nowMs, wallMs }: ClaimPlace,
  onlyStanding: boolean,
): CardReading {
  const isOfContact = contactKinds.get(says);
  if (isOfContact !== undefined) {
    const isTrue = onlyStanding || known.hasContact(nowMs) !== !isOfContact;
    return { untrue: isTrue ? [] : [`${count} ${says}`], isUnderstood: true };
  }
  const kind = kindClaims.find((each) => each.says === says);
  if (kind === undefined) return { untrue: [], isUnderstood: false };
  if (onlyStanding && kind.stands !== true) return { untrue: [], isUnderstood: true };
  const there = known.ids().reduce((sum, id) => {
    const order = known.at(id, nowMs, wallMs);
    return order === undefined ? sum : sum + kind.count(order, withinMs);
  }, 0);
  return {
    untrue: there < count ? [`${count} ${says}, there were ${there}`] : [],
    isUnderstood: true,
  };
}

/** The orders that a digest of one kind names although they are not of it. */
function misnamed(
  body: string,
  says: string,
  { known, nowMs, wallMs }: ClaimPlace,
  onlyStanding: boolean,
): readonly string[] {
  const kind = kindClaims.find((each) => each.says === says);
  if (kind === undefined || (onlyStanding && kind.stands !== true)) return [];
  return known.ids().flatMap((id: OrderId) => {
    const order = known.at(id, nowMs, wallMs);
    if (order === undefined || !names({ title: '', body }, order.arranged.name)) return [];
    return kind.count(order, Infinity) > 0 ? [] : [`${order.arranged.name} ${says}`];
  });
}

/** Texts keep numbers beside their units with a blank that does not break. */
function plain(text: string): string {
  return text.replaceAll('\u00A0', ' ').replaceAll('\u202F', ' ');
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}

/** Whether the last state of an order was first seen in this minute of the clock. */
function isWhenSeen({ states }: KnownOrder, time: string): boolean {
  const sinceMs = states.at(-1)?.sinceWallMs ?? 0;
  return [sinceMs - 1000, sinceMs, sinceMs + 1000].some((atMs) => clockText(atMs, 'en') === time);
}
