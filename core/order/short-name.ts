/** Scripts that write the family name first and without blanks. */
const undivided = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What of a person's name others may read. */
export interface ShortNames {
  /** Of a name in Chinese, Japanese or Korean script the first character, with which the family name begins. */
  readonly family: string | null;
  /** Whether that is all of it. */
  readonly isFamilyAll: boolean;
  /** Of a name in other scripts the first name and the initial of the last: "Lau K.". */
  readonly spelled: string | null;
}

/** What of a person's name others may read, in each of the scripts that it is written in. */
export function shortNames(name: string): ShortNames {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const [own] = words.filter((word) => undivided.test(word));
  const others = words.filter((word) => !undivided.test(word));
  const [first] = others;
  const last = others.length > 1 ? others.at(-1) : undefined;
  const family = own === undefined ? null : firstOf(own);
  const spelled = [first, last === undefined ? undefined : initial(last)];
  return {
    family,
    isFamilyAll: family === own,
    spelled: first === undefined ? null : spelled.filter((word) => word !== undefined).join(' '),
  };
}

/**
 * A person's name as a notification may show it where others can read the screen: the first
 * name and the initial of the last ("Lau Chi Keung" is "Lau K."). Of a name in Chinese, Japanese or
 * Korean script the first character stays ("劉志強" is "劉…"). A name in both is shortened by both rules.
 */
export function shortName(name: string): string {
  const { family, isFamilyAll, spelled } = shortNames(name);
  const own = family === null || isFamilyAll ? family : `${family}…`;
  return [own, spelled].filter((part) => part !== null).join(' ');
}

function initial(word: string): string {
  const first = firstOf(word);
  return first === word ? word : `${first}.`;
}

function firstOf(word: string): string {
  return graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? word;
}
