import type { Socket } from 'node:net';
import type { Message, MessageBus } from 'dbus-native';
import type { Clock } from '../../../core/clock.ts';
import { busSockets } from './bus-address.ts';
import { BusSocket, largestMessageBytes } from './bus-socket.ts';
import type { BusCall, BusListener, BusReply, BusSignal, SessionBus } from './session-bus.ts';
import { theBus } from './session-bus.ts';

/** What a {@link DbusSessionBus} needs. */
export interface DbusSessionBusParts {
  /** The value of DBUS_SESSION_BUS_ADDRESS; while it is undefined, there is no bus. */
  readonly address: string | undefined;
  readonly clock: Clock;
  /** One of our listeners threw, or a message could not be written: a defect of ours. */
  readonly failed: (error: unknown) => void;
}

/** A local bus lets a program in at once; one that takes longer hangs. */
const letInWithinMs = 3000;
/** More than this unsent means that the bus reads no more: the connection is given up. */
const mostUnsentBytes = 4 * 1024 * 1024;
/** An answer that comes later than this is not received any more. */
const forgottenAfterMs = 600_000;
/** `type` of a message: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-types */
const signalType = 4;

/** A connection that the bus has greeted. */
interface Connection {
  readonly bus: MessageBus;
  readonly socket: Socket;
  /** The message that is being handed out at the moment. */
  readonly current: () => Message | null;
  readonly owners: Owners;
}

/**
 * The unique name of the program that has each name that was called; null while there is none, or it is not known yet.
 * Theirs are the messages that are received, beside those of the bus.
 */
type Owners = Map<string, string | null>;

/**
 * The session bus over dbus-native, which is loaded when a bus is first called: Windows and macOS never load it. One
 * connection serves everything. It is made by the first call, and made anew by the first call after it ended.
 *
 * dbus-native's own dialling is not used: it decodes no percent signs in an address, and a `Hello` that is not answered
 * would throw where nothing can catch it. Nor is its reconnecting, which is for connections that it dialled. Nor its
 * judgement of what comes in: {@link BusSocket} keeps from it what it is not to decode.
 */
export class DbusSessionBus implements SessionBus {
  readonly #parts: DbusSessionBusParts;
  readonly #sockets: readonly string[];
  readonly #listeners: BusListener[] = [];
  /** The well-known names that were called, on any connection. */
  readonly #called = new Set<string>();
  #connection: Connection | null = null;
  /** Which bus the last connection was to, as the bus says; null before the first. Unique names are those of one bus. */
  #busId: string | null = null;
  #connecting: Promise<Connection | null> | null = null;

  constructor(parts: DbusSessionBusParts) {
    this.#parts = parts;
    this.#sockets = busSockets(parts.address);
  }

  get isNamed(): boolean {
    return this.#sockets.length > 0;
  }

  listen(listener: BusListener): void {
    this.#listeners.push(listener);
    if (this.#connection !== null) addRules(this.#connection.bus, listener);
  }

  call(
    call: BusCall,
    withinMs: number,
    replied: (reply: BusReply) => void,
    late?: (answer: BusReply & { readonly kind: 'answer' }) => void,
  ): void {
    let isSent = false;
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
    const giveUp = (): void => end({ kind: isSent ? 'unanswered' : 'unsent' });
    // A program that was held up for as long finds its timer before the answer that came meanwhile: it reads first.
    const cancel = this.#parts.clock.schedule(() => void setImmediate(giveUp), withinMs);
    const busId = this.#busId;
    const isUnique = call.destination.startsWith(':');
    const send = (connection: Connection | null): void => {
      if (isOver) return;
      if (connection === null) return end({ kind: 'unsent' });
      // On another bus another program has that name.
      if (isUnique && busId !== null && busId !== this.#busId) return end({ kind: 'unsent' });
      isSent = true;
      this.#send(connection, call, end);
    };
    // A call on a connection that stands is written at once, so that calls keep their order.
    const connection = this.#connection;
    if (connection !== null && !connection.socket.destroyed) send(connection);
    else void this.#connected().then(send);
  }

  /** Ends the connection. The next call makes another. */
  close(): void {
    this.#connection?.socket.destroy();
  }

  #send(connection: Connection, call: BusCall, end: (reply: BusReply) => void): void {
    const { bus, current, socket } = connection;
    if (socket.writableLength > mostUnsentBytes) {
      socket.destroy();
      return end({ kind: 'unsent' });
    }
    this.#followOwner(connection, call.destination);
    const { args, signature, ...to } = call;
    const message = signature === undefined ? to : { ...to, signature, body: [...(args ?? [])] };
    bus.invoke(message, { timeout: forgottenAfterMs }, (error, ...answered: unknown[]) => {
      const sender = current()?.sender ?? '';
      if (error === null) return end({ kind: 'answer', sender, args: answered });
      if (error.reply !== undefined) {
        return end({ kind: 'refusal', sender, name: error.dbusName ?? '' });
      }
      // The connection ended or the answer was waited for in vain; anything else could not be written.
      if ('code' in error) return end({ kind: 'unanswered' });
      this.#parts.failed(error);
      end({ kind: 'unsent' });
    });
  }

  /** From now on the signals of the program that has this name are received. */
  #followOwner({ bus, current, owners }: Connection, name: string): void {
    if (name === theBus.destination || owners.has(name)) return;
    if (name.startsWith(':')) return void owners.set(name, name);
    this.#called.add(name);
    owners.set(name, null);
    bus.addMatch(
      `type='signal',sender='${theBus.destination}',interface='${theBus.interface}',member='NameOwnerChanged',arg0='${name}'`,
      () => undefined,
    );
    // The bus answers before anything of the owner's, and tells of every owner after this one.
    bus.invokeDbus(
      { member: 'GetNameOwner', signature: 's', body: [name] },
      (error, owner: unknown) => {
        if (error !== null || current()?.sender !== theBus.destination) return;
        if (typeof owner === 'string') owners.set(name, owner);
      },
    );
  }

  #connected(): Promise<Connection | null> {
    this.#connecting ??= this.#dial().then(
      (connection) => {
        this.#connecting = null;
        this.#connection = connection;
        return connection;
      },
      () => {
        this.#connecting = null;
        return null;
      },
    );
    return this.#connecting;
  }

  /** Tries one socket after the other, all of them within the time. */
  async #dial(): Promise<Connection | null> {
    if (!this.isNamed) return null;
    const { createClient } = await import('dbus-native');
    let dialled: Socket | null = null;
    let isLate = false;
    const cancel = this.#parts.clock.schedule(() => {
      isLate = true;
      dialled?.destroy();
    }, letInWithinMs);
    try {
      for (const path of this.#sockets) {
        const owners: Owners = new Map();
        const socket = new BusSocket(
          (sender) => sender === theBus.destination || [...owners.values()].includes(sender),
        );
        dialled = socket;
        // A path alone that is a number would be a port.
        socket.connect({ path });
        const connection = await this.#greeted(socket, owners, createClient);
        if (connection !== null) return connection;
        socket.destroy();
        if (isLate) return null;
      }
      return null;
    } finally {
      cancel();
    }
  }

  /** @returns null when there is no bus at the socket, or it does not let us in */
  async #greeted(
    socket: Socket,
    owners: Owners,
    createClient: (typeof import('dbus-native'))['createClient'],
  ): Promise<Connection | null> {
    if (!(await isOpened(socket))) return null;
    // The connection keeps no program running that has nothing else to do.
    socket.unref();
    const bus = createClient({
      stream: socket,
      // `Hello` is sent below, where its failure can be caught.
      direct: true,
      // Over a Unix socket the bus knows who we are.
      authMethods: ['EXTERNAL'],
      maxMessageSize: largestMessageBytes,
    });
    let current: Message | null = null;
    // Before the library's own listener, whose callbacks ask who sent what they are given.
    bus.connection.prependListener('message', (message: Message) => {
      current = message;
      if (message.type !== signalType) return;
      noteOwner(owners, message);
      this.#received(message);
    });
    bus.connection.on('handlerError', (error) => this.#parts.failed(error));
    bus.connection.on('error', () => socket.destroy());
    // Half a connection is none.
    bus.connection.on('end', () => socket.destroy());
    const connection: Connection = { bus, socket, current: () => current, owners };
    bus.connection.on('close', () => this.#lost(connection));
    const hello = bus.invokeDbus<unknown>({ member: 'Hello' });
    for (const listener of this.#listeners) addRules(bus, listener);
    const name = await hello.catch(() => null);
    if (typeof name !== 'string' || socket.destroyed) return null;
    bus.name = name;
    for (const called of this.#called) this.#followOwner(connection, called);
    const { guid = null } = bus.connection;
    const isAnother = this.#busId !== null && this.#busId !== guid;
    this.#busId = guid;
    if (isAnother) for (const listener of this.#listeners) listener.lost();
    return connection;
  }

  #received(message: Message): void {
    const signal: BusSignal = {
      sender: message.sender ?? '',
      path: message.path ?? '',
      interface: message.interface ?? '',
      member: message.member ?? '',
      args: message.body ?? [],
    };
    for (const listener of this.#listeners) {
      try {
        listener.received(signal);
      } catch (error) {
        this.#parts.failed(error);
      }
    }
  }

  #lost(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    for (const listener of this.#listeners) listener.ended?.();
  }
}

function noteOwner(owners: Owners, { body, interface: of, member, sender }: Message): void {
  if (sender !== theBus.destination || of !== theBus.interface) return;
  const [name, , owner]: readonly unknown[] = body ?? [];
  if (member !== 'NameOwnerChanged' || typeof name !== 'string' || !owners.has(name)) return;
  // A unique name that ends stays: no other program gets it.
  if (name.startsWith(':')) return;
  owners.set(name, typeof owner === 'string' && owner !== '' ? owner : null);
}

function addRules(bus: MessageBus, { rules }: BusListener): void {
  // What the bus makes of a rule shows in what is received; a connection that ends is reported elsewhere.
  for (const rule of rules) bus.addMatch(rule, () => undefined);
}

function isOpened(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
