import type { OptionFault } from './option-fault.ts';
import { maxStatusMeanings, meaningNames } from './option-fault.ts';
import { knownPhases } from '../order/order.ts';
import { foldedWord } from '../order/order-status.ts';
import type { StatusMeanings } from '../order/order-status.ts';
import type { KnownPhase } from '../order/order.ts';
import type { Result } from '../text/result.ts';

/** What statuses of one service mean, by the status as the service writes it. */
export type GivenMeanings = Readonly<Record<string, KnownPhase>>;

/** The most characters of a status that can be given a meaning. */
export const longestStatusWord = 80;

/** The meanings by which answers are read, however a status is written. */
export function meaningsByWord(given: GivenMeanings): StatusMeanings {
  return new Map(Object.entries(given).map(([status, phase]) => [foldedWord(status), phase]));
}

/** The meanings after one status got another one; null removes its meaning. */
export function changedMeanings(
  given: GivenMeanings,
  status: string,
  meaning: KnownPhase | null,
): GivenMeanings {
  const others = Object.entries(given).filter(
    ([other]) => foldedWord(other) !== foldedWord(status),
  );
  return Object.fromEntries(meaning === null ? others : [...others, [status, meaning]]);
}

function meaningNamed(text: string): KnownPhase | null {
  const typed = text.toLowerCase().replace(/[-\s]+/g, '_');
  return knownPhases.find((phase) => meaningNames[phase] === typed) ?? null;
}

/**
 * Reads meanings of statuses as they are typed: `status = meaning`, one a line, such as `4 = done`.
 * Empty lines are ignored, and case makes no difference.
 *
 * @returns the meanings, or what is wrong with one of them
 */
export function parseStatusMeanings(text: string): Result<GivenMeanings, OptionFault> {
  const meanings = new Map<string, KnownPhase>();
  const seen = new Set<string>();
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    // A status may hold an equals sign itself; no meaning does.
    const equals = line.lastIndexOf('=');
    const status = line.slice(0, Math.max(equals, 0)).trim();
    const meaning = meaningNamed(line.slice(equals + 1).trim());
    if (status === '' || status.length > longestStatusWord || meaning === null) {
      return { ok: false, failure: { code: 'meaningLine' } };
    }
    if (seen.has(foldedWord(status))) {
      return { ok: false, failure: { code: 'meaningTwice', subject: status } };
    }
    seen.add(foldedWord(status));
    meanings.set(status, meaning);
  }
  if (meanings.size > maxStatusMeanings) {
    return { ok: false, failure: { code: 'meaningsTooMany' } };
  }
  return { ok: true, value: Object.fromEntries(meanings) };
}

/** The meanings as text, as {@link parseStatusMeanings} reads it. */
export function statusMeaningsText(meanings: GivenMeanings): string {
  return Object.entries(meanings)
    .map(([status, meaning]) => `${status} = ${meaningNames[meaning]}`)
    .join('\n');
}
