import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { electronModule } from '../electron-types.ts';

/**
 * Opens something with the desktop's program for it. With HOST_OPEN_LOG=<file> it is written there
 * instead, one JSON object a line, so that a test can see what would have been opened.
 */
function open(kind: 'external' | 'path' | 'folder', what: string): void {
  const log = process.env['HOST_OPEN_LOG'];
  if (log) appendFileSync(log, `${JSON.stringify({ kind, what })}\n`);
  else
    spawn('xdg-open', [what], { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref();
}

/** Electron's `shell`. */
export const shell = electronModule<Electron.Shell>('shell', {
  /** @throws TypeError for what is no address */
  async openExternal(url) {
    open('external', new URL(url).href);
  },
  async openPath(path) {
    open('path', path);
    return '';
  },
  showItemInFolder(fullPath) {
    open('folder', fullPath);
  },
  beep() {
    process.stdout.write('\x07');
  },
});
