import type { TellingEvent } from './telling.ts';

/** What can be switched on and off in the settings, in the order of their table. */
export const toldKinds = [
  'matched',
  'released',
  'courierMoved',
  'completed',
  'amended',
  'cancelled',
  'created',
  'statusChanged',
  'waiting',
  'connection',
] as const;

export type ToldKind = (typeof toldKinds)[number];

/** The row that an event belongs to; null for what is told always. */
export function toldKindOf(event: TellingEvent): ToldKind | null {
  switch (event) {
    case 'matched':
    case 'courierChanged':
      return 'matched';
    case 'released':
    case 'flapping':
      return 'released';
    case 'courierMoved':
      return 'courierMoved';
    case 'completed':
    case 'completedAndAmended':
      return 'completed';
    case 'amended':
      return 'amended';
    case 'cancelled':
      return 'cancelled';
    case 'created':
      return 'created';
    case 'statusChanged':
    case 'unknownStatus':
    case 'reopened':
      return 'statusChanged';
    case 'courierSilent':
    case 'courierLost':
    case 'notMoving':
    case 'longWait':
    case 'promiseAtRisk':
    case 'notFound':
      return 'waiting';
    case 'connectionLost':
    case 'connectionRestored':
      return 'connection';
    case 'credentialsRefused':
    case 'keptInTray':
    case 'selfTest':
      return null;
  }
}
