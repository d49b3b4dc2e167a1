import type { KnownPhase, OrderPhase, OrderStatus } from './order.ts';
import { finishedPhases } from './order.ts';
import type { Language } from '../text/language.ts';
import { cleanLine } from '../text/safe-text.ts';
import type { SpokenStatus } from './status-texts.ts';
import { statusTextsIn } from './status-texts.ts';

/** A status word longer than this is cut: it is shown in a row. */
const maxWordGraphemes = 80;

/**
 * The status words seen at services of this kind, by what they say. The contract names `pending`
 * only (seeds/contract.md, 3); where the others come from is in docs/adr/0006-status-words.md.
 */
const vocabulary: readonly (readonly [OrderPhase, words: string, spoken: SpokenStatus])[] = [
  ['searching', 'scheduled', 'scheduled'],
  [
    'searching',
    'pending created new searching requested assigning_driver received quote unassigned',
    'waiting',
  ],
  ['assigned', 'active assigned accepted matched confirmed driver_assigned', 'matched'],
  ['assigned', 'on_going ongoing in_progress', 'onTheWay'],
  ['assigned', 'pickup picking enroute_to_pickup almost_picking', 'toPickup'],
  ['atPickup', 'arrived_at_pickup waiting_at_pickup checked_in', 'atPickup'],
  ['pickedUp', 'picked_up pickup_complete', 'pickedUp'],
  [
    'pickedUp',
    'delivering dropoff enroute_to_dropoff on_the_way out_for_delivery almost_delivering',
    'onTheWay',
  ],
  ['atDropoff', 'arrived_at_dropoff waiting_at_dropoff', 'atDestination'],
  // One word for the end, as cards and history have it, also where a service says "delivered".
  ['done', 'completed complete finished done success delivered', 'completed'],
  ['failed', 'failed attempt_fail undeliverable', 'failed'],
  ['failed', 'returned', 'returned'],
  ['failed', 'returning', 'returning'],
  ['failed', 'rejected', 'rejected'],
  ['failed', 'expired', 'expired'],
  ['failed', 'voided', 'voided'],
  ['cancelled', 'cancelled canceled canelled', 'cancelled'],
];

interface Meaning {
  readonly phase: OrderPhase;
  readonly spoken: SpokenStatus;
}

const meanings = new Map<string, Meaning>(
  vocabulary.flatMap(([phase, words, spoken]) =>
    words.split(' ').map((word) => [word, { phase, spoken }] as const),
  ),
);

/** The meanings that the dispatcher gave to statuses of this service, by the word as {@link foldedWord} writes it. */
export type StatusMeanings = ReadonlyMap<string, KnownPhase>;

const noMeanings: StatusMeanings = new Map();

/** The wording of a status whose meaning comes from the dispatcher's own table. */
const spokenByPhase: Readonly<Record<KnownPhase, SpokenStatus>> = {
  searching: 'waiting',
  assigned: 'matched',
  atPickup: 'atPickup',
  pickedUp: 'pickedUp',
  atDropoff: 'atDestination',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/**
 * Reads a status word of the service. Case, width, blanks, dots, hyphens and camel case make no difference. A
 * word that is not known, or none at all, is `unknown`, which never ends the watching.
 *
 * @param given the dispatcher's own table, which overrides our vocabulary: the user knows the service
 */
export function readOrderStatus(raw: unknown, given: StatusMeanings = noMeanings): OrderStatus {
  // A word as it stands in the vocabulary needs neither cleaning nor folding.
  const exact = typeof raw === 'string' && given.size === 0 ? meanings.get(raw) : undefined;
  if (exact !== undefined && typeof raw === 'string') return { raw, phase: exact.phase };
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';
  const word = cleanLine(text, maxWordGraphemes);
  if (word === '') return { raw: null, phase: 'unknown' };
  return { raw: word, phase: given.get(foldedWord(word)) ?? meaningOf(word)?.phase ?? 'unknown' };
}

/** A word of the service as it is compared: in lower case, with an underscore for blanks, dots, hyphens and camel case. */
export function foldedWord(word: string): string {
  return word
    .normalize('NFKC')
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s_.\p{Pd}]+/gu, '_');
}

/** Whether two statuses say the same, however their words are written. */
export function isSameStatus(one: OrderStatus, other: OrderStatus): boolean {
  return one.phase === other.phase && isSameWord(one.raw, other.raw);
}

/** Whether two words of the service are one, however they are written. */
export function isSameWord(one: string | null, other: string | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  return foldedWord(one) === foldedWord(other);
}

/** Finds whether a text may hold a status that ends an order: the first word of one, anywhere. */
export const finishedWord = new RegExp(
  vocabulary
    .flatMap(([phase, words]) => (isFinished(phase) ? words.split(' ') : []))
    .map((word) => word.replace(/_.*/, ''))
    .concat('cancel')
    .join('|'),
  'i',
);

/** Whether an order in this phase has come to its end, as far as the service says. */
export function isFinished(phase: OrderPhase): boolean {
  return finishedPhases.some((finished) => finished === phase);
}

/** The status in plain words, as a label; an unknown word as received. */
export function statusText(status: OrderStatus, language: Language): string {
  const texts = statusTextsIn[language];
  if (status.raw === null) return texts.notGiven;
  const spoken = spokenFor(status.raw, status.phase);
  return spoken === undefined ? status.raw : texts[spoken];
}

/** {@link statusText} inside a sentence: "waiting for courier"; an unknown word in quotes. */
export function statusTextInSentence(status: OrderStatus, language: Language): string {
  if (isUnknownWord(status)) {
    return language === 'en' ? `“${status.raw}”` : `「${status.raw}」`;
  }
  const label = statusText(status, language);
  return label.slice(0, 1).toLowerCase() + label.slice(1);
}

/** Whether the status is a word of the service that neither we nor the dispatcher gave a meaning. */
export function isUnknownWord({ raw, phase }: OrderStatus): boolean {
  return raw !== null && spokenFor(raw, phase) === undefined;
}

/** Whether the dispatcher gave the status its meaning, which is another than ours if we have one. */
export function isOwnMeaning({ raw, phase }: OrderStatus): boolean {
  return raw !== null && phase !== 'unknown' && meaningOf(raw)?.phase !== phase;
}

function spokenFor(raw: string, phase: OrderPhase): SpokenStatus | undefined {
  const own = meaningOf(raw);
  if (own?.phase === phase) return own.spoken;
  // The dispatcher's table gives the word another meaning than the vocabulary, which may lack it.
  return phase === 'unknown' ? undefined : spokenByPhase[phase];
}

function meaningOf(raw: string): Meaning | undefined {
  // A filter asks for the words of thousands of rows at each key press.
  const exact = meanings.get(raw);
  if (exact !== undefined) return exact;
  const word = foldedWord(raw);
  return meanings.get(word) ?? cancellation(word);
}

/** Reads words such as `cancelled_by_client`; a cancellation that is only requested has not happened. */
function cancellation(word: string): Meaning | undefined {
  const isCancellation =
    /^cancel(?:l?ed)?(?:_|$)|^cancellation(?:_|$)/.test(word) &&
    !/request|pending|fail|reject|den(?:y|ied)|refus|progress|await/.test(word);
  return isCancellation ? { phase: 'cancelled', spoken: 'cancelled' } : undefined;
}
