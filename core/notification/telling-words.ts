import { cleanLine } from '../text/safe-text.ts';

const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A piece of foreign text for a notification: on one line, capped, and kept from turning the words
 * around it. Only text that is written from right to left gets isolating marks (Unicode UAX 9).
 */
export function piece(text: string, maxGraphemes: number): string {
  const line = cleanLine(text.replace(directionMarks, ''), maxGraphemes);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}

/** One sentence: its text, or its parts to be joined by commas. */
export type Sentence = string | null | readonly (string | null)[];

/** Sentences in a row, each beginning with a capital and ending in one full stop; empty ones fall out. */
export function sentences(...parts: readonly Sentence[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : joined(part ?? [])))
    .filter((text) => text !== '')
    .map((text, index) => (index === 0 ? text : capitalised(text)))
    .map((text) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
