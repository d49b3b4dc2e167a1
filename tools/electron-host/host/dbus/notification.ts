import { randomUUID } from 'node:crypto';
import { app } from '../app/app.ts';
import { electronClass } from '../electron-types.ts';
import { pixelsOf } from '../image/native-image.ts';
import { preventableEvent } from '../preventable-event.ts';
import { refusingEmitter } from '../refusal.ts';
import { post, type PostingListener, withdraw } from './notification-daemon.ts';
import { hasSessionBus } from './session-bus.ts';

/** A notification of the desktop's daemon. Without one it says `failed`, and does not throw. */
class HostNotification extends refusingEmitter('Notification') {
  readonly id: string;
  readonly groupId: string;
  readonly groupTitle: string;
  title: string;
  subtitle: string;
  body: string;
  silent: boolean;
  hasReply = false;
  timeoutType: 'default' | 'never';
  replyPlaceholder: string;
  sound: string;
  urgency: 'low' | 'normal' | 'critical';
  actions: Electron.NotificationAction[];
  closeButtonText: string;
  toastXml: string;
  readonly #icon: Electron.NotificationConstructorOptions['icon'];
  #daemonId = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.id = options.id ?? randomUUID();
    this.groupId = options.groupId ?? '';
    this.groupTitle = options.groupTitle ?? '';
    this.title = options.title ?? '';
    this.subtitle = options.subtitle ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.timeoutType = options.timeoutType ?? 'default';
    this.replyPlaceholder = options.replyPlaceholder ?? '';
    this.sound = options.sound ?? '';
    this.urgency = options.urgency ?? 'normal';
    this.actions = options.actions ?? [];
    this.closeButtonText = options.closeButtonText ?? '';
    this.toastXml = options.toastXml ?? '';
    this.#icon = options.icon;
  }

  static isSupported(): boolean {
    return hasSessionBus();
  }

  /** Shown again, it replaces itself. */
  show(): void {
    this.#do(async () => {
      try {
        this.#daemonId = await this.#post();
        this.emit('show', preventableEvent({}));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        this.emit('failed', preventableEvent({}), text);
      }
    });
  }

  close(): void {
    this.#do(async () => {
      if (this.#daemonId === 0) return;
      // the daemon may be gone, and with it the notification
      await withdraw(this.#daemonId).catch(() => {});
    });
  }

  #do(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work);
  }

  #post(): Promise<number> {
    const listener: PostingListener = {
      activated: (key) => this.#activated(key),
      closed: (reason) => {
        this.#daemonId = 0;
        this.emit('close', preventableEvent({ reason }));
      },
    };
    const posting = {
      appName: app.getName(),
      replaces: this.#daemonId,
      title: this.title,
      body: this.body,
      urgency: this.urgency,
      isSilent: this.silent,
      neverExpires: this.timeoutType === 'never',
      buttons: this.actions.map(({ text = '' }) => text),
      icon: pixelsOf(this.#icon),
    };
    return post(posting, listener);
  }

  #activated(key: string): void {
    const actionIndex = Number(key);
    if (Number.isNaN(actionIndex)) this.emit('click', preventableEvent({}));
    else {
      const event = preventableEvent({ actionIndex, selectionIndex: -1 });
      this.emit('action', event, actionIndex, -1);
    }
  }
}

/** Electron's `Notification`. */
export const Notification = electronClass<typeof Electron.Notification>()(HostNotification);
