import { maskPhone } from './phone-mask.ts';

const phoneKey = /phone|mobile|^tel/i;

/** A string with its quotes, a mark, or a run of anything else up to a mark or blank. */
const token = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs;

/** Nesting deeper than this is not indented further. */
const maxIndent = 40;

/**
 * A JSON text as received, laid out for reading, with every value under a phone key masked. Works
 * on the text and not on parsed values, so that numbers keep every digit and any depth is bearable.
 * Text that is not JSON comes out as words; nothing makes it throw.
 */
export function maskRawJson(raw: string): string {
  const marks = raw.match(token) ?? [];
  const out: string[] = [];
  /** For each open bracket whether what is inside belongs to a phone key. */
  const open: { readonly isObject: boolean; readonly isPhone: boolean }[] = [];
  let isPhoneValue = false;
  let isKeyNext = false;
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1];
    const inner = open.at(-1);
    if (mark === '{' || mark === '[') {
      out.push(mark);
      open.push({ isObject: mark === '{', isPhone: isPhoneValue });
      isKeyNext = mark === '{';
      if (next !== '}' && next !== ']') out.push(newLine(open.length));
    } else if (mark === '}' || mark === ']') {
      const isEmpty = marks[index - 1] === '{' || marks[index - 1] === '[';
      open.pop();
      out.push(isEmpty ? mark : newLine(open.length) + mark);
      isKeyNext = false;
    } else if (mark === ',') {
      out.push(mark + newLine(open.length));
      isPhoneValue = inner?.isPhone ?? false;
      isKeyNext = inner?.isObject ?? false;
    } else if (mark === ':') {
      out.push(': ');
      isKeyNext = false;
    } else if (isKeyNext) {
      isPhoneValue = (inner?.isPhone ?? false) || phoneKey.test(unescaped(mark.slice(1, -1)));
      out.push(mark);
    } else {
      out.push(isPhoneValue && /\d/.test(mark) ? maskToken(mark) : mark);
    }
  }
  return out.join('');
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, maxIndent))}`;
}

/** A masked number is no number any more, so it gets quotes. */
function maskToken(mark: string): string {
  if (!mark.startsWith('"')) return `"${maskPhone(mark)}"`;
  // An escape such as \u002b could hide digits from the mask.
  return `"${maskPhone(unescaped(mark.slice(1, mark.endsWith('"') ? -1 : undefined)))}"`;
}

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/["\\\p{Cc}]/gu, ' ');
}
