import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** One notification in the app's own record, shown or not. */
export interface RecordedNotification {
  readonly key: string;
  /** A NotificationEvent: what it is about. */
  readonly event: string;
  /** Its wording at every level of privacy. */
  readonly texts: readonly TextPair[];
  readonly wasShown: boolean;
}

/** Title and body of a notification. */
export interface TextPair {
  readonly title: string;
  readonly body: string;
}

const rowSchema = z.object({
  key: z.string(),
  notification_json: z.string(),
  outcome: z.string().nullable(),
});
const notificationSchema = z.object({
  event: z.string(),
  texts: z.record(z.string(), z.object({ title: z.string(), body: z.string() })),
});

/** Reads the app's record from its profile folder, oldest first. Empty before the app made one. */
export function readOutbox(profileFolder: string): readonly RecordedNotification[] {
  const file = join(profileFolder, 'waybell.db');
  if (!existsSync(file)) return [];
  const sql = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
  try {
    return sql
      .prepare('SELECT key, notification_json, outcome FROM notifications ORDER BY no')
      .all()
      .map((row) => {
        const { key, notification_json: json, outcome } = rowSchema.parse(row);
        const { event, texts } = notificationSchema.parse(JSON.parse(json));
        return { key, event, texts: Object.values(texts), wasShown: outcome === 'shown' };
      });
  } finally {
    sql.close();
  }
}

/**
 * What a notification that arrived somewhere is about, by the app's own record.
 *
 * @returns the event, or null when the app has no record of such a text
 */
export function eventOf(arrived: TextPair, outbox: readonly RecordedNotification[]): string | null {
  const title = plain(arrived.title);
  const body = plain(arrived.body);
  const found = outbox.find(({ texts }) =>
    texts.some((text) => plain(text.title) === title && plain(text.body) === body),
  );
  return found?.event ?? null;
}

/** Without the markup that a notification daemon takes, so that both sides can be compared. */
function plain(text: string): string {
  return text
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&apos;|&#39;/gu, "'")
    .replaceAll('&amp;', '&')
    .trim();
}
