/** A method call on the bus. https://dbus.freedesktop.org/doc/dbus-specification.html */
export interface BusCall {
  /** A well-known name such as `org.freedesktop.Notifications`, or the unique name of one program, such as `:1.7`. */
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** The types of the arguments; left out when there are none. */
  readonly signature?: string;
  readonly args?: readonly unknown[];
}

/** What became of a call. */
export type BusReply =
  /** `sender` is the unique name of the program that answered. */
  | { readonly kind: 'answer'; readonly sender: string; readonly args: readonly unknown[] }
  /** An error came back, from the bus itself (`org.freedesktop.DBus`) or from the program that was called. */
  | { readonly kind: 'refusal'; readonly sender: string; readonly name: string }
  /** There is no bus, or it did not let us in within the time: the call was never sent. */
  | { readonly kind: 'unsent' }
  /** It was sent, and no answer came: whether it was done is not known. */
  | { readonly kind: 'unanswered' };

/** A signal of the bus, or of a program that has a name that was called. Which it was stands in `sender`. */
export interface BusSignal {
  /** The unique name of the program that sent it, written by the bus; `org.freedesktop.DBus` for the bus. */
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly args: readonly unknown[];
}

/** Receives what comes over the bus unasked. */
export interface BusListener {
  /** Match rules, which the bus is told on every connection before the first call. */
  readonly rules: readonly string[];
  received(signal: BusSignal): void;
  /** The connection ended. Signals until the next call makes another are not received. */
  ended?(): void;
  /**
   * The connection ended, and the next one is to another bus: every earlier unique name is void. After a new
   * connection to the same bus they stand; signals in between were not received.
   */
  lost(): void;
}

/** The message bus of this session. */
export interface SessionBus {
  /** Whether the environment names a bus that could be reached. */
  readonly isNamed: boolean;
  /**
   * Calls a method.
   *
   * @param withinMs how long connecting and answering may take together
   * @param replied is called once, in the order in which replies and signals arrive
   * @param late is called with an answer that came after `unanswered` was reported
   */
  call(
    call: BusCall,
    withinMs: number,
    replied: (reply: BusReply) => void,
    late?: (answer: BusReply & { readonly kind: 'answer' }) => void,
  ): void;
  listen(listener: BusListener): void;
}

/** The name, path and interface of the bus itself. */
export const theBus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** {@link SessionBus.call} as a promise, for questions whose order does not matter. It never rejects. */
export function asked(bus: SessionBus, call: BusCall, withinMs: number): Promise<BusReply> {
  return new Promise((resolve) => {
    bus.call(call, withinMs, resolve);
  });
}
