import { deskSummary } from '../../core/tray/desk-summary.ts';
import { exportedOrder, handOverText } from '../../core/transfer/hand-over.ts';
import { orderRow } from '../../core/bridge/order-row.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import { largestTransfer, readTransfer, settingsText } from '../../core/transfer/transfer.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { ProfileCommand } from '../cli/profile-arguments.ts';
import { shownArgument } from '../launch/arguments.ts';
import { importOrders } from '../transfer/import-orders.ts';
import type { OpenedDatabase } from '../storage/database.ts';
import { openDatabase, openToRead } from '../storage/database.ts';
import { lockProfile } from '../storage/profile-folder.ts';
import { SettingsRepository } from '../storage/settings-repository.ts';
import { WatchRepository } from '../storage/watch-repository.ts';
import { readTextFile, writeOwnText } from '../transfer/text-file.ts';
import type { Clock } from '../watch/clock.ts';
import { Watcher } from '../watch/watcher.ts';

/** What exporting and importing from a terminal runs in. */
export interface TransferSurroundings {
  readonly clock: Clock;
  readonly profileDir: string;
  /** Resolves when the text has left. */
  readonly print: (text: string) => Promise<void>;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
  /** Standard input, whole. */
  readonly readInput: () => Promise<string>;
}

type ExportCommand = Extract<ProfileCommand, { kind: 'export' }>;
type ImportCommand = Extract<ProfileCommand, { kind: 'import' }>;

/** Writes the watch list or the settings. The app may be running: it is read beside it. @returns the exit code */
export async function exportDesk(
  { file, what, withPersonalData }: ExportCommand,
  { clock, print, profileDir, say }: TransferSurroundings,
): Promise<number> {
  const database = openToRead(profileDir);
  if (database === null) {
    say(`There is no watch list in ${shownArgument(profileDir)} that this Waybell can read.\n`);
    return 2;
  }
  let text: string;
  try {
    const nowMs = clock.wallMs();
    const orders = () => new WatchRepository(database.sql, () => clock.wallMs()).load();
    const noPlan = { nextCheckAtMs: null, checkEveryMs: null, isChecking: false };
    switch (what) {
      case 'settings':
        text = settingsText(new SettingsRepository(database.sql).load());
        break;
      case 'summary':
        text = `${deskSummary(
          orders().map((watched) => orderRow(watched, noPlan, nowMs)),
          'en',
        )}\n`;
        break;
      case 'handOver':
        text = handOverText(
          orders().map((watched) => exportedOrder(watched, withPersonalData)),
          nowMs,
        );
    }
  } finally {
    database.close();
  }
  if (file === null) {
    await print(text);
    return 0;
  }
  try {
    writeOwnText(file, text);
    return 0;
  } catch {
    say(`"${shownArgument(file)}" could not be written.\n`);
    return 2;
  }
}

/** Takes in a file that Waybell exported. @returns the exit code */
export async function importDesk(
  { file }: ImportCommand,
  surroundings: TransferSurroundings,
): Promise<number> {
  const { clock, print, profileDir, readInput, say } = surroundings;
  let text: string;
  try {
    text = file === '-' ? await readInput() : readTextFile(file, largestTransfer);
  } catch (error) {
    const why =
      error instanceof RangeError ? refusalWordsIn.en.transfer.tooLarge : 'It could not be read.';
    say(`"${shownArgument(file)}": ${why}\n`);
    return 2;
  }
  const read = readTransfer(text);
  if (!read.ok) {
    say(`${refusalWordsIn.en.transfer[read.failure]}\n`);
    return 2;
  }
  const lock = lockProfile(profileDir);
  if (lock.kind === 'taken') {
    say(
      'Waybell is running on this profile. Drop the file on its window instead, or quit it first.\n',
    );
    return 2;
  }
  const database = openDatabase(profileDir, { wallMs: () => clock.wallMs() });
  try {
    if (database.fault !== null) {
      say('This computer’s disk takes nothing from Waybell, so nothing was imported.\n');
      return 2;
    }
    if (read.value.kind === 'settings') {
      new SettingsRepository(database.sql).change(given(read.value.change));
      await print('Settings imported.\n');
    } else {
      const { added, changed } = await takeIntoDatabase(database, read.value.orders, clock);
      const skipped = read.value.skipped;
      await print(
        `${ordersText(added)} added, ${ordersText(changed)} changed${skipped > 0 ? `, ${skipped} entries are no orders` : ''}.\n`,
      );
    }
    return 0;
  } catch {
    say('Nothing was imported: it could not be written to this computer’s disk.\n');
    return 2;
  } finally {
    database.close();
    if (lock.kind === 'held') lock.release();
  }
}

/** Only what has a value. */
function given(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** By way of a watcher that asks nobody, so that there is one way in which orders are taken in. */
async function takeIntoDatabase(
  database: OpenedDatabase,
  orders: Parameters<typeof importOrders>[1],
  clock: Clock,
): ReturnType<typeof importOrders> {
  const watcher = new Watcher({
    source: {
      check: () => Promise.reject(new Error('nobody is asked here')),
      forget: () => undefined,
    },
    store: new WatchRepository(database.sql, () => clock.wallMs()),
    clock,
    random: () => 0,
    decideNotifications: () => [],
    limits: new SettingsRepository(database.sql).load(),
    installSeed: database.installSeed,
    events: {
      ordersChanged: () => undefined,
      ordersRemoved: () => undefined,
      orderUpdated: () => undefined,
      notificationsStored: () => undefined,
      sightChanged: () => undefined,
      deskChanged: () => undefined,
    },
  });
  // Reads the list: what is there must be known before it is compared.
  watcher.list();
  const count = await importOrders(watcher, orders);
  await watcher.stop();
  const { storageFault } = watcher;
  if (storageFault !== null) throw new Error(storageFault);
  return count;
}

/** 1 order, 3 orders, 1,204 orders. */
function ordersText(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString('en')} orders`;
}
