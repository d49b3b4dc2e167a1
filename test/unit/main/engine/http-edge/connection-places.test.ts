import { EventEmitter, once } from 'node:events';
import { Server, Socket } from 'node:net';
import { expect, it } from 'vitest';
import {
  ConnectionPlaces,
  type ConnectionRejection,
  type PlaceLimits,
} from '../../../../../main/engine/http-edge/connection-places.ts';

/** The places of a server; its connections come without a network. */
class Places {
  readonly #server = new Server();
  readonly rejections: ConnectionRejection[] = [];
  /** Of each request whether its client may have it under way. */
  readonly accepted: boolean[] = [];
  readonly #connections: ConnectionPlaces;
  #opened = 0;

  constructor(limits: PlaceLimits = { most: 256 }) {
    this.#connections = new ConnectionPlaces(limits, (reason) => this.rejections.push(reason));
    this.#connections.guard(this.#server);
  }

  /** Opens this many connections in one turn of the event loop. */
  come(count: number): readonly Socket[] {
    return Array.from({ length: count }, () => {
      const socket = new Socket();
      this.#opened += 1;
      Object.defineProperty(socket, 'remotePort', { value: this.#opened });
      this.#server.emit('connection', socket);
      return socket;
    });
  }

  /** A request of a client comes. @returns what is to be called when its answer is closed */
  answering(socket: Socket, client = 'client'): () => void {
    const answer = new EventEmitter();
    this.accepted.push(this.#connections.answering(client, socket, answer));
    return () => answer.emit('close');
  }
}

function endedOf(sockets: readonly Socket[]): readonly number[] {
  return sockets.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));
}

it('strangers that come together each take the place of another one, the oldest first', () => {
  const places = new Places();
  const before = places.come(256);
  const newcomers = places.come(3);
  expect([endedOf(before), endedOf(newcomers)]).toEqual([[0, 1, 2], []]);
  expect(places.rejections).toEqual(['crowded', 'crowded', 'crowded']);
});

it('strangers that come together are all ended while a request is under way at each place', () => {
  const places = new Places();
  const before = places.come(256);
  for (const socket of before) places.answering(socket);
  const newcomers = places.come(3);
  expect([endedOf(before), endedOf(newcomers)]).toEqual([[], [0, 1, 2]]);
  expect(places.rejections).toEqual(['crowded', 'crowded', 'crowded']);
});

it('a connection that breaks off with its request under way leaves one place', async () => {
  const places = new Places();
  const others = places.come(255);
  for (const socket of places.come(1)) {
    const answered = places.answering(socket);
    await once(socket.destroy(), 'close');
    // The end of its answer is told after that.
    answered();
  }
  places.come(1);
  expect([endedOf(others), places.rejections]).toEqual([[], []]);
  places.come(1);
  expect([endedOf(others), places.rejections]).toEqual([[0], ['crowded']]);
});

it('a connection that is over takes no place, whichever it was', async () => {
  const places = new Places();
  const strangers = places.come(200);
  const senders = places.come(56);
  for (const socket of senders) places.answering(socket)();
  await Promise.all([...strangers, ...senders].map((socket) => once(socket.destroy(), 'close')));
  const later = places.come(256);
  expect([endedOf(later), places.rejections]).toEqual([[], []]);
});

it('a client with too many connections loses those that are idle, and gets no more once all are under way', () => {
  const places = new Places({ most: 256, mostOfClient: 3 });
  const idle = places.come(2);
  for (const socket of idle) places.answering(socket)();
  for (const socket of places.come(4)) places.answering(socket);
  expect(endedOf(idle)).toEqual([0, 1]);
  expect(places.accepted).toEqual([true, true, true, true, true, false]);
});

it('a client with more idle connections than it needs makes room for a stranger', () => {
  const places = new Places({ most: 6, usualIdle: 2 });
  const stranger = places.come(1);
  const idle = places.come(3);
  for (const socket of idle) places.answering(socket, 'Wall')();
  for (const socket of places.come(2)) places.answering(socket, 'Mei')();
  places.come(1);
  expect([endedOf(idle), endedOf(stranger)]).toEqual([[0], []]);
  places.come(1);
  expect([endedOf(idle), endedOf(stranger)]).toEqual([[0], [0]]);
});
