/*
 * Text on a terminal: how many cells it takes, how it is cut, and what may not be in it.
 */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Marks that take no cell of their own. */
const isZeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

/** Letters and marks that take two cells (Unicode's East Asian Wide and Fullwidth) and are no emoji. */
const isWide =
  /[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18CFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u;

/** An emoji by its own right or because the variation selector makes it one. */
const isEmoji = /\p{Emoji_Presentation}|\uFE0F/u;

function graphemeWidth(grapheme: string): number {
  if (isZeroWidth.test(grapheme)) return 0;
  return isEmoji.test(grapheme) || isWide.test(grapheme) ? 2 : 1;
}

/** How many cells of a terminal a text takes; it must not hold escape sequences. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text in exactly `width` cells: filled up with blanks, or cut and ended by an ellipsis. */
export function cell(text: string, width: number): string {
  if (width <= 0) return '';
  const full = textWidth(text);
  if (full <= width) return text + ' '.repeat(width - full);
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…${' '.repeat(width - 1 - used)}`;
}

/** Control characters, escapes, and the characters that change the writing direction. */
// oxlint-disable-next-line no-control-regex -- removing control characters is what it is for
const unsafe = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]+/g;

/** What JSON leaves as it is, and a terminal acts on. */
const unsafeInJson = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

/** JSON as it is printed: the same value, with escapes in place of all that a terminal acts on or hides. */
export function terminalJson(json: string): string {
  return json.replace(
    unsafeInJson,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text of the service or of a label on one line, without anything that a terminal acts on. */
export function terminalText(text: string): string {
  return text.replace(unsafe, ' ').trim();
}

/** 3, 1,204. */
export function counted(count: number): string {
  return count.toLocaleString('en');
}

/** 1 order, 3 orders, 1,204 orders. */
export function ordersText(count: number): string {
  return count === 1 ? '1 order' : `${counted(count)} orders`;
}
