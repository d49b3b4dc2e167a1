import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../../tools/project.ts';
import { markdownTable } from './machine.ts';

/** What was wanted of a measurement, and what it came to. */
export interface Target {
  readonly name: string;
  readonly measured: string;
  readonly wanted: string;
  readonly isMet: boolean;
}

function withUnit(value: number, unit: string): string {
  return `${Number(value.toFixed(2))}${unit}`;
}

/** @param unit with its blank before it: ` ms` */
export function atMost(name: string, value: number, most: number, unit = ''): Target {
  const wanted = `at most ${most}${unit}`;
  return { name, measured: withUnit(value, unit), wanted, isMet: value <= most };
}

/** @param unit with its blank before it: ` ms` */
export function atLeast(name: string, value: number, least: number, unit = ''): Target {
  const wanted = `at least ${least}${unit}`;
  return { name, measured: withUnit(value, unit), wanted, isMet: value >= least };
}

export function targetTable(targets: readonly Target[]): string {
  return markdownTable(
    ['target', 'measured', 'wanted', ''],
    targets.map(({ name, measured, wanted, isMet }) => [
      name,
      measured,
      wanted,
      isMet ? 'met' : 'MISSED',
    ]),
  );
}

/** Writes a page of docs/bench anew: in a copy for an ordinary user its last one belongs to root. */
export function writePage(name: string, text: string): void {
  const folder = inProject('docs/bench');
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, name), text);
}

/** The exit code of a measurement: 1 when a target is missed. */
export function exitCodeOf(targets: readonly Target[]): number {
  return targets.every(({ isMet }) => isMet) ? 0 : 1;
}
