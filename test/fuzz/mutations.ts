/** Pieces that parsers trip over. */
const awkward: readonly Buffer[] = [
  '',
  '\0',
  '\r\n',
  '\u202E',
  '\u2066',
  '\uFEFF',
  '\u001B[2J',
  '\uFFFD',
  '👩‍👩‍👧‍👦',
  'Z̷̡͔̼̆͜',
  '"__proto__":{"polluted":1},',
  '"constructor":{"prototype":{"polluted":1}},',
  '1e400',
  '-0',
  '9007199254740993',
  '1e-400',
  'null',
  '[[[[[[[[',
  '{"a":'.repeat(70),
  '['.repeat(5000),
  '%2d',
  '%252D',
  '=2D',
  '&#x2010;',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE orders; --",
  'waybell://watch/',
  '--base-url',
  '--profile=',
  '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(300),
].map((text) => Buffer.from(text));

/** One change of bytes; `other` is another text of the corpus, to be spliced in. */
type Mutation = (input: Buffer, other: Buffer, random: () => number) => Buffer;

const mutations: readonly Mutation[] = [
  (input, _other, random) => {
    const at = wholeBelow(input.length, random);
    const changed = Buffer.from(input);
    if (input.length > 0) changed[at] = (changed[at] ?? 0) ^ (1 << wholeBelow(8, random));
    return changed;
  },
  (input, _other, random) => {
    const changed = Buffer.from(input);
    if (input.length > 0) changed[wholeBelow(input.length, random)] = wholeBelow(256, random);
    return changed;
  },
  (input, _other, random) => {
    const from = wholeBelow(input.length + 1, random);
    const length = wholeBelow(Math.min(64, input.length - from) + 1, random);
    return Buffer.concat([input.subarray(0, from), input.subarray(from + length)]);
  },
  (input, _other, random) => {
    const at = wholeBelow(input.length + 1, random);
    return Buffer.concat([input.subarray(0, at), pick(awkward, random), input.subarray(at)]);
  },
  (input, _other, random) => {
    const from = wholeBelow(input.length + 1, random);
    const piece = input.subarray(from, from + 1 + wholeBelow(40, random));
    const times = Array.from({ length: 1 + wholeBelow(30, random) }, () => piece);
    return Buffer.concat([input.subarray(0, from), ...times, input.subarray(from)]);
  },
  (input, other, random) => {
    const head = input.subarray(0, wholeBelow(input.length + 1, random));
    return Buffer.concat([head, other.subarray(wholeBelow(other.length + 1, random))]);
  },
  // Replaces a value: the bytes between two delimiters of JSON or of lines.
  (input, _other, random) => {
    const marks = [...input.entries()].flatMap(([at, byte]) =>
      ':,[]{}"\n '.includes(String.fromCharCode(byte)) ? [at] : [],
    );
    if (marks.length < 2) return input;
    const first = wholeBelow(marks.length - 1, random);
    const from = (marks[first] ?? 0) + 1;
    const to = marks[first + 1] ?? input.length;
    return Buffer.concat([input.subarray(0, from), pick(awkward, random), input.subarray(to)]);
  },
];

const largest = 60_000;

/** A text made of another one by one to four changes, never larger than 60 kB. */
export function mutated(input: Buffer, other: Buffer, random: () => number): Buffer {
  let changed = input;
  for (let count = 1 + wholeBelow(4, random); count > 0; count -= 1) {
    changed = pick(mutations, random)(changed, other, random);
  }
  return changed.subarray(0, largest);
}

/** A whole number from 0 to `limit` - 1; 0 for a limit of 0. */
function wholeBelow(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}

/** One of a list that is not empty. */
export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[wholeBelow(items.length, random)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
