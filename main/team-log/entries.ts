import type { NewEntry } from './ports.ts';

/** How long a dedupe key is remembered. */
export const dedupedForMs = 2 * 60 * 60_000;

/** The most bytes of an entry's body: NATS takes 1 MB with its headers. */
const longestBody = 512 * 1024;

/** Refuses what not every engine can keep. @throws RangeError */
export function checkedEntry(entry: NewEntry): NewEntry {
  const { body, dedupeKey, key } = entry;
  if (!/^[\w-]+(\.[\w-]+)*$/.test(key) || key.length > 200) {
    throw new RangeError('a key of the team log is letters, digits, hyphens and single dots');
  }
  if (!/^[^\p{Cc}\p{Cs}]{1,400}$/u.test(dedupeKey)) {
    throw new RangeError(
      'a dedupe key of the team log has 1 to 400 characters, and no control characters',
    );
  }
  if (!body.isWellFormed()) throw new RangeError('an entry of the team log is no text');
  if (new TextEncoder().encode(body).length > longestBody) {
    throw new RangeError('an entry of the team log is too long');
  }
  return entry;
}
