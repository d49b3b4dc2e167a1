import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations/index.ts';

/** How the stored watch list is found, looked at beside whoever uses it. Nothing is changed. */
export interface DatabaseCheck {
  /** `unread` when the file or its folder cannot be read, `large` when it is too large to check beside work. */
  readonly state: 'absent' | 'ok' | 'damaged' | 'unread' | 'large';
  readonly sizeBytes: number;
  /** The schema of the file and the newest that this program knows; null when it cannot be read. */
  readonly version: number | null;
  readonly newestVersion: number;
  readonly orders: number | null;
  /** Files kept beside it: backups of before an update, and those that were set aside. */
  readonly backups: readonly string[];
  readonly setAside: readonly string[];
}

/** Checking reads the whole file, which holds up whoever asks. */
const largestChecked = 200 * 1024 * 1024;

/** @param folder the profile's */
export function checkDatabase(folder: string): DatabaseCheck {
  const path = join(folder, 'waybell.db');
  const names = namesIn(folder);
  const found = {
    sizeBytes: sizeOf(path) + sizeOf(`${path}-wal`),
    newestVersion: migrations.length,
    version: null,
    orders: null,
    backups: names.filter((name) => /^waybell-before-update-.*\.db$/.test(name)),
    setAside: names.filter((name) => /^waybell-(?:damaged|newer)-.*\.db$/.test(name)),
  };
  if (!names.includes('waybell.db')) return { ...found, state: 'absent' };
  let sql: DatabaseSync | null = null;
  try {
    sql = new DatabaseSync(path, { readOnly: true, timeout: 1000 });
    const version = Number(sql.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    const isLarge = found.sizeBytes > largestChecked;
    const check: unknown = isLarge
      ? 'ok'
      : sql.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (check !== 'ok') return { ...found, version, state: 'damaged' };
    const count = sql.prepare('SELECT count(*) AS orders FROM watched_orders').get();
    return {
      ...found,
      version,
      orders: Number(count?.['orders'] ?? 0),
      state: isLarge ? 'large' : 'ok',
    };
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    return { ...found, state: code === 11 || code === 26 ? 'damaged' : 'unread' };
  } finally {
    sql?.close();
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
