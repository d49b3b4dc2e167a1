import { notificationDaemon } from '../../../main/engine/session-bus/desktop-services.ts';
import type { BusCall } from '../../../main/engine/session-bus/session-bus.ts';
import type { FakeAnswering, FakeSessionBus } from './fake-session-bus.ts';

/** A card as the daemon was asked for it. */
export interface ShownCard {
  readonly id: number;
  readonly title: unknown;
  readonly body: unknown;
  /** Keys and labels, one after the other. */
  readonly actions: readonly unknown[];
  readonly hints: ReadonlyMap<unknown, unknown>;
  readonly timeoutMs: unknown;
}

/** How a card can end: 1 expired, 2 dismissed, 3 closed by a call, 4 not said. */
export type CloseReason = 1 | 2 | 3 | 4;

/** A notification daemon on a {@link FakeSessionBus}. It counts its cards from one, as real ones do. */
export class FakeNotificationDaemon {
  capabilities: readonly string[] = ['actions', 'body', 'body-markup'];
  /** The error with which every card is refused; null accepts them. */
  refusal: string | null = null;
  /** While true, cards are accepted and not answered for. */
  isHolding = false;
  /** What is on the screen. */
  readonly cards = new Map<number, ShownCard>();
  readonly journal: string[] = [];
  readonly name: string;
  readonly #bus: FakeSessionBus;
  readonly #held: (() => void)[] = [];
  #count = 0;

  constructor(bus: FakeSessionBus) {
    this.#bus = bus;
    this.name = bus.join(
      (call, answering) => this.#do(call, answering),
      notificationDaemon.destination,
    );
  }

  /** The titles on the screen. */
  get titles(): readonly unknown[] {
    return [...this.cards.values()].map(({ title }) => title);
  }

  get last(): ShownCard | undefined {
    return [...this.cards.values()].at(-1);
  }

  /** Answers what was held back. */
  release(): void {
    this.isHolding = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  /** A person clicks a card (`default`) or a button. */
  click(id: number, key = 'default', token?: string): void {
    if (token !== undefined) this.signal('ActivationToken', id, token);
    this.signal('ActionInvoked', id, key);
  }

  end(id: number, reason: CloseReason): void {
    this.cards.delete(id);
    this.signal('NotificationClosed', id, reason);
  }

  /** Sends a signal, in the name of another program if `sender` says so. */
  signal(member: string, id: number, value: unknown, sender = this.name): void {
    this.#bus.emit({ ...notificationDaemon, sender, member, args: [id, value] });
  }

  /** Ends the daemon; what it showed goes with it. */
  quit(): void {
    this.cards.clear();
    this.#bus.leave(this.name);
  }

  #do(call: BusCall, answering: FakeAnswering): void {
    if (call.member === 'GetCapabilities') return answering.answer(this.capabilities);
    const [first] = call.args ?? [];
    if (call.member === 'CloseNotification' && typeof first === 'number') {
      this.journal.push(`close ${first}`);
      answering.answer();
      if (this.cards.has(first)) this.end(first, 3);
      return;
    }
    if (call.member === 'Notify') this.#notify(call.args ?? [], answering);
  }

  #notify(args: readonly unknown[], { answer, refuse }: FakeAnswering): void {
    const [, replaces, , title, body, actions, hints, timeoutMs] = args;
    if (this.refusal !== null) return refuse(this.refusal);
    if (replaces === 0) this.#count += 1;
    const id = typeof replaces === 'number' && replaces > 0 ? replaces : this.#count;
    this.journal.push(`${replaces === 0 ? 'show' : 'replace'} ${id} ${String(title)}`);
    this.cards.set(id, {
      id,
      title,
      body,
      actions: Array.isArray(actions) ? actions : [],
      hints: new Map(Array.isArray(hints) ? hints : []),
      timeoutMs,
    });
    if (this.isHolding) this.#held.push(() => answer(id));
    else answer(id);
  }
}
