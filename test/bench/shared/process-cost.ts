import { readdirSync, readFileSync } from 'node:fs';

/* What a process costs, read from /proc: Linux alone, and nothing in the process itself is disturbed. */

/** How often all threads of a process gave the processor back since it began. */
export function contextSwitches(pid: number): number {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
    sum += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return sum;
}

/** User and system time in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** User and system time of all processes of the machine, in seconds. */
export function machineCpuSeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
  return [user, nice, system, irq, softirq].reduce((sum, part) => sum + Number(part), 0) / 100;
}

/** Resident memory in kilobytes. */
export function rssKb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
