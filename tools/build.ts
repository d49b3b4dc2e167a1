import { readdirSync, statSync } from 'node:fs';
import type { Ended, RunOptions } from './process/child-process.ts';
import { runTool } from './process/installed-tool.ts';
import { oneAtATime } from './install/one-at-a-time.mjs';
import { step } from './install/progress.mjs';
import { inProject } from './project.ts';

const sources = ['core', 'main', 'preload', 'renderer', 'simulator', 'assets', 'seeds'];
const settings = [
  'vite.config.ts',
  'tools/tray-icons.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
const results = [
  'dist/main/index.js',
  'dist/main/cli.js',
  'dist/main/assets/icons/256x256.png',
  'dist/preload/index.cjs',
  'dist/renderer/index.html',
  'dist/simulator/index.js',
];

/** The time of the latest change of some files or folders; a path that does not exist is ignored. */
function youngestMs(paths: readonly string[]): number {
  const times = paths.flatMap((path) => {
    const at = statSync(inProject(path), { throwIfNoEntry: false });
    if (!at?.isDirectory()) return at ? [at.mtimeMs] : [];
    const inside = readdirSync(inProject(path), { withFileTypes: true })
      // The simulator's tests are in no program.
      .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'test')
      .map((entry) => `${path}/${entry.name}`);
    // The folder's own time changes when a file is removed.
    return [at.mtimeMs, youngestMs(inside)];
  });
  return Math.max(0, ...times);
}

/** Whether dist/ is whole and no source is younger than it. */
function isBuilt(): boolean {
  const builtAtMs = results.map(
    (file) => statSync(inProject(file), { throwIfNoEntry: false })?.mtimeMs,
  );
  const oldestMs = Math.min(...builtAtMs.map((atMs) => atMs ?? 0));
  return oldestMs > youngestMs([...sources, ...settings]);
}

/** Builds the app and its demo service into dist/. */
export function build(options?: Omit<RunOptions, 'cwd'>): Promise<Ended> {
  return oneAtATime(() => runVite(options));
}

/** What builds may be a test, whose NODE_ENV would give React's slow development build to the app. */
function runVite(options?: Omit<RunOptions, 'cwd'>): Promise<Ended> {
  const env = { ...(options?.env ?? process.env), NODE_ENV: 'production' };
  return runTool('vite', ['build', '--app'], { ...options, env });
}

/** The app could not be built; the message is what the build said. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/**
 * Builds unless dist/ is up to date.
 *
 * @throws BuildError when the build fails
 */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return;
  // Looks again once it is its turn: another command may have built meanwhile.
  const { code, output } = await step('Building', () =>
    oneAtATime(async () => (isBuilt() ? { code: 0, output: '' } : runVite())),
  );
  if (code !== 0) throw new BuildError(`${output}\nThe build failed.`);
}
