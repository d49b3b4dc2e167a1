import { EntryRefused, fitsEntry, type NewEntry, type TeamLog } from './ports.ts';

/** How long a dedupe key is remembered. */
export const dedupedForMs = 2 * 60 * 60_000;

/** Refuses what a log cannot keep. @throws EntryRefused */
export function checkedEntry(log: Pick<TeamLog, 'longestBodyBytes'>, entry: NewEntry): NewEntry {
  const { body, dedupeKey, key } = entry;
  if (!/^[\w-]+(\.[\w-]+)*$/.test(key) || key.length > 200) {
    const message = 'a key of the team log is letters, digits, hyphens and single dots';
    throw new EntryRefused('key', message);
  }
  if (!/^[^\p{Cc}\p{Cs}]{1,400}$/u.test(dedupeKey)) {
    const message =
      'a dedupe key of the team log has 1 to 400 characters, and no control characters';
    throw new EntryRefused('dedupeKey', message);
  }
  if (!body.isWellFormed()) throw new EntryRefused('noText', 'an entry of the team log is no text');
  if (!fitsEntry(log, body)) {
    throw new EntryRefused('tooLong', 'an entry of the team log is too long');
  }
  return entry;
}
