import { z } from 'zod';
import type { NotificationTest, ToldEntry } from '../notification/notification-test.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';

const timeMs = z.int().positive().nullable();

/** The window's requests about how orders are told. */
export const tellingRequests = {
  'orders:wish': z.strictObject({
    ids: z.array(orderIdSchema).min(1).max(50_000),
    /** Only what is named changes. */
    change: z.strictObject({
      group: z.string().trim().min(1).max(80).nullable().optional(),
      promisedAtMs: timeMs.optional(),
      snoozedUntilMs: timeMs.optional(),
      remindAtMs: timeMs.optional(),
      tellsEveryMove: z.boolean().nullable().optional(),
    }),
  }),
  'orders:groups': z.undefined(),
  'notifications:test': z.undefined(),
  'notifications:history': z.undefined(),
} as const;

/** Their answers. */
export interface TellingAnswers {
  'orders:wish': null;
  /** The groups that orders belong to, by name. */
  'orders:groups': readonly string[];
  /** The test as it begins; how it goes on is announced. */
  'notifications:test': NotificationTest;
  /** The newest first. */
  'notifications:history': readonly ToldEntry[];
}
