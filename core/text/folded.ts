const plain = /^[\u0020-\u007E\n]*$/;
const diacritics = /[\u0300-\u036F]/g;

/** Text as it is looked for: without differences of case, width and diacritics. */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').toLowerCase().replace(diacritics, '');
}

/** The words of a query, folded. */
export function queryWords(query: string): readonly string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** A part of a text that is shown, and where it begins. */
export interface HighlightedPiece {
  readonly at: number;
  readonly text: string;
  readonly isHighlighted: boolean;
}

/** A text in pieces, every place of each of these folded words highlighted. */
export function highlighted(text: string, words: readonly string[]): readonly HighlightedPiece[] {
  const { characters, sought, places } = foldedCharacters(text);
  const isHighlighted = Array.from<boolean>({ length: characters.length }).fill(false);
  for (const word of words) {
    for (let at = sought.indexOf(word); at >= 0; at = sought.indexOf(word, at + word.length)) {
      const last = places[at + word.length - 1];
      if (last !== undefined) isHighlighted.fill(true, places[at], last + 1);
    }
  }
  const pieces: HighlightedPiece[] = [];
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const piece = { at, text: character, isHighlighted: isHighlighted[index] === true };
    const before = pieces.at(-1);
    if (before?.isHighlighted === piece.isHighlighted) {
      pieces[pieces.length - 1] = { ...before, text: before.text + character };
    } else pieces.push(piece);
    at += character.length;
  }
  return pieces;
}

/** The characters of a text, the same folded, and of which character each unit of the folded text is a part. */
function foldedCharacters(text: string) {
  const characters: string[] = [];
  const places: number[] = [];
  let sought = '';
  for (const character of text) {
    const part = folded(character);
    const last = characters.length - 1;
    if (part === '' && last >= 0) {
      // A diacritic belongs to the letter before it.
      characters[last] += character;
      continue;
    }
    for (let unit = 0; unit < part.length; unit += 1) places.push(characters.length);
    characters.push(character);
    sought += part;
  }
  return { characters, sought, places };
}
