/*
 * The ends of texts that come from outside, read backwards. A regular expression such as /[ ,]+$/
 * tries again at every blank of the text, which a long run of blanks makes quadratic.
 */

/** The text without the marks at its end. @param mark matches one character */
export function withoutEnd(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0 && mark.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text behind the last character that matches `border`; all of it when none does. */
export function wordAtEnd(text: string, border: RegExp): string {
  let start = text.length;
  while (start > 0 && !border.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}
