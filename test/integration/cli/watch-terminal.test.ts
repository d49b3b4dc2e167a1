import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';

/* `waybell watch` on a terminal of its own: util-linux's `script` makes a real one. */

const program = join(import.meta.dirname, '../../../dist/main/cli.js');
/** The other systems have another `script`, or none. */
const isLinux = process.platform === 'linux';
const hideCursor = '\u001B[?25l';
const escape = '\u001B';
const showCursor = '\u001B[?25h';

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});

afterEach(() => service.close());

interface Terminal {
  /** Everything that was written to the terminal. */
  readonly text: () => string;
  /** Resolves when this text comes after the last one waited for. @throws when the program ends first */
  until(words: string): Promise<void>;
  /** Presses these keys. */
  press(keys: string): void;
  readonly ended: Promise<number | null>;
}

function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Terminal {
  const { clientId, clientSecret } = service.credentials;
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', program, 'watch'];
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  const command = [...words, ...connection, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols 90 rows 16; exec ${command}`, '/dev/null'], {
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm-256color',
      WAYBELL_CLIENT_SECRET: clientSecret,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  let looked = 0;
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    tell();
  });
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
    tell();
    return child.exitCode;
  });
  return {
    text: () => text,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const at = text.indexOf(wanted, looked);
          if (at < 0 && !hasEnded) return;
          listeners.delete(look);
          looked = at + wanted.length;
          if (at < 0) reject(new Error(`It ended without ${JSON.stringify(wanted)}:\n${text}`));
          else resolve();
        };
        listeners.add(look);
        look();
      }),
    press: (keys) => void child.stdin.write(keys),
    ended,
  };
}

test.runIf(isLinux)(
  'people get a live table, the latest changes below it, and their cursor back',
  async () => {
    const id = service.addOrder({ status: 'pending' });
    const terminal = onTerminal([id]);
    await terminal.until(hideCursor);
    await terminal.until('Waybell  1 order');
    await terminal.until(id.slice(0, 8));
    service.setOrder(id, { status: 'active', courier: { name: 'Chan Tai Man' } });
    await terminal.until('Matched');
    terminal.press('\u0003');
    expect(await terminal.ended).toBe(130);
    await terminal.until(showCursor);
    // The table is drawn over itself, and nothing of it is JSON.
    expect(
      terminal
        .text()
        .split(escape)
        .some((rest) => /^\[\d+A/.test(rest)),
    ).toBe(true);
    expect(terminal.text()).not.toContain('"event"');
  },
);

test.runIf(isLinux)('NO_COLOR takes the colours away and leaves the table', async () => {
  const id = service.addOrder({ status: 'active' });
  const terminal = onTerminal(['--once', id], { NO_COLOR: '1' });
  expect(await terminal.ended).toBe(0);
  expect(terminal.text()).toContain('Waybell  1 order');
  expect(
    terminal
      .text()
      .split(escape)
      .some((rest) => /^\[[\d;]*m/.test(rest)),
  ).toBe(false);
});

test.runIf(isLinux)('with --json a terminal gets lines and no table', async () => {
  const id = service.addOrder({ status: 'active' });
  const terminal = onTerminal(['--once', '--json', id]);
  expect(await terminal.ended).toBe(0);
  expect(terminal.text()).toContain(`{"event":"order","uuid":"${id}"`);
  expect(terminal.text()).not.toContain(hideCursor);
});
