import { basename } from 'node:path';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Clock } from '../../../core/clock.ts';
import { decodeText } from '../../../core/paste/decode-text.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import {
  importedSettings,
  largestTransfer,
  type TransferKind,
} from '../../../core/transfer/transfer.ts';
import { withAnnotations } from '../../../core/watch/newly-watched.ts';
import { fileOrigin, type WatchOrigin } from '../../../core/watch/watched-order.ts';
import { SettingsService } from '../../engine/board/settings-service.ts';
import { parseBaseUrl } from '../../engine/delivery/http/base-url.ts';
import { shownArgument } from '../../engine/launch/arguments.ts';
import { type NamedOrder, namedOrders } from '../../engine/launch/named-orders.ts';
import { readPolicy } from '../../engine/launch/policy-file.ts';
import { complain, say } from '../../engine/launch/standard-streams.ts';
import type { OpenedDatabase } from '../../engine/storage/database.ts';
import { SettingsRepository } from '../../engine/storage/settings-repository.ts';
import { WatchRepository } from '../../engine/storage/watch-repository.ts';
import {
  countImport,
  type ImportCount,
  importOrders,
  nothingImported,
  readTransfer,
  type TransferSource,
} from '../../engine/transfer/import-orders.ts';
import {
  bytesOfStream,
  ChosenFile,
  FileChangedError,
  piecesOf,
  readTextFile,
} from '../../engine/transfer/text-file.ts';
import { Watcher } from '../../engine/watch/watcher.ts';
import { changeProfile } from '../change-profile.ts';
import type { ProfileCommandOf } from '../profile-arguments.ts';
import { counted, ordersText, terminalText } from '../terminal-text.ts';

/** Takes in a file that Waybell exported, or the orders that any other text names. @returns the exit code */
export async function importFile(
  { file, acceptsRisks, isDryRun }: ProfileCommandOf<'import'>,
  profileDir: string,
  policyFile: string,
  clock: Clock,
): Promise<number> {
  const texts = refusalTextsIn.en.transfer;
  let source: TransferSource;
  let read: Awaited<ReturnType<typeof readTransfer>>;
  let orders: readonly NamedOrder[] = [];
  try {
    const held = file === '-' ? await bytesOfStream(process.stdin, largestTransfer) : null;
    source = held === null ? new ChosenFile(file) : { pieces: () => piecesOf(held) };
    read = await readTransfer(source, clock, () => undefined);
    if (!read.ok && read.failure === 'notOurs') orders = ordersNamedIn(file, held, clock.wallMs());
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    complain(isTooLarge ? texts.tooLarge : `"${shownArgument(file)}": It could not be read.`);
    return 2;
  }
  if (!read.ok && orders.length === 0) {
    complain(
      read.failure === 'notOurs'
        ? 'There is no order uuid in it, and it is no file that Waybell exported, so nothing was imported.'
        : texts[read.failure],
    );
    return 2;
  }
  return changeProfile(profileDir, clock, refusals, async (database) => {
    try {
      if (!read.ok) {
        const origin =
          file === '-' ? ({ kind: 'commandLine' } as const) : fileOrigin(basename(file));
        const count = await addToWatchList(database, orders, origin, isDryRun, clock);
        await say(importSentence(count, 0, isDryRun));
        return 0;
      }
      if (read.value.kind === 'settings') {
        const options = { acceptsRisks, isDryRun, policyFile };
        const { change, retired, skipped } = read.value;
        if (retired.length > 0) complain(refusalTextsIn.en.settingsRetired(retired.join(', ')));
        if (skipped > 0) complain(refusalTextsIn.en.entriesLeftOut(skipped));
        return await importSettings(database, change, options);
      }
      const count = await importIntoWatchList(database, source, isDryRun, clock);
      await say(importSentence(count, read.value.skipped, isDryRun));
      return 0;
    } catch (error) {
      complain(importFault(read.ok ? read.value.kind : 'orderList', error));
      return 2;
    }
  });
}

const refusals = {
  inUse:
    'Waybell is running on this profile. Drop the file on its window instead, or quit it first.',
  diskRefuses: 'This computer’s disk takes nothing from Waybell, so nothing was imported.',
};

/** Settings are written at once; of a hand-over some orders may be there. */
function importFault(kind: TransferKind, error: unknown): string {
  if (error instanceof FileChangedError) return refusalTextsIn.en.fileChanged;
  if (kind === 'settings')
    return 'Nothing was imported: it could not be written to this computer’s disk.';
  return (
    'Not all of it was imported, because it could not be read or written to its end. Check that the disk\n' +
    'is not full and import the file again: what is there already does not come twice.'
  );
}

/** @returns the exit code. @throws when it could not be written */
async function importSettings(
  { sql }: OpenedDatabase,
  wanted: SettingsChange,
  {
    acceptsRisks,
    isDryRun,
    policyFile,
  }: {
    readonly acceptsRisks: boolean;
    readonly isDryRun: boolean;
    readonly policyFile: string;
  },
): Promise<number> {
  const policy = readPolicy(policyFile, parseBaseUrl);
  if (!policy.ok) {
    complain(policy.failure.message);
    return 2;
  }
  const repository = new SettingsRepository(sql);
  const settings = new SettingsService(repository, {}, undefined, policy.value.settings);
  const change = settings.unlocked(wanted);
  const leftOut = Object.keys(wanted).length - Object.keys(change).length;
  if (leftOut > 0) complain(refusalTextsIn.en.settingsLeftOut(leftOut));
  const warnings = settingsWarnings(change, settings.current, 'en');
  if (warnings.length > 0) {
    complain(['The settings of this file:', ...warnings.map(terminalText)].join('\n- '));
    if (!acceptsRisks) {
      complain('Nothing was imported. With --accept-risks they are taken.');
      return 1;
    }
  }
  const differing = importedSettings(change, settings.current);
  const many = Object.keys(differing).length;
  const counts = `${counted(many)} ${many === 1 ? 'setting' : 'settings'}`;
  if (isDryRun) {
    await say(`Would change ${counts}. Nothing was imported.\n`);
    return 0;
  }
  if (many === 0) {
    const isOther = Object.keys(change).length === 0;
    await say(
      isOther
        ? 'No setting of this file fits, so nothing was imported.\n'
        : 'All settings of this file are as they are here, so nothing was changed.\n',
    );
    return 0;
  }
  settings.change(differing);
  await say(`${counts} changed.\n`);
  return 0;
}

/**
 * The orders that a text names which Waybell did not export. Says what of it is not accepted as it stands.
 *
 * @param held what came on standard input
 */
function ordersNamedIn(
  file: string,
  held: Uint8Array | null,
  nowMs: number,
): readonly NamedOrder[] {
  const read = (path: string, longest: number) => {
    if (held === null) return readTextFile(path, longest);
    if (held.length > longest) throw new RangeError('standard input is too long');
    return decodeText(held);
  };
  const named = namedOrders({ orderIds: [], orderFiles: [file] }, { nowMs, read });
  if (!named.ok) {
    complain(named.failure.message);
    return [];
  }
  for (const note of named.value.notes) complain(note);
  return named.value.orders;
}

/**
 * Adds orders as a paste does; watched ones get what they lack.
 *
 * @throws when it could not be written
 */
async function addToWatchList(
  database: OpenedDatabase,
  orders: readonly NamedOrder[],
  origin: WatchOrigin,
  isDryRun: boolean,
  clock: Clock,
): Promise<ImportCount> {
  const watcher = watchListOf(database, clock);
  const count = nothingImported();
  for (const order of orders) {
    const known = watcher.find(order.id);
    if (known === undefined) count.added += 1;
    else if (withAnnotations(known, order, 'filledIn', clock.wallMs()) !== known)
      count.changed += 1;
  }
  if (!isDryRun) await watcher.add(orders, 'filledIn', origin);
  await finish(watcher);
  return count;
}

function importSentence(
  { added, ahead, changed, finished, kept, muted }: ImportCount,
  skipped: number,
  isDryRun: boolean,
): string {
  const parts = [
    `${ordersText(added)} added`,
    ...(finished > 0 ? [`${counted(finished)} of them over and not checked`] : []),
    ...(muted > 0 ? [`${counted(muted)} of them muted`] : []),
    `${ordersText(changed)} changed`,
    ...(kept > 0 ? [`${counted(kept)} with words of their own kept`] : []),
    ...(ahead > 0 ? [`${counted(ahead)} with times later than now, which count as now`] : []),
    ...(skipped > 0 ? [`${counted(skipped)} entries are no orders`] : []),
  ].join(', ');
  return isDryRun ? `Would be: ${parts}. Nothing was imported.\n` : `${parts}.\n`;
}

/** The watch list by a watcher that asks no service, so that the command line imports as the window does. */
function watchListOf(database: OpenedDatabase, clock: Clock): Watcher {
  const watcher = new Watcher({
    source: {
      check: () => Promise.reject(new Error('no service is asked here')),
      forget: () => undefined,
    },
    store: new WatchRepository(database.sql, () => clock.wallMs()),
    clock,
    random: () => 0,
    decideNotifications: () => ({ notifications: [] }),
    limits: new SettingsRepository(database.sql).load(),
    installSeed: database.installSeed,
    events: {
      ordersChanged: () => undefined,
      ordersRemoved: () => undefined,
      orderUpdated: () => undefined,
      notificationsStored: () => undefined,
      serviceHealthChanged: () => undefined,
      stateChanged: () => undefined,
    },
  });
  // Loads the watch list, which the import is compared with.
  watcher.list();
  return watcher;
}

/** @throws when what was changed could not be written */
async function finish(watcher: Watcher): Promise<void> {
  await watcher.stop();
  const { storageFault } = watcher;
  if (storageFault !== null) throw new Error(storageFault);
}

/** @throws when it could not be read or written to its end */
async function importIntoWatchList(
  database: OpenedDatabase,
  source: TransferSource,
  isDryRun: boolean,
  clock: Clock,
): Promise<ImportCount> {
  const watcher = watchListOf(database, clock);
  const count = nothingImported();
  const nowMs = clock.wallMs();
  const read = await readTransfer(source, clock, async (orders) => {
    countImport(watcher, orders, nowMs, count);
    if (!isDryRun) await importOrders(watcher, orders, nowMs);
  });
  await finish(watcher);
  if (!read.ok) throw new Error(read.failure);
  return count;
}
