import type { WireObject } from '../wire/wire-values.ts';

/**
 * Settings of an earlier Waybell that are no more. Where a file names one, it is left out and named to whom it
 * concerns: the file was right when it was written.
 */
const retiredSettings: readonly string[] = ['mostNotificationsPerMinute'];

/** Settings without the retired ones, and the names of those that are left out. */
export function withoutRetired(settings: WireObject): {
  readonly settings: WireObject;
  readonly retired: readonly string[];
} {
  const retired = retiredSettings.filter((name) => Object.hasOwn(settings, name));
  const left = Object.entries(settings).filter(([name]) => !retired.includes(name));
  return { settings: Object.fromEntries(left), retired };
}
