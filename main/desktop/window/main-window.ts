import type { BridgeEvents, RevealedOrders } from '../../../core/bridge/bridge.ts';
import type { EventChannel } from '../../../core/bridge/channels.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WindowView } from '../../../core/board/window-view.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Clock } from '../../../core/clock.ts';
import { RendererRecovery } from './renderer-recovery.ts';
import type { Bounds, WindowMemory, WindowMemoryStore, WindowPlace } from './window-place.ts';
import { placeOn, visibleBounds, withPlaceOn } from './window-place.ts';

/** The part of a native window that {@link MainWindow} uses. */
export interface NativeWindow {
  readonly contentsId: number;
  load(): Promise<void>;
  send(channel: string, payload: unknown): void;
  show(): void;
  hide(): void;
  minimize(): void;
  restore(): void;
  focus(): void;
  maximize(): void;
  destroy(): void;
  isVisible(): boolean;
  isMinimized(): boolean;
  isMaximized(): boolean;
  isFocused(): boolean;
  /** The bounds while neither maximised nor minimised. */
  normalBounds(): Bounds;
  setBounds(bounds: Bounds): void;
  crashRenderer(): void;
  listen(events: NativeWindowEvents): void;
}

/** What a native window reports. */
export interface NativeWindowEvents {
  readyToShow(): void;
  /** The user closes it; answering true keeps it open. */
  closing(): boolean;
  closed(): void;
  rendererGone(reason: string): void;
  unresponsive(): void;
  responsive(): void;
}

/** What {@link MainWindow} needs. */
export interface MainWindowParts {
  readonly open: (bounds: Bounds) => NativeWindow;
  readonly workAreas: () => readonly [Bounds, ...Bounds[]];
  readonly memory: WindowMemoryStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether there is a tray to open the window from. Asked anew each time: a panel can die. */
  readonly isTrayThere: () => Promise<boolean>;
  /** Asked when the window is to come to the front: whether it will be asked for again at once, with leave to do so. */
  readonly isActivatedSoon: () => boolean;
  /** The window was opened or brought to the front. */
  readonly shown: () => void;
  /** Closing hid the window in the tray for the first time. */
  readonly keptInTray: () => void;
  /** The page that listened is gone: closed, crashed or loaded anew. */
  readonly stoppedListening: () => void;
}

/** The view of a window that was never open before. */
const startView: WindowView = {
  view: 'all',
  filter: '',
  detailWidthPx: null,
  activeId: null,
  selectedIds: [],
  openId: null,
  top: null,
};

/** A hidden start waits so long for a tray before it leaves a minimised window. */
const trayComesWithinMs = 15_000;
const trayAskedEveryMs = 1000;

/** A page that was told to leave is ended after this time even if it did not answer. */
const answerWithinMs = 1000;

/**
 * The one window. Opened when first asked for; closing it takes it off the screen and then ends its
 * renderer, so that its memory is given back while the tray stays. Where there is no tray it is
 * minimised instead, so that it can never be lost. A renderer that crashes or hangs is brought back
 * while the checking in this process goes on untouched.
 */
export class MainWindow {
  readonly #parts: MainWindowParts;
  readonly #recovery: RendererRecovery;
  #memory: WindowMemory;
  #native: NativeWindow | null = null;
  #isListening = false;
  #isQuitting = false;
  #showsWhenReady = false;
  /** How often the window was asked for. */
  #shows = 0;
  #hasPainted = false;
  /** The order whose details the page shows, as it said last; null for none, or when the page is gone. */
  #openOrderId: OrderId | null = null;
  /** The order whose details were open at the last crash. */
  #crashedWith: OrderId | null = null;
  /** Events for a page that has not asked for its first snapshot yet. */
  #waiting: (() => void)[] = [];
  /** Where the dispatcher was when the last page ended. */
  #view: WindowView | null = null;
  /** Set while a page sends what it still holds, before its renderer is ended. */
  #cancelEnd: (() => void) | null = null;

  constructor(parts: MainWindowParts) {
    this.#parts = parts;
    this.#memory = parts.memory.load();
    this.#recovery = new RendererRecovery({
      clock: parts.clock,
      reload: () => this.#load(),
      crash: () => this.#native?.crashRenderer(),
    });
  }

  get contentsId(): number | null {
    return this.#native?.contentsId ?? null;
  }

  /**
   * The order whose details the dispatcher has before their eyes: open in a window that is visible,
   * not minimised and has the focus at this moment. Null for anything less.
   */
  get orderInFront(): OrderId | null {
    return this.isInFront ? this.#openOrderId : null;
  }

  /** Whether the window is visible, not minimised and has the focus at this moment. */
  get isInFront(): boolean {
    const native = this.#native;
    return native !== null && native.isVisible() && !native.isMinimized() && native.isFocused();
  }

  /** Where the dispatcher was before, for a page that starts. */
  get view(): WindowView | null {
    const { detailWidthPx } = this.#place;
    if (this.#view === null) return detailWidthPx === null ? null : { ...startView, detailWidthPx };
    return { ...this.#view, detailWidthPx };
  }

  /** A page says where the dispatcher is. From a page that was told to leave it is the last message. */
  remembered(view: WindowView, isLeaving: boolean): void {
    this.#view = view;
    if (view.detailWidthPx !== this.#place.detailWidthPx) {
      this.#keepPlace({ ...this.#place, detailWidthPx: view.detailWidthPx });
    }
    if (isLeaving) this.#endPage();
  }

  /** The window shows the details of this order from now on, or of none. */
  orderOpened(id: OrderId | null): void {
    this.#openOrderId = id;
  }

  /** Opens the window or brings it to the front. */
  show(): void {
    if (this.#isQuitting) return;
    this.#shows += 1;
    this.#showsWhenReady = true;
    this.#keepPage();
    const native = this.#native ?? this.#open();
    const isActivatedSoon = this.#parts.isActivatedSoon();
    // A window that has painted once is shown at once; a new one waits for its first paint.
    if (this.#hasPainted && !isActivatedSoon) {
      raise(native);
      this.screensChanged();
    }
    this.#parts.shown();
  }

  /**
   * The screens are others than before, or smaller: a window that lies outside of them in part is brought back. One
   * that is maximised or minimised has no place of its own on the screen; it is looked at when it is restored.
   */
  screensChanged(): void {
    const native = this.#native;
    if (native === null || !this.#hasPainted || native.isMinimized() || native.isMaximized())
      return;
    const bounds = native.normalBounds();
    const visible = visibleBounds(bounds, this.#parts.workAreas());
    if (!isSamePlace(bounds, visible)) native.setBounds(visible);
  }

  /**
   * Starts without a visible window: in the tray or, where none comes, minimised. At login the panel may start after
   * the program, and a busy computer may answer late.
   */
  async startHidden(): Promise<void> {
    const { clock, isTrayThere } = this.#parts;
    const shows = this.#shows;
    const untilMs = clock.monotonicMs() + trayComesWithinMs;
    while (!(await isTrayThere())) {
      if (this.#isQuitting || shows !== this.#shows) return;
      if (clock.monotonicMs() >= untilMs) return this.#startMinimised();
      await new Promise<void>((resolve) => {
        clock.schedule(resolve, trayAskedEveryMs);
      });
    }
  }

  #startMinimised(): void {
    this.#parts.log.info('hiddenStartWithoutTray');
    const native = this.#native ?? this.#open();
    native.minimize();
  }

  /** Shows the details of an order, or several orders alone, in a window that is opened if need be. */
  reveal(orders: RevealedOrders): void {
    this.show();
    this.send('orders:revealed', orders);
  }

  /** Pushes an event; one for a window that is still loading waits until it listens. */
  send<Channel extends EventChannel>(channel: Channel, payload: BridgeEvents[Channel]): void {
    if (this.#isListening) this.#native?.send(channel, payload);
    else this.#waiting.push(() => this.#native?.send(channel, payload));
  }

  /** Pushes an event that the next snapshot covers: without a window that listens it is dropped. */
  sendIfListening<Channel extends EventChannel>(
    channel: Channel,
    payload: BridgeEvents[Channel],
  ): void {
    if (this.#isListening) this.#native?.send(channel, payload);
  }

  /** The window asked for its first snapshot: from here on it hears what is pushed. */
  listens(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    // After the snapshot's own answer, so that the window knows the order that is revealed.
    this.#parts.clock.schedule(() => {
      for (const deliver of waiting) deliver();
    }, 0);
  }

  /** From now on closing really closes the window. Remembers its place and hides it. */
  prepareToQuit(): void {
    this.#isQuitting = true;
    this.#recovery.reset();
    this.#keepPage();
    this.#remember();
    this.#native?.hide();
  }

  destroy(): void {
    this.#native?.destroy();
    this.#native = null;
    this.#stopListening();
  }

  #open(): NativeWindow {
    const { bounds } = this.#place;
    const native = this.#parts.open(visibleBounds(bounds, this.#parts.workAreas()));
    this.#native = native;
    this.#hasPainted = false;
    native.listen({
      readyToShow: () => {
        this.#hasPainted = true;
        if (this.#place.isMaximized) native.maximize();
        if (this.#showsWhenReady) raise(native);
      },
      closing: () => this.#keepOpen(native),
      closed: () => this.#forget(native),
      rendererGone: (reason) => {
        this.#keepOpenOrder();
        this.#stopListening();
        if (this.#isQuitting) return;
        this.#parts.log.error('rendererGone', { reason });
        this.#recovery.crashed();
      },
      unresponsive: () => {
        this.#parts.log.warn('rendererUnresponsive');
        if (!this.#isQuitting) this.#recovery.hung();
      },
      responsive: () => this.#recovery.answered(),
    });
    this.#load();
    return native;
  }

  /** Electron reports the end of a window later than it comes, and a window that ended can be asked nothing. */
  #end(native: NativeWindow): void {
    native.destroy();
    this.#forget(native);
  }

  #forget(native: NativeWindow): void {
    if (this.#native !== native) return;
    this.#native = null;
    this.#keepPage();
    this.#stopListening();
    this.#recovery.reset();
  }

  #stopListening(): void {
    this.#openOrderId = null;
    if (!this.#isListening) return;
    this.#isListening = false;
    this.#parts.stoppedListening();
  }

  /**
   * A page that crashed takes no leave: the order that it showed is what is known of where the dispatcher was.
   * Not when it crashed with the same order before, which may be what ends it.
   */
  #keepOpenOrder(): void {
    const openId = this.#openOrderId;
    if (openId === null) return;
    const isAgain = openId === this.#crashedWith;
    this.#crashedWith = openId;
    this.#view = isAgain ? null : { ...startView, activeId: openId, openId };
  }

  #load(): void {
    this.#stopListening();
    this.#native?.load().catch((error: unknown) => {
      this.#parts.log.defect('windowNotLoaded', error);
    });
  }

  #keepOpen(native: NativeWindow): boolean {
    this.#remember();
    if (this.#isQuitting) return false;
    void this.#putAway(native);
    return true;
  }

  async #putAway(native: NativeWindow): Promise<void> {
    const shows = this.#shows;
    const isTrayThere = await this.#parts.isTrayThere();
    const isReopened = shows !== this.#shows;
    if (this.#isQuitting || isReopened || this.#native !== native) return;
    if (!isTrayThere) {
      native.minimize();
      return;
    }
    native.hide();
    this.#leave(native);
    if (this.#memory.knowsTray) return;
    this.#memory = { ...this.#memory, knowsTray: true };
    this.#parts.memory.save(this.#memory);
    this.#parts.keptInTray();
  }

  /**
   * Ends the page of a hidden window, once it has sent what it still holds: where the dispatcher was,
   * removals that could still have been undone.
   */
  #leave(native: NativeWindow): void {
    this.#showsWhenReady = false;
    if (!this.#isListening) {
      this.#end(native);
      return;
    }
    this.#keepPage();
    this.#cancelEnd = this.#parts.clock.schedule(() => this.#endPage(), answerWithinMs);
    native.send('window:leaving', null);
  }

  /** The page sent its last message, or its time is over. Does nothing when the window was shown since. */
  #endPage(): void {
    if (this.#cancelEnd === null) return;
    this.#keepPage();
    if (this.#native !== null) this.#end(this.#native);
  }

  #keepPage(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = null;
  }

  #remember(): void {
    const native = this.#native;
    if (native === null || !this.#hasPainted) return;
    const bounds = native.normalBounds();
    this.#keepPlace({ ...this.#place, bounds, isMaximized: native.isMaximized() });
  }

  /** How the window was on the screens that are there now. */
  get #place(): WindowPlace {
    return placeOn(this.#memory, this.#parts.workAreas());
  }

  #keepPlace(place: WindowPlace): void {
    this.#memory = withPlaceOn(this.#memory, this.#parts.workAreas(), place);
    this.#parts.memory.save(this.#memory);
  }
}

function raise(native: NativeWindow): void {
  if (native.isMinimized()) native.restore();
  native.show();
  native.focus();
}

function isSamePlace(one: Bounds, other: Bounds): boolean {
  const { x, y, width, height } = one;
  const isSameSize = width === other.width && height === other.height;
  return isSameSize && x === other.x && y === other.y;
}
