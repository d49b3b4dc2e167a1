import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { everyFile } from '../../support/every-byte.ts';
import { electronArguments, electronExecutable, onThrowAwayDesktop } from './desktop.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** Whether the output is kept from its first byte on, which a shell of Linux does. */
const keepsOutput = onThrowAwayDesktop;

/** A folder for one app's data, removed with everything in it at the end. */
export async function throwAwayProfile(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'waybell-e2e-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true, maxRetries: 10 }) };
}

/** The running built app, whose main process Playwright controls. */
export interface RunningProgram {
  readonly app: ElectronApplication;
  /** All text in stdout, stderr and the profile, including Chromium's files. */
  everythingWritten(): string;
  quit(): Promise<void>;
}

/** A running app that was started with its window. */
export interface RunningApp extends RunningProgram {
  readonly window: Page;
  /** The present window, which is another one after a close and a reopen. */
  currentWindow(): Promise<Page>;
}

/** Starts the built app with a profile of its own, and waits for its window. */
export async function startApp(
  profileDir: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningApp> {
  const program = await startProgram(profileDir, args, env);
  const { app } = program;
  const window = await app.firstWindow();
  // Playwright keeps every page in the belief that it has the focus, and whether its window has it is chance. A spec
  // in which the dispatcher is at the window says so.
  await app.evaluate(({ app: electron, BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.isFocused = () => false;
    electron.on('browser-window-created', (_event, opened) => {
      opened.isFocused = () => false;
    });
  });
  // Without a listener Playwright answers dialogs, such as the one on closing the window, by itself.
  window.on('dialog', () => {});
  return {
    ...program,
    window,
    async currentWindow() {
      const open = app.windows().filter((each) => !each.isClosed());
      return open.at(-1) ?? app.waitForEvent('window');
    },
  };
}

/** Starts the built app with a profile of its own, and waits for no window. */
export async function startProgram(
  profileDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'waybell-output-'));
  const output = join(folder, 'output.txt');
  const app = await _electron.launch({
    executablePath: keepsOutput
      ? join(import.meta.dirname, 'keep-output.sh')
      : electronExecutable(),
    args: [
      ...electronArguments(),
      '-r',
      join(repository, 'tools/runtime/hold-ready.cjs'),
      repository,
      '--profile',
      profileDir,
      ...args,
    ],
    env: { ...(process.env as Record<string, string>), WAYBELL_KEPT_OUTPUT: output, ...env },
    // Playwright turns the sandbox off unless it is asked not to.
    chromiumSandbox: !electronArguments().includes('--no-sandbox'),
  });
  askedOnce(app);
  let written = '';
  const child = app.process();
  for (const stream of keepsOutput ? [] : [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
    });
  }
  return {
    app,
    everythingWritten() {
      const texts = everyFile(profileDir).map(({ bytes }) => bytes);
      const kept = keepsOutput ? readFileSync(output, 'utf8') : written;
      return [kept, ...texts].join('\n');
    },
    quit: () => app.close(),
  };
}

/**
 * Lets no question to the main process be lost. On a busy machine V8 now and then forgets the promise of an answer
 * before Playwright has it, although the function ran; such a question is asked again, and the function runs once.
 */
function askedOnce(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app);
  let asked = 0;
  Object.assign(app, {
    evaluate: async (ask: (electron: unknown, input: unknown) => unknown, input: unknown) => {
      asked += 1;
      const question = { no: asked, text: String(ask), input };
      for (;;) {
        try {
          return await evaluate(answeredOnce, question);
        } catch (error) {
          if (!String(error).includes('promise was garbage collected')) throw error;
        }
      }
    },
  });
}

/** Runs in the main process: the answer to a question, which is worked out once. */
function answeredOnce(
  electron: unknown,
  { input, no, text }: { readonly no: number; readonly text: string; readonly input: unknown },
): unknown {
  const answers = (globalThis.answersOfSpecs ??= new Map<number, unknown>());
  // oxlint-disable-next-line no-eval -- as Playwright does with the text of a function
  if (!answers.has(no)) answers.set(no, (0, eval)(`(${text})`)(electron, input));
  return answers.get(no);
}

declare global {
  var answersOfSpecs: Map<number, unknown> | undefined;
}

/**
 * Starts the app once more on the same profile and waits for it to end. Answers its exit code.
 *
 * @param folder where it is started; relative names among the arguments are looked for there
 */
export function startAgain(
  profileDir: string,
  args: readonly string[],
  folder?: string,
): Promise<number | null> {
  const child = spawn(
    electronExecutable(),
    [...electronArguments(), repository, '--profile', profileDir, ...args],
    {
      stdio: 'ignore',
      cwd: folder,
    },
  );
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', ended);
  });
}
