import { execFile, spawn } from 'node:child_process';
import { electronModule } from '../electron-types.ts';

let text = '';

/** The desktop's clipboard; undefined without a display or without xclip. */
function desktopText(): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (!process.env['DISPLAY']) {
      resolve(undefined);
      return;
    }
    const args = ['-selection', 'clipboard', '-out'];
    execFile('xclip', args, { timeout: 2000, killSignal: 'SIGKILL' }, (error, stdout) => {
      resolve(error ? undefined : stdout);
    });
  });
}

function giveToDesktop(given: string): void {
  if (!process.env['DISPLAY']) return;
  const args = ['-selection', 'clipboard', '-in'];
  const child = spawn('xclip', args, { stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(given);
}

/** Electron's `clipboard`, for text: the desktop's where xclip is, else this process's own. */
export const clipboard = electronModule<Electron.Clipboard>('clipboard', {
  async writeText(given) {
    text = given;
    giveToDesktop(given);
  },
  async readText() {
    return (await desktopText()) ?? text;
  },
  clear() {
    text = '';
    giveToDesktop('');
  },
  async has(mimeType) {
    return mimeType === 'text/plain' && text !== '';
  },
});
