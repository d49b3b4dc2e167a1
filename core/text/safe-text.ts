/**
 * Characters that no text of the service or of a paste may carry into the app: C0 and C1 controls
 * (NUL and the escape of ANSI sequences among them) except tab and line feed. Letters that change
 * the writing direction stay: the window isolates them.
 */
// oxlint-disable-next-line no-control-regex -- removing control characters is what it is for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Code units that one grapheme may have on average before it counts as an attack (stacked marks). */
const unitsPerGrapheme = 8;

/**
 * Text that is safe to keep and to show: without control characters, well-formed, trimmed and never
 * longer than `maxGraphemes` characters as a person counts them (so an emoji is never cut in half).
 */
export function cleanText(raw: string, maxGraphemes: number): string {
  const maxUnits = maxGraphemes * unitsPerGrapheme;
  // The first slice bounds the work on a text of megabytes; four times leaves room for the controls.
  const bounded = raw.slice(0, maxUnits * 4);
  const text = bounded.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim();
  return text.length <= maxGraphemes ? text : capGraphemes(text, maxGraphemes, maxUnits);
}

/** Controls, tab and line feed included, and surrogates. */
// oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
const doubtful = /[\u0000-\u001F\u007F-\u009F\uD800-\uDFFF]/;

/**
 * Whether {@link cleanText} would return a text unchanged, caps aside; false when in doubt. It is true for
 * nearly every text of the service and saves five passes over it.
 */
export function isPlainText(text: string): boolean {
  return !doubtful.test(text) && text.trim().length === text.length;
}

/** All white space but a single space, which most texts have many of. */
const notOneSpace = /\s{2,}|[^\S ]/g;

/** {@link cleanText} on one line: tabs, line breaks and runs of spaces become one space. */
export function cleanLine(raw: string, maxGraphemes: number): string {
  return cleanText(raw, maxGraphemes).replace(notOneSpace, ' ');
}

const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Text of the service or the dispatcher that stands inside a sentence of ours: on one line, capped, and
 * kept from turning the words around it. Only text that is written from right to left gets isolating
 * marks (Unicode UAX 9).
 */
export function safeSnippet(text: string, maxGraphemes: number): string {
  const line = cleanLine(text.replace(directionMarks, ''), maxGraphemes);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}

function capGraphemes(text: string, maxGraphemes: number, maxUnits: number): string {
  let end = 0;
  let count = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, maxUnits + 1))) {
    if (count === maxGraphemes || index + segment.length > maxUnits) break;
    end = index + segment.length;
    count += 1;
  }
  // One grapheme larger than the whole allowance: cut it between code points.
  return (end === 0 ? text.slice(0, maxUnits).toWellFormed() : text.slice(0, end)).trimEnd();
}
