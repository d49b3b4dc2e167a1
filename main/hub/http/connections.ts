import type { Server, Socket } from 'node:net';
import type { Clock } from '../../watch/clock.ts';

/** A new connection has to send something within this time. */
const firstByteWithinMs = 10_000;

interface Stranger {
  readonly socket: Socket;
  readonly openedAtMs: number;
}

/**
 * Keeps places free for desks. When all are taken, a new connection gets the place of the oldest one that sent no
 * request with a token, else of the one that has rested longest after its last answer. One with such a request
 * under way keeps its place, and so do streams.
 *
 * Connections are known by where they come from, since the socket that TLS hands out is another one than that
 * which was opened.
 */
export class Connections {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #ended: (reason: 'crowded' | 'silent') => void;
  /** Those that sent no request with a token, the oldest first. */
  readonly #strangers = new Map<string, Stranger>();
  /** Those whose requests are all answered, the longest at rest first. */
  readonly #resting = new Map<string, Socket>();
  /** How many requests of a connection are under way. */
  readonly #underWay = new Map<string, { readonly socket: Socket; count: number }>();

  constructor(clock: Clock, most: number, ended: (reason: 'crowded' | 'silent') => void) {
    this.#clock = clock;
    this.#most = most;
    this.#ended = ended;
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
      const opened = this.#strangers.get(place)?.socket ?? this.#resting.get(place);
      if (opened === undefined) return;
      this.#strangers.delete(place);
      this.#resting.delete(place);
      this.#underWay.set(place, { socket: opened, count: 1 });
    } else {
      known.count += 1;
    }
    answer.once('close', () => this.#answered(place));
  }

  /** Ends those that were opened and say nothing. */
  endSilent(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const { openedAtMs, socket } of this.#strangers.values()) {
      if (nowMs - openedAtMs < firstByteWithinMs) return;
      if (socket.bytesRead > 0) continue;
      socket.destroy();
      this.#ended('silent');
    }
  }

  #opened(socket: Socket): void {
    const place = placeOf(socket);
    if (this.count >= this.#most) this.#makeRoomFor(socket);
    if (socket.destroyed) return;
    this.#strangers.set(place, { socket, openedAtMs: this.#clock.monotonicMs() });
    socket.once('close', () => this.#leave(place));
  }

  #makeRoomFor(newcomer: Socket): void {
    const [stranger] = this.#strangers;
    const [resting] = this.#resting;
    const [place, socket] =
      stranger === undefined ? (resting ?? ['', newcomer]) : [stranger[0], stranger[1].socket];
    this.#leave(place);
    socket.destroy();
    this.#ended('crowded');
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
