import { constants } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type {
  FileIntake,
  OrderFolderFault,
  OrderFolderState,
} from '../../../core/board/order-folder.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { decodeText } from '../../../core/paste/decode-text.ts';
import { findOrderIdsInTurns, pasteCounts } from '../../../core/paste/find-order-ids.ts';
import { cleanLine } from '../../../core/text/safe-text.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OrderIntake } from './order-intake.ts';
import type { IntakeStore } from './ports.ts';

/** The pause between two looks; a file has to stand still from one to the next. */
const lookEveryMs = 5000;
/** A slow network share is left at rest for this many times as long as a look at it took. */
const restFactor = 10;
/** The most files of a folder that are looked at. */
const mostFiles = 5000;
/** The longest file that is read, in bytes. */
const longestFile = 10_000_000;
/** Files that have not changed for this long when their folder is chosen are left out. */
const oldAfterMs = 24 * 3_600_000;
const mostFileIntakes = 10;
const longestName = 100;
const readable = /\.(?:csv|txt|tsv|json)$/i;

interface OrderFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly changedAtMs: number;
}

/** What an {@link OrderFolder} works with. */
export interface OrderFolderParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'defect'>;
  readonly store: Pick<
    IntakeStore,
    'folder' | 'setFolder' | 'fileIntakes' | 'keepFileIntakes' | 'isSettled' | 'settle'
  >;
  readonly intake: Pick<OrderIntake, 'accept'>;
  /** Whether orders are accepted now; while not, the files wait. Default: they are. */
  readonly mayAccept?: () => boolean;
  /** What the window shows of it changed. */
  readonly changed: () => void;
  /** A file was accepted, or could not be. */
  readonly considered: (fileIntake: FileIntake) => void;
}

/**
 * Accepts orders from files that another system writes into a folder, or from one file. It only reads, and
 * looks again and again, because network shares report no changes. A file is read once its size and time
 * stood still, and again only when they changed.
 */
export class OrderFolder {
  readonly #parts: OrderFolderParts;
  #path: string | null = null;
  #isRunning = false;
  /** The stamps of the files at the last look, by path. */
  #seen: ReadonlyMap<string, string> = new Map();
  #fault: OrderFolderFault | null = null;
  #faultSinceMs: number | null = null;
  #unreadFile: string | null = null;
  #fileIntakes: readonly FileIntake[] = [];
  #cancel: (() => void) | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: OrderFolderParts) {
    this.#parts = parts;
    try {
      this.#path = parts.store.folder();
      this.#fileIntakes = parts.store.fileIntakes();
    } catch (error) {
      parts.log.defect('orderFolderNotRead', error);
    }
  }

  /** Null while nothing was chosen. */
  get state(): OrderFolderState | null {
    return this.#path === null
      ? null
      : {
          path: this.#path,
          fault: this.#fault,
          faultSinceMs: this.#faultSinceMs,
          unreadFile: this.#unreadFile,
          fileIntakes: this.#fileIntakes,
        };
  }

  /** Resolves when the look that is under way is over. */
  get looked(): Promise<void> {
    return this.#looking;
  }

  start(): void {
    this.#isRunning = true;
    this.#plan(0);
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancel?.();
    this.#cancel = null;
    await this.#looking;
  }

  /**
   * Accepts orders from here from now on; null ends it. What has lain in a folder for a day is left out.
   *
   * @throws when it could not be written; then nothing changed
   */
  async choose(path: string | null): Promise<void> {
    const { clock, store } = this.#parts;
    const old = path === null ? [] : await oldFiles(path, clock.wallMs() - oldAfterMs);
    store.settle(old.map(stampOf), clock.wallMs());
    store.setFolder(path);
    store.keepFileIntakes([]);
    this.#use(path);
  }

  /** Everything was erased: nothing is looked at any more. */
  forget(): void {
    this.#use(null);
  }

  /** These orders left the list: so does a file that was named for one of them. */
  ordersRemoved(ids: readonly OrderId[]): void {
    const names = this.#fileIntakes.map(({ fileName }) => fileName.toLowerCase());
    const isNamed = names.map((name) => ids.some((id) => name.includes(id)));
    if (isNamed.includes(true)) this.#keep(this.#fileIntakes.filter((_, index) => !isNamed[index]));
  }

  #use(path: string | null): void {
    this.#path = path;
    this.#seen = new Map();
    this.#fileIntakes = [];
    this.#unreadFile = null;
    this.#fault = this.#faultSinceMs = null;
    this.#parts.changed();
    if (this.#isRunning) this.#plan(0);
  }

  #plan(delayMs: number): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#path === null) return;
    this.#cancel = this.#parts.clock.schedule(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, delayMs);
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#parts;
    const path = this.#path;
    if (path === null || !this.#isRunning) return;
    const startedMs = clock.monotonicMs();
    try {
      if (this.#parts.mayAccept?.() === false) {
        this.#report('refused', null);
        return;
      }
      const files = await filesOf(path);
      this.#report(null, null);
      let unread: string | null = null;
      for (const file of files) {
        // Another folder may have been chosen, or everything erased.
        if (this.#path !== path || !this.#isRunning) return;
        if (!(await this.#consider(file))) unread = nameOf(file);
      }
      this.#seen = new Map(files.map((file) => [file.path, stampOf(file)]));
      this.#report(null, unread);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'unreadable') log.defect('orderFolderNotRead', withoutPath(error));
      if (this.#path === path) this.#report(fault, null);
    } finally {
      const tookMs = clock.monotonicMs() - startedMs;
      if (this.#path === path && this.#isRunning) {
        this.#plan(Math.max(lookEveryMs, tookMs * restFactor));
      }
    }
  }

  /** Takes a file once it stands still. @returns false when it could not be read */
  async #consider(file: OrderFile): Promise<boolean> {
    const { clock, store } = this.#parts;
    const stamp = stampOf(file);
    if (file.sizeBytes === 0 || this.#seen.get(file.path) !== stamp) return true;
    if (store.isSettled(stamp)) return true;
    if (file.sizeBytes > longestFile) {
      store.settle([stamp], clock.wallMs());
      this.#considered({ atMs: clock.wallMs(), fileName: nameOf(file), taken: null });
      return true;
    }
    const text = await textOf(file).catch(() => null);
    // It is being written again, or its writer keeps it to itself: the next look tries again.
    if (text === null) return false;
    const nowMs = Math.min(file.changedAtMs, clock.wallMs());
    const findings = await findOrderIdsInTurns(text, nowMs, clock);
    if (!this.#isRunning || this.#path === null) return true;
    const { added, changed, finished, leftOut } = await this.#parts.intake.accept(
      findings.found,
      nameOf(file),
    );
    store.settle([stamp], clock.wallMs());
    const { found, isCutOff, isGarbled } = findings;
    const passedOver = { ...pasteCounts(findings), finished, isGarbled };
    const taken = { found: found.length, added, changed, leftOut, isCutOff, passedOver };
    this.#considered({ atMs: clock.wallMs(), fileName: nameOf(file), taken });
    return true;
  }

  #considered(fileIntake: FileIntake): void {
    const { log, considered } = this.#parts;
    const { taken } = fileIntake;
    log.info('orderFileTaken', { added: taken?.added ?? 0, leftOut: taken?.leftOut ?? 0 });
    this.#keep([fileIntake, ...this.#fileIntakes].slice(0, mostFileIntakes));
    considered(fileIntake);
  }

  #keep(fileIntakes: readonly FileIntake[]): void {
    const { changed, log, store } = this.#parts;
    this.#fileIntakes = fileIntakes;
    try {
      store.keepFileIntakes(fileIntakes);
    } catch (error) {
      log.defect('orderFileNotKept', error);
    }
    changed();
  }

  #report(fault: OrderFolderFault | null, unreadFile: string | null): void {
    if (fault === this.#fault && unreadFile === this.#unreadFile) return;
    if (fault !== this.#fault) {
      this.#faultSinceMs = fault === null ? null : this.#parts.clock.wallMs();
    }
    this.#fault = fault;
    this.#unreadFile = unreadFile;
    this.#parts.changed();
  }
}

/** By this a file is known again. */
function stampOf({ path, sizeBytes, changedAtMs }: OrderFile): string {
  return JSON.stringify([path, sizeBytes, changedAtMs]);
}

function nameOf({ path }: OrderFile): string {
  return cleanLine(basename(path), longestName);
}

class CrowdedError extends Error {}

/** The files of a folder, or the file itself; no links, pipes or devices. @throws the system's error */
async function filesOf(path: string): Promise<readonly OrderFile[]> {
  const place = await stat(path);
  if (place.isFile()) return [fileAt(path, place)];
  const names = (await readdir(path)).filter((name) => readable.test(name));
  if (names.length > mostFiles) throw new CrowdedError();
  const files: OrderFile[] = [];
  for (const name of names) {
    const each = join(path, name);
    // One that is gone by now is not worth a word.
    const found = await lstat(each).catch(() => null);
    if (found?.isFile() === true) files.push(fileAt(each, found));
  }
  return files;
}

function fileAt(
  path: string,
  { mtimeMs, size }: { readonly mtimeMs: number; readonly size: number },
): OrderFile {
  return { path, sizeBytes: size, changedAtMs: Math.floor(mtimeMs) };
}

/** Files of a folder that have not changed since then; none of a place that cannot be looked at. */
async function oldFiles(path: string, beforeMs: number): Promise<readonly OrderFile[]> {
  const files = await filesOf(path).catch(() => []);
  return files.filter((file) => file.path !== path && file.changedAtMs < beforeMs);
}

/** The text of a file, if it is still the same behind its last byte. @throws the system's error */
async function textOf(file: OrderFile): Promise<string | null> {
  // A pipe that took its place does not make us wait for its writer.
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(file.sizeBytes);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return null;
      length += bytesRead;
    }
    const after = await handle.stat();
    const isSame = after.isFile() && stampOf(fileAt(file.path, after)) === stampOf(file);
    return isSame ? decodeText(bytes) : null;
  } finally {
    await handle.close();
  }
}

function faultOf(error: unknown): OrderFolderFault {
  if (error instanceof CrowdedError) return 'crowded';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
  return code === 'EACCES' || code === 'EPERM' ? 'denied' : 'unreadable';
}

/** The error's code alone: its message names the path. */
function withoutPath(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new Error(`the order folder cannot be read: ${code}`);
}
