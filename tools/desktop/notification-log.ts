import { appendFileSync, readFileSync, readdirSync, unlinkSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { overhear } from './session-bus.ts';

/** A notification as the daemon accepted it: one JSON line in the notification log. */
export interface ReceivedNotification {
  /** When the log got it, milliseconds since 1970. */
  readonly receivedAtMs: number;
  /** The daemon's own number for it. A notification that replaces another keeps the number. */
  readonly id: number;
  readonly appName: string;
  readonly summary: string;
  /** As sent, with markup. */
  readonly body: string;
  readonly urgency: 'low' | 'normal' | 'critical';
  readonly desktopEntry: string;
  /** The sender asked the daemon for no sound. */
  readonly isSilent: boolean;
  /** Keys and labels, in the sender's order. `default` is a click on the notification itself. */
  readonly actions: readonly NotificationAction[];
}

/** Something that a notification offers to do. */
export interface NotificationAction {
  readonly key: string;
  readonly label: string;
}

/** How long a line waits for the call on the bus; after that it is written without its actions. */
const busAccountWithinMs = 400;

const urgencies: Readonly<Record<string, ReceivedNotification['urgency']>> = {
  LOW: 'low',
  NORMAL: 'normal',
  CRITICAL: 'critical',
};

/**
 * Keeps the notification log of a throw-away desktop: a line is written when the daemon's own rule
 * script reported a notification (so it was received, not only sent). The script is not told the
 * actions and hints; they are added from the call on the bus that got the same number.
 *
 * @param spoolFolder where the rule script leaves its reports
 * @param logFile gets one JSON object per line, in the order in which the daemon accepted them
 * @returns a function that stops
 */
export async function keepNotificationLog(
  busAddress: string,
  spoolFolder: string,
  logFile: string,
): Promise<() => Promise<void>> {
  const sent = new Map<number, AnsweredNotification>();
  const stopListening = await overhearNotifications(busAddress, (notification) => {
    sent.set(notification.id, notification);
  });

  const readReports = async (): Promise<void> => {
    for (const name of readdirSync(spoolFolder).toSorted()) {
      if (name.startsWith('.')) continue;
      const file = join(spoolFolder, name);
      const [id, appName, summary, body, urgency, desktopEntry] = readFileSync(file, 'utf8').split(
        '\0',
      );
      unlinkSync(file);
      const number = Number(id);
      for (let waitedMs = 0; waitedMs < busAccountWithinMs; waitedMs += 20) {
        if (sent.has(number)) break;
        await wait(20);
      }
      // One that takes its place has the same number, and an account of its own.
      const account = sent.get(number);
      sent.delete(number);
      const received: ReceivedNotification = {
        receivedAtMs: Date.now(),
        id: number,
        appName: appName ?? '',
        summary: summary ?? '',
        body: body ?? '',
        urgency: urgencies[urgency ?? ''] ?? 'normal',
        desktopEntry: desktopEntry ?? '',
        isSilent: account?.isSilent ?? false,
        actions: account?.actions ?? [],
      };
      appendFileSync(logFile, `${JSON.stringify(received)}\n`);
    }
  };

  let reading: Promise<void> = Promise.resolve();
  const watcher = watch(spoolFolder, () => {
    reading = reading.then(readReports).catch(() => undefined);
  });
  return async () => {
    watcher.close();
    await reading;
    await readReports();
    await stopListening();
  };
}

/** A notification as it went over the bus: sent, and answered for by the daemon. */
export interface AnsweredNotification {
  /** The number that the daemon gave it. */
  readonly id: number;
  readonly summary: string;
  readonly body: string;
  /** The sender asked for no sound. */
  readonly isSilent: boolean;
  readonly actions: readonly NotificationAction[];
}

/**
 * Listens to every notification that is sent over a session bus and that the daemon accepts.
 *
 * @returns a function that stops
 */
export function overhearNotifications(
  busAddress: string,
  answered: (notification: AnsweredNotification) => void,
): Promise<() => Promise<void>> {
  const calls = new Map<string, Omit<AnsweredNotification, 'id'>>();
  const rules = [
    "member='Notify',interface='org.freedesktop.Notifications'",
    "type='method_return'",
  ];
  return overhear(busAddress, rules, (message) => {
    if (message.kind === 'call') {
      const [, , , summary, body, actions, hints] = message.body;
      calls.set(`${message.sender} ${message.serial}`, {
        summary: String(summary),
        body: String(body),
        isSilent: asksForSilence(hints),
        actions: readActions(actions),
      });
      return;
    }
    const key = `${message.destination} ${message.replySerial}`;
    const call = calls.get(key);
    const id = message.body[0];
    if (!call || typeof id !== 'number') return;
    calls.delete(key);
    answered({ id, ...call });
  });
}

/** https://specifications.freedesktop.org/notification/latest/hints.html */
function asksForSilence(hints: unknown): boolean {
  return typeof hints === 'object' && Object(hints)['suppress-sound'] === true;
}

/** Actions travel as one flat list: key, label, key, label. */
function readActions(flat: unknown): readonly NotificationAction[] {
  if (!Array.isArray(flat)) return [];
  const actions: NotificationAction[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    actions.push({ key: String(flat[at]), label: String(flat[at + 1]) });
  }
  return actions;
}

/** The lines of a notification log so far. A log that does not exist yet has none. */
export function readNotificationLog(logFile: string): readonly ReceivedNotification[] {
  let text: string;
  try {
    text = readFileSync(logFile, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ReceivedNotification => JSON.parse(line));
}
