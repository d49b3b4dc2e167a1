import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ErasureFiles } from '../privacy/ports.ts';
import { mentionsOne } from './mentions.ts';

/** Older copies of the database: before an update, set aside as damaged, written by a newer Waybell. */
const copy = /^waybell-(?:before-update|damaged|newer)-[\w.-]{1,60}$/;
const logs = ['waybell.log', 'waybell.log.1'];

/** The files of a profile folder beside the database that is open. */
export class ProfileFiles implements ErasureFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  eraseOrders(ids: readonly OrderId[]): void {
    const mentions = mentionsOne(ids);
    for (const name of this.#copies()) {
      // One character per byte: text that SQLite stores is found as it is.
      if (!mentions(readFileSync(join(this.#folder, name), 'latin1'))) continue;
      const base = name.replace(/-(?:wal|shm)$/, '');
      for (const suffix of ['', '-wal', '-shm']) this.#remove(base + suffix);
    }
    const shortIds = ids.map((id) => id.slice(0, 8));
    for (const name of logs) {
      const path = join('logs', name);
      const text = this.#read(path);
      if (text === null) continue;
      const kept = text
        .split('\n')
        .filter((line) => !mentions(line) && !shortIds.some((id) => line.includes(id)));
      this.#replace(path, kept.join('\n'));
    }
  }

  eraseEverything(): void {
    for (const name of this.#copies()) this.#remove(name);
    for (const name of logs) this.#remove(join('logs', name));
    for (const name of ['window.json', 'window.json.new', 'Crashpad', 'Crash Reports']) {
      this.#remove(name);
    }
  }

  #copies(): readonly string[] {
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && copy.test(entry.name))
      .map(({ name }) => name);
  }

  #read(path: string): string | null {
    const whole = join(this.#folder, path);
    if (lstatSync(whole, { throwIfNoEntry: false })?.isFile() !== true) return null;
    return readFileSync(whole, 'utf8');
  }

  #replace(path: string, text: string): void {
    const whole = join(this.#folder, path);
    const draft = `${whole}.new`;
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, whole);
  }

  #remove(path: string): void {
    rmSync(join(this.#folder, path), { recursive: true, force: true });
  }
}
