import type { Telling, TellingOutcome } from '../../core/notification/telling.ts';
import type { RecentTelling } from '../../main/notify/ports.ts';
import { MemoryOutbox } from '../support/storage/memory-outbox.ts';

/** An outbox that writes down whatever is decided. */
export class WritingOutbox extends MemoryOutbox {
  readonly #write: (line: object) => void;

  constructor(write: (line: object) => void) {
    super();
    this.#write = write;
  }

  override put(telling: Telling): void {
    if (this.tellings.has(telling.key)) return;
    this.#write({ decided: telling });
    super.put(telling);
  }

  override settle(keys: readonly string[], outcome: TellingOutcome): void {
    this.#write({ settled: keys, outcome });
    super.settle(keys, outcome);
  }

  recent(): readonly RecentTelling[] {
    return [];
  }
}
