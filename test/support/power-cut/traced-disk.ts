import { resolve } from 'node:path';
import { type Content, Disk, type DiskFile, type Leaving } from './disk.ts';
import { bytesOf, textOf, type TracedCall } from './traced-calls.ts';

/** What a descriptor stands for. */
type Opened =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly file: DiskFile;
      readonly appends: boolean;
      at: number;
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'said' };

/** A line that the traced program said at the side, and how many calls came before it. */
export type Said = (line: string) => void;

/**
 * The disk of a program and its children as their system calls left it, one call after the other. Descriptors are
 * those of a process: its threads have them together, and a program that it starts none of them.
 */
export class TracedDisk {
  readonly #disk: Disk;
  readonly #sidePath: string;
  readonly #said: Said;
  readonly #isLying: boolean;
  readonly #processes = new Map<string, Map<number, Opened>>();
  /** Those of the process whose call is applied. */
  #opened = new Map<number, Opened>();
  #half = '';
  /** Whether anything was confirmed by now. */
  #hasSaid = false;

  /**
   * @param top the folder whose content counts, empty before the first call
   * @param isLying whether a file that is synced once something was confirmed may still be lost
   * @param sidePath the file outside of it that the program writes to what it confirmed
   */
  constructor(top: string, sidePath: string, said: Said, isLying = false) {
    this.#isLying = isLying;
    this.#disk = new Disk(top);
    this.#sidePath = sidePath;
    this.#said = said;
  }

  afterCut(leaving: Leaving, random: () => number): ReadonlyMap<string, Content | null> {
    return this.#disk.afterCut(leaving, random);
  }

  /** @returns whether the call may have changed what a power cut leaves. @throws for a call that is not understood */
  apply({ args, by, name, result }: TracedCall): boolean {
    this.#opened = this.#descriptorsOf(by);
    const [first = '', second = '', third = '', fourth = ''] = args;
    switch (name) {
      case 'openat':
        return this.#open(resolve(textOf(second)), third, result);
      case 'open':
        return this.#open(resolve(textOf(first)), second, result);
      case 'creat':
        return this.#open(resolve(textOf(first)), 'O_WRONLY|O_CREAT|O_TRUNC', result);
      case 'close':
        this.#opened.delete(Number(first));
        return false;
      case 'dup':
      case 'dup2':
      case 'dup3':
        return this.#copy(Number(first), result);
      case 'fcntl':
        return second.startsWith('F_DUPFD') && this.#copy(Number(first), result);
      case 'lseek': {
        const opened = this.#opened.get(Number(first));
        if (opened?.kind === 'file') opened.at = result;
        return false;
      }
      case 'write':
      case 'writev':
        return this.#write(Number(first), bytesOf(second).subarray(0, result), null);
      case 'pwrite64':
      case 'pwritev':
      case 'pwritev2':
        return this.#write(Number(first), bytesOf(second).subarray(0, result), Number(fourth));
      case 'fallocate':
        return this.#onFile(Number(first), (file) => {
          if (second === '0') file.resize(Math.max(file.size, Number(third) + Number(fourth)));
          else throw new RangeError('fallocate with holes is not understood');
        });
      case 'ftruncate':
        return this.#onFile(Number(first), (file) => file.resize(Number(second)));
      case 'fsync':
      case 'fdatasync':
        return this.#sync(Number(first));
      case 'sync':
        this.#disk.sync();
        return true;
      case 'mkdir':
        return this.#make(textOf(first));
      case 'mkdirat':
        return this.#make(textOf(second));
      case 'rename':
        return this.#rename(textOf(first), textOf(second));
      case 'renameat':
      case 'renameat2':
        return this.#rename(textOf(second), textOf(fourth));
      case 'unlink':
      case 'rmdir':
        return this.#remove(textOf(first));
      case 'unlinkat':
        return this.#remove(textOf(second));
      case 'link':
        return this.#link(textOf(first), textOf(second));
      case 'linkat':
        return this.#link(textOf(second), textOf(fourth));
      case 'mmap':
        return this.#map(args);
      default:
        return this.#refuse(name, args);
    }
  }

  #descriptorsOf(process: string): Map<number, Opened> {
    const known = this.#processes.get(process) ?? new Map<number, Opened>();
    this.#processes.set(process, known);
    return known;
  }

  #open(path: string, flags: string, descriptor: number): boolean {
    this.#opened.delete(descriptor);
    if (path === this.#sidePath) {
      this.#opened.set(descriptor, { kind: 'said' });
      return false;
    }
    if (!this.#disk.has(path)) return false;
    const known = this.#disk.at(path);
    if (known?.kind === 'folder') {
      this.#opened.set(descriptor, { kind: 'folder', path });
      return false;
    }
    const file = known ?? this.#disk.makeFile(path);
    const isEmptied = flags.includes('O_TRUNC') && file.size > 0;
    if (isEmptied) file.resize(0);
    const appends = flags.includes('O_APPEND');
    this.#opened.set(descriptor, { kind: 'file', path, file, appends, at: 0 });
    return known === undefined || isEmptied;
  }

  #copy(from: number, to: number): boolean {
    const opened = this.#opened.get(from);
    if (opened === undefined) this.#opened.delete(to);
    else this.#opened.set(to, opened);
    return false;
  }

  #write(descriptor: number, bytes: Buffer, at: number | null): boolean {
    const opened = this.#opened.get(descriptor);
    if (opened?.kind === 'said') {
      const lines = (this.#half + bytes.toString('utf8')).split('\n');
      this.#half = lines.pop() ?? '';
      for (const line of lines) this.#said(line);
      this.#hasSaid ||= lines.length > 0;
      return false;
    }
    if (opened?.kind !== 'file') return false;
    const from = at ?? (opened.appends ? opened.file.size : opened.at);
    opened.file.write(from, bytes);
    if (at === null) opened.at = from + bytes.length;
    return true;
  }

  #onFile(descriptor: number, change: (file: DiskFile) => void): boolean {
    const opened = this.#opened.get(descriptor);
    if (opened?.kind !== 'file') return false;
    change(opened.file);
    return true;
  }

  #sync(descriptor: number): boolean {
    const opened = this.#opened.get(descriptor);
    if (opened?.kind === 'file') {
      if (!this.#isLying || !this.#hasSaid) opened.file.sync();
    } else if (opened?.kind === 'folder') this.#disk.at(opened.path)?.sync();
    else return false;
    return true;
  }

  #make(path: string): boolean {
    const isOurs = this.#disk.has(resolve(path));
    if (isOurs) this.#disk.makeFolder(resolve(path));
    return isOurs;
  }

  #rename(from: string, to: string): boolean {
    const [source, target] = [resolve(from), resolve(to)];
    if (this.#disk.has(source) !== this.#disk.has(target))
      throw new RangeError('a move across the edge');
    if (!this.#disk.has(source)) return false;
    this.#disk.rename(source, target);
    return true;
  }

  #remove(path: string): boolean {
    const isOurs = this.#disk.has(resolve(path));
    if (isOurs) this.#disk.remove(resolve(path));
    return isOurs;
  }

  #link(from: string, to: string): boolean {
    const [source, target] = [resolve(from), resolve(to)];
    if (!this.#disk.has(target)) return false;
    this.#disk.link(source, target);
    return true;
  }

  /** What is written through memory is not seen here. SQLite makes its index of the log anew after a cut. */
  #map([, , access = '', flags = '', descriptor = '']: readonly string[]): boolean {
    const opened = this.#opened.get(Number(descriptor));
    const isWritten = access.includes('PROT_WRITE') && flags.includes('MAP_SHARED');
    if (isWritten && opened?.kind === 'file' && !opened.path.endsWith('-shm'))
      throw new RangeError(`${opened.path} is written through memory`);
    return false;
  }

  /** Copies between descriptors, holes and the like: nothing of the program does that with a file of the disk. */
  #refuse(name: string, args: readonly string[]): boolean {
    const isOurs = args.some((arg) => {
      if (!arg.startsWith('"')) return /^\d+$/.test(arg) && this.#isFile(Number(arg));
      return this.#disk.has(resolve(textOf(arg)));
    });
    if (isOurs) throw new RangeError(`${name} of a file is not understood`);
    return false;
  }

  #isFile(descriptor: number): boolean {
    return this.#opened.get(descriptor)?.kind === 'file';
  }
}
