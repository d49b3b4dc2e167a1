import type { NotificationFault } from '../../../core/notification/notification-fault.ts';
import type { Clock } from '../../../core/clock.ts';
import { desktopEntry, programName } from '../app-identity.ts';
import { notificationDaemon } from '../../engine/session-bus/desktop-services.ts';
import type { BusReply, BusSignal, SessionBus } from '../../engine/session-bus/session-bus.ts';
import { theBus } from '../../engine/session-bus/session-bus.ts';
import type { NotificationDaemon } from './notification-daemon.ts';
import type {
  NativeNotification,
  NativeNotificationOptions,
  NotificationMaker,
} from './system-notifications.ts';

/** A picture in the form of the hint `image-data`: rows from the top, four bytes a pixel. */
export interface CardPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly rgba: Uint8Array;
}

/** What {@link BusNotifications} needs. */
export interface BusNotificationsParts {
  readonly bus: SessionBus;
  readonly clock: Clock;
  readonly daemon: NotificationDaemon;
  /** Shows the cards for which there is no bus or no daemon. */
  readonly fallback: NotificationMaker;
  /** The program's own picture; null when it cannot be read. */
  readonly picture: () => CardPicture | null;
  /**
   * Does what a click asks for.
   *
   * @param token by which the desktop lets a window come to the front; null when the daemon gave none
   */
  readonly activated: (token: string | null, act: () => void) => void;
}

type Events = Parameters<NativeNotification['listen']>[0];
type Answer = BusReply & { readonly kind: 'answer' };

/** One notification that was asked for. */
interface Card {
  readonly options: NativeNotificationOptions;
  events: Events | null;
  isClosed: boolean;
  /** When it has failed if it was not shown by then, on the monotonic clock. */
  dueMs: number;
  stopWaiting: () => void;
}

/** A card on the screen. Its number means something to the daemon that gave it, and to no other. */
interface OnScreen {
  /** The unique name of the daemon. */
  readonly owner: string;
  readonly id: number;
  /** Whose clicks it gets. */
  readonly card: Card;
  /** Comes just before the click that it belongs to. */
  token: string | null;
}

/** Where the cards of one tag follow each other. */
interface Place {
  onScreen: OnScreen | null;
  /** Electron's own card, where the bus could not be used. */
  own: NativeNotification | null;
  /** Wait for the one before them: only its answer brings the number to replace. */
  readonly waiting: Card[];
  isSending: boolean;
  newest: Card | null;
}

/** A notification that has not been answered for by then has failed. A daemon that must be started takes seconds. */
const shownWithinMs = 10_000;
/** Closing is not waited for longer than that. */
const closedWithinMs = 2000;
/** `NotificationClosed` gives this reason when a card left the screen unasked. */
const expired = 1;
/** The key of a click on the card itself, in the specification. */
const defaultAction = 'default';
/** In the hint `urgency`. */
const urgencies = { normal: 1, critical: 2 } as const;
/** In `expire_timeout`: as the daemon likes, and never. */
const timeouts = { default: -1, never: 0 } as const;
/** A token is a short word; it becomes a variable of the environment. */
const tokenShape = /^[!-~]{1,512}$/;

/**
 * Linux: notifications over the session bus, because Electron gives the daemon neither buttons nor silence and replaces
 * none in place (docs/adr/0017-cards-over-the-session-bus.md).
 * https://specifications.freedesktop.org/notification/latest/
 *
 * What is known for certain not to have been shown is shown by Electron. What the daemon left open is not: it may be on
 * the screen already (docs/adr/0009-notified-once.md). A number is used only towards the daemon that gave it, under its
 * unique name, and only what comes from that name counts: any program on the bus can send such signals.
 */
export class BusNotifications implements NotificationMaker {
  readonly replacesById = true;
  readonly outlivesProgram = false;
  /** All are handed over; those that the daemon would not show are left out when it is asked. */
  readonly showsActions = true;
  readonly #parts: BusNotificationsParts;
  readonly #places = new Map<string, Place>();
  /** Calls whose end the program waits for when it ends. */
  #openCalls = 0;
  #whenSettled: (() => void) | null = null;

  constructor(parts: BusNotificationsParts) {
    this.#parts = parts;
    const { destination } = notificationDaemon;
    parts.bus.listen({
      rules: [
        `type='signal',sender='${destination}',interface='${destination}'`,
        `type='signal',sender='${theBus.destination}',interface='${theBus.interface}',member='NameOwnerChanged',arg0='${destination}'`,
      ],
      received: (signal) => this.#received(signal),
      lost: () => this.#lost(() => true),
    });
  }

  isSupported(): boolean {
    return this.#parts.bus.isNamed || this.#parts.fallback.isSupported();
  }

  make(options: NativeNotificationOptions): NativeNotification {
    const card: Card = {
      options,
      events: null,
      isClosed: false,
      dueMs: 0,
      stopWaiting: () => undefined,
    };
    return {
      show: () => this.#show(card),
      close: () => this.#close(card),
      listen: (events) => (card.events = events),
    };
  }

  /** Also closes what is on the screen though it was reported as failed: no click could reach a later run. */
  settled(): Promise<void> {
    for (const place of this.#places.values()) {
      if (place.onScreen !== null) this.#close(place.onScreen.card);
    }
    if (this.#openCalls === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenSettled = resolve;
    });
  }

  #show(card: Card): void {
    const place = this.#placeOf(card);
    place.newest = card;
    card.dueMs = this.#parts.clock.monotonicMs() + shownWithinMs;
    card.stopWaiting = this.#parts.clock.schedule(() => {
      leave(place, card);
      fail(card, 'system-silent');
      this.#tidy(place, card);
    }, shownWithinMs);
    place.waiting.push(card);
    this.#next(place);
  }

  #close(card: Card): void {
    const place = this.#placeOf(card);
    card.isClosed = true;
    leave(place, card);
    if (place.newest === card) {
      place.own?.close();
      place.own = null;
    }
    const { onScreen } = place;
    if (onScreen?.card === card) {
      place.onScreen = null;
      this.#closeAt(onScreen);
      card.events?.closed(true);
    }
    this.#tidy(place, card);
  }

  /** Sends the next card of a place, unless one is being sent. */
  #next(place: Place): void {
    if (place.isSending) return;
    const card = place.waiting[0];
    if (card === undefined) return;
    place.isSending = true;
    this.#openCalls += 1;
    void this.#parts.daemon.known.then(() => {
      // Meanwhile its time may be over, or it was closed.
      if (place.waiting[0] !== card) return this.#sent(place, card);
      leave(place, card);
      return this.#send(place, card);
    });
  }

  #sent(place: Place, card: Card): void {
    place.isSending = false;
    this.#next(place);
    this.#tidy(place, card);
    this.#callEnded();
  }

  #send(place: Place, card: Card): void {
    const { bus, clock } = this.#parts;
    const replaced = place.onScreen;
    bus.call(
      {
        ...notificationDaemon,
        destination: replaced?.owner ?? notificationDaemon.destination,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        args: this.#arguments(card.options, replaced?.id ?? 0),
      },
      Math.max(card.dueMs - clock.monotonicMs(), 0),
      (reply) => {
        // The daemon that showed the older one is gone, and its successor knows nothing of that number.
        if (replaced !== null && isUndelivered(reply) && !card.isClosed) {
          this.#lost(({ owner }) => owner === replaced.owner);
          return this.#send(place, card);
        }
        this.#replied(place, card, reply);
        this.#sent(place, card);
      },
      (answer) => this.#answered(card, answer, true),
    );
  }

  #replied(place: Place, card: Card, reply: BusReply): void {
    if (reply.kind === 'answer') return this.#answered(card, reply, false);
    if (isUndelivered(reply)) return this.#showOwn(place, card);
    if (reply.kind === 'refusal' && reply.sender !== theBus.destination) {
      return fail(card, 'system-refused');
    }
    // It may stand where the older one stood.
    if (place.onScreen !== null && !card.isClosed)
      place.onScreen = { ...place.onScreen, card, token: null };
    return fail(card, 'system-silent');
  }

  /** The daemon took it; `isLate` says that we had given up. */
  #answered(card: Card, { args, sender }: Answer, isLate: boolean): void {
    // Its place may have been forgotten meanwhile.
    const place = this.#placeOf(card);
    const [id] = args;
    const onScreen: OnScreen | null =
      typeof id === 'number' && id > 0 ? { owner: sender, id, card, token: null } : null;
    const isSuperseded = isLate && place.newest !== null && place.newest !== card;
    if (card.isClosed || isSuperseded) {
      const isInPlace = isSuperseded && isSame(place.onScreen, onScreen);
      if (onScreen !== null && !isInPlace) this.#closeAt(onScreen);
      this.#tidy(place, card);
      return;
    }
    place.newest ??= card;
    place.own?.close();
    place.own = null;
    place.onScreen = onScreen;
    card.events?.shown();
  }

  #showOwn(place: Place, card: Card): void {
    if (card.isClosed) return;
    place.own?.close();
    place.own = null;
    const { fallback } = this.#parts;
    if (!fallback.isSupported()) return fail(card, 'no-daemon');
    const { id: _tag, ...options } = card.options;
    const own = fallback.make({ ...options, actions: [] });
    place.own = own;
    own.listen({
      shown: () => card.events?.shown(),
      failed: (reason) => card.events?.failed(reason === '' ? 'no-daemon' : reason),
      clicked: () => card.events?.clicked(),
      acted: (index) => card.events?.acted(index),
      closed: (isGone) => {
        if (isGone && place.own === own) place.own = null;
        card.events?.closed(isGone);
      },
    });
    own.show();
  }

  #arguments(options: NativeNotificationOptions, replacedId: number): readonly unknown[] {
    const { daemon } = this.#parts;
    const { actions, body, silent, timeoutType, title, urgency } = options;
    const buttons = actions.flatMap((text, at) => [String(at), clean(text)]);
    // Some daemons show a click as a button if it has a label, and know no other click (xfce4-notifyd).
    const click = [defaultAction, actions.length === 0 ? programName : ''];
    return [
      programName,
      replacedId,
      '',
      clean(title),
      clean(daemon.body(body)),
      // Without the capability some daemons ask in a box of their own which action was meant.
      daemon.showsActions ? [...click, ...buttons] : [],
      this.#hints(urgencies[urgency], silent),
      timeouts[timeoutType],
    ];
  }

  #hints(urgency: number, isSilent: boolean): readonly (readonly unknown[])[] {
    const picture = this.#parts.picture();
    return [
      ['urgency', ['y', urgency]],
      ['desktop-entry', ['s', desktopEntry]],
      ...(isSilent ? [['suppress-sound', ['b', true]]] : []),
      ...(picture === null ? [] : [['image-data', ['(iiibiiay)', imageData(picture)]]]),
    ];
  }

  #received({ args, interface: of, member, sender }: BusSignal): void {
    const [first, second, third] = args;
    if (of === theBus.interface && sender === theBus.destination) {
      if (member !== 'NameOwnerChanged' || first !== notificationDaemon.destination) return;
      this.#lost(({ owner }) => owner === second);
      if (third !== '') this.#parts.daemon.renewed();
      return;
    }
    if (of !== notificationDaemon.interface || typeof first !== 'number') return;
    for (const place of this.#places.values()) {
      const { onScreen } = place;
      if (onScreen?.id !== first || onScreen.owner !== sender) continue;
      if (member === 'ActivationToken') onScreen.token = readToken(second);
      if (member === 'ActionInvoked') this.#acted(onScreen, second);
      if (member === 'NotificationClosed') this.#closed(place, onScreen, second);
      return;
    }
  }

  #acted(onScreen: OnScreen, key: unknown): void {
    const { card, token } = onScreen;
    onScreen.token = null;
    const { activated } = this.#parts;
    if (key === defaultAction) return activated(token, () => card.events?.clicked());
    const at = card.options.actions.findIndex((_text, index) => key === String(index));
    if (at !== -1) activated(token, () => card.events?.acted(at));
  }

  #closed(place: Place, onScreen: OnScreen, reason: unknown): void {
    const { card } = onScreen;
    // One that expired may stand in the desktop's list and be clicked there.
    if (reason === expired) return card.events?.closed(false);
    place.onScreen = null;
    card.events?.closed(true);
    this.#tidy(place, card);
  }

  /** These cards are gone, whatever their daemon does: they count as closed without a click. */
  #lost(isLost: (onScreen: OnScreen) => boolean): void {
    for (const place of this.#places.values()) {
      const { onScreen } = place;
      if (onScreen === null || !isLost(onScreen)) continue;
      place.onScreen = null;
      onScreen.card.events?.closed(true);
      this.#tidy(place, onScreen.card);
    }
  }

  #closeAt({ id, owner }: OnScreen): void {
    this.#openCalls += 1;
    this.#parts.bus.call(
      {
        ...notificationDaemon,
        destination: owner,
        member: 'CloseNotification',
        signature: 'u',
        args: [id],
      },
      closedWithinMs,
      () => this.#callEnded(),
    );
  }

  #callEnded(): void {
    this.#openCalls -= 1;
    if (this.#openCalls > 0) return;
    this.#whenSettled?.();
    this.#whenSettled = null;
  }

  #placeOf({ options: { id = '' } }: Card): Place {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place: Place = {
      onScreen: null,
      own: null,
      waiting: [],
      isSending: false,
      newest: null,
    };
    this.#places.set(id, place);
    return place;
  }

  /** Forgets a place where nothing is. */
  #tidy(place: Place, { options: { id = '' } }: Card): void {
    const { isSending, onScreen, own, waiting } = place;
    if (onScreen !== null || own !== null || isSending || waiting.length > 0) return;
    if (this.#places.get(id) === place) this.#places.delete(id);
  }
}

/** Takes a card out of those that wait. */
function leave(place: Place, card: Card): void {
  card.stopWaiting();
  const at = place.waiting.indexOf(card);
  if (at !== -1) place.waiting.splice(at, 1);
}

/** One that was closed before it was shown has not failed. */
function fail(card: Card, reason: NotificationFault): void {
  if (!card.isClosed) card.events?.failed(reason);
}

function isSame(one: OnScreen | null, other: OnScreen | null): boolean {
  return one?.id === other?.id && one?.owner === other?.owner;
}

/** Whether it is certain that no daemon got the call. */
function isUndelivered(reply: BusReply): boolean {
  if (reply.kind === 'unsent') return true;
  // The bus says "no reply" of a program that ended after it got the call.
  return (
    reply.kind === 'refusal' &&
    reply.sender === theBus.destination &&
    reply.name !== 'org.freedesktop.DBus.Error.NoReply'
  );
}

/** D-Bus forbids the character zero and halves of surrogate pairs; a bus ends the connection of a program that sends them. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function readToken(value: unknown): string | null {
  return typeof value === 'string' && tokenShape.test(value) ? value : null;
}

/** Width, height, bytes in a row, whether there is opacity, bits of a colour, colours, pixels. */
function imageData({ heightPx, rgba, widthPx }: CardPicture): readonly unknown[] {
  return [widthPx, heightPx, widthPx * 4, true, 8, 4, rgba];
}

/**
 * The pixels of a bitmap of Electron's on Linux, which is blue, green, red and opacity, the colours weakened by the
 * opacity already (types, `toBitmap`).
 */
export function rgbaOf(bitmap: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(bitmap.length);
  for (let at = 0; at < bitmap.length; at += 4) {
    const opacity = bitmap[at + 3] ?? 0;
    const whole = (value = 0): number =>
      opacity === 0 ? 0 : Math.min(Math.round((value * 255) / opacity), 255);
    rgba.set([whole(bitmap[at + 2]), whole(bitmap[at + 1]), whole(bitmap[at]), opacity], at);
  }
  return rgba;
}
