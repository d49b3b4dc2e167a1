import type { Server, Socket } from 'node:net';
import { Refusal } from './refusals.ts';

/** The most connections of a desk: its streams, and those for requests. */
const mostOfDesk = 40;
/** A client may keep this many idle connections. Where places run out, those beyond are closed before a stranger’s. */
const usualAtRest = 4;
const comeAgainSeconds = 10;

interface Place {
  readonly socket: Socket;
  readonly deskId: string;
  /** How many requests are under way. */
  count: number;
}

/**
 * Keeps places free for desks. When all are taken, a new connection gets that of the desk with the most idle ones,
 * where these are more than a client needs; else of the oldest one that sent no request with a token, else of
 * the one that has been idle longest after its last answer. One with such a request under way keeps its place, and
 * so do streams. A desk has so many at most: those of it that are idle longest end first.
 *
 * Connections are known by where they come from, since the socket that TLS hands out is another one than that
 * which was opened.
 */
export class HubConnections {
  readonly #most: number;
  readonly #crowded: () => void;
  /** Those that sent no request with a token, the oldest first. */
  readonly #strangers = new Map<string, Socket>();
  /** Those whose requests are all answered, the longest idle first. */
  readonly #idle = new Map<string, Place>();
  readonly #underWay = new Map<string, Place>();
  /** The places of each desk that are idle, the longest first, and how many it has in all. */
  readonly #ofDesks = new Map<string, { readonly idle: Set<string>; count: number }>();

  /** @param crowded called when a connection had to go */
  constructor(most: number, crowded: () => void) {
    this.#most = most;
    this.#crowded = crowded;
  }

  get count(): number {
    return this.#strangers.size + this.#idle.size + this.#underWay.size;
  }

  /** Watches over the connections of this server. */
  guard(server: Server): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
  }

  /**
   * A request with a token came. It is under way until its answer is closed.
   *
   * @throws Refusal `tooMany` when the desk has as many requests under way as it may have connections
   */
  answering(
    deskId: string,
    socket: Socket,
    answer: { once(event: 'close', listener: () => void): unknown },
  ): void {
    const name = nameOf(socket);
    const known = this.#underWay.get(name);
    if (known === undefined) {
      const opened = this.#strangers.get(name) ?? this.#idle.get(name)?.socket;
      if (opened === undefined) return;
      const before = this.#idle.get(name)?.deskId;
      // Asked before it is a place of this desk: the one that is to go is another one.
      if (before !== deskId) this.#makeRoomOfDesk(deskId);
      this.#leave(name);
      this.#underWay.set(name, { socket: opened, deskId, count: 1 });
      this.#deskOf(deskId).count += 1;
    } else {
      known.count += 1;
    }
    answer.once('close', () => this.#answered(name));
  }

  #opened(socket: Socket): void {
    const name = nameOf(socket);
    if (this.count >= this.#most) this.#makeRoomFor(socket);
    if (socket.destroyed) return;
    this.#strangers.set(name, socket);
    socket.once('close', () => this.#leave(name));
  }

  #makeRoomFor(newcomer: Socket): void {
    const spare = this.#spareAtRest();
    const [stranger] = this.#strangers;
    const [idle] = this.#idle;
    if (spare !== undefined) this.#end(spare, this.#idle.get(spare)?.socket);
    else if (stranger !== undefined) this.#end(...stranger);
    else if (idle !== undefined) this.#end(idle[0], idle[1].socket);
    else this.#end('', newcomer);
  }

  /** The place that has been idle longest of the desk with the most idle ones, where it has more than is usual. */
  #spareAtRest(): string | undefined {
    let most: ReadonlySet<string> = new Set();
    for (const { idle } of this.#ofDesks.values()) if (idle.size > most.size) most = idle;
    const [spare] = most;
    return most.size > usualAtRest ? spare : undefined;
  }

  #makeRoomOfDesk(deskId: string): void {
    const desk = this.#ofDesks.get(deskId);
    if (desk === undefined || desk.count < mostOfDesk) return;
    const [longest] = desk.idle;
    if (longest === undefined) throw new Refusal('tooMany', {}, comeAgainSeconds);
    this.#end(longest, this.#idle.get(longest)?.socket);
  }

  #end(name: string, socket: Socket | undefined): void {
    this.#leave(name);
    socket?.destroy();
    this.#crowded();
  }

  #answered(name: string): void {
    const known = this.#underWay.get(name);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    this.#underWay.delete(name);
    this.#idle.set(name, known);
    this.#deskOf(known.deskId).idle.add(name);
  }

  #leave(name: string): void {
    this.#strangers.delete(name);
    const place = this.#idle.get(name) ?? this.#underWay.get(name);
    if (place === undefined) return;
    this.#idle.delete(name);
    this.#underWay.delete(name);
    const desk = this.#deskOf(place.deskId);
    desk.idle.delete(name);
    desk.count -= 1;
    if (desk.count === 0) this.#ofDesks.delete(place.deskId);
  }

  #deskOf(deskId: string): { readonly idle: Set<string>; count: number } {
    const known = this.#ofDesks.get(deskId);
    if (known !== undefined) return known;
    const desk = { idle: new Set<string>(), count: 0 };
    this.#ofDesks.set(deskId, desk);
    return desk;
  }
}

/** Where a connection comes from: no two have the same at a time. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
