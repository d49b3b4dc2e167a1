import { title } from './partial-text.ts';
import { withoutPhoneNumbers } from '../text/phone-numbers.ts';

/** Scripts that write the family name first and without blanks. */
const undivided = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What parts words, and marks that cannot be seen, behind which a script would go unnoticed. */
const between =
  /[\s()[\]{}<>（）［］【】「」『』《》〈〉“”"、，,;；\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u;

/** A number, a mail or a link is no word of a name. */
const ofNames = /^(?=.*\p{L})[^:/\\@=?&#]+$/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A person's name in each of the scripts that it is written in, by no more than others may read. */
interface ShortNames {
  /** Of a name in Chinese, Japanese or Korean script the first character. */
  readonly undivided: string | null;
  /** Of a name in other scripts the first name and the initial of the last: "Lau K.". */
  readonly spelled: string | null;
}

function shortNames(name: string): ShortNames {
  const words = withoutPhoneNumbers(name)
    .split(between)
    .filter((word) => ofNames.test(word) && !title.test(word));
  const own = words.find((word) => undivided.test(word));
  const others = words.filter((word) => !undivided.test(word));
  const [first = null] = others;
  const last = others.length > 1 ? others.at(-1) : undefined;
  return {
    undivided: own === undefined ? null : initial(own.slice(own.search(undivided)), '…'),
    spelled: first !== null && last !== undefined ? `${first} ${initial(last, '.')}` : first,
  };
}

/**
 * A person's name as a notification may show it where others can read the screen: the first
 * name and the initial of the last ("Lau Chi Keung" is "Lau K."). Of a name in Chinese, Japanese or
 * Korean script the first character stays ("劉志強" is "劉…"). A name in both is shortened by both rules. Brackets,
 * marks that cannot be seen, forms of address, numbers and links are no part of it.
 */
export function shortName(name: string): string {
  const { spelled, undivided: own } = shortNames(name);
  return [own, spelled].filter((part) => part !== null).join(' ');
}

/** The same for a stranger who is told of the person: only as it is spelled, as a first character alone names no one. */
export function spelledName(name: string): string | null {
  return shortNames(name).spelled;
}

function initial(word: string, mark: string): string {
  const [first] = graphemes.segment(word);
  return first === undefined || first.segment === word ? word : `${first.segment}${mark}`;
}
