import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import type { Json } from '@waybell/simulator';

/** The file of the recorded day. */
export const recordedDayFile = resolve(import.meta.dirname, '../../seeds/recorded-day.jsonl');

/**
 * One moment of a recorded day, in milliseconds since 1970. An order's first answer is whole, each
 * later one a JSON merge patch (RFC 7396) on the one before, as it came over the wire.
 */
export type Moment = { readonly atMs: number } & (
  | { readonly kind: 'watched'; readonly id: string; readonly label: string }
  | { readonly kind: 'answered'; readonly id: string; readonly patch: Json }
  | { readonly kind: 'serviceHealth'; readonly serviceHealth: ServiceHealth }
  | { readonly kind: 'muted' | 'seen' | 'snoozed'; readonly id: string }
  | { readonly kind: 'screen'; readonly isLocked: boolean }
  | { readonly kind: 'woke' }
);

/** A recorded day, one moment a line. */
export function readRecording(file: string): readonly Moment[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Moment);
}
