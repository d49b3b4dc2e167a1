import type { OrderId } from '../../../core/order/order-id.ts';
import type { LogWitness } from './log-witness.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import type { TrueService } from './service.ts';

/** What a desk did to a word of an order; each has a text of its own. */
interface AnnotationAct {
  readonly kind: 'label' | 'note';
  readonly desk: string;
  readonly id: OrderId;
  readonly text: string;
  /** It is on the desk's disk, so that it must be in the log. */
  readonly isKept: boolean;
}

interface ClaimAct {
  readonly desk: string;
  readonly id: OrderId;
  readonly reason: string;
  readonly takesOver: boolean;
  /** What the hub answered the desk. */
  answer: 'done' | 'refused' | null;
}

/** What a {@link DeskActs} works with. */
export interface DeskActsParts {
  readonly random: () => number;
  readonly service: TrueService;
  readonly desks: readonly SimulatedDesk[];
  /** Gets what is done, in words. */
  readonly tell: (what: string) => void;
}

/** What the people at the desks do, and whether the log has each of it as often as it must. */
export class DeskActs {
  readonly #parts: DeskActsParts;
  readonly #annotations: AnnotationAct[] = [];
  readonly #claims: ClaimAct[] = [];
  readonly #added = new Map<string, number>();
  readonly #removed = new Map<string, number>();
  #count = 0;

  constructor(parts: DeskActsParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether the claim with this reason was to be taken from the desk that has it. */
  isTakeOver(reason: string | null): boolean {
    return this.#claims.some((claim) => claim.reason === reason && claim.takesOver);
  }

  /** Adds an order at a desk. */
  add(desk: SimulatedDesk, id: OrderId): void {
    this.#count += 1;
    if (desk.watch.find(id) !== undefined) return;
    this.#parts.tell(`${desk.asker.name} adds ${id.slice(-2)}`);
    countUp(this.#added, `${desk.asker.name} ${id}`);
    void desk.watch.add([{ id, label: null }]).catch(() => undefined);
  }

  /** A person at a desk does something. */
  act(desk: SimulatedDesk): void {
    const { random, service } = this.#parts;
    const id = pick(random, service.ids);
    if (id === undefined) return;
    if (desk.watch.find(id) === undefined) {
      this.add(desk, id);
      return;
    }
    this.#count += 1;
    const choice = random();
    if (choice < 0.2) this.#word('label', desk, id);
    else if (choice < 0.4) this.#word('note', desk, id);
    else if (choice < 0.75) this.#claim(desk, id);
    else if (choice < 0.85) void desk.watch.release([id], null);
    else if (choice < 0.9) desk.watch.checkNow([id]);
    else this.#remove(desk, id);
  }

  /** What the log has too often or not at all. */
  faults(witness: LogWitness): readonly string[] {
    return [
      ...this.#wordFaults(witness),
      ...this.#claimFaults(witness),
      ...this.#listFaults(witness),
    ];
  }

  #word(kind: 'label' | 'note', desk: SimulatedDesk, id: OrderId): void {
    const text = `${kind} ${this.#count}`;
    if (kind === 'label') desk.watch.relabel(id, text);
    else desk.watch.setPreferences([id], { note: text });
    const isKept = desk.isAlive;
    this.#parts.tell(`${desk.asker.name} writes ${text} of ${id.slice(-2)}`);
    this.#annotations.push({ kind, desk: desk.asker.name, id, text, isKept });
  }

  #claim(desk: SimulatedDesk, id: OrderId): void {
    const { desks, random } = this.#parts;
    const takesOver = random() < 0.3;
    const other = random() < 0.2 ? pick(random, desks)?.asker.name : undefined;
    const reason = `because ${this.#count}`;
    const act: ClaimAct = { desk: desk.asker.name, id, reason, takesOver, answer: null };
    this.#claims.push(act);
    this.#parts.tell(
      `${desk.asker.name} claims ${id.slice(-2)} ${reason} ${takesOver} ${other ?? ''}`,
    );
    const { watch } = desk;
    const to = other === undefined ? {} : { desk: other };
    void watch.claim([id], { reason, takesOver, ...to }).then((answers) => {
      if (desk.watch !== watch || !desk.isAlive) return;
      const answer = answers.get(id);
      if (answer === null) act.answer = 'done';
      else if (answer?.kind !== 'away') act.answer = 'refused';
    });
  }

  #remove(desk: SimulatedDesk, id: OrderId): void {
    this.#parts.tell(`${desk.asker.name} removes ${id.slice(-2)}`);
    countUp(this.#removed, `${desk.asker.name} ${id}`);
    desk.watch.remove([id]);
  }

  #wordFaults(witness: LogWitness): readonly string[] {
    const said = new Map<string, number>();
    const before = new Map<string, string | null>();
    const wereRemoved = new Set<OrderId>();
    for (const { event } of witness.entries) {
      if (event.change === 'removed') wereRemoved.add(event.id);
      for (const kind of ['label', 'note'] as const) {
        const text = event.order?.[kind] ?? null;
        if (text !== null && before.get(`${kind} ${event.id}`) !== text) countUp(said, text);
        before.set(`${kind} ${event.id}`, text);
      }
    }
    return this.#annotations.flatMap(({ desk, id, isKept, text }) => {
      const count = said.get(text) ?? 0;
      if (count > 1) return [`${desk}'s "${text}" of ${id} is in the log ${count} times`];
      const mustBe = isKept && !wereRemoved.has(id);
      return count === 0 && mustBe ? [`${desk}'s "${text}" of ${id} is lost`] : [];
    });
  }

  #claimFaults(witness: LogWitness): readonly string[] {
    const made = new Map<string, number>();
    for (const { event } of witness.entries) {
      if (event.change === 'claimed') countUp(made, event.reason ?? '');
    }
    return this.#claims.flatMap(({ desk, id, reason, answer }) => {
      const count = made.get(reason) ?? 0;
      if (count > 1) return [`${desk}'s claim "${reason}" of ${id} is in the log ${count} times`];
      return count === 0 && answer === 'done'
        ? [`${desk}'s claim "${reason}" was said to be done`]
        : [];
    });
  }

  #listFaults(witness: LogWitness): readonly string[] {
    const made = { added: new Map<string, number>(), removed: new Map<string, number>() };
    for (const { event } of witness.entries) {
      if (event.change !== 'added' && event.change !== 'removed') continue;
      countUp(made[event.change], `${event.by} ${event.id}`);
    }
    const more = (
      change: 'added' | 'removed',
      asked: ReadonlyMap<string, number>,
    ): readonly string[] =>
      [...made[change]].flatMap(([what, count]) =>
        count > (asked.get(what) ?? 0) ? [`${what} was ${change} ${count} times`] : [],
      );
    return [...more('added', this.#added), ...more('removed', this.#removed)];
  }
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

function countUp(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
