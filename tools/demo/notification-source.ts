import { setInterval } from 'node:timers';
import {
  type ReceivedNotification,
  overhearNotifications,
  readNotificationLog,
} from '../desktop/notification-log.ts';
import { type TextPair, readOutbox } from './outbox.ts';

/** Where the demo learns which notifications were really made. */
export interface NotificationSource {
  /** How the notifications were observed, in words for the summary. */
  readonly name: string;
  stop(): Promise<void>;
}

const lookEveryMs = 250;

/** Reads the notification daemon's own log of what it received. */
export function fromDaemonLog(
  logFile: string,
  arrived: (notification: TextPair) => void,
): NotificationSource {
  let seen = 0;
  const look = (): void => {
    const lines = readNotificationLog(logFile);
    for (const line of lines.slice(seen)) arrived(asText(line));
    seen = lines.length;
  };
  return polling('as the notification daemon received them', look);
}

/** Listens on the session bus to the calls that the notification daemon answered. */
export async function fromSessionBus(
  busAddress: string,
  arrived: (notification: TextPair) => void,
): Promise<NotificationSource> {
  const stop = await overhearNotifications(busAddress, ({ summary, body }) =>
    arrived({ title: summary, body }),
  );
  return { name: 'as the notification daemon answered for them on the session bus', stop };
}

/** Reads the app's own record of what was shown, where the system cannot be observed. */
export function fromOutbox(
  profileFolder: string,
  arrived: (notification: TextPair) => void,
): NotificationSource {
  const seen = new Set<string>();
  const look = (): void => {
    for (const { key, texts, wasShown } of readOutbox(profileFolder)) {
      const [text] = texts;
      if (!wasShown || seen.has(key) || !text) continue;
      seen.add(key);
      arrived(text);
    }
  };
  return polling("as the app's own record says they were shown", look);
}

function polling(name: string, look: () => void): NotificationSource {
  const timer = setInterval(look, lookEveryMs);
  const stop = (): Promise<void> => {
    clearInterval(timer);
    look();
    return Promise.resolve();
  };
  return { name, stop };
}

function asText({ summary, body }: ReceivedNotification): TextPair {
  return { title: summary, body };
}
