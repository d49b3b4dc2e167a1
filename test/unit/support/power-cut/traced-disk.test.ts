import { describe, expect, test } from 'vitest';
import { confirmedChange, confirmedLine, wrongIn } from '../../../support/power-cut/kept-state.ts';
import { byProcess, TracedCalls } from '../../../support/power-cut/traced-calls.ts';
import { TracedDisk } from '../../../support/power-cut/traced-disk.ts';

/** As strace writes a text. */
function hex(text: string): string {
  return `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
}

/** What a disk is after these lines of strace, when only what was synced stays. */
function played(lines: readonly string[], isLying = false) {
  const said: string[] = [];
  const calls = new TracedCalls();
  const disk = new TracedDisk('/d', '/side', (line) => said.push(line), isLying);
  for (const call of byProcess(lines.flatMap((line) => calls.read(line) ?? []))) disk.apply(call);
  const left = [...disk.afterCut('nothing', () => 0)];
  return { said, left: left.map(([path, content]) => `${path}: ${content?.toString() ?? ''}`) };
}

const open = (path: string, flags: string, descriptor: number): string =>
  `7 openat(AT_FDCWD, ${hex(path)}, ${flags}, 0600) = ${descriptor}`;
const syncTop = [open('/d', 'O_RDONLY|O_CLOEXEC', 9), '7 fsync(9) = 0', '7 close(9) = 0'];

describe('a trace', () => {
  test('is the writes at their places, and the syncs between them', () => {
    const { left } = played([
      open('/d/a', 'O_RDWR|O_CREAT', 3),
      `7 pwrite64(3, ${hex('hello')}, 5, 0) = 5`,
      '7 fdatasync(3)                      = 0',
      `7 pwrite64(3, ${hex('J')}, 1, 0) = 1`,
      ...syncTop,
    ]);
    expect(left).toEqual(['a: hello']);
  });

  test('counts what was written, not what was asked for, and leaves out what failed', () => {
    const { left } = played([
      open('/d/a', 'O_RDWR|O_CREAT', 3),
      `7 write(3, ${hex('hello')}, 5) = 2`,
      `7 writev(3, [{iov_base=${hex('ab')}, iov_len=2}, {iov_base=${hex('c')}, iov_len=1}], 2) = 3`,
      `7 pwrite64(3, ${hex('no')}, 2, 0) = -1 ENOSPC (No space left on device)`,
      '7 fsync(3) = 0',
      ...syncTop,
    ]);
    expect(left).toEqual(['a: heabc']);
  });

  test('has the descriptors of each process apart, and those of its threads together', () => {
    const { left } = played([
      '7 clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, exit_signal=0}, 88) = 8',
      '7 clone(child_stack=NULL, flags=CLONE_VM|CLONE_VFORK|SIGCHLD) = 20',
      // What a thread of the other one does may be written down before it was made.
      `21 openat(AT_FDCWD, ${hex('/d/b')}, O_RDWR|O_CREAT, 0600) = 3`,
      '20 clone(child_stack=0xc0, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 21',
      open('/d/a', 'O_RDWR|O_CREAT', 3),
      `8 write(3, ${hex('of a')}, 4) = 4`,
      `20 write(3, ${hex('of b')}, 4) = 4`,
      '8 fsync(3) = 0',
      '20 fdatasync(3) = 0',
      ...syncTop,
    ]);
    expect(left).toEqual(['b: of b', 'a: of a']);
  });

  test('keeps the length that was set apart, all of it after a sync of the whole disk', () => {
    const { left } = played([
      open('/d/a', 'O_RDWR|O_CREAT', 3),
      `7 write(3, ${hex('x')}, 1) = 1`,
      '7 fallocate(3, 0, 0, 3) = 0',
      '7 sync() = 0',
      `7 write(3, ${hex('y')}, 1) = 1`,
    ]);
    expect(left).toEqual(['a: x\0\0']);
  });

  test('of a disk that lies has nothing that was synced after something was confirmed', () => {
    const { left } = played(
      [
        open('/d/a', 'O_RDWR|O_CREAT', 3),
        open('/side', 'O_WRONLY|O_APPEND', 4),
        `7 write(3, ${hex('x')}, 1) = 1`,
        '7 fsync(3) = 0',
        `7 write(4, ${hex('done\n')}, 5) = 5`,
        `7 write(3, ${hex('y')}, 1) = 1`,
        '7 fsync(3) = 0',
        ...syncTop,
      ],
      true,
    );
    expect(left).toEqual(['a: x']);
  });

  test('resumes a call that another thread interrupted where it ends', () => {
    const { left, said } = played([
      open('/d/a', 'O_RDWR|O_CREAT', 3),
      open('/side', 'O_WRONLY|O_APPEND', 4),
      `7 pwrite64(3, ${hex('x')}, 1, 0) = 1`,
      '7 fsync(3 <unfinished ...>',
      `8 write(4, ${hex('early\n')}, 6) = 6`,
      '7 <... fsync resumed>)              = 0',
      ...syncTop,
    ]);
    expect(left).toEqual(['a: x']);
    expect(said).toEqual(['early']);
  });

  test('follows a descriptor through copies, a reuse of its number and a rename of its file', () => {
    const { left } = played([
      open('/d/a', 'O_WRONLY|O_CREAT|O_APPEND', 3),
      '7 dup(3) = 5',
      '7 close(3) = 0',
      open('/elsewhere', 'O_RDWR', 3),
      `7 write(3, ${hex('not ours')}, 8) = 8`,
      `7 rename(${hex('/d/a')}, ${hex('/d/b')}) = 0`,
      `7 write(5, ${hex('ours')}, 4) = 4`,
      '7 fsync(5) = 0',
      ...syncTop,
    ]);
    expect(left).toEqual(['b: ours']);
  });

  test('is refused where it does not say what was written', () => {
    const opened = open('/d/a', 'O_RDWR|O_CREAT', 3);
    const mapped = '7 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = 140000';
    expect(() => played([opened, mapped])).toThrow(RangeError);
    expect(() => played([opened, '7 fallocate(3, FALLOC_FL_KEEP_SIZE, 0, 4096) = 0'])).toThrow(
      RangeError,
    );
    expect(() => played([opened, `7 write(3, ${hex('cut')}..., 9) = 9`])).toThrow(RangeError);
  });
});

describe('what is found after a cut', () => {
  const acts = [[['label', 'one']], [['label', 'two']], [['a called, x', 1]]].map((changes) =>
    confirmedChange(confirmedLine(changes as [string, string | number][])),
  );

  test('is right when all that was confirmed is there once', () => {
    const found = new Map<string, string | number>([
      ['label', 'two'],
      ['a called, x', 1],
      ['what no act touched', 'anything'],
    ]);
    expect(wrongIn(found, acts, null)).toEqual({ lost: [], doubled: [] });
  });

  test('may have what was under way, as a whole, in part or not', () => {
    const underWay = confirmedChange(
      confirmedLine([
        ['label', 'three'],
        ['note', 'new'],
      ]),
    );
    for (const label of ['two', 'three']) {
      const found = new Map<string, string | number>([
        ['label', label],
        ['a called, x', 1],
      ]);
      expect(wrongIn(found, acts, underWay)).toEqual({ lost: [], doubled: [] });
    }
  });

  test('is wrong when an act is gone, or there twice', () => {
    const found = new Map<string, string | number>([
      ['label', 'one'],
      ['a called, x', 2],
    ]);
    expect(wrongIn(found, acts, null)).toEqual({ lost: [['label']], doubled: ['a called, x'] });
  });
});
