import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readNotificationLog } from '../../../tools/desktop/notification-log.ts';
import { screenshot } from '../../../tools/desktop/screenshot.ts';
import { type Desktop, withDesktop } from '../../../tools/desktop/throw-away-desktop.ts';

const run = promisify(execFile);
const patience = { timeout: 15_000, interval: 50 };

/** The processes of a desktop. Their mark is the name of its folder. */
function processesWith(mark: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`WAYBELL_DESKTOP=${mark}\0`);
      } catch {
        return false;
      }
    });
}

/** Sends a notification as any program would. */
function notify(desktop: Desktop, summary: string, actions: string, hints = '{}') {
  const name = 'org.freedesktop.Notifications';
  const args = ['Demo', '0', '', summary, 'Body <b>text</b>', actions, hints, '0'];
  return run(
    'gdbus',
    [
      'call',
      '--session',
      '-d',
      name,
      '-o',
      `/${name.replaceAll('.', '/')}`,
      '-m',
      `${name}.Notify`,
      ...args,
    ],
    { env: desktop.env },
  );
}

describe('a throw-away desktop', () => {
  it('has a notification daemon whose log says what arrived, with its actions', async () => {
    await withDesktop({ hasPanel: false, keyring: 'none' }, async (desktop) => {
      await notify(desktop, 'First "quoted"', "['default', 'Open', 'mute', 'Mute']");
      await notify(desktop, 'Second', '[]', "{'urgency': <byte 2>}");
      await expect
        .poll(() => readNotificationLog(desktop.notificationLog), patience)
        .toMatchObject([
          {
            summary: 'First "quoted"',
            body: 'Body <b>text</b>',
            appName: 'Demo',
            urgency: 'normal',
            actions: [
              { key: 'default', label: 'Open' },
              { key: 'mute', label: 'Mute' },
            ],
          },
          { summary: 'Second', urgency: 'critical', actions: [] },
        ]);
    });
  });

  it('has a screen, a home of its own, and leaves nothing behind', async () => {
    const [mark, folder] = await withDesktop(
      { keyring: 'none' },
      async ({ env, folder: place }) => {
        expect(env['HOME']?.startsWith(place)).toBe(true);
        const picture = join(place, 'screen.png');
        await screenshot(env, picture, { leftPx: 0, topPx: 0, widthPx: 20, heightPx: 10 });
        expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
        spawn('sleep', ['600'], { env, detached: true, stdio: 'ignore' }).unref();
        return [env['WAYBELL_DESKTOP'] ?? '', place];
      },
    );
    expect(processesWith(mark)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it('is taken down when what runs on it throws', async () => {
    let folder = '';
    const failing = withDesktop({ hasPanel: false, keyring: 'none' }, (desktop) => {
      folder = desktop.folder;
      return Promise.reject(new Error('on purpose'));
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the command that runs on a throw-away desktop', () => {
  let child: ChildProcess | null = null;
  afterEach(() => child?.kill('SIGKILL'));

  /** Starts `node tools/desktop/run.ts -- ...` and waits until its command tells the mark. */
  async function start(script: string): Promise<string> {
    const started = spawn(
      process.execPath,
      [
        'tools/desktop/run.ts',
        '--no-panel',
        '--',
        'sh',
        '-c',
        `echo "$WAYBELL_DESKTOP"; ${script}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    child = started;
    const [said] = await once(started.stdout, 'data');
    return String(said).trim();
  }

  it('gives its exit code', async () => {
    await start('exit 7');
    const [code] = child?.exitCode === null ? await once(child, 'exit') : [child?.exitCode];
    expect(code).toBe(7);
  });

  it('leaves nothing behind even when it is killed', async () => {
    const mark = await start('setsid sleep 600 & exec sleep 600');
    const folder = join(tmpdir(), mark);
    expect(processesWith(mark).length).toBeGreaterThan(0);
    child?.kill('SIGKILL');
    await expect.poll(() => processesWith(mark), patience).toEqual([]);
    await expect.poll(() => existsSync(folder), patience).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });
});
