import type { LogPlace, QueuedEdit, TeamStore } from '../../../main/team/ports.ts';

/** What a desk keeps of its team, in memory, on a disk that can fail. test/contract/team-store.test.ts runs the same tests on both. */
export class MemoryTeamStore implements TeamStore {
  #place: LogPlace = { logId: null, sequence: 0 };
  #edits: QueuedEdit[] = [];
  isBroken = false;

  place(): LogPlace {
    return this.#place;
  }

  savePlace(place: LogPlace): void {
    this.#work();
    this.#place = place;
  }

  edits(): readonly QueuedEdit[] {
    return this.#edits;
  }

  putEdit(edit: QueuedEdit): void {
    this.#work();
    this.#edits = [...this.#edits, edit];
  }

  dropEdit(key: string): void {
    this.#work();
    this.#edits = this.#edits.filter(({ command }) => command.key !== key);
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
