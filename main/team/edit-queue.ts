import { randomUUID } from 'node:crypto';
import type { OrderId } from '../../core/order/order-id.ts';
import type { SaidWords, TeamEdit } from '../../core/team/team-edit.ts';
import type { Clock } from '../watch/clock.ts';
import type { EditStore, HubCommand, HubLink, QueuedEdit } from './ports.ts';

/** The most edits that wait; more than anybody makes by hand while a hub is away. */
const mostEdits = 1000;
/** How many orders one edit holds: more become several edits. */
export const ordersPerEdit = 500;
/** How soon it is tried again when a command fails although the hub is there. */
const tryAgainMs = 2000;

/** A command of an edit, and the order that it is about; null for one about many. */
interface EditCommand extends HubCommand {
  readonly id: OrderId | null;
}

/** What an {@link EditQueue} works with. */
export interface EditQueueParts {
  readonly store: EditStore;
  readonly link: Pick<HubLink, 'send'>;
  readonly clock: Clock;
  /** The number of waiting edits changed. */
  readonly changed: () => void;
  /** The hub said no to an edit, or to what it says of one order. */
  readonly refused: (edit: TeamEdit, id: OrderId | null) => void;
  readonly revoked: () => void;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * Edits on their way to the hub, in the order in which they were made. Each has a key, so that sending it again
 * after a lost answer changes nothing. They are on the disk until they were answered.
 */
export class EditQueue {
  readonly #parts: EditQueueParts;
  #waiting: QueuedEdit[];
  /** How many commands of the first edit were answered. */
  #sent = 0;
  #isHere = false;
  #isSending = false;
  #cancelRetry: (() => void) | null = null;
  /** What waiting edits say of words, by order; null while it is to be gathered anew. */
  #words: Map<OrderId, SaidWords> | null = null;

  constructor(parts: EditQueueParts) {
    this.#parts = parts;
    this.#waiting = [...parts.store.edits()];
  }

  get count(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#waiting.length >= mostEdits;
  }

  /** What waiting edits say of an order's words; the last one counts. */
  wordsOf(id: OrderId): SaidWords | undefined {
    this.#words ??= gathered(this.#waiting);
    return this.#words.get(id);
  }

  /** Whether an order waits to be added, or to be removed. */
  waitsTo(kind: 'add' | 'remove', id: OrderId): boolean {
    const last = this.#waiting.findLast(({ edit }) => addsOrRemoves(edit, id));
    return last?.edit.kind === kind;
  }

  put(edit: TeamEdit): void {
    const queued = { key: randomUUID(), madeAtMs: this.#parts.clock.wallMs(), edit };
    try {
      this.#parts.store.putEdit(queued);
    } catch (error) {
      // It is sent all the same; only a crash before that would lose it.
      this.#parts.reportDefect(error);
    }
    this.#waiting.push(queued);
    this.#changed();
    void this.#send();
  }

  /** The hub is there, or is not. */
  setHere(isHere: boolean): void {
    this.#isHere = isHere;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    void this.#send();
  }

  /** Drops what waits, because this desk leaves the team. */
  clear(): void {
    this.#waiting = [];
    this.#sent = 0;
    this.#changed();
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined || !this.#isHere || this.#cancelRetry !== null) break;
      const command = commandsOf(first)[this.#sent];
      if (command === undefined) this.#drop(first);
      else await this.#sendOne(first, command);
    }
    this.#isSending = false;
  }

  async #sendOne(first: QueuedEdit, { id, ...command }: EditCommand): Promise<void> {
    const { clock, link, refused, revoked } = this.#parts;
    const answer = await link.send(command);
    if (this.#waiting[0] !== first) return;
    if (answer.kind === 'revoked') {
      this.#isHere = false;
      revoked();
    } else if (answer.kind === 'away') {
      this.#cancelRetry = clock.schedule(() => {
        this.#cancelRetry = null;
        void this.#send();
      }, tryAgainMs);
    } else {
      this.#sent += 1;
      if (answer.kind === 'refused') refused(first.edit, id);
    }
  }

  #drop({ key }: QueuedEdit): void {
    this.#waiting.shift();
    this.#sent = 0;
    try {
      this.#parts.store.dropEdit(key);
    } catch (error) {
      // It is sent once more after a restart, with its key.
      this.#parts.reportDefect(error);
    }
    this.#changed();
  }

  #changed(): void {
    this.#words = null;
    this.#parts.changed();
  }
}

function gathered(waiting: readonly QueuedEdit[]): Map<OrderId, SaidWords> {
  const words = new Map<OrderId, SaidWords>();
  for (const { edit } of waiting) {
    if (edit.kind !== 'words') continue;
    for (const said of edit.orders) words.set(said.id, { ...words.get(said.id), ...said });
  }
  return words;
}

function addsOrRemoves(edit: TeamEdit, id: OrderId): boolean {
  if (edit.kind === 'add') return edit.orders.some((order) => order.id === id);
  return edit.kind === 'remove' && edit.ids.includes(id);
}

/** The requests of an edit, in order. Each has a key of its own. */
function commandsOf({ edit, key }: QueuedEdit): readonly EditCommand[] {
  switch (edit.kind) {
    case 'add':
      return [
        { method: 'POST', path: '/v1/orders', body: bodyOfAdding(edit.orders), key, id: null },
        // A note comes with a hand-over alone; adding takes none.
        ...edit.orders.flatMap(({ id, note }, at) =>
          note == null ? [] : [patch({ id, note }, `${key}.${at}`)],
        ),
      ];
    case 'words':
      return edit.orders.map((said, at) => patch(said, `${key}.${at}`));
    case 'remove':
      return edit.ids.map((id, at) => ({
        method: 'DELETE',
        path: pathOf(id),
        key: `${key}.${at}`,
        id,
      }));
    case 'reveal': {
      const { id, owner } = edit;
      return [{ method: 'POST', path: `${pathOf(id)}/reveals`, body: { owner }, key, id }];
    }
  }
}

function patch({ id, promisedAtMs, ...words }: SaidWords, key: string): EditCommand {
  const promisedAt = promisedAtMs === undefined ? {} : { promisedAt: timeText(promisedAtMs) };
  return { method: 'PATCH', path: pathOf(id), body: { ...words, ...promisedAt }, key, id };
}

function bodyOfAdding(orders: readonly SaidWords[]) {
  const said = <Value>(valueOf: (order: SaidWords) => Value | null | undefined) => {
    const values = orders.flatMap((order) => {
      const value = valueOf(order);
      return value == null ? [] : [[order.id, value] as const];
    });
    return values.length === 0 ? undefined : Object.fromEntries(values);
  };
  return {
    uuids: orders.map(({ id }) => id),
    labels: said(({ label }) => label),
    groups: said(({ group }) => group),
    promisedAt: said(({ promisedAtMs }) => (promisedAtMs == null ? null : timeText(promisedAtMs))),
  };
}

function timeText(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** The path of an order at a hub. */
export function pathOf(id: OrderId): string {
  return `/v1/orders/${id}`;
}
