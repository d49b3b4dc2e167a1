import { isUtf8 } from 'node:buffer';

/** A body that was read: the text as received and what it means. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/** An order nests six levels at most (seeds/contract.md, 2); envelopes add three. */
const deepestLevel = 64;

/**
 * Reads a body as JSON, strictly: whole, UTF-8 without a byte order mark, without half a character, and
 * nested at most 64 levels, so that recursive readers cannot run out of stack.
 *
 * @returns null for anything else. The parser's own error is dropped, because V8 quotes the text that it
 *   could not read.
 */
export function readJson(body: Buffer): JsonBody | null {
  const text = body.toString();
  if (text.startsWith('\uFEFF')) return null;
  // What is not UTF-8 is decoded as this character, which texts hardly ever hold.
  if (text.includes('\uFFFD') && !isUtf8(body)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  // An ordinary order has no escapes and a dozen brackets: its value need not be walked through.
  const isOrdinary = !text.includes('\\u') && (text.match(/[[{]/g)?.length ?? 0) <= deepestLevel;
  return isOrdinary || isSound(value, deepestLevel) ? { text, value } : null;
}

/** Whether no text has half a character, which escapes can hide, and nothing nests too deep. */
function isSound(value: unknown, levelsLeft: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (levelsLeft === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isSound(item, levelsLeft - 1));
  return Object.entries(value).every(
    ([key, inner]) => key.isWellFormed() && isSound(inner, levelsLeft - 1),
  );
}
