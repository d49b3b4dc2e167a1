import { readFileSync } from 'node:fs';

/** As many as serve thousands of orders with answers that take a second. */
const mostConnections = 64;
const leastConnections = 4;
/** What a program of ours keeps open beside: its database, its log, and what Node itself needs (about 30). */
const otherFiles = 40;

/**
 * How many connections a program may have open at once: each is an open file, and a system that allows few, as
 * some containers do, would refuse the next one, which looks like a network that is gone.
 *
 * @param limits what Linux says of a process, as in proc_pid_limits(5); null where there is none
 */
export function connectionLimit(limits: string | null = ownLimits()): number {
  const files = /^Max open files +(\d+)/m.exec(limits ?? '')?.[1];
  if (files === undefined) return mostConnections;
  return Math.min(mostConnections, Math.max(leastConnections, Number(files) - otherFiles));
}

function ownLimits(): string | null {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return null;
  }
}
