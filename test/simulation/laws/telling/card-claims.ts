import { clockText } from '../../../../core/order/format.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { statusWordsIn } from '../../../../core/order/status-words.ts';
import { isRelease, type KnownOrder, type KnownOrders } from './known-orders.ts';
import { names, type ToldCard } from './told-card.ts';

/*
 * What the English sentences of cards claim, each beside the fact that it must agree with. Written here a
 * second time, without the product's own words, so that a sentence is judged by what a person reads in it.
 * A new sentence gets a line in one of the two tables.
 */

const minuteMs = 60_000;
/** Durations are told in whole minutes, and a card may have been worded a moment before it is shown. */
const roundingMs = minuteMs + 2000;
/** What came within a burst may have been seen up to the slowest check of an order before. */
const seenBeforeMs = 90_000;

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

const statusLabels: readonly string[] = Object.values(statusWordsIn.en).map((label) =>
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
    says: /\bWaiting again\b|\bNo courier yet\b|^Waiting for /m,
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
      return !statusLabels.includes(words) || words === order.statusWords;
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
    says: /^Position (?:is|lost,) (.+) old$/m,
    isTrue: (order, [age = '']) =>
      order.fixAtMs !== null && isAbout(order.wallMs - order.fixAtMs, durationMs(age)),
  },
  {
    says: /^Position (?:is|lost,) .+ old$/m,
    isTrue: (order) => order.fixAtMs !== null && order.wallMs - order.fixAtMs >= 2 * minuteMs,
    stands: true,
  },
  {
    says: /^Promised (\d\d:\d\d), in (.+)$/m,
    isTrue: ({ arranged: { promisedAtMs }, wallMs }, [, left = '']) =>
      promisedAtMs !== null && isAbout(promisedAtMs - wallMs, durationMs(left)),
  },
  {
    says: /^Promised \d\d:\d\d, in .+$/m,
    isTrue: ({ arranged: { promisedAtMs }, isOver, wallMs }) =>
      promisedAtMs !== null && wallMs < promisedAtMs && !isOver,
    stands: true,
  },
  {
    says: /^Promised time .+ passed$/m,
    isTrue: ({ arranged: { promisedAtMs }, isOver, wallMs }) =>
      promisedAtMs !== null && wallMs >= promisedAtMs && !isOver,
    stands: true,
  },
  {
    says: /^Released (once|\d+ times) in (.+)$/m,
    isTrue: (order, [often = '', within = '']) =>
      order.releases(durationMs(within) + seenBeforeMs) >=
      (often === 'once' ? 1 : Number.parseInt(often, 10)),
  },
  { says: /^Status changed back and forth /m, isTrue: (order) => order.wasThereBefore },
  {
    says: /^Status is now “|^Status changed$/m,
    isTrue: (order) => order.order?.status.phase === 'unknown',
    stands: true,
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
  {
    says: 'released again and again',
    count: (order, withinMs) => oneIf(order.isWaiting && order.releases(withinMs) > 1),
    stands: true,
  },
  { says: 'with another courier', count: (order, withinMs) => order.releases(withinMs) },
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
    says: 'with a position over 3 min old',
    count: ({ fixAtMs, wallMs }) => oneIf(fixAtMs !== null && wallMs - fixAtMs >= 3 * minuteMs),
    stands: true,
  },
  {
    says: 'with a position over 10 min old',
    count: ({ fixAtMs, wallMs }) => oneIf(fixAtMs !== null && wallMs - fixAtMs >= 10 * minuteMs),
    stands: true,
  },
  { says: 'not moving', count: (order) => oneIf(order.hasCourier), stands: true },
  { says: 'waiting long', count: (order) => oneIf(order.isWaiting), stands: true },
  {
    says: 'with a promised time at hand',
    count: ({ arranged: { promisedAtMs }, isOver, wallMs }) =>
      oneIf(promisedAtMs !== null && wallMs < promisedAtMs && !isOver),
    stands: true,
  },
  { says: 'not found', count: (order) => oneIf(order.isNotFound), stands: true },
];

/** How digests count what is about the service, and whether there has to be contact then. */
const contactKinds: ReadonlyMap<string, boolean> = new Map([
  ['without contact', false],
  ['connected again', true],
]);

/** What a card says that is not true. */
export interface CardReading {
  readonly untrue: readonly string[];
  /** Whether a sentence of the card was found in the tables; else what it says was not judged. */
  readonly isUnderstood: boolean;
}

/** Compares what a card says with what was known at that moment. */
export function readCard(card: ToldCard, place: ClaimPlace, onlyStanding = false): CardReading {
  const { known, nowMs, wallMs } = place;
  const title = plain(card.title);
  const body = plain(card.body);
  if (title.startsWith('No contact for'))
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
  if (ofOne !== null) {
    const [, count = '', says = ''] = ofOne;
    const part = partReading(numberOf(count), says, Infinity, place, onlyStanding);
    return { ...part, untrue: [...part.untrue, ...misnamed(body, says, place, onlyStanding)] };
  }
  const ofSeveral = /^([\d,]+) changes? (?:in (.+)|while .+)$/.exec(title);
  if (ofSeveral === null) return { untrue: [], isUnderstood: false };
  const [, total = '', lasted] = ofSeveral;
  const withinMs = lasted === undefined ? Infinity : durationMs(lasted) + seenBeforeMs;
  const parts = body.replace(/\.$/, '').split(/, (?=\d)/);
  const counted = parts.map((part) => /^([\d,]+) (.+)$/.exec(part));
  const sum = counted.reduce((all, part) => all + numberOf(part?.[1] ?? '0'), 0);
  const readings = counted.map((part) =>
    partReading(numberOf(part?.[1] ?? '0'), part?.[2] ?? '', withinMs, place, onlyStanding),
  );
  return {
    untrue: [
      ...(sum === numberOf(total) || onlyStanding ? [] : [title]),
      ...readings.flatMap(({ untrue }) => untrue),
    ],
    isUnderstood: readings.every(({ isUnderstood }) => isUnderstood),
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

/** Reads "2 h 5 min", "14 min" and "20 s". */
function durationMs(text: string): number {
  const unitsMs = { h: 60 * minuteMs, min: minuteMs, s: 1000 } as const;
  return [...text.matchAll(/(\d+) ?(h|min|s)\b/g)].reduce((sum, [, value, unit]) => {
    return sum + Number(value) * unitsMs[unit as keyof typeof unitsMs];
  }, 0);
}

function isAbout(realMs: number, toldMs: number): boolean {
  return Math.abs(realMs - toldMs) <= roundingMs;
}

/** Whether the last state of an order was first seen in this minute of the clock. */
function isWhenSeen({ states }: KnownOrder, time: string): boolean {
  const sinceMs = states.at(-1)?.sinceWallMs ?? 0;
  return [sinceMs - 1000, sinceMs, sinceMs + 1000].some((atMs) => clockText(atMs, 'en') === time);
}
