/*
 * Services show a text in part: they leave words out, shorten them or put marks in the place of letters.
 * What is shown in part is no other text.
 */

/** How two texts of one kind relate: `open` where what both show agrees, and is too little to be sure. */
export type Agreement = 'same' | 'different' | 'open';

/** Marks in the place of letters or digits. A letter O after a Chinese character is one of them. */
const marks = /[*\u2022\u25CB\u25CF\u25EF\u3007#?_~]+|\.{2,}|x{2,}|(?<=\p{Script=Han})o/u;

/** Whether a text has marks in the place of letters or digits. */
export function isMasked(text: string): boolean {
  return marks.test(plainText(text));
}

/** A text as it is compared: without case, width and runs of blanks. */
export function plainText(text: string | null): string {
  return (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether what two texts show at their beginnings and ends agrees. */
function agreeAround(one: string, other: string): boolean {
  const [left, right] = [one.split(marks), other.split(marks)];
  const [from, to] = [left[0] ?? '', right[0] ?? ''];
  const [end, last] = [left.at(-1) ?? '', right.at(-1) ?? ''];
  return (from.startsWith(to) || to.startsWith(from)) && (end.endsWith(last) || last.endsWith(end));
}

const title = /^(?:mr|mrs|ms|miss)$/;
const chineseTitle =
  /(?<=\p{Script=Han})(?:先生|小姐|女士|太太|師傅|师傅|司機|司机)$|(?<=^\p{Script=Han})生$/u;

function wordsOf(name: string): readonly string[] {
  return name
    .split(/[\s.,]+/)
    .map((word) => word.replace(chineseTitle, ''))
    .filter((word) => word !== '' && !title.test(word));
}

/**
 * How two names relate. `Chan T.` is a `Chan Tai Man`: each of its words is one of the other's or its first
 * letter. A family name alone, initials alone and a masked name agree with many.
 */
export function nameAgreement(one: string | null, other: string | null): Agreement {
  const [left, right] = [plainText(one), plainText(other)];
  if (left === '' || right === '') return 'open';
  if (left === right) return 'same';
  if (marks.test(left) || marks.test(right)) return agreeAround(left, right) ? 'open' : 'different';
  const [few = [], many = []] = [wordsOf(left), wordsOf(right)].toSorted(
    (a, b) => a.length - b.length || a.join('').length - b.join('').length,
  );
  const whole = few.filter((word) => many.includes(word));
  const open = many.filter((word) => !whole.includes(word));
  const initials = few.filter((word) => !whole.includes(word));
  if (few.length === 1 && many.length === 1) return startOrEnd(few[0] ?? '', many[0] ?? '');
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
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length);
  const isPart =
    /^\p{Script=Han}+$/u.test(long) && (long.startsWith(short) || long.endsWith(short));
  return isPart && short !== '' ? 'open' : 'different';
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
  const [leftDigits, rightDigits] = [digitsOf(left), digitsOf(right)];
  if (left === '' || right === '') return 'open';
  if (marks.test(left) || marks.test(right))
    return agreeInDigits(left, right) ? 'open' : 'different';
  if (leftDigits === '' || rightDigits === '') return 'open';
  const [short = '', long = ''] = [leftDigits, rightDigits]
    .map((digits) => digits.replace(/^0+/, ''))
    .toSorted((a, b) => a.length - b.length);
  if (short === long) return 'same';
  if (short.length < fewestDigits || !long.endsWith(short)) return 'different';
  return short.length >= wholeDigits ? 'same' : 'open';
}

/** The number as it is compared, without what is dialled after it. */
function numberOf(phone: string | null): string {
  return plainText(phone).split(/[,;]|ext| x\d/)[0] ?? '';
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** The digits in which a phone number is told from others with or without its country's code; none of a masked one. */
export function tellingDigits(phone: string | null): string {
  const number = numberOf(phone);
  return marks.test(number) ? '' : digitsOf(number).slice(-mostTelling);
}

function agreeInDigits(one: string, other: string): boolean {
  const [left, right] = [one, other].map((number) => number.split(marks).map(digitsOf));
  const [from, to] = [left?.[0] ?? '', right?.[0] ?? ''];
  const [end, last] = [left?.at(-1) ?? '', right?.at(-1) ?? ''];
  const [short = '', long = ''] = [from, to].toSorted((a, b) => a.length - b.length);
  const startsAt = long.indexOf(short);
  return startsAt >= 0 && startsAt <= countryDigits && (end.endsWith(last) || last.endsWith(end));
}

/** How two addresses relate: one that leaves words out of the other, shortens its end or masks it agrees. */
function addressAgreement(one: string | null, other: string | null): Agreement {
  const [left, right] = [plainText(one), plainText(other)];
  if (left === '' || right === '') return 'open';
  if (left === right) return 'same';
  if (marks.test(left) || marks.test(right)) return agreeAround(left, right) ? 'open' : 'different';
  const [few = [], many = []] = [left, right]
    .map((text) => text.split(/[\s,.]+/).filter((word) => word !== ''))
    .toSorted((a, b) => a.length - b.length);
  let at = -1;
  const isPart = few.every((word) => {
    at = many.indexOf(word, at + 1);
    return at >= 0;
  });
  return isPart ? 'open' : 'different';
}

const agreementOf = {
  name: nameAgreement,
  phone: phoneAgreement,
  address: addressAgreement,
} as const;

/** Whether a text says less than another one of the same thing, and nothing else. */
export function saysLess(
  kind: keyof typeof agreementOf,
  text: string | null,
  known: string | null,
): boolean {
  if (known === null || agreementOf[kind](known, text) === 'different') return false;
  return shownIn(kind, text) < shownIn(kind, known);
}

/** How many letters and digits a text shows. */
function shownIn(kind: keyof typeof agreementOf, text: string | null): number {
  const shown = plainText(text).split(marks).join(' ');
  const words = kind === 'phone' ? [digitsOf(shown)] : wordsOf(shown);
  return words.join('').length;
}
