import { ownSound, type OwnSound } from '../../../core/notification/notification-sound.ts';
import type {
  DesktopNotification,
  DesktopNotificationEvents,
  DesktopNotifications,
  SoundPlayer,
} from '../../engine/notify/ports.ts';
import type { Clock } from '../../../core/clock.ts';

/** What a native notification is made of; a part of Electron's own options. */
export interface NativeNotificationOptions {
  readonly id?: string;
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
  readonly urgency: 'normal' | 'critical';
  readonly timeoutType: 'default' | 'never';
  /** The texts of its buttons; none where the system shows none. */
  readonly actions: readonly string[];
}

/** A handle on a native notification. */
export interface NativeNotification {
  show(): void;
  close(): void;
  /** Each listener is called at most once, but for `clicked`. A late `shown` may follow `failed`. */
  listen(events: {
    shown(): void;
    failed(reason: string): void;
    clicked(): void;
    /** A button was pressed, counted from 0. */
    acted(index: number): void;
    /** `isGone` is false when it left the screen but can still be clicked in the system's list. */
    closed(isGone: boolean): void;
  }): void;
}

/** The system's notifications as the desktop offers them. */
export interface NotificationMaker {
  isSupported(): boolean;
  make(options: NativeNotificationOptions): NativeNotification;
  /** Whether the system shows buttons, as far as it is known. */
  readonly showsActions: boolean;
  /** Whether a notification with the same id takes the place of the older one by itself. */
  readonly replacesById: boolean;
  /** Whether a click on a notification still reaches a later run of the program. */
  readonly outlivesProgram: boolean;
  /** Resolves once all that was asked has reached the system: the program may end then. */
  settled(): Promise<void>;
}

interface LiveNotification {
  readonly native: NativeNotification;
  /** Handles of earlier notifications of the same tag, held as long as this one. */
  readonly superseded: readonly NativeNotification[];
  readonly forget: () => void;
}

/** A notification that was not closed is let go after a day. */
const heldMs = 24 * 60 * 60 * 1000;
/** After this many replacements of one tag the next closes the older one first, as where none replaces. */
const mostSuperseded = 50;

/**
 * Shows notifications and holds their handles: one that is garbage collected can no longer be clicked
 * (https://github.com/electron/electron/issues/12690). At most one per tag is live; where the system
 * cannot replace, the older one is closed before the newer is shown. Where it can, the older handle is
 * held on to: letting it be collected would take the notification with its id off the screen
 * (docs/electron-notes.md).
 */
export class SystemNotifications implements DesktopNotifications {
  readonly #maker: NotificationMaker;
  readonly #clock: Clock;
  readonly #sounds: SoundPlayer;
  #hasEnded = false;
  readonly #live = new Map<string, LiveNotification>();

  constructor(maker: NotificationMaker, clock: Clock, sounds: SoundPlayer) {
    this.#maker = maker;
    this.#clock = clock;
    this.#sounds = sounds;
  }

  /** How many handles are held. */
  get liveCount(): number {
    return this.#live.size;
  }

  /** Whether a notification with this tag is held, whose clicks and buttons come by its own events. */
  isHeld(tag: string): boolean {
    return this.#live.has(tag);
  }

  show(notification: DesktopNotification, events: DesktopNotificationEvents): void {
    const maker = this.#maker;
    if (!maker.isSupported()) {
      events.failed(notification.key, 'this desktop offers none');
      return;
    }
    const { tag } = notification;
    const isReplaced = maker.replacesById && !this.#isLong(tag);
    const superseded = isReplaced ? this.#supersede(tag) : [];
    if (!isReplaced) this.close(tag);
    const native = maker.make(this.#options(notification));
    const cancelForgetting = this.#clock.schedule(() => this.#forget(tag, native), heldMs);
    this.#live.set(tag, { native, superseded, forget: cancelForgetting });
    native.listen({
      shown: () => events.shown(notification.key),
      failed: (reason) => {
        this.#forget(tag, native);
        events.failed(notification.key, reason);
      },
      clicked: () => events.clicked(notification.orderId),
      acted: (index) => {
        const pressed = notification.actions[index];
        if (pressed !== undefined) events.acted(pressed.action, notification.orderId);
      },
      closed: (isGone) => {
        if (isGone) this.#forget(tag, native);
      },
    });
    native.show();
    const own = ownSound(notification.sound);
    if (own !== null) void this.#playBeside(own, native, notification, events);
  }

  /**
   * Plays a sound beside a card that has none. Where that cannot be done, and the card is still there, it is
   * raised once more with the system's sound: until then nothing was heard.
   */
  async #playBeside(
    own: OwnSound,
    native: NativeNotification,
    notification: DesktopNotification,
    events: DesktopNotificationEvents,
  ): Promise<void> {
    const hasBegun = await this.#sounds.play(own);
    const isThere = this.#live.get(notification.tag)?.native === native;
    if (hasBegun || !isThere || this.#hasEnded) return;
    this.show({ ...notification, sound: 'system' }, events);
  }

  close(tag: string): void {
    const live = this.#live.get(tag);
    if (live === undefined) return;
    this.#forget(tag);
    live.native.close();
  }

  programEnds(): void {
    this.#hasEnded = true;
    if (this.#maker.outlivesProgram) return;
    for (const tag of this.#live.keys()) this.close(tag);
  }

  /** Resolves once all that was asked has reached the system: the program may end then. */
  settled(): Promise<void> {
    return this.#maker.settled();
  }

  #options(notification: DesktopNotification): NativeNotificationOptions {
    const { replacesById, showsActions } = this.#maker;
    return {
      ...(replacesById ? { id: notification.tag } : {}),
      title: notification.title,
      body: notification.body,
      silent: notification.sound !== 'system',
      urgency: notification.isCritical ? 'critical' : 'normal',
      timeoutType: notification.isCritical ? 'never' : 'default',
      actions: showsActions ? notification.actions.map(({ text }) => text) : [],
    };
  }

  /** Whether one more handle behind this tag would be too many. */
  #isLong(tag: string): boolean {
    return (this.#live.get(tag)?.superseded.length ?? 0) >= mostSuperseded;
  }

  #supersede(tag: string): readonly NativeNotification[] {
    const live = this.#live.get(tag);
    live?.forget();
    return live === undefined ? [] : [...live.superseded, live.native];
  }

  /** Lets a handle go; with `native` given, only if the tag has not passed to a newer one. */
  #forget(tag: string, native?: NativeNotification): void {
    const live = this.#live.get(tag);
    if (live === undefined || (native !== undefined && live.native !== native)) return;
    live.forget();
    this.#live.delete(tag);
    // Closed ones can be collected without taking a later one of the same id along.
    for (const earlier of live.superseded) earlier.close();
  }
}

/** What Windows tells of a notification that was activated; a part of Electron's own. */
export interface Activation {
  /** `click`, `action` or `reply`. */
  readonly type: string;
  /** The raw activation arguments. */
  readonly arguments: string;
  readonly actionIndex?: number;
}

/** Hears of notifications that an earlier run of the program showed. */
export interface EarlierNotifications {
  /** Whether this run holds the notification with this tag, which then tells everything itself. */
  readonly isHeld: (tag: string) => boolean;
  /** @param tag that the notification was shown with; null when it cannot be told */
  readonly clicked: (tag: string | null) => void;
  /** @param index of the button, counted from 0 */
  readonly acted: (tag: string, index: number) => void;
}

/**
 * Takes up an activation that may be of an earlier run. Windows tells every activation here, those of
 * notifications that are still held too, buttons included (types, `Notification.handleActivation`):
 * taken as clicks they would bring the window up for a "Snooze" or a "Copy uuid".
 */
export function handleActivation(
  { actionIndex, arguments: args, type }: Activation,
  { acted, clicked, isHeld }: EarlierNotifications,
): void {
  const tag = activatedTag(args);
  if (tag !== null && isHeld(tag)) return;
  if (tag !== null && type === 'action' && actionIndex !== undefined) acted(tag, actionIndex);
  else clicked(tag);
}

/**
 * The tag of the notification that Windows activated, from its raw activation arguments
 * `type=click&tag=<tag>`; null when there is none. Electron writes the notification's id as the tag
 * (https://github.com/electron/electron/pull/50328).
 */
function activatedTag(args: string): string | null {
  const tag = new URLSearchParams(args).get('tag');
  return tag === null || tag === '' ? null : tag;
}
