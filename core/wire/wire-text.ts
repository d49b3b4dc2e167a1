import { secondsAsMs } from './wire-values.ts';

/** Deeper than this stays with whoever reads the whole text and refuses what nests without reason. */
const deepest = 32;

/**
 * Goes through a compact JSON text that holds no escape, comparing it with what is expected: nothing is
 * made of what was met. After a comparison that failed, where it stands is undefined; {@link at} takes
 * it back.
 */
export class WireText {
  readonly #text: string;
  /** How far it has come. */
  at = 0;

  /** @param text without a backslash, a line feed or a tab */
  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.at === this.#text.length;
  }

  /** Whether a value may end here: a comma or the end of its object follows. */
  get isAfterValue(): boolean {
    const code = this.#text.charCodeAt(this.at);
    return code === 0x2c || code === 0x7d;
  }

  /** A text of an object; one that is not known may be absent or null. */
  member(key: string, known: string | null): boolean {
    return this.key(key) ? this.words(known) : known === null;
  }

  /** A number of an object, likewise. */
  count(key: string, known: number | null): boolean {
    if (!this.key(key)) return known === null;
    return known === null ? this.eat('null') : this.number(known);
  }

  /** A time in seconds, likewise. */
  time(key: string, knownMs: number | null): boolean {
    if (!this.key(key)) return knownMs === null;
    if (knownMs === null) return this.eat('null');
    const seconds = this.#decimal();
    return seconds < 1e11 && secondsAsMs(seconds) === knownMs;
  }

  /** A key inside of an object, with the comma before it unless it is the first. */
  key(key: string): boolean {
    const isFirst = this.#text.charCodeAt(this.at - 1) === 0x7b;
    if (!isFirst && this.#text.charCodeAt(this.at) !== 0x2c) return false;
    const from = isFirst ? this.at : this.at + 1;
    if (!this.#text.startsWith(key, from)) return false;
    this.at = from + key.length;
    return true;
  }

  /** Whatever key stands here, if its first quote does. */
  anyKey(): boolean {
    if (this.#text.charCodeAt(this.at) !== 0x22) return false;
    return typeof this.value() === 'string' && this.eat(':');
  }

  words(known: string | null): boolean {
    if (known === null) return this.eat('null');
    const from = this.at + 1;
    // The first quote there is ends it, so what is known holds none.
    const to = this.#text.indexOf('"', from);
    if (to - from !== known.length || this.#text.charCodeAt(this.at) !== 0x22) return false;
    // Cutting makes no copy, and whole texts are compared several letters at a time.
    if (this.#text.slice(from, to) !== known) return false;
    this.at = to + 1;
    return true;
  }

  number(known: number): boolean {
    return this.#decimal() === known;
  }

  /**
   * A number of few digits without an exponent; NaN for any other. Both parts of the one division are
   * exact then, so the number is the one that a parser finds.
   */
  #decimal(): number {
    const text = this.#text;
    const isNegative = text.charCodeAt(this.at) === 0x2d;
    const from = isNegative ? this.at + 1 : this.at;
    let at = from;
    let digits = 0;
    let scale = 0;
    for (; ; at += 1) {
      const digit = text.charCodeAt(at) - 0x30;
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        scale *= 10;
      } else if (digit === -2 && scale === 0 && at > from) {
        scale = 1;
      } else {
        break;
      }
    }
    // A zero before other digits is no JSON, and neither is a point at the end.
    const isOddZero = text.charCodeAt(from) === 0x30 && text.charCodeAt(from + 1) !== 0x2e;
    if (at === from || at - from > 15 || scale === 1 || (isOddZero && at > from + 1)) {
      return Number.NaN;
    }
    this.at = at;
    const value = scale === 0 ? digits : digits / scale;
    return isNegative ? -value : value;
  }

  /** The value that stands here, parsed; undefined when there is none. Steps over it. */
  value(): unknown {
    const start = this.at;
    const end = this.#endOfValue();
    if (end === -1) return undefined;
    this.at = end;
    try {
      const value: unknown = JSON.parse(this.#text.slice(start, end));
      return value;
    } catch {
      return undefined;
    }
  }

  #endOfValue(): number {
    const text = this.#text;
    let depth = 0;
    for (let at = this.at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        at = text.indexOf('"', at + 1);
        if (at === -1) return -1;
        if (depth === 0) return at + 1;
      } else if (code === 0x7b || code === 0x5b) {
        depth += 1;
        if (depth > deepest) return -1;
      } else if (code === 0x7d || code === 0x5d) {
        if (depth === 0) return at;
        depth -= 1;
      } else if (code === 0x2c && depth === 0) {
        return at;
      }
    }
    return -1;
  }

  eat(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }
}
