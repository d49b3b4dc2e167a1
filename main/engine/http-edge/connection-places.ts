import type { Server, Socket } from 'node:net';

/** Why a connection was ended. */
export type ConnectionRejection = 'crowded' | 'malformed' | 'tooSlow';

/** How many connections there may be. */
export interface PlaceLimits {
  /** Each takes a file descriptor. */
  readonly most: number;
  /** The most of one client; default: all. */
  readonly mostOfClient?: number;
  /**
   * A client may keep this many idle connections. Where places run out, those beyond are closed before a
   * stranger’s. Default: all.
   */
  readonly usualIdle?: number;
  /** A new connection has to send something within this time. Default: as soon as a request's headers. */
  readonly firstByteWithinMs?: number;
}

interface Place {
  readonly socket: Socket;
  readonly client: string;
  /** How many requests are under way; several when they were sent without waiting. */
  count: number;
}

/** A connection, and the wait for its first byte. */
interface Stranger {
  readonly socket: Socket;
  readonly wait: NodeJS.Timeout | undefined;
}

/**
 * Keeps places free for clients, who can prove themselves. When all are taken, a new connection gets that of the
 * client with the most idle ones, where these are more than a client needs; else of the oldest one that sent no
 * request of a client, else of the one that has been idle longest after its last answer. One with such a request
 * under way keeps its place, and so do streams. A client has so many at most: those of it that are idle longest end
 * first. No address is counted: behind a tunnel, clients and strangers have the same one.
 *
 * Connections are known by where they come from, since the socket that TLS hands out is another one than that
 * which was opened.
 */
export class ConnectionPlaces {
  readonly #limits: Required<Omit<PlaceLimits, 'firstByteWithinMs'>>;
  readonly #firstByteWithinMs: number | undefined;
  readonly #rejected: (reason: ConnectionRejection) => void;
  /** Those that sent no request of a client, the oldest first. */
  readonly #strangers = new Map<string, Stranger>();
  /** Those whose requests are all answered, the longest idle first. */
  readonly #idle = new Map<string, Place>();
  readonly #underWay = new Map<string, Place>();
  /** The places of each client that are idle, the longest first, and how many it has in all. */
  readonly #ofClients = new Map<string, { readonly idle: Set<string>; count: number }>();

  /** @param rejected called when a connection had to go */
  constructor(
    { firstByteWithinMs, most, mostOfClient = most, usualIdle = most }: PlaceLimits,
    rejected: (reason: ConnectionRejection) => void,
  ) {
    this.#limits = { most, mostOfClient, usualIdle };
    this.#firstByteWithinMs = firstByteWithinMs;
    this.#rejected = rejected;
  }

  get count(): number {
    return this.#strangers.size + this.#idle.size + this.#underWay.size;
  }

  /** Watches over the connections of this server. */
  guard(server: Server): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
  }

  /**
   * A request of a client came. It is under way until its answer is closed.
   *
   * @returns false when the client has as many requests under way as it may have connections
   */
  answering(
    client: string,
    socket: Socket,
    answer: { once(event: 'close', listener: () => void): unknown },
  ): boolean {
    const name = nameOf(socket);
    const known = this.#underWay.get(name);
    if (known === undefined) {
      const opened = this.#strangers.get(name)?.socket ?? this.#idle.get(name)?.socket;
      if (opened === undefined) return true;
      const before = this.#idle.get(name)?.client;
      // Asked before it is a place of this client: the one that is to go is another one.
      if (before !== client && !this.#makeRoomOfClient(client)) return false;
      this.#leave(name);
      this.#underWay.set(name, { socket: opened, client, count: 1 });
      this.#placesOf(client).count += 1;
    } else {
      known.count += 1;
    }
    answer.once('close', () => this.#answered(name));
    return true;
  }

  #opened(socket: Socket): void {
    const name = nameOf(socket);
    if (this.count >= this.#limits.most) this.#makeRoomFor(socket);
    if (socket.destroyed) return;
    this.#strangers.set(name, { socket, wait: this.#awaitFirstByte(name, socket) });
    socket.once('close', () => this.#leave(name));
  }

  #awaitFirstByte(name: string, socket: Socket): NodeJS.Timeout | undefined {
    if (this.#firstByteWithinMs === undefined) return undefined;
    const endSilent = (): void => {
      if (socket.bytesRead === 0 && !socket.destroyed) this.#end(name, socket, 'tooSlow');
    };
    // Real time, like Node's own limits of a request. After a sleep of the machine, bytes that wait are read first.
    return setTimeout(() => setImmediate(endSilent), this.#firstByteWithinMs).unref();
  }

  #makeRoomFor(newcomer: Socket): void {
    const spare = this.#spareIdle();
    const [stranger] = this.#strangers;
    const [idle] = this.#idle;
    if (spare !== undefined) this.#end(spare, this.#idle.get(spare)?.socket);
    else if (stranger !== undefined) this.#end(stranger[0], stranger[1].socket);
    else if (idle !== undefined) this.#end(idle[0], idle[1].socket);
    else this.#end('', newcomer);
  }

  /** The place that has been idle longest of the client with the most idle ones, where it has more than is usual. */
  #spareIdle(): string | undefined {
    let most: ReadonlySet<string> = new Set();
    for (const { idle } of this.#ofClients.values()) if (idle.size > most.size) most = idle;
    const [spare] = most;
    return most.size > this.#limits.usualIdle ? spare : undefined;
  }

  #makeRoomOfClient(client: string): boolean {
    const places = this.#ofClients.get(client);
    if (places === undefined || places.count < this.#limits.mostOfClient) return true;
    const [longest] = places.idle;
    if (longest === undefined) return false;
    this.#end(longest, this.#idle.get(longest)?.socket);
    return true;
  }

  #end(name: string, socket: Socket | undefined, reason: ConnectionRejection = 'crowded'): void {
    this.#leave(name);
    socket?.destroy();
    this.#rejected(reason);
  }

  #answered(name: string): void {
    const known = this.#underWay.get(name);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    this.#underWay.delete(name);
    this.#idle.set(name, known);
    this.#placesOf(known.client).idle.add(name);
  }

  #leave(name: string): void {
    clearTimeout(this.#strangers.get(name)?.wait);
    this.#strangers.delete(name);
    const place = this.#idle.get(name) ?? this.#underWay.get(name);
    if (place === undefined) return;
    this.#idle.delete(name);
    this.#underWay.delete(name);
    const places = this.#placesOf(place.client);
    places.idle.delete(name);
    places.count -= 1;
    if (places.count === 0) this.#ofClients.delete(place.client);
  }

  #placesOf(client: string): { readonly idle: Set<string>; count: number } {
    const known = this.#ofClients.get(client);
    if (known !== undefined) return known;
    const places = { idle: new Set<string>(), count: 0 };
    this.#ofClients.set(client, places);
    return places;
  }
}

/** Where a connection comes from: no two have the same at a time. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
