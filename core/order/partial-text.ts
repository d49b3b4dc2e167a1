/*
 * Services show a text in part: they leave words out, shorten them or put marks in the place of letters.
 * What is shown in part is no other text.
 */

/** How two texts of one kind relate: `open` where what both show agrees, and is too little to be sure. */
export type Agreement = 'same' | 'different' | 'open';

/** Marks in the place of letters or digits. A letter O after a Chinese character is one of them. */
const marks = /[*\u2022\u25CB\u25CF\u25EF\u3007#?_~]|\.{2,}|x{2,}|(?<=\p{Script=Han})o/u;

/** Whether a text has marks in the place of letters or digits. */
export function isMasked(text: string): boolean {
  return marks.test(plainText(text));
}

/** A text as it is compared: without case, width and runs of blanks. */
export function plainText(text: string | null): string {
  return (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Two texts, or lists of words, the shorter one first. */
function shorterFirst<Value extends { readonly length: number }>(
  one: Value,
  other: Value,
  isInOrder = one.length <= other.length,
): readonly [short: Value, long: Value] {
  return isInOrder ? [one, other] : [other, one];
}

/**
 * How two texts relate by what they show at their beginnings and ends; null where neither has marks.
 *
 * @param mostBefore so many letters may stand before what the other one begins with
 */
function maskedAgreement(one: string, other: string, mostBefore = 0): Agreement | null {
  if (!marks.test(one) && !marks.test(other)) return null;
  const shownFirst = (text: string): string => text.split(marks, 1).join();
  const shownLast = (text: string): string => text.split(marks).slice(-1).join();
  const [start, longStart] = shorterFirst(shownFirst(one), shownFirst(other));
  const [end, longEnd] = shorterFirst(shownLast(one), shownLast(other));
  const startsAt = longStart.indexOf(start);
  const doAgree = startsAt >= 0 && startsAt <= mostBefore && longEnd.endsWith(end);
  return doAgree ? 'open' : 'different';
}

/** How a person is addressed says nothing of who it is. */
export const title = /^(?:mr|mrs|ms|miss|madam|sir|dr)\.?$/i;
const chineseTitle =
  /(?<=\p{Script=Han})(?:先生|小姐|女士|太太|師傅|师傅|司機|司机)$|(?<=^\p{Script=Han})生$/u;

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s.,]/).filter((word) => word !== '');
}

function namesIn(text: string): readonly string[] {
  const names = wordsOf(text).map((word) => word.replace(chineseTitle, ''));
  return names.filter((word) => !title.test(word));
}

/**
 * How two names relate. `Chan T.` is a `Chan Tai Man`: each of its words is one of the other's or its first
 * letter. A family name alone, initials alone and a masked name agree with many.
 */
export function nameAgreement(one: string | null, other: string | null): Agreement {
  const [left, right] = [plainText(one), plainText(other)];
  if (left === right) return left === '' ? 'open' : 'same';
  return maskedAgreement(left, right) ?? wordsAgreement(namesIn(left), namesIn(right));
}

function wordsAgreement(one: readonly string[], other: readonly string[]): Agreement {
  // Of equally many words the initials are few.
  const byLetters = shorterFirst(one, other, one.join('').length <= other.join('').length);
  const [few, many] = shorterFirst(...byLetters);
  const whole = few.filter((word) => many.includes(word));
  const open = many.filter((word) => !whole.includes(word));
  const initials = few.filter((word) => !whole.includes(word));
  if (few.length === 1 && many.length === 1) return startOrEnd(few.join(), many.join());
  const doFit = initials.every((word) => {
    const at = open.findIndex((each) => isInitial(word, each) || isInitial(each, word));
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  });
  if (!doFit) return 'different';
  // "C. T. M." is any name with such letters.
  if (few.every(isLetter)) return 'open';
  if (!whole.some((word) => word.length > 1)) return 'different';
  return few.length > 1 ? 'same' : 'open';
}

function isLetter(word: string): boolean {
  return /^\p{L}$/u.test(word);
}

function isInitial(letter: string, word: string): boolean {
  return isLetter(letter) && word.startsWith(letter);
}

/** Chinese names have no blanks: a family or a given name alone is the start or the end. */
function startOrEnd(one: string, other: string): Agreement {
  if (one === other) return 'same';
  const [short, long] = shorterFirst(one, other);
  const isPart = /\p{Script=Han}/u.test(short) && (long.startsWith(short) || long.endsWith(short));
  return isPart ? 'open' : 'different';
}

/** A number without its country's code has this many digits or more. */
const wholeDigits = 7;
/** By so many last digits numbers are told apart: those of Hong Kong have eight. */
const mostTelling = 8;
/** Fewer digits than this say nothing. */
const fewestDigits = 3;
/** The most digits of a country's code. */
const countryDigits = 4;

/** How two phone numbers relate, whatever their blanks, country's code, extension or PIN. */
export function phoneAgreement(one: string | null, other: string | null): Agreement {
  const [left, right] = [numberOf(one), numberOf(other)];
  const masked = maskedAgreement(left, right, countryDigits);
  if (masked !== null) return masked;
  const [short, long] = shorterFirst(left.replace(/^0/, ''), right.replace(/^0/, ''));
  if (short === '') return 'open';
  if (short === long) return 'same';
  if (short.length < fewestDigits || !long.endsWith(short)) return 'different';
  return short.length >= wholeDigits ? 'same' : 'open';
}

/** The digits of a number, a star for marks among them, without what is dialled after it. */
function numberOf(phone: string | null): string {
  const dialled = plainText(phone)
    .split(/[,;]|ext| x\d/, 1)
    .join();
  return dialled.split(marks).map(digitsOf).join('*');
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** The digits in which a phone number is told from others with or without its country's code; none of a masked one. */
export function tellingDigits(phone: string | null): string {
  const number = numberOf(phone);
  return marks.test(number) ? '' : number.slice(-mostTelling);
}

/** How two addresses relate: one that leaves words out of the other, shortens its end or masks it agrees. */
function addressAgreement(one: string | null, other: string | null): Agreement {
  const [left, right] = [plainText(one), plainText(other)];
  const masked = maskedAgreement(left, right);
  if (masked !== null) return masked;
  const [few, many] = shorterFirst(wordsOf(left), wordsOf(right));
  let at = -1;
  const isPart = few.every((word) => {
    at = many.indexOf(word, at + 1);
    return at >= 0;
  });
  return isPart ? 'open' : 'different';
}

/** How texts of each kind relate, and what of one counts as shown. */
const kinds = {
  name: { agreement: nameAgreement, shownOf: (text: string) => namesIn(text).join('') },
  phone: { agreement: phoneAgreement, shownOf: digitsOf },
  address: { agreement: addressAgreement, shownOf: (text: string) => wordsOf(text).join('') },
} as const;

/** Whether a text says less than another one of the same thing, and nothing else. */
export function saysLess(
  kind: keyof typeof kinds,
  text: string | null,
  known: string | null,
): boolean {
  const { agreement, shownOf } = kinds[kind];
  const shownIn = (one: string | null) => shownOf(plainText(one).split(marks).join('')).length;
  return agreement(known, text) !== 'different' && shownIn(text) < shownIn(known);
}
