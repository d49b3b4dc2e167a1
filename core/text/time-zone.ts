/** Whether this program knows a time zone of this name, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false; // Intl throws for an unknown zone
  }
}
