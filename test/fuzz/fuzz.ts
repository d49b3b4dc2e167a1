import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { seeded } from '../support/seeded.ts';
import { mutated, pick } from './mutations.ts';
import { isUnpolluted } from './rules.ts';
import { type FuzzTargetName, fuzzTargets } from './targets.ts';

const root = join(import.meta.dirname, '../..');

/** An input that takes longer than this many milliseconds is a defect: it would block everything else. */
const longestMs = 250;

/** An input to start from, or one that once broke a rule. */
export interface Seed {
  readonly name: string;
  readonly input: Buffer;
}

/**
 * The kept inputs of a target, each below a line `=== name`; those called `crash-…` broke a rule once. They, and
 * those called `bytes-…`, are written in base64, because they may be no text.
 */
export function seedsOf(target: FuzzTargetName): readonly Seed[] {
  const [, ...parts] = readFileSync(seedFileOf(target), 'utf8').split(/^=== (.+)\n/m);
  return parts.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const text = (parts[at + 1] ?? '').replace(/\n$/, '');
    return [{ name, input: Buffer.from(text, /^(?:crash|bytes)-/.test(name) ? 'base64' : 'utf8') }];
  });
}

function seedFileOf(target: FuzzTargetName): string {
  return join(import.meta.dirname, 'seeds', `${target}.txt`);
}

/** What one run found. */
export interface FuzzReport {
  readonly runs: number;
  readonly corpusSize: number;
  /** Parts of our sources that ran, by how often; 0 without guidance. */
  readonly covered: number;
  readonly crash: { readonly input: Buffer; readonly error: unknown } | null;
}

/** Tries one input. @returns what broke, or null */
export async function tried(target: FuzzTargetName, input: Buffer): Promise<unknown> {
  let leastMs = Number.POSITIVE_INFINITY;
  // The shortest of three runs counts, so that a busy machine is not taken for a slow parser.
  for (let turn = 0; turn < 3 && leastMs > longestMs; turn += 1) {
    const startedAtMs = performance.now();
    try {
      await fuzzTargets[target](Buffer.from(input));
    } catch (error) {
      return error;
    }
    leastMs = Math.min(leastMs, performance.now() - startedAtMs);
  }
  if (leastMs > longestMs) return new Error(`broken: it took ${leastMs.toFixed(0)} ms`);
  return isUnpolluted() ? null : new Error('broken: what all objects share was changed');
}

/**
 * Changes the seeds of a target again and again and looks for an input that breaks a rule.
 *
 * @param isGuided inputs that reach new parts of the sources are changed further
 * @param progress called from time to time
 */
export async function fuzz(
  target: FuzzTargetName,
  { runs, seed, isGuided }: { runs: number; seed: number; isGuided: boolean },
  progress: (report: FuzzReport) => void = () => undefined,
): Promise<FuzzReport> {
  const random = seeded(seed);
  const corpus = seedsOf(target).map(({ input }) => input);
  const coverage = isGuided
    ? new Coverage(['core', 'main'].map((folder) => join(root, folder)))
    : null;
  const report = (count: number, crash: FuzzReport['crash'] = null): FuzzReport => ({
    runs: count,
    corpusSize: corpus.length,
    covered: coverage?.size ?? 0,
    crash,
  });
  try {
    for (let count = 0; count < runs; count += 1) {
      const input = corpus[count] ?? mutated(pick(corpus, random), pick(corpus, random), random);
      const error = await tried(target, input);
      if (error !== null) return report(count + 1, { input, error });
      if (coverage !== null && coverage.news() > 0 && count >= corpus.length) corpus.push(input);
      if (count % 5000 === 4999) progress(report(count + 1));
    }
    return report(runs);
  } finally {
    coverage?.close();
  }
}

/** Makes an input shorter as long as it breaks the rule, so that one can see why. */
export async function shortened(target: FuzzTargetName, input: Buffer): Promise<Buffer> {
  let shortest = input;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.length;) {
      const without = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)]);
      if ((await tried(target, without)) === null) at += size;
      else shortest = without;
    }
  }
  return shortest;
}

/** Keeps an input that broke a rule, for the tests to try from now on. @returns its name */
export function keepCrash(target: FuzzTargetName, input: Buffer): string {
  const name = `crash-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`;
  appendFileSync(seedFileOf(target), `=== ${name}\n${input.toString('base64')}\n`);
  return name;
}

/** Groups counts as fuzzers do: 1, 2, 3, 4 to 7, 8 to 15, and so on. */
function bucket(count: number): number {
  return count < 4 ? count : 2 + Math.floor(Math.log2(count));
}

/**
 * Which parts of our own sources ran, by V8's block coverage. An input that reaches new parts is worth
 * being changed further.
 */
class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();
  readonly #ours: readonly string[];

  /** @param folders whose files count */
  constructor(folders: readonly string[]) {
    this.#ours = folders.map((folder) => pathToFileURL(`${folder}/`).href);
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get size(): number {
    return this.#seen.size;
  }

  /** How many new parts have run since the last call. */
  news(): number {
    let fresh = 0;
    // The session is in this process, so the answer comes before `post` is over.
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      for (const { url, functions } of result) {
        if (!this.#ours.some((folder) => url.startsWith(folder))) continue;
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            const part = `${url} ${startOffset} ${endOffset} ${bucket(count)}`;
            if (this.#seen.has(part)) continue;
            this.#seen.add(part);
            fresh += 1;
          }
        }
      }
    });
    return fresh;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}
