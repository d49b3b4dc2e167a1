import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveQuery } from '../../../core/board/archive-page.ts';
import { ArchivePages } from '../../../main/engine/board/archive.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import { createServices } from '../../../main/engine/services.ts';
import { Erasure } from '../../../main/engine/privacy/erasure.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { PrivacyLedgerRepository } from '../../../main/engine/storage/privacy-repositories.ts';
import { ProfileFiles } from '../../../main/engine/storage/profile-files.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { RecordingLog } from '../../support/recording-log.ts';
import { median } from '../shared/machine.ts';

/*
 * Opens a profile as the program does and measures in this process. Prints JSON.
 *
 *   node test/bench/archive/run.ts FOLDER start|pages|erase
 */

const [folder = '', mode = 'start'] = process.argv.slice(2);

/** Of main's processor time, in ms: another program on this computer changes nothing of it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A clock that knows the most processor time between two turns. */
class TurnClock extends SystemClock {
  #longestMs = 0;
  #turnAtMs = cpuMs();

  begin(): void {
    this.#longestMs = 0;
    this.#turnAtMs = cpuMs();
  }

  end(): number {
    this.#longestMs = Math.max(this.#longestMs, cpuMs() - this.#turnAtMs);
    return this.#longestMs;
  }

  override async nextTurn(): Promise<void> {
    this.end();
    await super.nextTurn();
    this.#turnAtMs = cpuMs();
  }
}

const clock = new TurnClock();
const log = new RecordingLog();
global.gc?.();
const memoryBefore = process.memoryUsage().rss;
const startedMs = cpuMs();
const database = openDatabase(folder);
const services = createServices({
  clock,
  log,
  events: new AppEvents(),
  database,
  version: '0',
  isSessionOnly: true,
  overlay: {},
  notifies: false,
});
const { archive, archived, watcher } = services;
services.retention.sweep();
watcher.list();
archive.evictedCount.toString();
const startMs = cpuMs() - startedMs;
global.gc?.();
const memoryMb = (process.memoryUsage().rss - memoryBefore) / 1e6;
const fileMb = statSync(join(folder, 'waybell.db')).size / 1e6;

const pages = new ArchivePages({ store: archived, watch: watcher, clock });

/** The medians of five pages: the processor time of each, and the longest time in one turn. */
async function page(query: ArchiveQuery, limit = 200) {
  const times: number[] = [];
  const blocks: number[] = [];
  let total: number | null = null;
  for (let round = 0; round < 5; round += 1) {
    const begunMs = cpuMs();
    clock.begin();
    ({ total } = await pages.find(query, null, limit));
    blocks.push(clock.end());
    times.push(cpuMs() - begunMs);
  }
  return { ms: median(times), blockMs: median(blocks), total };
}

const queries: Readonly<Record<string, ArchiveQuery>> = {
  'the first page': { sort: 'attention' },
  'sorted by name': { sort: 'named' },
  'sorted by courier': { sort: 'courier' },
  'sorted by price': { sort: 'price' },
  'one group': { sort: 'attention', group: 'Customer 7' },
  'search: three words': { sort: 'attention', text: 'concierge gate nadia' },
  'search: a label': { sort: 'attention', text: 'order 123456' },
  'search: digits of a number': { sort: 'attention', text: '4321' },
  'search: nothing': { sort: 'attention', text: 'nowhere at all' },
  'search: one letter': { sort: 'attention', text: 'o' },
};

const found: Record<string, unknown> = {};
if (mode === 'pages') {
  for (const [name, query] of Object.entries(queries)) found[name] = await page(query);
}

async function erased() {
  const erasure = new Erasure({
    store: services.erasure,
    files: new ProfileFiles(folder),
    ledger: new PrivacyLedgerRepository(database.sql),
    watch: watcher,
    connection: services.connection,
    webhooks: services.webhooks,
    intake: services.intake,
    settings: services.settings,
    clearWindowData: async () => undefined,
    progressed: () => undefined,
    clock,
    localisation: inEnglish,
    reportDefect: (error) => console.error(error),
  });
  clock.begin();
  const begunMs = cpuMs();
  const ids: OrderId[] = [];
  for await (const part of pages.all({ sort: 'attention' })) ids.push(...part);
  await erasure.orders(ids);
  const blockMs = clock.end();
  return { ms: cpuMs() - begunMs, blockMs, left: archived.count() };
}

const erasing = mode === 'erase' ? await erased() : null;
console.log(JSON.stringify({ startMs, memoryMb, fileMb, pages: found, erasing }));
await watcher.stop();
services.retention.stop();
database.close();
process.exit(0);
