import { maskPhone } from './phone-mask.ts';
import { coarseDegrees } from './privacy.ts';

/*
 * A JSON text as received, with some of its values replaced. It works on the text and not on parsed
 * values, so that numbers keep every digit and nesting of any depth can be read. Text that is not JSON
 * does not make it throw.
 */

/** A string with its quotes, a mark, blanks, or a run of anything else up to a mark or blank. */
const token = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|\s+|[^\s"[\]{},:]+/gs;

/** The text with every value below a key that fits replaced, and all else as it was. */
function replaceBelow(raw: string, key: RegExp, replace: (value: string) => string): string {
  /** For each open bracket, whether its content is below a key that fits. */
  const open: { readonly isObject: boolean; readonly isBelow: boolean }[] = [];
  let isBelow = false;
  let isKeyNext = false;
  return raw.replace(token, (mark) => {
    const inner = open.at(-1);
    switch (mark) {
      case '{':
      case '[':
        open.push({ isObject: mark === '{', isBelow });
        isKeyNext = mark === '{';
        return mark;
      case '}':
      case ']':
        open.pop();
        isKeyNext = false;
        return mark;
      case ',':
        isBelow = inner?.isBelow ?? false;
        isKeyNext = inner?.isObject ?? false;
        return mark;
      case ':':
        isKeyNext = false;
        return mark;
      default:
        if (mark.trim() === '') return mark;
        if (!isKeyNext) return isBelow ? replace(mark) : mark;
        isBelow = (inner?.isBelow ?? false) || key.test(unescaped(mark));
        return mark;
    }
  });
}

/** The text of a string without its quotes; characters that could end or escape one become blanks. */
function unescaped(mark: string): string {
  return mark
    .replace(/^"|"$/g, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/["\\\p{Cc}]/gu, ' ');
}

const courierKey = /courier|driver|rider/i;
const decimals = /^"?-?\d{1,3}\.\d{4,}(?:e-?\d{1,2})?"?$/i;

/** A JSON text with the courier's positions rounded to about 100 m, for an order that is over. */
export function coarseRawJson(raw: string): string {
  return replaceBelow(raw, courierKey, (value) => {
    if (!decimals.test(value)) return value;
    const isText = value.startsWith('"');
    const number = String(coarseDegrees(Number(isText ? value.slice(1, -1) : value)));
    return isText ? `"${number}"` : number;
  });
}

const phoneKey = /phone|mobile|^tel/i;

/** A JSON text laid out for reading, with every value under a phone key masked. */
export function maskRawJson(raw: string): string {
  // A masked number is not a JSON number, so it gets quotes. Escapes are read, as they could hide digits.
  const masked = replaceBelow(raw, phoneKey, (value) =>
    /\d/.test(value) ? `"${maskPhone(unescaped(value))}"` : value,
  );
  return laidOut(masked);
}

/** Nesting deeper than this is not indented further. */
const maxIndent = 40;

function laidOut(json: string): string {
  const marks = (json.match(token) ?? []).filter((mark) => mark.trim() !== '');
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, maxIndent))}`;
  return marks
    .map((mark, index) => {
      if (isOpening(mark)) {
        depth += 1;
        return isClosing(marks[index + 1]) ? mark : mark + newLine();
      }
      if (isClosing(mark)) {
        depth = Math.max(0, depth - 1);
        return isOpening(marks[index - 1]) ? mark : newLine() + mark;
      }
      if (mark === ',') return mark + newLine();
      return mark === ':' ? ': ' : mark;
    })
    .join('');
}

function isOpening(mark: string | undefined): boolean {
  return mark === '{' || mark === '[';
}

function isClosing(mark: string | undefined): boolean {
  return mark === '}' || mark === ']';
}
