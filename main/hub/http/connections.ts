import type { Server, Socket } from 'node:net';

/**
 * Keeps places free for desks. When all are taken, a new connection gets the place of the oldest one that sent no
 * request with a token, else of the one that has rested longest after its last answer. One with such a request
 * under way keeps its place, and so do streams.
 *
 * Connections are known by where they come from, since the socket that TLS hands out is another one than that
 * which was opened.
 */
export class Connections {
  readonly #most: number;
  readonly #crowded: () => void;
  /** Those that sent no request with a token, the oldest first. */
  readonly #strangers = new Map<string, Socket>();
  /** Those whose requests are all answered, the longest at rest first. */
  readonly #resting = new Map<string, Socket>();
  /** How many requests of a connection are under way. */
  readonly #underWay = new Map<string, { readonly socket: Socket; count: number }>();

  /** @param crowded called when a connection had to go */
  constructor(most: number, crowded: () => void) {
    this.#most = most;
    this.#crowded = crowded;
  }

  get count(): number {
    return this.#strangers.size + this.#resting.size + this.#underWay.size;
  }

  /** Watches over the connections of this server. */
  guard(server: Server): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
  }

  /** A request with a token came. It is under way until its answer is closed. */
  answering(socket: Socket, answer: { once(event: 'close', listener: () => void): unknown }): void {
    const place = placeOf(socket);
    const known = this.#underWay.get(place);
    if (known === undefined) {
      const opened = this.#strangers.get(place) ?? this.#resting.get(place);
      if (opened === undefined) return;
      this.#strangers.delete(place);
      this.#resting.delete(place);
      this.#underWay.set(place, { socket: opened, count: 1 });
    } else {
      known.count += 1;
    }
    answer.once('close', () => this.#answered(place));
  }

  #opened(socket: Socket): void {
    const place = placeOf(socket);
    if (this.count >= this.#most) this.#makeRoomFor(socket);
    if (socket.destroyed) return;
    this.#strangers.set(place, socket);
    socket.once('close', () => this.#leave(place));
  }

  #makeRoomFor(newcomer: Socket): void {
    const [stranger] = this.#strangers;
    const [resting] = this.#resting;
    const [place, socket] = stranger ?? resting ?? ['', newcomer];
    this.#leave(place);
    socket.destroy();
    this.#crowded();
  }

  #answered(place: string): void {
    const known = this.#underWay.get(place);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    this.#underWay.delete(place);
    this.#resting.set(place, known.socket);
  }

  #leave(place: string): void {
    this.#strangers.delete(place);
    this.#resting.delete(place);
    this.#underWay.delete(place);
  }
}

/** Where a connection comes from: no two have the same at a time. */
function placeOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
