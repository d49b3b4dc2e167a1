import { EntryRefused, type TeamLog } from './log/ports.ts';
import { isReadableEntry, type TeamView } from './team-view.ts';

/** How often a change is computed anew when others come first. */
const mostTries = 20;

/** What became of a change. */
export type Written = 'written' | 'duplicate' | 'unneeded';

/** Writes changes that depend on the present state: compare and set, computed anew when another came first. */
export class LogWriter {
  readonly #log: TeamLog;
  readonly #view: TeamView;
  /** Changes of one entry from here go one after the other: they would only get in each other's way. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(log: TeamLog, view: TeamView) {
    this.#log = log;
    this.#view = view;
  }

  /**
   * Resolves once the change is in the log and in the view.
   *
   * @param body the entry by the present state, or its JSON; null when nothing is to be written
   * @throws EntryRefused for an entry that the log never accepts, or that could not be read again; anything else when
   *   the log cannot be reached: the same dedupe key makes it safe to try again
   */
  write(key: string, dedupeKey: string, body: () => object | string | null): Promise<Written> {
    const before = this.#writing.get(key) ?? Promise.resolve();
    const written = before.then(() => this.#write(key, dedupeKey, body));
    const settled = written.then(
      () => undefined,
      () => undefined,
    );
    this.#writing.set(key, settled);
    void settled.then(() => {
      if (this.#writing.get(key) === settled) this.#writing.delete(key);
    });
    return written;
  }

  async #write(
    key: string,
    dedupeKey: string,
    body: () => object | string | null,
  ): Promise<Written> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const expectedSequence = this.#view.lastSequence(key);
      const entry = body();
      if (entry === null) {
        // A view that is behind does not know what is needed.
        await this.#catchUp(key, expectedSequence);
        if (this.#view.lastSequence(key) === expectedSequence) return 'unneeded';
        continue;
      }
      const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
      if (!isReadableEntry(key, text)) {
        throw new EntryRefused('unreadable', 'an entry of the team log could not be read again');
      }
      const appended = await this.#log.append({ key, body: text, dedupeKey, expectedSequence });
      if (appended.kind === 'appended') {
        await this.#view.reached(appended.sequence);
        return 'written';
      }
      await this.#catchUp(key, expectedSequence);
      if (appended.kind === 'duplicate') return 'duplicate';
    }
    throw new Error('others write this entry of the team log all the time');
  }

  /** Another entry may have come first: waits until the view has it. */
  async #catchUp(key: string, expectedSequence: number): Promise<void> {
    const last = await this.#log.last(key);
    if (last !== null && last.sequence > expectedSequence) await this.#view.reached(last.sequence);
    // The log's age may have taken the entry away that the view knows as the last one.
    else if (last === null) this.#view.forgetKey(key);
  }
}
