import { basename, dirname } from 'node:path';

/** How much of what was not synced a power cut leaves. */
export type Leaving =
  /** What was synced alone. */
  | 'nothing'
  /** All, as after a kill. */
  | 'everything'
  /** Each write as a whole or not at all, in any order. */
  | 'someWrites'
  /** Of each write any of its sectors. */
  | 'someSectors'
  /** Of each write any of its pages. */
  | 'somePages';

const pieceBytes: Partial<Record<Leaving, number>> = { someSectors: 512, somePages: 4096 };

interface Write {
  readonly kind: 'write';
  readonly at: number;
  readonly bytes: Buffer;
}

/** A change of a file's content that is not synced. */
type Change = Write | { readonly kind: 'resize'; readonly size: number };

/** What is in a file: these bytes, and zeros from there to its end. */
export class Content {
  readonly bytes: Buffer;
  readonly size: number;

  constructor(bytes: Buffer, size = bytes.length) {
    this.bytes = bytes;
    this.size = size;
  }

  toString(encoding: BufferEncoding = 'utf8'): string {
    const zeros = Buffer.alloc(this.size - this.bytes.length);
    return Buffer.concat([this.bytes, zeros]).toString(encoding);
  }
}

/** A file on the disk, whatever its name. */
export class DiskFile {
  readonly kind = 'file';
  /** How long it is as programs see it. */
  size = 0;
  #synced = new Content(Buffer.alloc(0));
  #pending: Change[] = [];

  write(at: number, bytes: Buffer): void {
    this.#pending.push({ kind: 'write', at, bytes });
    this.size = Math.max(this.size, at + bytes.length);
  }

  resize(size: number): void {
    this.#pending.push({ kind: 'resize', size });
    this.size = size;
  }

  sync(): void {
    this.#synced = contentAfter(this.#synced, this.#pending);
    this.#pending = [];
  }

  /** Its content after a power cut now. */
  after(leaving: Leaving, random: () => number): Content {
    return contentAfter(this.#synced, left(this.#pending, leaving, random));
  }
}

/** One change of a folder's entries; a rename within the folder changes two names at once. */
interface EntryChange {
  readonly set: readonly (readonly [name: string, node: DiskNode])[];
  readonly removed: readonly string[];
}

/** A folder on the disk. */
class DiskFolder {
  readonly kind = 'folder';
  /** The entries as programs see them. */
  readonly entries = new Map<string, DiskNode>();
  readonly #synced = new Map<string, DiskNode>();
  #pending: EntryChange[] = [];

  change(change: EntryChange): void {
    this.#pending.push(change);
    applyEntries(this.entries, change);
  }

  sync(): void {
    for (const change of this.#pending) applyEntries(this.#synced, change);
    this.#pending = [];
  }

  /** Its entries after a power cut now. File systems keep the order of such changes, so the last ones are gone. */
  after(leaving: Leaving, random: () => number): ReadonlyMap<string, DiskNode> {
    const entries = new Map(this.#synced);
    const many = this.#pending.length;
    const kept =
      leaving === 'nothing'
        ? 0
        : leaving === 'everything'
          ? many
          : Math.floor(random() * (many + 1));
    for (const change of this.#pending.slice(0, kept)) applyEntries(entries, change);
    return entries;
  }
}

type DiskNode = DiskFile | DiskFolder;

/**
 * A disk that keeps what was synced and may keep anything else. The content of a file and its name are synced
 * apart: the one with the file, the other with its folder.
 */
export class Disk {
  readonly #top: string;
  readonly #root = new DiskFolder();

  /** @param top the path of its top folder, which is there and empty */
  constructor(top: string) {
    this.#top = top;
  }

  has(path: string): boolean {
    return path === this.#top || path.startsWith(`${this.#top}/`);
  }

  /** What is at a path; undefined where nothing is, or outside of the disk. */
  at(path: string): DiskNode | undefined {
    let node: DiskNode | undefined = this.has(path) ? this.#root : undefined;
    for (const name of path.slice(this.#top.length + 1).split('/')) {
      if (name === '' || node === undefined) continue;
      node = node.kind === 'folder' ? node.entries.get(name) : undefined;
    }
    return node;
  }

  makeFile(path: string): DiskFile {
    const file = new DiskFile();
    this.#folderOf(path).change({ set: [[basename(path), file]], removed: [] });
    return file;
  }

  makeFolder(path: string): void {
    this.#folderOf(path).change({ set: [[basename(path), new DiskFolder()]], removed: [] });
  }

  remove(path: string): void {
    this.#folderOf(path).change({ set: [], removed: [basename(path)] });
  }

  rename(from: string, to: string): void {
    const node = this.at(from);
    if (node === undefined) throw new RangeError('nothing is there to be renamed');
    const [source, target] = [this.#folderOf(from), this.#folderOf(to)];
    if (source === target) {
      source.change({ set: [[basename(to), node]], removed: [basename(from)] });
      return;
    }
    target.change({ set: [[basename(to), node]], removed: [] });
    source.change({ set: [], removed: [basename(from)] });
  }

  /** A second name for a file. */
  link(from: string, to: string): void {
    const node = this.at(from);
    if (node === undefined) throw new RangeError('nothing is there to be linked');
    this.#folderOf(to).change({ set: [[basename(to), node]], removed: [] });
  }

  /** All of it, as an operator does. */
  sync(): void {
    const walk = (node: DiskNode): void => {
      node.sync();
      if (node.kind === 'folder') for (const below of node.entries.values()) walk(below);
    };
    walk(this.#root);
  }

  /** All that a power cut now leaves, by path: what is in a file, or null for a folder. */
  afterCut(leaving: Leaving, random: () => number): ReadonlyMap<string, Content | null> {
    const found = new Map<string, Content | null>();
    const walk = (folder: DiskFolder, path: string): void => {
      for (const [name, node] of folder.after(leaving, random)) {
        const below = path === '' ? name : `${path}/${name}`;
        found.set(below, node.kind === 'file' ? node.after(leaving, random) : null);
        if (node.kind === 'folder') walk(node, below);
      }
    };
    walk(this.#root, '');
    return found;
  }

  #folderOf(path: string): DiskFolder {
    const folder = this.at(dirname(path));
    if (folder?.kind !== 'folder') throw new RangeError('no folder holds it');
    return folder;
  }
}

function applyEntries(entries: Map<string, DiskNode>, { removed, set }: EntryChange): void {
  for (const name of removed) entries.delete(name);
  for (const [name, node] of set) entries.set(name, node);
}

function contentAfter(content: Content, changes: readonly Change[]): Content {
  let end = content.bytes.length;
  for (const change of changes) {
    if (change.kind === 'write') end = Math.max(end, change.at + change.bytes.length);
  }
  // What was never written reads as zeros, also beyond an earlier end.
  const after = Buffer.alloc(end);
  content.bytes.copy(after);
  let { size } = content;
  for (const change of changes) {
    if (change.kind === 'write') {
      change.bytes.copy(after, change.at);
      size = Math.max(size, change.at + change.bytes.length);
    } else {
      if (change.size < end) after.fill(0, change.size);
      ({ size } = change);
    }
  }
  return new Content(after.subarray(0, Math.min(end, size)), size);
}

function left(
  changes: readonly Change[],
  leaving: Leaving,
  random: () => number,
): readonly Change[] {
  if (leaving === 'nothing') return [];
  if (leaving === 'everything') return changes;
  const piece = pieceBytes[leaving] ?? Number.MAX_SAFE_INTEGER;
  const pieces = changes.flatMap((change): readonly Change[] =>
    change.kind === 'write' ? piecesOf(change, piece) : [change],
  );
  return pieces.filter(() => random() < 0.5);
}

/** A write in the parts that the disk writes at once. */
function piecesOf({ at, bytes }: Write, bytesOfOne: number): readonly Write[] {
  const pieces: Write[] = [];
  for (let from = 0; from < bytes.length;) {
    const toEdge = bytesOfOne - ((at + from) % bytesOfOne);
    const piece = bytes.subarray(from, from + toEdge);
    pieces.push({ kind: 'write', at: at + from, bytes: piece });
    from += piece.length;
  }
  return pieces;
}
