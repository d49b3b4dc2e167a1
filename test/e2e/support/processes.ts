import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux shows it to every program of the same user. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parentPid: number;
  /** The arguments, each followed by NUL; empty once the process has ended. */
  readonly commandLine: string;
  readonly environment: string;
}

/** A file of /proc; empty once the process has ended. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Every process of this machine, on Linux. */
export function runningProcesses(): readonly ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      parentPid: Number(/^PPid:\s*(\d+)/m.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0),
      commandLine: contentOf(`/proc/${pid}/cmdline`),
      environment: contentOf(`/proc/${pid}/environ`),
    }));
}

/** A process and everything that it started. */
export function processTree(rootPid: number): readonly ProcessFacts[] {
  const all = runningProcesses();
  const parentOf = new Map(all.map(({ pid, parentPid }) => [pid, parentPid]));
  const isBelow = (pid: number): boolean =>
    pid === rootPid || (pid > 1 && isBelow(parentOf.get(pid) ?? 0));
  return all.filter(({ pid }) => isBelow(pid));
}
