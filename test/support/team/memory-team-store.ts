import type { LogPlace, QueuedEdit, TeamStore } from '../../../main/engine/team/ports.ts';

/** What a desk keeps of its team, in memory. test/contract/team-store.test.ts runs the same tests on both. */
export class MemoryTeamStore implements TeamStore {
  #place: LogPlace = { logId: null, sequence: 0 };
  #edits: QueuedEdit[] = [];

  place(): LogPlace {
    return this.#place;
  }

  savePlace(place: LogPlace): void {
    this.#place = place;
  }

  edits(): readonly QueuedEdit[] {
    return this.#edits;
  }

  putEdits(edits: readonly QueuedEdit[]): void {
    this.#edits = [...this.#edits, ...edits];
  }

  dropEdit(key: string): void {
    this.#edits = this.#edits.filter(({ command }) => command.key !== key);
  }
}
