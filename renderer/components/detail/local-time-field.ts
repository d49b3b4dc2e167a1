/** A moment as a field for date and time holds it, by this computer's clock: "2026-11-21T15:30". */
export function localTimeField(atMs: number): string {
  const at = new Date(atMs);
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that such a field holds, in milliseconds since 1970; null while it is not complete. */
export function localTimeMs(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const atMs = new Date(text).getTime();
  return atMs > 0 ? atMs : null;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
