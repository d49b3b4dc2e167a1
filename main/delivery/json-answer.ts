import { isUtf8 } from 'node:buffer';
import type { Result } from '../../core/text/result.ts';

/** Why a body is not JSON that we take. */
export type JsonRefusal = 'notUtf8' | 'byteOrderMark' | 'tooDeep' | 'notJson' | 'loneSurrogate';

/** A body that was read: the text as received and what it means. */
export interface JsonAnswer {
  readonly text: string;
  readonly value: unknown;
}

/** An order nests six levels at most (seeds/contract.md, 2); envelopes add three. */
const deepest = 64;

/**
 * Reads a body as JSON, strictly: whole, UTF-8 without a byte order mark, and not nested beyond
 * reason, so that nothing behind it meets half a character or runs out of stack.
 */
export function readJson(body: Buffer): Result<JsonAnswer, JsonRefusal> {
  const text = decodeJson(body);
  if (!text.ok) return text;
  const value = parseJson(text.value, body);
  return value.ok ? { ok: true, value: { text: text.value, value: value.value } } : value;
}

/** The first half of {@link readJson}: a body as text. */
export function decodeJson(body: Buffer): Result<string, JsonRefusal> {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return refused('byteOrderMark');
  const text = body.toString();
  // What is not UTF-8 is decoded with this mark, which hardly any text holds by itself.
  if (text.includes('\uFFFD') && !isUtf8(body)) return refused('notUtf8');
  return { ok: true, value: text };
}

/**
 * The second half of {@link readJson}: what the text of a body means.
 *
 * The parser's own error is dropped on purpose, because V8 quotes the text that it could not read.
 */
export function parseJson(text: string, body: Buffer): Result<unknown, JsonRefusal> {
  if (!hasFewBrackets(text, deepest) && isDeeperThan(body, deepest)) return refused('tooDeep');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('notJson');
  }
  // Half a character can hide in an escape; looking for one costs nothing when there is none.
  if (text.includes('\\') && text.includes('\\u') && !isWellFormed(value)) {
    return refused('loneSurrogate');
  }
  return { ok: true, value };
}

/**
 * Whether there are at most `limit` brackets that open something, those in texts included: then nothing
 * nests deeper. Saves an ordinary order from {@link isDeeperThan}, which costs ten times as much.
 */
function hasFewBrackets(text: string, limit: number): boolean {
  let count = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > limit) return false;
    }
  }
  return true;
}

/** Whether brackets nest deeper than `limit`, told from the bytes without parsing. */
function isDeeperThan(body: Buffer, limit: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (isInText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isInText = false;
    } else if (byte === 0x22) {
      isInText = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}

function refused(failure: JsonRefusal): { readonly ok: false; readonly failure: JsonRefusal } {
  return { ok: false, failure };
}
