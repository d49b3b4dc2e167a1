import { NumberBlocks } from './number-blocks.ts';

/** How long a uuid is where it stands in its canonical form but for capitals. */
const plainLength = 36;

interface LooseUuid {
  readonly uuid: string;
  readonly end: number;
}

/**
 * The uuids of a pasted text in their order, repeated ones too, by the number under which they were
 * found. Kept in columns: an object for each of a million lines is memory that the engine walks
 * through while everybody waits.
 */
export class UuidHits {
  readonly #text: string;
  readonly #starts = new NumberBlocks();
  readonly #lines = new NumberBlocks();
  /** Those that do not stand in the text as they are meant, by their number. */
  readonly #loose = new Map<number, LooseUuid>();

  /** @param text as pasted */
  constructor(text: string) {
    this.#text = text;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Takes up a uuid that stands at `start` in its canonical form, capitals aside. */
  addPlain(start: number, line: number): void {
    this.#starts.push(start);
    this.#lines.push(line);
  }

  /** Takes up one in any other form, with its canonical form. */
  addLoose(start: number, line: number, end: number, uuid: string): void {
    this.#loose.set(this.#starts.length, { uuid, end });
    this.addPlain(start, line);
  }

  /** Canonical: lower case, four hyphens. */
  uuidOf(hit: number): string {
    const loose = this.#loose.get(hit);
    if (loose !== undefined) return loose.uuid;
    const start = this.startOf(hit);
    return this.#text.slice(start, start + plainLength).toLowerCase();
  }

  /** Offset into the text; behind every text when there is no such hit. */
  startOf(hit: number): number {
    return this.#starts.at(hit) ?? Infinity;
  }

  /** Offset behind its last character; behind every text when there is no such hit. */
  endOf(hit: number): number {
    return this.#loose.get(hit)?.end ?? this.startOf(hit) + plainLength;
  }

  /** The line that it starts on, counted from 1. */
  lineOf(hit: number): number {
    return this.#lines.at(hit) ?? 0;
  }
}
