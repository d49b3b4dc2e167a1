import { z } from 'zod';

/**
 * What the dispatcher can choose. One schema, applied when settings are read and when they are
 * written: a value that does not fit falls back to its default alone and never takes others along.
 */
export const settingsSchema = z.object({
  /** The most requests that may be sent to the service in one minute. The contract states no limit. */
  requestsPerMinute: z.int().min(6).max(6000).default(300).catch(300),
  /** How often an order on the way is checked; the other cadences follow from it. */
  activeEverySeconds: z.int().min(1).max(600).default(15).catch(15),
  /** What notifications may show: everything, no courier names and addresses, or only a count. */
  notificationPrivacy: z.enum(['full', 'noNames', 'countOnly']).default('noNames').catch('noNames'),
  /** How the service's amounts are to be read (docs/adr/0007-money.md). */
  priceUnit: z.enum(['major', 'minor']).default('major').catch('major'),
  theme: z.enum(['system', 'light', 'dark']).default('system').catch('system'),
  density: z.enum(['comfortable', 'compact']).default('comfortable').catch('comfortable'),
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a new profile. */
export const defaultSettings: Settings = settingsSchema.parse({});
