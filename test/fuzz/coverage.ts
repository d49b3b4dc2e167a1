import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';

/** Counts are told apart as fuzzers do: 1, 2, 3, 4 to 7, and so on. */
function bucket(count: number): number {
  return count < 4 ? count : 2 + Math.floor(Math.log2(count));
}

/**
 * Which parts of our own sources ran, by V8's block coverage. An input that reaches what none before
 * it did is worth being changed further.
 */
export class Coverage {
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

  /** How much that was never seen has run since the last call. */
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
