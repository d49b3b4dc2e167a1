import { randomUUID } from 'node:crypto';
import { type DBusInterface, Variant } from 'dbus-native';
import { app } from '../app/app.ts';
import { electronClass, preventableEvent } from '../electron-types.ts';
import { pixelsOf } from '../image/native-image.ts';
import { refusingEmitter } from '../refusal.ts';
import { hasSessionBus, connectToBus } from './session-bus.ts';
import type { Pixels } from '../image/png.ts';

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

  /** A notification that is shown again replaces itself. */
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

/** One notification in the terms of the Desktop Notifications Specification. */
interface Posting {
  readonly appName: string;
  /** The daemon's id of the posting that this one replaces; 0 for a new one. */
  readonly replaces: number;
  readonly title: string;
  readonly body: string;
  readonly urgency: 'low' | 'normal' | 'critical';
  readonly isSilent: boolean;
  readonly neverExpires: boolean;
  /** Button texts; the button's key is its place. */
  readonly buttons: readonly string[];
  readonly icon: Pixels;
}

/** What the daemon says about a posting that was sent. */
interface PostingListener {
  /** Its body (`default`) or a button (its place) was clicked. */
  activated(key: string): void;
  closed(reason: 'userCanceled' | 'timedOut' | 'applicationHidden'): void;
}

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

/** The key of a click on the notification itself; without it daemons report no click. */
const DEFAULT_ACTION = 'default';

const URGENCY = { low: 0, normal: 1, critical: 2 } as const;

const listeners = new Map<number, PostingListener>();
let connecting: Promise<DBusInterface> | undefined;

/** The daemon, connected on first use. A connection that breaks is made anew on the next use. */
function daemon(): Promise<DBusInterface> {
  connecting ??= connect().catch((error: unknown) => {
    connecting = undefined;
    throw error;
  });
  return connecting;
}

async function connect(): Promise<DBusInterface> {
  const bus = await connectToBus();
  const found = await bus.getService(NAME).getInterface(PATH, NAME);
  await found.$subscribe('ActionInvoked', (id: number, key: string) =>
    listeners.get(id)?.activated(key),
  );
  await found.$subscribe('NotificationClosed', (id: number, reason: number) => {
    const listener = listeners.get(id);
    listeners.delete(id);
    listener?.closed(reasonOf(reason));
  });
  bus.connection.on('close', () => {
    connecting = undefined;
  });
  return found;
}

/** 1 expired, 2 dismissed by the user, 3 closed by a call, 4 undefined (specification, table 8). */
function reasonOf(reason: number): 'userCanceled' | 'timedOut' | 'applicationHidden' {
  if (reason === 1) return 'timedOut';
  return reason === 2 ? 'userCanceled' : 'applicationHidden';
}

/**
 * Shows a notification.
 *
 * https://specifications.freedesktop.org/notification-spec/latest/
 *
 * @returns the daemon's id
 * @throws NoBusError, or the bus's error when no daemon takes notifications
 */
async function post(posting: Posting, listener: PostingListener): Promise<number> {
  const service = await daemon();
  const { width, height, rgba } = posting.icon;
  const hints = {
    urgency: new Variant('y', URGENCY[posting.urgency]),
    'desktop-entry': new Variant('s', posting.appName),
    'suppress-sound': new Variant('b', posting.isSilent),
    ...(width > 0 && {
      'image-data': new Variant('(iiibiiay)', [width, height, width * 4, true, 8, 4, rgba]),
    }),
  };
  const actions = [DEFAULT_ACTION, '', ...posting.buttons.flatMap((text, at) => [`${at}`, text])];
  const id: unknown = await service.$callMethod('Notify', [
    posting.appName,
    posting.replaces,
    '',
    posting.title,
    posting.body,
    actions,
    hints,
    posting.neverExpires ? 0 : -1,
  ]);
  listeners.set(Number(id), listener);
  return Number(id);
}

/** Takes a notification back. */
async function withdraw(id: number): Promise<void> {
  await (await daemon()).$callMethod('CloseNotification', [id]);
}
