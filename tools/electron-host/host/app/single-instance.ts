import {
  type FSWatcher,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What a later start of the app hands over to the first. */
export interface SecondStart {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** The process that holds the lock. Its id alone may have been given to another process since. */
interface Holder {
  readonly pid: number;
  /** When the process started, in the kernel's ticks; '' where the kernel does not say. */
  readonly startedAt: string;
}

/** A lock that is held, until it is let go. */
export interface InstanceLock {
  release(): void;
}

/** A dead holder's lock is removed and tried again this often. */
const ATTEMPTS = 5;

/**
 * Takes the app's single-instance lock in its userData folder, or hands this start over to the
 * process that holds it. Works at once and without an event loop, because Electron's call answers
 * synchronously and before the app is ready.
 *
 * @param dir the app's userData folder
 * @param mine what this process would hand over
 * @param onSecondStart called for each later start, in the order they came
 * @returns undefined when another process has the lock
 */
export function takeInstanceLock(
  dir: string,
  mine: SecondStart,
  onSecondStart: (start: SecondStart) => void,
): InstanceLock | undefined {
  const lockFile = join(dir, 'host-instance.json');
  const spool = join(dir, 'host-second-starts');
  mkdirSync(spool, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (placeLock(lockFile)) return hold(lockFile, spool, onSecondStart);
    const holder = readHolder(lockFile);
    if (holder && isAlive(holder)) {
      handOver(spool, mine);
      return undefined;
    }
    rmSync(lockFile, { force: true });
  }
  return undefined;
}

/** link() is atomic and brings the content with it: no reader sees a half-written lock. */
function placeLock(lockFile: string): boolean {
  const draft = `${lockFile}.${process.pid}`;
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

function hold(
  lockFile: string,
  spool: string,
  onSecondStart: (start: SecondStart) => void,
): InstanceLock {
  for (const left of readdirSync(spool)) rmSync(join(spool, left), { force: true });
  const watcher: FSWatcher = watch(spool, () => {
    for (const name of readdirSync(spool).toSorted()) {
      if (!name.endsWith('.json')) continue;
      const file = join(spool, name);
      const start = JSON.parse(readFileSync(file, 'utf8')) as SecondStart;
      unlinkSync(file);
      onSecondStart(start);
    }
  });
  return {
    release() {
      watcher.close();
      rmSync(lockFile, { force: true });
      rmSync(spool, { recursive: true, force: true });
    },
  };
}

function handOver(spool: string, start: SecondStart): void {
  const name = `${process.hrtime.bigint().toString().padStart(20, '0')}-${process.pid}`;
  const draft = join(spool, `${name}.part`);
  writeFileSync(draft, JSON.stringify(start));
  renameSync(draft, join(spool, `${name}.json`));
}

function readHolder(lockFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  const startedAt = startOf(holder.pid);
  return startedAt !== '' && startedAt === holder.startedAt;
}

/** Field 22 of /proc/<pid>/stat; the command in field 2 may contain spaces and parentheses. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
