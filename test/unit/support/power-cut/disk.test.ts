import { describe, expect, test } from 'vitest';
import { Disk, type Leaving } from '../../../support/power-cut/disk.ts';
import { seeded } from '../../../support/seeded.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

/** A disk with a file whose name and content are synced. */
function diskWith(path: string, content: string): Disk {
  const disk = new Disk('/d');
  const file = disk.makeFile(path);
  file.write(0, bytes(content));
  file.sync();
  syncFolder(disk, '/d');
  return disk;
}

function syncFolder(disk: Disk, path: string): void {
  disk.at(path)?.sync();
}

function fileOf(disk: Disk, path: string) {
  const node = disk.at(path);
  if (node?.kind !== 'file') throw new Error('there is no file');
  return node;
}

/** What a cut leaves, as texts. */
function afterCut(disk: Disk, leaving: Leaving = 'nothing', random = (): number => 0) {
  return Object.fromEntries(
    [...disk.afterCut(leaving, random)].map(([path, content]) => [
      path,
      content?.toString('latin1') ?? null,
    ]),
  );
}

describe('a power cut', () => {
  test('keeps what was synced and may keep the rest', () => {
    const disk = diskWith('/d/a', 'old');
    fileOf(disk, '/d/a').write(0, bytes('new'));
    expect(afterCut(disk)).toEqual({ a: 'old' });
    expect(afterCut(disk, 'everything')).toEqual({ a: 'new' });
    fileOf(disk, '/d/a').sync();
    expect(afterCut(disk)).toEqual({ a: 'new' });
  });

  test('takes a file whose folder was not synced, also where its content was', () => {
    const disk = new Disk('/d');
    const file = disk.makeFile('/d/a');
    file.write(0, bytes('x'));
    file.sync();
    expect(afterCut(disk)).toEqual({});
    syncFolder(disk, '/d');
    expect(afterCut(disk)).toEqual({ a: 'x' });
  });

  test('empties a file whose folder alone was synced', () => {
    const disk = new Disk('/d');
    disk.makeFile('/d/a').write(0, bytes('x'));
    syncFolder(disk, '/d');
    expect(afterCut(disk)).toEqual({ a: '' });
  });

  test('takes a rename back until the folder is synced', () => {
    const disk = diskWith('/d/a', 'x');
    disk.rename('/d/a', '/d/b');
    expect(disk.at('/d/a')).toBeUndefined();
    expect(afterCut(disk)).toEqual({ a: 'x' });
    syncFolder(disk, '/d');
    expect(afterCut(disk)).toEqual({ b: 'x' });
  });

  test('never shows a file under neither or both names of a rename within a folder', () => {
    const random = seeded(1);
    const disk = diskWith('/d/a', 'x');
    disk.rename('/d/a', '/d/b');
    const left = Array.from({ length: 50 }, () =>
      Object.keys(afterCut(disk, 'someWrites', random)),
    );
    expect(new Set(left.flat())).toEqual(new Set(['a', 'b']));
    expect(left.every(({ length }) => length === 1)).toBe(true);
  });

  test('brings back a file that was replaced by a rename', () => {
    const disk = diskWith('/d/a', 'old');
    const draft = disk.makeFile('/d/new');
    draft.write(0, bytes('new'));
    disk.rename('/d/new', '/d/a');
    expect(afterCut(disk)).toEqual({ a: 'old' });
    syncFolder(disk, '/d');
    expect(afterCut(disk)).toEqual({ a: '' });
  });

  test('brings a removed file back until the folder is synced', () => {
    const disk = diskWith('/d/a', 'x');
    disk.remove('/d/a');
    expect(afterCut(disk)).toEqual({ a: 'x' });
    syncFolder(disk, '/d');
    expect(afterCut(disk)).toEqual({});
  });

  test('undoes that a file was cut short; what is written beyond the end reads as zeros before', () => {
    const disk = diskWith('/d/a', 'abcdef');
    fileOf(disk, '/d/a').resize(2);
    fileOf(disk, '/d/a').write(4, bytes('z'));
    expect(fileOf(disk, '/d/a').size).toBe(5);
    expect(afterCut(disk)).toEqual({ a: 'abcdef' });
    expect(afterCut(disk, 'everything')).toEqual({ a: 'ab\0\0z' });
  });

  test('takes a folder with all in it until all folders around it are synced', () => {
    const disk = new Disk('/d');
    disk.makeFolder('/d/one');
    disk.makeFolder('/d/one/two');
    disk.makeFile('/d/one/two/a').sync();
    syncFolder(disk, '/d/one/two');
    syncFolder(disk, '/d/one');
    expect(afterCut(disk)).toEqual({});
    syncFolder(disk, '/d');
    expect(afterCut(disk)).toEqual({ one: null, 'one/two': null, 'one/two/a': '' });
  });

  test.each([
    ['someWrites', 8192],
    ['someSectors', 512],
    ['somePages', 4096],
  ] as const)('tears a write at its edges alone: %s', (leaving, pieceBytes) => {
    const random = seeded(2);
    const disk = diskWith('/d/a', 'o'.repeat(8192));
    fileOf(disk, '/d/a').write(0, bytes('n'.repeat(8192)));
    const seen = new Set<string>();
    for (let turn = 0; turn < 40; turn += 1) {
      const content = String(afterCut(disk, leaving, random)['a']);
      for (let at = 0; at < content.length; at += pieceBytes) {
        const piece = new Set(content.slice(at, at + pieceBytes));
        expect(piece.size).toBe(1);
        for (const sign of piece) seen.add(sign);
      }
    }
    expect(seen).toEqual(new Set(['o', 'n']));
  });
});
