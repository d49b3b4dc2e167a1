import { homedir } from 'node:os';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { orderRow } from '../../../core/board/order-row.ts';
import { refusalWordsIn } from '../../../core/bridge/refusal-words.ts';
import { diagnosisText } from '../../../core/delivery/diagnosis-text.ts';
import { isWell } from '../../../core/delivery/diagnosis.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { decodeText } from '../../../core/paste/decode-text.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import { lastTimeOfDayMs } from '../../../core/text/time-of-day.ts';
import {
  importedSettings,
  largestTransfer,
  settingsText,
  type TransferKind,
} from '../../../core/transfer/transfer.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import { english } from '../../../core/text/language.ts';
import { watchListSummary } from '../../../core/tray/watch-list-summary.ts';
import { withWords } from '../../../core/watch/newly-watched.ts';
import { fileOrigin, type WatchOrigin } from '../../../core/watch/watched-order.ts';
import { SettingsService } from '../../engine/board/settings-service.ts';
import {
  type FinishedChoice,
  type ProfileCommand,
  parseProfileArguments,
} from '../profile-arguments.ts';
import { terminalText } from '../terminal-text.ts';
import { profileUsage } from '../usage.ts';
import type { ConnectionProfile } from '../../engine/connection/ports.ts';
import { CredentialStoreError } from '../../engine/credentials/credential-store.ts';
import { KeychainCredentialStore } from '../../engine/credentials/keychain-credential-store.ts';
import { parseBaseUrl } from '../../engine/delivery/http/base-url.ts';
import { platformOf } from '../../engine/launch/platform.ts';
import {
  joinCodeVariable,
  ownVariables,
  secretVariable,
  shownArgument,
} from '../../engine/launch/arguments.ts';
import { type NamedOrder, namedOrders } from '../../engine/launch/named-orders.ts';
import { policyPath, readPolicy } from '../../engine/launch/policy-file.ts';
import { usualProfileDir } from '../../engine/launch/profile-folder.ts';
import { ContractNoteRepository } from '../../engine/storage/contract-note-repository.ts';
import { type OpenedDatabase, openDatabase, openToRead } from '../../engine/storage/database.ts';
import { HistoryRepository } from '../../engine/storage/history-repository.ts';
import { OutboxRepository } from '../../engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../engine/storage/recording/recording-repository.ts';
import { lockProfile } from '../../engine/storage/profile-folder.ts';
import { ProfileRepository } from '../../engine/storage/profile-repository.ts';
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
  type ExportCount,
  orderListPieces,
  partsToHandOver,
} from '../../engine/transfer/order-list-export.ts';
import { openDescriptor, saveFile } from '../../engine/transfer/save-file.ts';
import {
  bytesOfStream,
  ChosenFile,
  FileChangedError,
  piecesOf,
  readTextFile,
} from '../../engine/transfer/text-file.ts';
import { joinTeam } from '../../engine/team/join.ts';
import { SystemClock } from '../../engine/watch/system-clock.ts';
import { Watcher } from '../../engine/watch/watcher.ts';
import { makeDiagnosis } from '../../engine/make-diagnosis.ts';
import { replayFile } from './replay.ts';
import { savedRecording } from '../../engine/saved-recording.ts';
import { opensHub, teamMembership } from '../../engine/team-membership.ts';
import { explainUpdates } from './why.ts';

type Command<Kind extends ProfileCommand['kind']> = Extract<ProfileCommand, { kind: Kind }>;

const clock = new SystemClock();
const wallMs = () => clock.wallMs();

/**
 * `export`, `import`, `doctor`, `join`, `why` and `replay`, as the command line and the packed program know them. The secret is
 * taken out of the environment: no child process and no crash report may find it.
 *
 * @param args without the program
 * @param policyFile where the policy of this computer is
 * @returns null when the arguments name none of them; else a function that does it and gives the exit code
 */
export function profileCommand(
  args: readonly string[],
  version: string,
  policyFile = policyPath(process.platform, process.execPath),
): (() => Promise<number>) | null {
  const command = parseProfileArguments(args);
  if (command === null) return null;
  outliveReaders();
  const clientSecret = process.env[secretVariable] || null;
  const joinCode = process.env[joinCodeVariable] || null;
  for (const name of ownVariables) delete process.env[name];
  return () => {
    if (command.ok) return run(command.value, { clientSecret, joinCode, version, policyFile });
    complain(`${command.failure.message} "waybell ${args[0]} --help" says more.`);
    return Promise.resolve(2);
  };
}

/**
 * Goes on when the reader of a pipe goes away. Each write reports it to its own callback; the stream's
 * error event, without a listener, would be thrown, and the packed program shows that as a box.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Prints on standard output and waits until it is out. */
export function say(words: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(words, () => resolve()));
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** What a command works with beside its arguments. */
interface Surroundings {
  readonly clientSecret: string | null;
  readonly joinCode: string | null;
  readonly version: string;
  readonly policyFile: string;
}

/** @returns the exit code */
async function run(
  command: ProfileCommand,
  { clientSecret, joinCode, version, policyFile }: Surroundings,
): Promise<number> {
  if (command.kind === 'help') {
    await say(profileUsage[command.about]);
    return 0;
  }
  if (command.kind === 'replay') return replayFile(command, { complain, say });
  const profileDir =
    command.profileDir ?? usualProfileDir(process.platform, process.env, homedir());
  switch (command.kind) {
    case 'export':
      return exportProfile(command, profileDir, version);
    case 'import':
      return importFile(command, profileDir, policyFile);
    case 'doctor':
      return doctor(command, profileDir, clientSecret, version);
    case 'join':
      return join(command, profileDir, joinCode);
    case 'why':
      return explainUpdates(command, profileDir, wallMs(), { complain, say });
    default:
      return command satisfies never;
  }
}

/** Writes the watch list or the settings. The app may be running: it is read beside it. */
async function exportProfile(
  command: Command<'export'>,
  profileDir: string,
  version: string,
): Promise<number> {
  const database = openToRead(profileDir);
  if (database === null) {
    complain(`There is no watch list in ${shownArgument(profileDir)} that this Waybell can read.`);
    return 2;
  }
  const { isForced, what } = command;
  const isOutput = command.file === null || openDescriptor(command.file) === 1;
  const file = isOutput ? null : command.file;
  const count = { orders: 0, leftOut: 0 };
  try {
    const pieces = exportedPieces(command, database, count, version);
    if (pieces === null) {
      complain(refusalWordsIn.en.nothingRecorded);
      return 2;
    }
    if (file === null) for (const piece of pieces) await say(piece);
    else {
      const replaces = isForced ? 'any' : what;
      const saved = await saveFile(file, pieces, { profileDir, replaces });
      if (!saved.ok) {
        const force = saved.failure === 'foreign' ? ' With --force it is replaced.' : '';
        complain(`"${shownArgument(file)}": ${refusalWordsIn.en.saving[saved.failure]}${force}`);
        return 2;
      }
      const { behindLink } = saved.value;
      if (behindLink !== null)
        complain(`The link leads to "${terminalText(behindLink)}", which was written.`);
    }
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    const why = `"${shownArgument(file ?? '-')}" could not be written.`;
    complain(isTooLarge ? refusalWordsIn.en.listTooLarge : why);
    return 2;
  } finally {
    database.close();
  }
  if (count.leftOut > 0) {
    const left =
      count.leftOut === 1 ? '1 that is over was' : `${counted(count.leftOut)} that are over were`;
    complain(`${ordersText(count.orders)} written, ${left} left out (--finished).`);
  }
  return 0;
}

function exportedPieces(
  { what, finished, withPersonalData }: Command<'export'>,
  { sql }: Pick<OpenedDatabase, 'sql'>,
  count: ExportCount,
  version: string,
): Iterable<string> | null {
  if (what === 'settings') return [settingsText(new SettingsRepository(sql).load())];
  const nowMs = wallMs();
  if (what === 'recording') {
    const sources = {
      recording: new RecordingRepository(sql),
      history: new HistoryRepository(sql, wallMs),
      notifications: new OutboxRepository(sql, wallMs),
    };
    return savedRecording(sources, version, nowMs);
  }
  const repository = new WatchRepository(sql, wallMs);
  if (what === 'orderList') {
    const finishedSinceMs = finishedSince(finished, nowMs);
    const choice = { withPersonalData, finishedSinceMs };
    return orderListPieces(partsToHandOver(repository, choice, count), choice, nowMs, count);
  }
  const noPlan = { nextCheckAtMs: null, checkEveryMs: null, isAwaited: false };
  const rows = repository.load().map((watched) => orderRow(watched, noPlan, nowMs));
  return [`${watchListSummary(rows, english, nowMs)}\n`];
}

function finishedSince(finished: FinishedChoice, nowMs: number): number | null {
  switch (finished.kind) {
    case 'hours':
      return nowMs - finished.hours * 3_600_000;
    case 'since':
      return lastTimeOfDayMs(finished.minuteOfDay, nowMs);
    case 'all':
      return 0;
    case 'none':
      return null;
    default:
      return finished satisfies never;
  }
}

/** Takes in a file that Waybell exported, or the orders that any other text names. */
async function importFile(
  { file, acceptsRisks, isDryRun }: Command<'import'>,
  profileDir: string,
  policyFile: string,
): Promise<number> {
  const words = refusalWordsIn.en.transfer;
  let source: TransferSource;
  let read: Awaited<ReturnType<typeof readTransfer>>;
  let orders: readonly NamedOrder[] = [];
  try {
    const held = file === '-' ? await bytesOfStream(process.stdin, largestTransfer) : null;
    source = held === null ? new ChosenFile(file) : { pieces: () => piecesOf(held) };
    read = await readTransfer(source, clock, () => undefined);
    if (!read.ok && read.failure === 'notOurs') orders = ordersNamedIn(file, held);
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    complain(isTooLarge ? words.tooLarge : `"${shownArgument(file)}": It could not be read.`);
    return 2;
  }
  if (!read.ok && orders.length === 0) {
    complain(
      read.failure === 'notOurs'
        ? 'There is no order uuid in it, and it is no file that Waybell exported, so nothing was imported.'
        : words[read.failure],
    );
    return 2;
  }
  const lock = lockProfile(profileDir);
  if (lock.kind === 'link') {
    complain(lockIsLink);
    return 2;
  }
  if (lock.kind === 'taken') {
    complain(
      'Waybell is running on this profile. Drop the file on its window instead, or quit it first.',
    );
    return 2;
  }
  const database = openDatabase(profileDir, { wallMs });
  try {
    if (database.fault !== null) {
      complain('This computer’s disk takes nothing from Waybell, so nothing was imported.');
      return 2;
    }
    if (!read.ok) {
      const origin = file === '-' ? ({ kind: 'commandLine' } as const) : fileOrigin(basename(file));
      const count = await addToWatchList(database, orders, origin, isDryRun);
      await say(importSentence(count, 0, isDryRun));
      return 0;
    }
    if (read.value.kind === 'settings') {
      const options = { acceptsRisks, isDryRun, policyFile };
      const { change, retired } = read.value;
      if (retired.length > 0) complain(refusalWordsIn.en.settingsRetired(retired.join(', ')));
      return await importSettings(database, change, options);
    }
    const count = await importIntoWatchList(database, source, isDryRun);
    await say(importSentence(count, read.value.skipped, isDryRun));
    return 0;
  } catch (error) {
    complain(importFault(read.ok ? read.value.kind : 'orderList', error));
    return 2;
  } finally {
    database.close();
    if (lock.kind === 'held') lock.release();
  }
}

/** Settings are written at once; of a hand-over some orders may be there. */
function importFault(kind: TransferKind, error: unknown): string {
  if (error instanceof FileChangedError) return refusalWordsIn.en.fileChanged;
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
  if (leftOut > 0) complain(refusalWordsIn.en.settingsLeftOut(leftOut));
  const warnings = settingsWarnings(change, settings.current, 'en');
  if (warnings.length > 0) {
    complain(['The settings of this file:', ...warnings.map(terminalText)].join('\n- '));
    if (!acceptsRisks) {
      complain('Nothing was imported. With --accept-risks they are taken.');
      return 1;
    }
  }
  if (isDryRun) {
    await say(`Would change ${Object.keys(change).length} settings. Nothing was imported.\n`);
    return 0;
  }
  settings.change(importedSettings(change, settings.current));
  await say('Settings imported.\n');
  return 0;
}

/**
 * The orders that a text names which Waybell did not export. Says what of it is not taken as it stands.
 *
 * @param held what came on standard input
 */
function ordersNamedIn(file: string, held: Uint8Array | null): readonly NamedOrder[] {
  const read = (path: string, longest: number) => {
    if (held === null) return readTextFile(path, longest);
    if (held.length > longest) throw new RangeError('standard input is too long');
    return decodeText(held);
  };
  const named = namedOrders({ orderIds: [], orderFiles: [file] }, { nowMs: wallMs(), read });
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
): Promise<ImportCount> {
  const watcher = watchListOf(database);
  const count = nothingImported();
  for (const order of orders) {
    const known = watcher.find(order.id);
    if (known === undefined) count.added += 1;
    else if (withWords(known, order, 'filledIn', wallMs()) !== known) count.changed += 1;
  }
  if (!isDryRun) await watcher.add(orders, 'filledIn', origin);
  await finish(watcher);
  return count;
}

function importSentence(
  { added, changed, finished, kept, muted }: ImportCount,
  skipped: number,
  isDryRun: boolean,
): string {
  const parts = [
    `${ordersText(added)} added`,
    ...(finished > 0 ? [`${counted(finished)} of them over and not checked`] : []),
    ...(muted > 0 ? [`${counted(muted)} of them muted`] : []),
    `${ordersText(changed)} changed`,
    ...(kept > 0 ? [`${counted(kept)} with words of their own kept`] : []),
    ...(skipped > 0 ? [`${counted(skipped)} entries are no orders`] : []),
  ].join(', ');
  return isDryRun ? `Would be: ${parts}. Nothing was imported.\n` : `${parts}.\n`;
}

function counted(count: number): string {
  return count.toLocaleString('en');
}

/** 1 order, 3 orders, 1,204 orders. */
function ordersText(count: number): string {
  return count === 1 ? '1 order' : `${counted(count)} orders`;
}

/** The watch list by a watcher that asks no service, so that the command line imports as the window does. */
function watchListOf(database: OpenedDatabase): Watcher {
  const watcher = new Watcher({
    source: {
      check: () => Promise.reject(new Error('no service is asked here')),
      forget: () => undefined,
    },
    store: new WatchRepository(database.sql, wallMs),
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
): Promise<ImportCount> {
  const watcher = watchListOf(database);
  const count = nothingImported();
  const nowMs = wallMs();
  const read = await readTransfer(source, clock, async (orders) => {
    countImport(watcher, orders, nowMs, count);
    if (!isDryRun) await importOrders(watcher, orders, nowMs);
  });
  await finish(watcher);
  if (!read.ok) throw new Error(read.failure);
  return count;
}

/** Looks at everything and prints the report. @returns 1 when something is wrong */
async function doctor(
  { isJson }: Command<'doctor'>,
  profileDir: string,
  clientSecret: string | null,
  version: string,
): Promise<number> {
  const { contractNotes, order, profile } = storedConnection(profileDir);
  const diagnosis = await makeDiagnosis({
    language: 'en',
    clock,
    version,
    runtime: 'the command line',
    platform: platformOf(process.platform),
    profileDir,
    env: process.env,
    profile,
    secrets: new KeychainCredentialStore({ clock }),
    clientSecret,
    isStored: profile !== null && clientSecret === null,
    order,
    contractNotes,
  });
  await say(isJson ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnosisText(diagnosis, 'en'));
  return isWell(diagnosis) ? 0 : 1;
}

const lockIsLink =
  'A link stands in the place of waybell.lock, so it is not known whether Waybell is running on this profile. Remove the link.';

/** Makes the profile a desk of a hub, or prints the token of a new desk. */
async function join(
  { address, printsToken }: Command<'join'>,
  profileDir: string,
  joinCode: string | null,
): Promise<number> {
  const code = (joinCode ?? (await text(process.stdin))).trim();
  if (code === '') {
    complain(`Put the code of the invitation into ${joinCodeVariable}, or on standard input.`);
    return 2;
  }
  if (printsToken) {
    const joined = await joinTeam(address, code, { clock, opens: opensHub });
    if (joined.ok) await say(`${joined.value.token}\n`);
    else complain(refusalWordsIn.en.join[joined.failure]);
    return joined.ok ? 0 : 2;
  }
  const lock = lockProfile(profileDir);
  if (lock.kind === 'link') {
    complain(lockIsLink);
    return 2;
  }
  if (lock.kind === 'taken') {
    complain('Waybell is running on this profile. Join in its window, or quit it first.');
    return 2;
  }
  const database = openDatabase(profileDir, { wallMs });
  try {
    if (database.fault !== null) {
      complain('This computer’s disk takes nothing from Waybell, so nothing was joined.');
      return 2;
    }
    const secrets = new KeychainCredentialStore({ clock });
    // A code counts once, so it is not spent where its token could not be kept.
    await secrets.read({ baseUrl: address, clientId: 'desk' });
    const membership = teamMembership(database.sql, { clock, secrets });
    const joined = await membership.join(address, code);
    if (joined.ok) {
      const { deskName, hubUrl, role } = joined.value;
      complain(`This profile is "${terminalText(deskName)}" (${role}) at ${hubUrl}.`);
      return 0;
    }
    const { failure } = joined;
    complain(
      failure.kind === 'hub'
        ? refusalWordsIn.en.join[failure.refusal]
        : refusalWordsIn.en.keychain[failure.fault],
    );
    return 2;
  } catch (error) {
    if (!(error instanceof CredentialStoreError)) throw error;
    complain(refusalWordsIn.en.keychain[error.fault]);
    return 2;
  } finally {
    database.close();
    if (lock.kind === 'held') lock.release();
  }
}

/** What a connection and one order are known by. */
interface StoredConnection {
  readonly profile: ConnectionProfile | null;
  readonly order: OrderId | null;
  readonly contractNotes: readonly ContractNoteEntry[];
}

const nothingStored: StoredConnection = { profile: null, order: null, contractNotes: [] };

/** The connection and one order as they are stored; nothing when the database cannot be read. */
function storedConnection(profileDir: string): StoredConnection {
  const database = openToRead(profileDir);
  if (database === null) return nothingStored;
  try {
    const [first] = new WatchRepository(database.sql, wallMs).load();
    const profile = new ProfileRepository(database.sql).load();
    const notes = new ContractNoteRepository(database.sql);
    return {
      profile,
      order: first?.id ?? null,
      contractNotes: profile === null ? [] : notes.load(profile.baseUrl),
    };
  } catch {
    return nothingStored;
  } finally {
    database.close();
  }
}
