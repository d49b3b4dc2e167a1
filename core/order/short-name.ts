/** Scripts that write the family name first and without blanks. */
const undivided = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A person's name as a notification may show it where others can read the screen: the first
 * name and the initial of the last ("Lau Chi Keung" is "Lau K."). Of a name in Chinese, Japanese or
 * Korean script the first character stays ("劉志強" is "劉…"). A name in both is shortened by both rules.
 */
export function shortName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const own = words.filter((word) => undivided.test(word));
  const others = words.filter((word) => !undivided.test(word));
  const [first] = others;
  const last = others.length > 1 ? others.at(-1) : undefined;
  const short = [
    ...(own[0] === undefined ? [] : [initial(own[0], '…')]),
    ...(first === undefined ? [] : [first]),
    ...(last === undefined ? [] : [initial(last, '.')]),
  ];
  return short.join(' ');
}

function initial(word: string, mark: string): string {
  const [first] = graphemes.segment(word);
  return first === undefined || first.segment === word ? word : `${first.segment}${mark}`;
}
