import type { OrderId } from '../order/order-id.ts';
import { statusWords } from '../order/order-status.ts';
import type { Order, Stop } from '../order/order.ts';
import { vehicleWords } from '../order/service-words.ts';
import { folded, queryWords } from '../text/folded.ts';
import { type Language, languages } from '../text/language.ts';
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

/** All texts of an order. */
export interface SearchedTexts {
  readonly texts: readonly SearchedText[];
  /** The texts in one, in which most words of most queries are not. */
  readonly together: string;
}

/** The longest query, in characters. */
export const longestQuery = 500;

/** Fewer digits than these are looked for in texts alone. */
const fewestDigits = 4;
/** A stored number of so many digits is a whole one, which may lack the country code of the query. */
const fewestWholeDigits = 7;
/** The longest part of a note that is shown in a row. */
const longestNoteText = 120;
/** How much of a note is shown before the place that was found. */
const beforePlace = 20;

const knownHits = new Map<string, OrderHit>();

/** One object for each place: thousands of orders that share it are sent to the window in a fraction of the time. */
function hitAt(kind: SearchedKind, stop: number | null): OrderHit {
  const key = `${kind} ${stop}`;
  const known = knownHits.get(key);
  if (known !== undefined) return known;
  const hit = { kind, stop };
  knownHits.set(key, hit);
  return hit;
}

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

function numbersIn(text: string): readonly string[] {
  const numbers: string[] = [];
  replacedPhoneNumbers(text, (number) => {
    numbers.push(digitsOf(number));
    return number;
  });
  return numbers;
}

function searched(
  kind: SearchedKind,
  stop: number | null,
  texts: readonly (string | null | undefined)[],
  numbersOf: (text: string) => readonly string[] = () => [],
): readonly SearchedText[] {
  const text = texts.filter((part) => part != null).join('\n');
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
const knownWords = new Map<string, readonly SearchedText[]>();

function wordTexts(
  kind: SearchedKind,
  word: string,
  say: (language: Language) => string,
): readonly SearchedText[] {
  const spoken = languages.map(say);
  const key = [kind, word, ...spoken].join('\n');
  const known = knownWords.get(key);
  if (known !== undefined) return known;
  const texts = searched(kind, null, [word, ...spoken]);
  if (knownWords.size < mostKnownWords) knownWords.set(key, texts);
  return texts;
}

/** What an order is looked for by of all that the service said about it. */
function serviceTexts(order: Order): readonly SearchedText[] {
  const { courier, destinations, noteToCourier, pickup, status, vehicleType } = order;
  return [
    ...wordTexts('status', status.raw ?? '', (language) => statusWords(status, language)),
    ...searched('courier', null, [courier?.name]),
    ...phone(null, courier?.phoneNumber),
    ...(vehicleType === null
      ? []
      : wordTexts('vehicle', vehicleType, (language) => vehicleWords(vehicleType, language))),
    ...(pickup === null ? [] : stopTexts(pickup, 0)),
    ...destinations.flatMap((place, index) => stopTexts(place, index + 1)),
    ...searched('noteToCourier', null, [noteToCourier], numbersIn),
  ];
}

/** Everything that an order is looked for by. */
export function searchedTexts({ id, label, order, preferences }: WatchedOrder): SearchedTexts {
  const texts = [
    ...searched('label', null, [label], numbersIn),
    ...searched('uuid', null, [id]),
    ...searched('group', null, [preferences?.group]),
    ...searched('note', null, [preferences?.note], numbersIn),
    ...(order === null ? [] : serviceTexts(order)),
  ];
  return { texts, together: texts.map(({ text }) => text).join('\n') };
}

/** A text that is looked for. */
interface Sought {
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

function sought(text: string): Sought {
  const digits = /^[\d\p{Pd}+()./\s]+$/u.test(text) ? digitsOf(text) : '';
  return { text, digits: digits.length < fewestDigits ? null : digits };
}

/** Reads a query. Neighbouring words of digits may be one number: "+852 9123-4567". */
export function readQuery(text: string): Query {
  const terms: string[][] = [];
  let isInNumber = false;
  for (const word of queryWords(text)) {
    const isNumber = /^[\d\p{Pd}+()./]+$/u.test(word);
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
function holdsDigits(number: string, digits: string): boolean {
  if (number.includes(digits)) return true;
  if (digits.startsWith('0') && digits.length > fewestDigits) {
    return holdsDigits(number, digits.replace(/^0+/, ''));
  }
  if (digits.length < fewestWholeDigits || number.length < fewestWholeDigits) return false;
  return digits.endsWith(number.startsWith('0') ? number.replace(/^0+/, '') : number);
}

function holds({ text, numbers }: SearchedText, { digits, text: part }: Sought): boolean {
  if (text.includes(part)) return true;
  return digits !== null && numbers.some((number) => holdsDigits(number, digits));
}

function holding({ texts, together }: SearchedTexts, part: Sought): readonly SearchedText[] {
  if (part.digits === null && !together.includes(part.text)) return [];
  return texts.filter((text) => holds(text, part));
}

/** The texts that hold a term; none when a word of it is nowhere. */
function holders(searchedIn: SearchedTexts, { whole, words }: Term): readonly SearchedText[] {
  const asWhole = holding(searchedIn, whole);
  if (asWhole.length > 0 || words.length === 1) return asWhole;
  const held: SearchedText[] = [];
  for (const word of words) {
    const byWord = holding(searchedIn, word);
    if (byWord.length === 0) return [];
    held.push(...byWord);
  }
  return held;
}

/** A note on one line, from shortly before the first place of a word. */
function noteAround(note: string, query: Query): string {
  const line = cleanLine(note, note.length);
  const text = folded(line);
  const places = query.flatMap(({ words }) => words.map((word) => text.indexOf(word.text)));
  const place = Math.min(...places.filter((at) => at >= 0), line.length);
  const start = place === line.length ? 0 : Math.max(0, place - beforePlace);
  if (start === 0 && line.length <= longestNoteText) return line;
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
  const found = new Set<SearchedText>();
  for (const term of query) {
    const held = holders(searchedIn, term);
    if (held.length === 0) return null;
    for (const text of held) found.add(text);
  }
  const places: OrderHit[] = [];
  let isInNote = false;
  for (const text of searchedIn.texts) {
    if (!found.has(text)) continue;
    places.push(text.hit);
    isInNote ||= text.hit.kind === 'note';
  }
  const note = isInNote ? (preferences?.note ?? null) : null;
  return { id, hits: places, noteText: note && noteAround(note, query) };
}
