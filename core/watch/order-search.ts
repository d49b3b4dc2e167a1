import type { OrderId } from '../order/order-id.ts';
import { statusText } from '../order/order-status.ts';
import type { OrderPhase, Stop } from '../order/order.ts';
import { vehicleText } from '../order/service-texts.ts';
import { madeOnce } from '../made-once.ts';
import { folded, queryWords } from '../text/folded.ts';
import { languages } from '../text/language.ts';
import { replacedPhoneNumbers } from '../text/phone-numbers.ts';
import { cleanLine } from '../text/safe-text.ts';
import type { WatchedOrder } from './watched-order.ts';

/** What an order is looked for by. */
export type SearchedKind =
  | 'label'
  | 'uuid'
  | 'group'
  | 'note'
  | 'status'
  | 'courier'
  | 'vehicle'
  | 'stopName'
  | 'street'
  | 'contact'
  | 'phone'
  | 'noteToCourier';

/** Where in an order a query was found. */
export interface OrderHit {
  readonly kind: SearchedKind;
  /** 0 is the pickup, 1 the first destination; null for what belongs to no stop. */
  readonly stop: number | null;
}

/** An order that was found. It says where, and nothing of what the service said there. */
export interface SearchHit {
  readonly id: OrderId;
  readonly hits: readonly OrderHit[];
  /** The dispatcher's note around the place, when it was found in the note. */
  readonly noteText: string | null;
}

/** A text of an order as it is looked through. */
interface SearchedText {
  readonly hit: OrderHit;
  readonly text: string;
  /** The digits of every phone number in it. */
  readonly numbers: readonly string[];
}

/** Texts of an order that change together. */
interface TextPart {
  readonly texts: readonly SearchedText[];
  /** The texts in one, in which most words of most queries are not. */
  readonly together: string;
}

/** All texts of an order, in the order of {@link textSources}. */
export type SearchedTexts = readonly TextPart[];

/** An order, and its texts. */
export interface SearchedOrder {
  readonly watched: WatchedOrder;
  readonly texts: SearchedTexts;
}

/** The longest query, in characters. */
export const longestQuery = 500;

/** Fewer digits than these are looked for in texts alone. */
const fewestDigits = 4;
/** A stored number of so many digits behind its zeros is a whole one, which may lack the country code of the query. */
const fewestWholeDigits = 7;
/** The longest part of a note that is shown in a row. */
const longestNoteText = 120;
/** How much of a note is shown before the place that was found. */
const beforePlace = 20;

/** One object for each place: thousands of orders that share it are sent to the window in a fraction of the time. */
const hitAt = madeOnce((kind: SearchedKind, stop: number | null): OrderHit => ({ kind, stop }));

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/** One list for all texts without a number: thousands of orders have a dozen such texts each. */
const noNumbers: readonly string[] = [];

function numbersIn(text: string): readonly string[] {
  const numbers: string[] = [];
  replacedPhoneNumbers(text, (number) => {
    numbers.push(digitsOf(number));
    return number;
  });
  return numbers.length === 0 ? noNumbers : numbers;
}

function searched(
  kind: SearchedKind,
  stop: number | null,
  texts: readonly (string | null | undefined)[],
  numbersOf: (text: string) => readonly string[] = () => noNumbers,
): readonly SearchedText[] {
  const text = texts.join('\n').trim();
  if (text === '') return [];
  return [{ hit: hitAt(kind, stop), text: folded(text), numbers: numbersOf(text) }];
}

/** A number is found by its digits alone: two or three of them stand in too many numbers. */
function phone(stop: number | null, number: string | null | undefined): readonly SearchedText[] {
  if (number == null) return [];
  return [{ hit: hitAt('phone', stop), text: '', numbers: [digitsOf(number)] }];
}

function stopTexts(place: Stop, stop: number): readonly SearchedText[] {
  const { contact, floorOrUnitNumber, name, streetAddress } = place;
  return [
    ...searched('stopName', stop, [name]),
    ...searched('street', stop, [streetAddress, floorOrUnitNumber]),
    ...searched('contact', stop, [contact?.name]),
    ...phone(stop, contact?.phoneNumber),
  ];
}

/** The status and the vehicle of thousands of orders are the same few words. */
const mostKnownWords = 500;

const statusTexts = madeOnce(
  (phase: OrderPhase, raw: string | null) =>
    searched('status', null, [
      raw,
      ...languages.map((language) => statusText({ phase, raw }, language)),
    ]),
  mostKnownWords,
);

const vehicleTexts = madeOnce(
  (vehicle: string) =>
    searched('vehicle', null, [
      vehicle,
      ...languages.map((language) => vehicleText(vehicle, language)),
    ]),
  mostKnownWords,
);

function ownTexts({ id, label, preferences }: WatchedOrder): readonly SearchedText[] {
  return [
    ...searched('label', null, [label], numbersIn),
    ...searched('uuid', null, [id]),
    ...searched('group', null, [preferences?.group]),
    ...searched('note', null, [preferences?.note], numbersIn),
  ];
}

function stateTexts({ order }: WatchedOrder): readonly SearchedText[] {
  if (order === null) return [];
  const { courier, status, vehicleType } = order;
  return [
    ...statusTexts(status.phase, status.raw),
    ...searched('courier', null, [courier?.name]),
    ...phone(null, courier?.phoneNumber),
    ...(vehicleType === null ? [] : vehicleTexts(vehicleType)),
  ];
}

function placeTexts({ order }: WatchedOrder): readonly SearchedText[] {
  if (order === null) return [];
  const { destinations, noteToCourier, pickup } = order;
  return [
    ...(pickup === null ? [] : stopTexts(pickup, 0)),
    ...destinations.flatMap((place, index) => stopTexts(place, index + 1)),
    ...searched('noteToCourier', null, [noteToCourier], numbersIn),
  ];
}

function isSameStop(one: Stop | null | undefined, other: Stop | null | undefined): boolean {
  return (
    one?.name === other?.name &&
    one?.streetAddress === other?.streetAddress &&
    one?.floorOrUnitNumber === other?.floorOrUnitNumber &&
    one?.contact?.name === other?.contact?.name &&
    one?.contact?.phoneNumber === other?.contact?.phoneNumber
  );
}

/** Texts that change together, and whether those of two states of an order are the same. */
interface TextSource {
  readonly texts: (watched: WatchedOrder) => readonly SearchedText[];
  readonly isSame: (one: WatchedOrder, other: WatchedOrder) => boolean;
}

const textSources: readonly TextSource[] = [
  {
    texts: ownTexts,
    isSame: (one, other) =>
      one.label === other.label &&
      one.preferences?.group === other.preferences?.group &&
      one.preferences?.note === other.preferences?.note,
  },
  {
    texts: stateTexts,
    isSame: ({ order: one }, { order: other }) =>
      one?.status.raw === other?.status.raw &&
      one?.status.phase === other?.status.phase &&
      one?.vehicleType === other?.vehicleType &&
      one?.courier?.name === other?.courier?.name &&
      one?.courier?.phoneNumber === other?.courier?.phoneNumber,
  },
  {
    texts: placeTexts,
    isSame: ({ order: one }, { order: other }) =>
      one?.noteToCourier === other?.noteToCourier &&
      isSameStop(one?.pickup, other?.pickup) &&
      one?.destinations.length === other?.destinations.length &&
      (one?.destinations.every((stop, at) => isSameStop(stop, other?.destinations[at])) ?? true),
  },
];

/** The texts become slices of the one in which they stand together, so that each is held once. */
function textPart(texts: readonly SearchedText[]): TextPart {
  const together = texts.map(({ text }) => text).join('\n');
  let end = -1;
  const slices = texts.map(({ hit, numbers, text }) => {
    const start = end + 1;
    end = start + text.length;
    return { hit, numbers, text: together.slice(start, end) };
  });
  return { texts: slices, together };
}

/**
 * Everything that an order is looked for by.
 *
 * @param before the same order as it was: texts that would come out the same are taken over, because comparing
 *   what they are made of takes a tenth of the time of making them
 */
export function searchedTexts(watched: WatchedOrder, before?: SearchedOrder): SearchedTexts {
  return textSources.map((source, at) => {
    const known = before?.texts[at];
    if (before && known && source.isSame(watched, before.watched)) return known;
    return textPart(source.texts(watched));
  });
}

/** A text that is looked for. */
export interface Sought {
  readonly text: string;
  /** Its digits, when it may be a phone number or a part of one. */
  readonly digits: string | null;
}

/** A part of a query: it stands somewhere as a whole, or each of its words does. */
interface Term {
  readonly whole: Sought;
  readonly words: readonly Sought[];
}

/** What a query asks for: every term has to be found. */
export type Query = readonly Term[];

const numeric = /^[\d\p{Pd}+()./\s]+$/u;

function sought(text: string): Sought {
  const digits = digitsOf(text);
  return { text, digits: numeric.test(text) && digits.length >= fewestDigits ? digits : null };
}

/** Reads a query. Neighbouring words of digits may be one number: "+852 9123-4567". */
export function readQuery(text: string): Query {
  const terms: string[][] = [];
  let isInNumber = false;
  for (const word of queryWords(text)) {
    const isNumber = numeric.test(word);
    if (isNumber && isInNumber) terms.at(-1)?.push(word);
    else terms.push([word]);
    isInNumber = isNumber;
  }
  const asked = new Map(terms.map((words) => [words.join(' '), words]));
  return [...asked].map(([whole, words]) => ({
    whole: sought(whole),
    words: [...new Set(words)].map(sought),
  }));
}

/** Whether a phone number holds these digits, whichever of the two has a country code or a leading zero. */
export function holdsDigits(number: string, digits: string): boolean {
  const [held, asked] = [withoutZeros(number), withoutZeros(digits)];
  return (
    number.includes(digits) ||
    (asked.length >= fewestDigits && number.includes(asked)) ||
    (held.length >= fewestWholeDigits && asked.endsWith(held))
  );
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function holds({ text, numbers }: SearchedText, { digits, text: part }: Sought): boolean {
  if (text.includes(part)) return true;
  return digits !== null && numbers.some((number) => holdsDigits(number, digits));
}

/** Adds the texts that hold what is looked for; false when none does. */
function addHolding(searchedIn: SearchedTexts, part: Sought, held: SearchedText[]): boolean {
  const before = held.length;
  for (const { texts, together } of searchedIn) {
    if (part.digits === null && !together.includes(part.text)) continue;
    for (const text of texts) if (holds(text, part)) held.push(text);
  }
  return held.length > before;
}

/** Adds the texts that hold a term; false when a word of it is nowhere. */
function addHolders(
  searchedIn: SearchedTexts,
  { whole, words }: Term,
  held: SearchedText[],
): boolean {
  if (addHolding(searchedIn, whole, held)) return true;
  return words.length > 1 && words.every((word) => addHolding(searchedIn, word, held));
}

/** A note on one line, from shortly before the first place of a word. */
function noteAround(note: string, query: Query): string {
  const line = cleanLine(note, note.length);
  const text = folded(line);
  const places = query.flatMap(({ words }) => words.map((word) => text.indexOf(word.text)));
  const place = Math.min(...places.filter((at) => at >= 0), line.length);
  const start = place === line.length ? 0 : Math.max(0, place - beforePlace);
  return (start === 0 ? '' : '…') + cleanLine(line.slice(start), longestNoteText);
}

/**
 * Where an order holds what a query asks for.
 *
 * @param searchedIn {@link searchedTexts} of the order
 * @returns null when a term is nowhere in them
 */
export function searchHit(
  { id, preferences }: WatchedOrder,
  searchedIn: SearchedTexts,
  query: Query,
): SearchHit | null {
  const held: SearchedText[] = [];
  if (!query.every((term) => addHolders(searchedIn, term, held))) return null;
  const places: OrderHit[] = [];
  let isInNote = false;
  for (const { texts } of searchedIn) {
    for (const text of texts) {
      if (!held.includes(text)) continue;
      places.push(text.hit);
      isInNote ||= text.hit.kind === 'note';
    }
  }
  const note = isInNote ? (preferences?.note ?? null) : null;
  return { id, hits: places, noteText: note && noteAround(note, query) };
}
