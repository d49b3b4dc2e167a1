import { EntryRefused, fitsEntry, type NewEntry } from './ports.ts';

/** How long a dedupe key is remembered. */
export const dedupedForMs = 2 * 60 * 60_000;

/** Refuses what not every engine can keep. @throws EntryRefused */
export function checkedEntry(entry: NewEntry): NewEntry {
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
  if (!fitsEntry(body)) {
    throw new EntryRefused('tooLong', 'an entry of the team log is too long');
  }
  return entry;
}
