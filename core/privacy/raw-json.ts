import { maskDigits, maskPhone, maskText } from './phone-mask.ts';
import { coarseDegrees } from './privacy.ts';

/*
 * A JSON text as received, with some of its values replaced. It works on the text and not on parsed
 * values, so that numbers keep every digit and nesting of any depth can be read. Text that is not JSON
 * does not make it throw.
 */

/** A string with its quotes, a mark, blanks, or a run of anything else up to a mark or blank. */
const token = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|\s+|[^\s"[\]{},:]+/gs;

/** What becomes of a key or a value, both as written. */
type Replace = (written: string) => string;

interface Rules {
  /** For the values below a key, given what held above it; null changes nothing. */
  readonly below: (key: string, above: Replace | null) => Replace | null;
  /** For what stands after a value in the same brackets, as in ["phone", 55550147]. */
  readonly beside: (value: string) => Replace | null;
  readonly ofKey: Replace;
  readonly ofOther: Replace;
}

/** One token of a JSON text after the rules. */
interface Piece {
  readonly written: string;
  /** How long the token was. */
  readonly length: number;
  /** Where the token begins in the text. */
  readonly index: number;
}

function* replaced(raw: string, rules: Rules): Generator<Piece> {
  /** For each open bracket, the rule of its content. */
  const open: { readonly isObject: boolean; rule: Replace | null }[] = [];
  let rule: Replace | null = null;
  let isKeyNext = false;
  for (const { 0: mark, index } of raw.matchAll(token)) {
    const inner = open.at(-1);
    let written = mark;
    if (isOpening(mark)) {
      open.push({ isObject: mark === '{', rule });
      isKeyNext = mark === '{';
    } else if (isClosing(mark)) {
      open.pop();
      isKeyNext = false;
    } else if (mark === ',') {
      rule = inner?.rule ?? null;
      isKeyNext = inner?.isObject ?? false;
    } else if (mark === ':') {
      isKeyNext = false;
    } else if (mark.trim() !== '') {
      if (isKeyNext) {
        rule = rules.below(textOf(mark), inner?.rule ?? null);
        written = rules.ofKey(mark);
      } else {
        written = (rule ?? rules.ofOther)(mark);
        if (inner !== undefined && mark.length < longestName) {
          inner.rule ??= rules.beside(textOf(mark));
        }
      }
    }
    yield { written, length: mark.length, index };
  }
}

/** A longer value does not name what stands beside it. */
const longestName = 24;

/** The text that a key or a value stands for. */
function textOf(written: string): string {
  if (!written.startsWith('"')) return written;
  try {
    const text: unknown = JSON.parse(written);
    if (typeof text === 'string') return text;
  } catch {
    // No JSON: escapes are read as far as they can be, as they could hide digits.
  }
  return written
    .replace(/^"|"$/g, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** The value with its text replaced; as it was written where nothing changes. */
function rewritten(
  written: string,
  replace: (text: string) => string,
  text = textOf(written),
): string {
  const changed = replace(text);
  return changed === text ? written : JSON.stringify(changed);
}

const courierKey = /courier|driver|rider/i;
const positionKey =
  /[Ll]ocation|[Pp]osition|[Cc]oord|[Gg]eo|gps|GPS|[Ll](?:at|ong)itude|(?:^|_)(?:loc|pos|lat|lon|lng|point)(?![a-z])/;
const timeKey = /time|date|_at$|At$|^ts?$/;

/** A JSON text with the courier's positions rounded to about 100 m, for an order that is over. */
export function coarseRawJson(raw: string): string {
  const rules: Rules = {
    below(key, above) {
      if (above === null) return courierKey.test(key) ? coarseValue : null;
      if (timeKey.test(key)) return coarseValue;
      return positionKey.test(key) ? coarsePosition : above;
    },
    beside: (value) => (courierKey.test(value) ? coarseValue : null),
    ofKey: coarseValue,
    ofOther: (written) => written,
  };
  return [...replaced(raw, rules)].map(({ written }) => written).join('');
}

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const decimals = /-?\d{1,3}\.\d{4,}/g;
/** Numbers of degrees with up to three decimals, and the marks between them. */
const coarseNumbers = /^[\s,;()[\]]*(?:-?\d{1,3}(?:\.\d{1,3})?(?:[\s,;()[\]]+|$))*$/;

/** A value beside the courier: decimals as long as those of a position are rounded, in texts too. */
function coarseValue(written: string): string {
  if (number.test(written)) return coarseNumber(written);
  return rewritten(written, (text) =>
    number.test(text)
      ? coarseNumber(text)
      : text.replace(decimals, (degrees) => String(coarseDegrees(Number(degrees)))),
  );
}

/** A value of the courier's position: what is not coarse after all, such as a geohash, is left out. */
function coarsePosition(written: string): string {
  const coarse = coarseValue(written);
  if (coarse === 'true' || coarse === 'false') return coarse;
  return coarseNumbers.test(textOf(coarse)) ? coarse : 'null';
}

function coarseNumber(written: string): string {
  const value = Number(written);
  if (Math.abs(value) > 180) return written;
  const coarse = coarseDegrees(value);
  return coarse === value ? written : String(coarse);
}

const phoneKey = /phone|mobile|^tel|fax|whatsapp|msisdn|電話|手機|手机/i;
const extensionKey = /extension|_ext$|^ext$/i;

/** The last answer about an order, laid out for reading. */
export interface ReadableAnswer {
  readonly text: string;
  /** How many characters of the answer the text leaves out. */
  readonly leftOutCount: number;
}

/** As much of an answer as a person reads, and a window draws at once. */
const longestText = 50_000;
/** A longer value is cut, so that one value does not fill the text. */
const longestValue = 2000;
/** Nesting deeper than this is not indented further. */
const maxIndent = 40;

/**
 * A JSON text laid out for reading, from its beginning. Phone numbers are masked: every value under a
 * key that names one, and in keys and all other texts whatever looks like one. Characters that cannot be
 * seen or that turn the text around them stand there as their escapes.
 */
export function readableAnswer(raw: string): ReadableAnswer {
  let text = '';
  let leftOutCount = 0;
  let depth = 0;
  let before = '';
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, maxIndent))}`;
  for (const { written, length, index } of replaced(raw, masking)) {
    if (written.trim() === '') continue;
    if (isClosing(written)) depth = Math.max(0, depth - 1);
    const isFirst = isOpening(before);
    const isOnNewLine = isClosing(written) ? !isFirst : isFirst || before === ',';
    const isApart = before === ':' || (!isMark(before) && !isMark(written) && before !== '');
    const shown = visible(written.slice(0, longestValue));
    const piece = `${isOnNewLine ? newLine() : isApart ? ' ' : ''}${shown}`;
    if (text.length + piece.length > longestText) {
      return { text: `${text}\n…`, leftOutCount: leftOutCount + raw.length - index };
    }
    text += piece;
    if (length > longestValue) {
      text += '…';
      leftOutCount += length - longestValue;
    }
    if (isOpening(written)) depth += 1;
    before = written;
  }
  return { text, leftOutCount };
}

const masking: Rules = {
  below(key, above) {
    if (extensionKey.test(key)) return maskedExtension;
    return above ?? (phoneKey.test(key) ? maskedPhone : null);
  },
  beside: (value) => (phoneKey.test(value) ? maskedLongNumber : null),
  ofKey: withMaskedNumbers,
  ofOther: withMaskedNumbers,
};

// A masked number is no JSON number, so it gets quotes.
function maskedPhone(written: string): string {
  return rewritten(written, maskPhone, beginning(written));
}

function maskedExtension(written: string): string {
  return rewritten(written, maskDigits, beginning(written));
}

function maskedLongNumber(written: string): string {
  return /^\d{7,15}$/.test(written) ? maskedPhone(written) : withMaskedNumbers(written);
}

function withMaskedNumbers(written: string): string {
  if (!written.startsWith('"')) return written;
  return rewritten(written, maskText, beginning(written));
}

/** As much of a value's text as is shown, and so much more that no number is cut before it is masked. */
function beginning(written: string): string {
  return textOf(written).slice(0, longestValue + 64);
}

/** Controls, marks of direction, blanks other than the usual one, and what is not drawn at all. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

function visible(written: string): string {
  return written.replace(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_none, at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function isOpening(written: string): boolean {
  return written === '{' || written === '[';
}

function isClosing(written: string): boolean {
  return written === '}' || written === ']';
}

function isMark(written: string): boolean {
  return isOpening(written) || isClosing(written) || written === ',' || written === ':';
}
