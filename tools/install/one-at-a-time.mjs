/**
 * Keeps two commands from setting up the same thing at once, such as `npm test` beside `npm run demo`
 * in a fresh clone: plain JavaScript, because it also runs before Node 24 is there.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** How often the process that holds the lock touches it, to show that it is alive. */
const beatMs = 1000;
/** A lock that was not touched for this long is left behind, even if its process id is in use again. */
const leftBehindAfterMs = 20_000;
const lookEveryMs = 200;

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether the command that took the lock was killed before it could give it back.
 *
 * @param {string} file
 */
function isLeftBehind(file) {
  try {
    const idleMs = Date.now() - statSync(file).mtimeMs;
    // The process id is written a moment after the file is made.
    const pid = Number(readFileSync(file, 'utf8'));
    return Math.abs(idleMs) > leftBehindAfterMs || (pid > 0 && !isAlive(pid));
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

/**
 * Does some work while no other command of this project does such work, and waits until then. The
 * other command may have done the same: the work has to look again before it begins.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [file] the lock: it exists while a command works
 * @returns {Promise<T>}
 */
export async function oneAtATime(work, file = join(root, '.setting-up')) {
  let hasSaidSo = false;
  while (!take(file)) {
    if (isLeftBehind(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!hasSaidSo) process.stderr.write('Waiting for another command that sets things up ...\n');
    hasSaidSo = true;
    await wait(lookEveryMs);
  }
  const remove = () => rmSync(file, { force: true });
  process.once('exit', remove);
  const beating = setInterval(() => {
    const now = new Date();
    // The user may have removed the file.
    if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, now, now);
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    process.off('exit', remove);
    remove();
  }
}
