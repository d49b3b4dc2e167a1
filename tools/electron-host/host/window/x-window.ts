import { execFile } from 'node:child_process';
import { warnOnce } from '../warn-once.ts';

let isMissing = false;

/** Runs xdotool. @returns what it printed; undefined when it fails or is not installed */
function xdotool(...args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('xdotool', args, { timeout: 5000 }, (error, stdout) => {
      isMissing = error !== null && 'code' in error && error.code === 'ENOENT';
      if (isMissing) warnOnce('xdotool is not installed: hidden windows are minimised instead');
      resolve(error ? undefined : stdout.trim());
    });
  });
}

/**
 * The X window of one Chromium window: what the DevTools protocol cannot do with it, namely
 * unmap, map, raise and mark it.
 */
export class XWindow {
  /** The X window's number, in decimal. */
  readonly id: string;

  private constructor(id: string) {
    this.id = id;
  }

  /**
   * Looks for the window with exactly this title until it is there.
   *
   * @param deadlineMs how long to look
   * @returns undefined without xdotool or when no such window comes
   */
  static async find(title: string, deadlineMs: number): Promise<XWindow | undefined> {
    const end = performance.now() + deadlineMs;
    do {
      const found = await xdotool('search', '--name', `^${title}$`);
      const id = found?.split('\n')[0];
      if (id) return new XWindow(id);
      await new Promise((resolve) => setTimeout(resolve, 25));
    } while (!isMissing && performance.now() < end);
    return undefined;
  }

  async map(): Promise<void> {
    await xdotool('windowmap', '--sync', this.id);
  }

  async unmap(): Promise<void> {
    await xdotool('windowunmap', '--sync', this.id);
  }

  async activate(): Promise<void> {
    await xdotool('windowactivate', this.id);
  }

  async setUrgency(isUrgent: boolean): Promise<void> {
    await xdotool('set_window', '--urgency', isUrgent ? '1' : '0', this.id);
  }
}
