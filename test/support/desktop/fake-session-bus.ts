import {
  type BusCall,
  type BusListener,
  type BusReply,
  type BusSignal,
  type SessionBus,
  theBus,
} from '../../../main/engine/session-bus/session-bus.ts';
import type { Clock } from '../../../core/clock.ts';

/** Answers a call, now or later: `refuse` takes the name of a D-Bus error. */
export interface FakeAnswering {
  readonly answer: (...args: readonly unknown[]) => void;
  readonly refuse: (errorName: string) => void;
}

/** A program on the bus: does what a call asks for. */
export type FakeProgram = (call: BusCall, answering: FakeAnswering) => void;

/** A session bus without a socket: programs are functions, and what they say arrives at once and in order. */
export class FakeSessionBus implements SessionBus {
  isNamed = true;
  /** While false, nothing can be sent. */
  isThere = true;
  /** Every call that reached a program or the bus, in order. */
  readonly calls: BusCall[] = [];
  readonly #clock: Clock;
  readonly #listeners: BusListener[] = [];
  readonly #programs = new Map<string, FakeProgram>();
  /** The unique name of the program that has a name. */
  readonly #owners = new Map<string, string>();
  #joined = 0;
  #ends: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns the program's unique name */
  join(program: FakeProgram, name?: string): string {
    this.#joined += 1;
    const unique = `:1.${this.#joined}`;
    this.#programs.set(unique, program);
    if (name !== undefined) this.#hand(name, unique);
    return unique;
  }

  /** A program ends; calls that it has not answered are answered by the bus. */
  leave(unique: string): void {
    this.#programs.delete(unique);
    for (const [name, owner] of this.#owners) if (owner === unique) this.#hand(name, '');
  }

  /** A signal arrives at us, broadcast or sent to us alone. */
  emit(signal: BusSignal): void {
    for (const listener of this.#listeners) listener.received(signal);
  }

  /** The connection ends. The next call makes another to the same bus. */
  drop(): void {
    const ends = this.#ends;
    this.#ends = [];
    for (const end of ends) end();
    for (const listener of this.#listeners) listener.ended?.();
  }

  /** The connection ends, and the next one is to another bus. */
  dropForAnother(): void {
    this.drop();
    for (const listener of this.#listeners) listener.lost();
  }

  listen(listener: BusListener): void {
    this.#listeners.push(listener);
  }

  call(
    call: BusCall,
    withinMs: number,
    replied: (reply: BusReply) => void,
    late?: (answer: BusReply & { readonly kind: 'answer' }) => void,
  ): void {
    let isOver = false;
    const end = (reply: BusReply): void => {
      if (isOver) {
        if (reply.kind === 'answer') late?.(reply);
        return;
      }
      isOver = true;
      cancel();
      replied(reply);
    };
    const cancel = this.#clock.schedule(
      () => end({ kind: this.isThere ? 'unanswered' : 'unsent' }),
      withinMs,
    );
    if (!this.isNamed || !this.isThere) return end({ kind: 'unsent' });
    this.calls.push(call);
    this.#ends.push(() => end({ kind: 'unanswered' }));
    const bus: string = theBus.destination;
    const refuse = (name: string, sender = bus) => end({ kind: 'refusal', sender, name });
    if (call.destination === bus) {
      const owner = this.#owners.get(String(call.args?.[0]));
      if (call.member === 'GetNameOwner') {
        if (owner === undefined) return refuse('org.freedesktop.DBus.Error.NameHasNoOwner');
        return end({ kind: 'answer', sender: bus, args: [owner] });
      }
      const isOwned = call.member === 'NameHasOwner' && owner !== undefined;
      return end({ kind: 'answer', sender: bus, args: [isOwned] });
    }
    const unique = this.#owners.get(call.destination) ?? call.destination;
    const program = this.#programs.get(unique);
    if (program === undefined) return refuse('org.freedesktop.DBus.Error.ServiceUnknown');
    program(call, {
      answer: (...args) => end({ kind: 'answer', sender: unique, args }),
      refuse: (name) => refuse(name, unique),
    });
  }

  #hand(name: string, unique: string): void {
    const before = this.#owners.get(name) ?? '';
    if (unique === '') this.#owners.delete(name);
    else this.#owners.set(name, unique);
    this.emit({
      ...theBus,
      sender: theBus.destination,
      member: 'NameOwnerChanged',
      args: [name, before, unique],
    });
  }
}
