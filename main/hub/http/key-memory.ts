import type { Clock } from '../../../core/clock.ts';
import { type Answer, Refusal } from './refusals.ts';

const keptForMs = 2 * 60 * 60_000;
const mostKeys = 10_000;
/** The most characters of all answers that are kept. */
const mostLength = 32_000_000;

interface Remembered {
  readonly request: string;
  readonly atMs: number;
  readonly answer: Promise<Answer>;
  length: number;
}

/**
 * What was answered to the changes of the last two hours, so that one which is sent again, because its answer was
 * lost on the way, is made once and answered the same. What is forgotten is harmless, because the log knows its
 * keys too.
 */
export class KeyMemory {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** The oldest first. */
  readonly #known = new Map<string, Remembered>();
  #length = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /**
   * Makes a change, unless it was made or is under way. A change that fails is forgotten, so that it can be tried
   * again.
   *
   * @param key the asker's key, with the asker
   * @param request what is asked, the same text for the same request
   * @throws Refusal `keyReused` when the key came with another request
   */
  async answer(key: string, request: string, change: () => Promise<Answer>): Promise<Answer> {
    const nowMs = this.#clock.monotonicMs();
    this.#forget(({ atMs }) => nowMs - atMs >= keptForMs);
    const known = this.#known.get(key);
    if (known !== undefined) {
      if (known.request !== request) throw new Refusal('keyReused');
      return known.answer;
    }
    const remembered: Remembered = { request, atMs: nowMs, answer: change(), length: 0 };
    this.#known.set(key, remembered);
    try {
      const answer = await remembered.answer;
      if (this.#known.get(key) === remembered) {
        remembered.length = answer.body?.length ?? 0;
        this.#length += remembered.length;
        this.#forget(() => this.#known.size > mostKeys || this.#length > mostLength);
      }
      return answer;
    } catch (error) {
      if (this.#known.get(key) === remembered) this.#known.delete(key);
      throw error;
    }
  }

  #forget(isToGo: (oldest: Remembered) => boolean): void {
    for (const [key, oldest] of this.#known) {
      if (!isToGo(oldest)) return;
      this.#known.delete(key);
      this.#length -= oldest.length;
    }
  }
}
