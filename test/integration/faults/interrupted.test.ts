import { describe, expect, test } from 'vitest';
import { profileCases } from '../../support/interrupted/profile-cases.ts';
import { whyNotInterrupted, type WritePoint } from '../../support/interrupted/strace.ts';
import { type ChosenPoints, type Interrupted, sweep } from '../../support/interrupted/sweep.ts';
import { windowCase } from '../../support/interrupted/window-case.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* Every write of every case: npm run bench -- interrupted */

const why = whyNotInterrupted();
const reason = why === null ? '' : ` (left out: ${why})`;

/** The call and its file of each point, in their order. */
const said = (points: readonly WritePoint[]): readonly string[] =>
  points.map(({ call, file }) => `${call} ${file}`);

/** The points at these calls and files, the last of each. */
const lastOf =
  (...names: readonly string[]): ChosenPoints =>
  (points) =>
    names.flatMap((name) => points.findLast(({ call, file }) => `${call} ${file}` === name) ?? []);

/** Some points in the middle of what is written to a file. */
const middleOf =
  (name: string): ChosenPoints =>
  (points) => {
    const all = points.filter(({ call, file }) => `${call} ${file}` === name);
    return all.slice(Math.floor(all.length / 2)).slice(0, 1);
  };

async function everyOne(runs: AsyncIterable<Interrupted>): Promise<readonly Interrupted[]> {
  const all: Interrupted[] = [];
  for await (const one of runs) all.push(one);
  return all;
}

const right = (at: string) => ({ at, wrong: null });

describe.runIf(why === null)(`fault 53 and 54: interrupted at a write${reason}`, () => {
  test('an export is synced before it takes the place of its file, and leaves the older one whole', async () => {
    const [exporting] = profileCases;
    const { interrupted, points } = await sweep(exporting, temporaryFolder());
    const own = said(points).filter((name) => name.includes(' files'));
    const ends = ['fsync files/draft', 'rename files/draft', 'fsync files'];
    const whole = ['openat files/draft', ...own.slice(1, -3).map(() => 'write files/draft')];
    expect(own).toEqual([...whole, ...ends]);
    const runs = await everyOne(interrupted(lastOf(...ends)));
    expect(runs).toMatchObject([...ends, ...ends].map(right));
    const older = ['the older file, and a draft', 'the older file, and a draft', 'the new file'];
    const full = ['the older file', 'the older file', 'the new file'];
    expect(runs.map(({ found }) => found)).toEqual([...older, ...full]);
    expect(runs.map(({ code }) => code)).toEqual([null, null, null, 2, 2, 2]);
  });

  test.each(profileCases.filter(({ name }) => name.startsWith('import of')))(
    '$name: what was there stays, and another import completes it',
    async (importing) => {
      const { interrupted } = await sweep(importing, temporaryFolder());
      const name = 'pwrite64 profile/waybell.db-wal';
      const runs = await everyOne(interrupted(middleOf(name)));
      expect(runs).toMatchObject([right(name), right(name)]);
      expect(runs.map(({ code }) => code)).toEqual([null, 2]);
    },
  );

  test('the window’s settings and place are as they were or as they became', async () => {
    const { interrupted, points } = await sweep(windowCase, temporaryFolder());
    const all = said(points);
    const place = ['openat', 'write', 'fsync', 'rename'].map((call) => `${call} window.json.new`);
    const first = all.indexOf('openat window.json.new');
    expect(all.slice(first, first + 5)).toEqual([...place, 'fsync the folder']);
    const ends = ['write window.json.new', 'rename window.json.new'];
    const runs = await everyOne(interrupted(lastOf(...ends)));
    expect(runs).toMatchObject([...ends, ...ends].map(right));
  });
});
