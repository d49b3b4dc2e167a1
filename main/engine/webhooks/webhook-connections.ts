import type { Server, Socket } from 'node:net';
import type { WebhookRejection } from '../../../core/webhook/webhook-state.ts';

/** The most connections at a time. Each takes a file descriptor. */
const mostConnections = 256;
/** A new connection has to send something within this time. */
const firstByteWithinMs = 2000;

/**
 * Keeps a place free for senders that know the secret path. When all places are taken, a new connection gets
 * the place of the oldest one that has sent no request with that path, else of the one that has rested
 * longest after its last answer. A connection with a request under way keeps its place. No address is
 * counted: behind a tunnel, senders and strangers have the same one.
 */
export class WebhookConnections {
  readonly #rejected: (reason: WebhookRejection) => void;
  /** Those that sent no request with the secret path, the oldest first, with the wait for their first byte. */
  readonly #strangers = new Map<Socket, NodeJS.Timeout>();
  /** Those whose requests are all answered, the longest idle first. */
  readonly #idle = new Set<Socket>();
  /** How many requests of a connection are under way; several when they were sent without waiting. */
  readonly #underWay = new Map<Socket, number>();

  constructor(rejected: (reason: WebhookRejection) => void) {
    this.#rejected = rejected;
  }

  /** Watches over the connections of this server. */
  guard(server: Server): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
  }

  /** A request with the secret path came. @returns what is to be called when it was answered */
  answering(socket: Socket): () => void {
    this.#leave(socket);
    this.#underWay.set(socket, (this.#underWay.get(socket) ?? 0) + 1);
    return () => this.#answered(socket);
  }

  #opened(socket: Socket): void {
    if (this.#count >= mostConnections) this.#makeRoomFor(socket);
    if (socket.destroyed) return;
    const endSilent = (): void => {
      if (socket.bytesRead === 0 && !socket.destroyed) this.#end(socket, 'too-slow');
    };
    // Real time, like Node's own limits of a request. After a sleep of the machine, bytes that wait are read first.
    const wait = setTimeout(() => setImmediate(endSilent), firstByteWithinMs).unref();
    this.#strangers.set(socket, wait);
    socket.once('close', () => {
      this.#leave(socket);
      this.#underWay.delete(socket);
    });
  }

  #makeRoomFor(newcomer: Socket): void {
    const [stranger] = this.#strangers.keys();
    const [idle] = this.#idle;
    this.#end(stranger ?? idle ?? newcomer, 'too-many');
  }

  #answered(socket: Socket): void {
    const left = (this.#underWay.get(socket) ?? 0) - 1;
    if (left > 0) this.#underWay.set(socket, left);
    else if (this.#underWay.delete(socket)) this.#idle.add(socket);
  }

  #end(socket: Socket, reason: WebhookRejection): void {
    this.#leave(socket);
    socket.destroy();
    this.#rejected(reason);
  }

  #leave(socket: Socket): void {
    clearTimeout(this.#strangers.get(socket));
    this.#strangers.delete(socket);
    this.#idle.delete(socket);
  }

  get #count(): number {
    return this.#strangers.size + this.#idle.size + this.#underWay.size;
  }
}
