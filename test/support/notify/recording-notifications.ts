import type {
  DesktopNotification,
  DesktopNotificationEvents,
  NotificationAction,
  DesktopNotifications,
} from '../../../main/engine/notify/ports.ts';

/** The desktop's notifications as a list, with a daemon that can fail. */
export class RecordingNotifications implements DesktopNotifications {
  readonly shown: DesktopNotification[] = [];
  readonly closed: string[] = [];
  readonly #held = new Set<string>();
  #events: DesktopNotificationEvents | null = null;
  /** What {@link show} does: report success, report failure, report nothing, or throw. */
  daemon: 'working' | 'failing' | 'silent' | 'throwing' = 'working';

  get titles(): readonly string[] {
    return this.shown.map((notification) => notification.title);
  }

  show(notification: DesktopNotification, events: DesktopNotificationEvents): void {
    if (this.daemon === 'throwing') throw new Error('no notification daemon');
    this.shown.push(notification);
    this.#held.add(notification.tag);
    this.#events = events;
    if (this.daemon === 'working') events.shown(notification.key);
    if (this.daemon === 'failing') events.failed(notification.key, 'refused by the system');
  }

  close(tag: string): void {
    this.closed.push(tag);
    this.#held.delete(tag);
  }

  isHeld(tag: string): boolean {
    return this.#held.has(tag);
  }

  programEnds(): void {
    this.closed.push('*');
  }

  /** The dispatcher closes the notification shown last. */
  closeLast(): void {
    this.#held.delete(this.shown.at(-1)?.tag ?? '');
  }

  /** The dispatcher clicks the notification shown last. */
  clickLast(): void {
    this.#events?.clicked(this.shown.at(-1)?.orderId ?? null);
  }

  /** The dispatcher presses a button on the notification shown last. */
  actOnLast(action: NotificationAction): void {
    this.#events?.acted(action, this.shown.at(-1)?.orderId ?? null);
  }

  /** The system reports only later that the last notification did not appear. */
  failLast(reason: string): void {
    const last = this.shown.at(-1);
    if (last !== undefined) this.#events?.failed(last.key, reason);
  }
}
