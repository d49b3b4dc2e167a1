/*
 * Text on a terminal: how many cells it takes, how it is cut, and what may not be in it.
 */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Marks that take no cell of their own. */
const isZeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

/** First and last code points of the ranges that take two cells (Unicode's East Asian Wide and Fullwidth). */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f1e6, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

/** An emoji by its own right or because the variation selector makes it one. */
const isEmoji = /\p{Emoji_Presentation}|\uFE0F/u;

function graphemeWidth(grapheme: string): number {
  if (isZeroWidth.test(grapheme)) return 0;
  if (isEmoji.test(grapheme)) return 2;
  const point = grapheme.codePointAt(0) ?? 0;
  if (point < 0x1100) return 1;
  return wideRanges.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}

/** How many cells of a terminal a text takes; it must not hold escape sequences. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text in exactly so many cells: filled up with blanks, or cut with a sign of it. */
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

/** Controls, escapes and the letters that turn the writing direction of what follows. */
// oxlint-disable-next-line no-control-regex -- removing control characters is what it is for
const unsafe = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]+/g;

/** Text of the service or of a label on one line of a terminal, where it can do nothing but be read. */
export function terminalText(text: string): string {
  return text.replace(unsafe, ' ').trim();
}
