import {
  MainWindow,
  type NativeWindow,
  type NativeWindowEvents,
} from '../../../main/desktop/window/main-window.ts';
import type { Bounds, WindowMemory } from '../../../main/desktop/window/window-place.ts';
import { FakeClock } from '../fake-clock.ts';
import { RecordingLog } from '../recording-log.ts';

/** The only screen, unless a test says otherwise. */
export const screen: Bounds = { x: 0, y: 0, width: 1440, height: 900 };

/** A native window that records the calls to it. */
export class FakeWindow implements NativeWindow {
  readonly contentsId = 7;
  readonly journal: string[] = [];
  readonly sent: [string, unknown][] = [];
  bounds: Bounds;
  isShown = false;
  isDown = false;
  isFront = false;
  isLarge = false;
  /** Electron reports the end of a window at once or later. */
  reportsItsEnd = true;
  events: NativeWindowEvents | null = null;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  load(): Promise<void> {
    this.journal.push('load');
    return Promise.resolve();
  }
  send(channel: string, payload: unknown): void {
    this.sent.push([channel, payload]);
  }
  show(): void {
    this.journal.push('show');
    this.isShown = true;
  }
  hide(): void {
    this.journal.push('hide');
    this.isShown = false;
  }
  minimize(): void {
    this.journal.push('minimize');
    this.isDown = true;
  }
  restore(): void {
    this.journal.push('restore');
    this.isDown = false;
  }
  focus(): void {
    this.isFront = true;
  }
  maximize(): void {
    this.journal.push('maximize');
  }
  destroy(): void {
    this.journal.push('destroy');
    if (this.reportsItsEnd) this.events?.closed();
  }
  isVisible(): boolean {
    return this.isShown;
  }
  isMinimized(): boolean {
    return this.isDown;
  }
  isMaximized(): boolean {
    return this.isLarge;
  }
  isFocused(): boolean {
    return this.isFront;
  }
  normalBounds(): Bounds {
    return this.bounds;
  }
  setBounds(bounds: Bounds): void {
    this.journal.push('move');
    this.bounds = bounds;
  }
  crashRenderer(): void {
    this.journal.push('crash');
    this.events?.rendererGone('crashed');
  }
  listen(events: NativeWindowEvents): void {
    this.events = events;
  }
}

interface MainWindowState {
  hasTray: boolean;
  isActivatedSoon: boolean;
  workAreas: readonly [Bounds, ...Bounds[]];
}

/** A main window that was not shown yet, with its fakes. */
export function mainWindow(
  hasTray = true,
  remembered: WindowMemory = { places: [], knowsTray: false },
) {
  const opened: FakeWindow[] = [];
  const clock = new FakeClock();
  const log = new RecordingLog();
  const reported: string[] = [];
  const state: MainWindowState = { hasTray, isActivatedSoon: false, workAreas: [screen] };
  let memory = remembered;
  const window = new MainWindow({
    open(bounds) {
      const native = new FakeWindow(bounds);
      opened.push(native);
      return native;
    },
    workAreas: () => state.workAreas,
    memory: {
      load: () => memory,
      save(next) {
        memory = next;
      },
    },
    clock,
    log,
    isTrayThere: () => Promise.resolve(state.hasTray),
    isActivatedSoon: () => state.isActivatedSoon,
    shown: () => undefined,
    keptInTray: () => reported.push('kept in tray'),
    stoppedListening: () => reported.push('stopped listening'),
  });
  const first = (): FakeWindow => {
    const native = opened[0];
    if (native === undefined) throw new Error('no window was opened');
    return native;
  };
  return { window, opened, first, clock, log, reported, state, memory: () => memory };
}

/** A main window that is shown, with its fakes. */
export function shown(hasTray = true) {
  const parts = mainWindow(hasTray);
  parts.window.show();
  parts.first().events?.readyToShow();
  return parts;
}
