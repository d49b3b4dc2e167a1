/** Reads one column's value of something. */
type Read<Item, Value> = (item: Item) => Value | null;

/** Columns of numbers, packed one after another. */
export interface PackedNumbers {
  /** How each column is kept. */
  readonly kinds: Uint8Array;
  /** The least number of each column that is kept as offsets. */
  readonly bases: Float64Array;
  /** The columns of whole numbers less than 2^32 apart; 2^32 - 1 for null. */
  readonly offsets: Uint32Array;
  /** The other columns; NaN for null. */
  readonly floats: Float64Array;
}

/** Columns of words that many items share. */
export interface PackedWords {
  /** Each once. */
  readonly words: readonly string[];
  /** Column by column which word it is, counted from 1; 0 for null. */
  readonly codes: Uint8Array | Uint32Array;
}

/** Columns of texts that are rarely alike. */
export interface PackedTexts {
  /** Column by column the texts that need one byte for each character. */
  readonly narrow: string;
  /** Column by column the other texts. */
  readonly wide: string;
  /** Column by column how long each text is, doubled, and one more for a wide one. */
  readonly lengths: Uint16Array | Uint32Array;
}

/** How a column of numbers is kept; a column without a number is not. */
const kept = { allNull: 0, asOffsets: 1, asFloats: 2 } as const;
const noOffset = 0xffff_ffff;
/** The length that stands for null, in two bytes and in four. */
const noText = 0xffff;
const longNoText = 0xffff_ffff;
/** Texts from here on need four bytes for their length. */
const longText = 0x7ff0;

/** Packs a column for each of the reads. */
export function packNumbers<Item>(
  items: readonly Item[],
  reads: readonly Read<Item, number>[],
): PackedNumbers {
  const kinds = new Uint8Array(reads.length);
  const bases = new Float64Array(reads.length);
  const offsets = new Uint32Array(reads.length * items.length);
  const floats = new Float64Array(reads.length * items.length);
  const column = new Float64Array(items.length);
  let wholeEnd = 0;
  let othersEnd = 0;
  reads.forEach((read, at) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let isWhole = true;
    let index = 0;
    for (const item of items) {
      const value = read(item);
      column[index++] = value ?? Number.NaN;
      if (value === null) continue;
      isWhole &&= Number.isSafeInteger(value) && !Object.is(value, -0);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (least > most) return;
    bases[at] = least;
    if (isWhole && most - least < noOffset) {
      kinds[at] = kept.asOffsets;
      for (const value of column) {
        offsets[wholeEnd++] = Number.isNaN(value) ? noOffset : value - least;
      }
    } else {
      kinds[at] = kept.asFloats;
      floats.set(column, othersEnd);
      othersEnd += items.length;
    }
  });
  // Copies: a view would carry its whole buffer across the bridge.
  return { kinds, bases, offsets: offsets.slice(0, wholeEnd), floats: floats.slice(0, othersEnd) };
}

/** Reads the number in a column of packed ones. */
export function readNumbers(
  { kinds, bases, offsets, floats }: PackedNumbers,
  count: number,
): (column: number, index: number) => number | null {
  let wholeEnd = 0;
  let othersEnd = 0;
  const starts = Array.from(kinds, (kind) => {
    if (kind === kept.asOffsets) return (wholeEnd += count) - count;
    return kind === kept.asFloats ? (othersEnd += count) - count : 0;
  });
  return (column, index) => {
    const kind = kinds[column];
    const at = (starts[column] ?? 0) + index;
    if (kind === kept.asOffsets) {
      const offset = offsets[at] ?? noOffset;
      return offset === noOffset ? null : (bases[column] ?? 0) + offset;
    }
    const value = kind === kept.asFloats ? (floats[at] ?? Number.NaN) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
}

/** Packs a column for each of the reads. */
export function packWords<Item>(
  items: readonly Item[],
  reads: readonly Read<Item, string>[],
): PackedWords {
  const words: string[] = [];
  const codeOf = new Map<string, number>();
  const codes = new Uint32Array(reads.length * items.length);
  let at = 0;
  for (const read of reads) {
    for (const item of items) {
      const word = read(item);
      if (word !== null) {
        const known = codeOf.get(word);
        const code = known ?? words.push(word);
        if (known === undefined) codeOf.set(word, code);
        codes[at] = code;
      }
      at += 1;
    }
  }
  return { words, codes: words.length < 256 ? Uint8Array.from(codes) : codes };
}

/** Reads the word in a column of packed ones. */
export function readWords(
  { words, codes }: PackedWords,
  count: number,
): (column: number, index: number) => string | null {
  return (column, index) => words[(codes[column * count + index] ?? 0) - 1] ?? null;
}

/** A character that does not fit into one byte. */
// oxlint-disable-next-line no-control-regex -- the range is that of one byte
const wideCharacter = /[^\u0000-\u00FF]/;

/** Packs a column for each of the reads. */
export function packTexts<Item>(
  items: readonly Item[],
  reads: readonly Read<Item, string>[],
): PackedTexts {
  const narrow: string[] = [];
  const wide: string[] = [];
  const lengths = new Uint32Array(reads.length * items.length);
  let hasLong = false;
  let at = 0;
  for (const read of reads) {
    for (const item of items) {
      const text = read(item);
      if (text === null) lengths[at] = longNoText;
      else {
        const isWide = wideCharacter.test(text);
        (isWide ? wide : narrow).push(text);
        lengths[at] = text.length * 2 + (isWide ? 1 : 0);
        hasLong ||= text.length >= longText;
      }
      at += 1;
    }
  }
  return {
    narrow: narrow.join(''),
    wide: wide.join(''),
    // Four bytes of ones become two: null stays null.
    lengths: hasLong ? lengths : Uint16Array.from(lengths),
  };
}

/** Reads the texts of packed columns, each column from its first item to its last. */
export function readTexts(
  { narrow, wide, lengths }: PackedTexts,
  count: number,
): (column: number, index: number) => string | null {
  const none = lengths instanceof Uint16Array ? noText : longNoText;
  // Where the next narrow and the next wide text of each column begins.
  const narrowAt: number[] = [];
  const wideAt: number[] = [];
  let narrowEnd = 0;
  let wideEnd = 0;
  for (let at = 0; at < lengths.length; at += 1) {
    if (at % count === 0) {
      narrowAt.push(narrowEnd);
      wideAt.push(wideEnd);
    }
    const length = lengths[at] ?? none;
    if (length === none) continue;
    if ((length & 1) === 1) wideEnd += length >>> 1;
    else narrowEnd += length >>> 1;
  }
  return (column, index) => {
    const length = lengths[column * count + index] ?? none;
    if (length === none) return null;
    const isWide = (length & 1) === 1;
    const places = isWide ? wideAt : narrowAt;
    const start = places[column] ?? 0;
    const end = start + (length >>> 1);
    places[column] = end;
    return (isWide ? wide : narrow).slice(start, end);
  };
}
