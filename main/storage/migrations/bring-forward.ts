import type { DatabaseSync } from 'node:sqlite';
import { migrations as released } from './index.ts';
import type { Migration } from './index.ts';

/** Which step a database has reached; 0 for an empty one. */
export function versionOf(sql: DatabaseSync, attachedAs = 'main'): number {
  return Number(sql.prepare(`PRAGMA ${attachedAs}.user_version`).get()?.['user_version'] ?? 0);
}

/** Takes a database from its schema to the last one in one transaction. @throws leaving it as it was */
export function bringForward(sql: DatabaseSync, steps: readonly Migration[] = released): void {
  sql.exec('BEGIN IMMEDIATE');
  try {
    for (const step of steps.slice(versionOf(sql))) {
      if (typeof step === 'string') sql.exec(step);
      else step(sql);
    }
    sql.exec(`PRAGMA user_version = ${steps.length}`);
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
}
