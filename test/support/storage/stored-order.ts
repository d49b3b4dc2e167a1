import { onTestFinished } from 'vitest';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { openDatabase, type OpenedDatabase } from '../../../main/engine/storage/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { orderIdAt, someOrder, someWatched } from '../watched-orders.ts';

/** The uuid of {@link full}. */
export const id = orderIdAt(1);

/** An order with all its parts: label, answer, problem, preferences, flags and origin. */
export const full: WatchedOrder = someWatched(id, {
  label: '花店 Sheung Wan',
  isMuted: true,
  isPinned: true,
  order: someOrder(id, {
    courier: {
      name: 'K',
      phoneNumber: '+852',
      fix: { latitudeDeg: 22.3, longitudeDeg: 114.2, reportedAtMs: 1_999_000 },
    },
  }),
  observedAtMs: 2_000_000,
  statusSinceMs: 1_500_000,
  changedAtMs: 1_600_000,
  courierTrace: {
    anchor: { latitudeDeg: 22.3, longitudeDeg: 114.2 },
    anchorAtMs: 1_999_000,
    insideStop: 'pickup',
    claimedStop: 'outside',
    lastStepMeters: 120,
  },
  flags: {
    releasedAtMs: 1_850_000,
    courierSwappedAtMs: null,
    amendedAtMs: 1_860_000,
    amountBeforeAmendment: 86.5,
    turnover: null,
  },
  problem: { code: 'order-not-found', httpStatus: 404, sinceMs: 1_900_000, failureCount: 3 },
  preferences: {
    group: 'Harbour',
    promisedAtMs: 2_500_000,
    note: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: true,
  },
  unseenCount: 2,
  lastLookedAtMs: 1_700_000,
  acknowledged: [{ reason: 'released', causeAtMs: 1_600_000, atMs: 1_650_000 }],
  calls: [{ atMs: 1_650_000, word: 'Left at the door' }],
  origin: { kind: 'file', name: 'Shop export.csv' },
});

/** The wall clock of the repositories, in milliseconds. */
export const wallMs = (): number => 3_000_000;

/** A database in a folder of its own, closed when the test is over. */
export function openStored(): OpenedDatabase {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  return opened;
}
