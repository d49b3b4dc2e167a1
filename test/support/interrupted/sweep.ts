import { cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type InterruptedCase, must } from './case.ts';
import {
  canBe,
  type Ended,
  type Interruption,
  runInterrupted,
  writePoints,
  type WritePoint,
} from './strace.ts';

/** What an interruption has led to. */
export interface Interrupted {
  readonly how: Interruption;
  /** The call and its file; null when it came at a call that changes none of the files. */
  readonly at: string | null;
  /** The exit code; null when it was killed. */
  readonly code: number | null;
  /** In words; null when it is not as it must be. */
  readonly found: string | null;
  /** What is wrong then. */
  readonly wrong: string | null;
}

/** Some of the points at which a case writes. */
export type ChosenPoints = (points: readonly WritePoint[]) => readonly WritePoint[];

/** A case, and at what it writes when nothing interrupts it, in its order. */
export interface Sweep {
  readonly points: readonly WritePoint[];
  /** Each interruption in a fresh copy of the case's folder. */
  readonly interrupted: (chosen?: ChosenPoints) => AsyncGenerator<Interrupted, void>;
}

/**
 * Prepares a case, and runs it once without an interruption.
 *
 * @param base a folder for its files
 * @throws Error when it fails even so
 */
export async function sweep(oneCase: InterruptedCase, base: string): Promise<Sweep> {
  const real = realpathSync(base);
  const [template, folder] = [join(real, 'template'), join(real, 'run')];
  mkdirSync(template);
  oneCase.prepare(template);
  const filled = {
    path: folder,
    refill: () => {
      rmSync(folder, { recursive: true, force: true });
      cpSync(template, folder, { recursive: true });
    },
  };
  const { ended, points } = await writePoints(oneCase.script(folder), filled);
  must(ended.code === 0 && points.length > 0, `not even uninterrupted: ${ended.stderr}`);
  await oneCase.found(folder, ended);
  return {
    points,
    async *interrupted(chosen = (all) => all) {
      for (const how of ['killed', 'full'] as const) {
        for (const point of chosen(points.filter((each) => canBe(how, each)))) {
          const run = await runInterrupted(oneCase.script(folder), filled, point, how);
          const at = run.file === null ? null : `${point.call} ${run.file}`;
          yield { how, at, code: run.code, ...(await judged(oneCase, folder, run)) };
        }
      }
    },
  };
}

async function judged(
  oneCase: InterruptedCase,
  folder: string,
  ended: Ended,
): Promise<Pick<Interrupted, 'found' | 'wrong'>> {
  try {
    return { found: await oneCase.found(folder, ended), wrong: null };
  } catch (error) {
    const said = `${ended.stdout}${ended.stderr}`.trim().slice(-300);
    return { found: null, wrong: `${String(error)} (exit ${ended.code}: ${said})` };
  }
}
