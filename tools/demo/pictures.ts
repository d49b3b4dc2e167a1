import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ScreenRegion, screenshot } from '../desktop/screenshot.ts';

const run = promisify(execFile);

/** The demo's screen: the window at the left, notifications to the right of it, the panel on top. */
export const demoScreen = { widthPx: 1760, heightPx: 920 } as const;

/** How long a notification may take to appear on the screen. */
const drawnAfterMs = 400;

const windowPlace = { leftPx: 16, topPx: 64 } as const;
/** The window manager's frame puts the window itself this far from where it was moved, at most. */
const frameWithinPx = 12;
const mostMoves = 20;
const movedAfterMs = 250;
/** The right end of the panel, where the tray is. */
const tray: ScreenRegion = { leftPx: 1600, topPx: 0, widthPx: 160, heightPx: 32 };
/** A tray icon is too small to be looked at as it is. */
const trayScalePercent = 400;
const notifications: ScreenRegion = { leftPx: 1296, topPx: 32, widthPx: 464, heightPx: 460 };

/** Takes the demo's pictures into one folder. A picture that fails is no reason to stop the demo. */
export class Pictures {
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #stopped: AbortSignal;
  readonly #files: string[] = [];
  #window: string | null = null;
  #capturing: Promise<void> = Promise.resolve();

  constructor(env: NodeJS.ProcessEnv, folder: string, stopped: AbortSignal) {
    this.#env = env;
    this.#folder = folder;
    this.#stopped = stopped;
  }

  /** The files so far, without the folder. */
  get files(): readonly string[] {
    return this.#files;
  }

  /**
   * Waits for the app's window, puts it where nothing covers it, and minimises it: news is not shown as a notification
   * while one is at the window.
   */
  async placeWindow(): Promise<void> {
    const signal = this.#stopped;
    while (!signal.aborted && this.#window === null) {
      const { stdout } = await this.#ask('xdotool', 'search', '--onlyvisible', '--name', 'Waybell');
      this.#window = stdout.trim().split('\n')[0] || null;
      if (this.#window === null) await wait(200, undefined, { signal }).catch(() => undefined);
    }
    if (this.#window === null) return;
    await this.#moveAside(this.#window);
    // A pointer over the window would leave a row lit and a tooltip open.
    const corner = [demoScreen.widthPx - 1, demoScreen.heightPx - 1].map(String);
    await this.#ask('xdotool', 'mousemove', ...corner);
    await this.#ask('xdotool', 'windowminimize', this.#window);
  }

  /** Moves the window until it stays: the app and the window manager still place it themselves. */
  async #moveAside(window: string): Promise<void> {
    const place = [String(windowPlace.leftPx), String(windowPlace.topPx)];
    let wasAside = false;
    for (let attempt = 0; attempt < mostMoves && !this.#stopped.aborted; attempt += 1) {
      const { stdout } = await this.#ask('xdotool', 'getwindowgeometry', '--shell', window);
      const leftPx = Number(/^X=(-?\d+)$/mu.exec(stdout)?.[1] ?? Number.NaN);
      const isAside = Math.abs(leftPx - windowPlace.leftPx) <= frameWithinPx;
      if (isAside && wasAside) return;
      wasAside = isAside;
      if (!isAside) await this.#ask('xdotool', 'windowmove', window, ...place);
      await wait(movedAfterMs, undefined, { signal: this.#stopped }).catch(() => undefined);
    }
  }

  /** Photographs the newest notifications a moment later, once they are drawn. */
  notificationSoon(): void {
    this.#capturing = this.#capturing.then(async () => {
      await wait(drawnAfterMs);
      await this.#capture('notification.png', notifications);
    });
  }

  /** Takes the remaining pictures: the window by itself, the tray, and the whole screen. */
  async rest(): Promise<void> {
    await this.#capturing;
    const window = this.#window;
    if (window !== null) {
      await this.#ask('xdotool', 'windowactivate', '--sync', window);
      await wait(drawnAfterMs);
      // By its number, not its place: the tools do not agree on where a framed window begins.
      await this.#keep('window.png', (file) =>
        run('import', ['-silent', '-window', window, file], { env: this.#env }),
      );
    }
    await this.#capture('tray.png', tray, trayScalePercent);
    await this.#capture('desktop.png');
  }

  #capture(name: string, region?: ScreenRegion, scalePercent?: number): Promise<void> {
    return this.#keep(name, (file) => screenshot(this.#env, file, region, scalePercent));
  }

  async #keep(name: string, shoot: (file: string) => Promise<unknown>): Promise<void> {
    try {
      await shoot(join(this.#folder, name));
      if (!this.#files.includes(name)) this.#files.push(name);
    } catch (error) {
      // The desktop goes down under us when the demo is stopped.
      if (!this.#stopped.aborted) process.stderr.write(`No picture ${name}: ${String(error)}\n`);
    }
  }

  /** What a desktop tool answers; nothing when it fails, as when there is no window yet. */
  async #ask(tool: string, ...args: readonly string[]): Promise<{ stdout: string }> {
    return run(tool, args, { env: this.#env }).catch(() => ({ stdout: '' }));
  }
}
