import { once } from 'node:events';
import { Server, Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { WebhookRejection } from '../../../../../core/webhook/webhook-state.ts';
import { WebhookConnections } from '../../../../../main/engine/webhooks/webhook-connections.ts';

/** The places of a server; its connections come without a network. */
class Places {
  readonly #server = new Server();
  readonly rejections: WebhookRejection[] = [];
  readonly connections = new WebhookConnections((reason) => this.rejections.push(reason));

  constructor() {
    this.connections.guard(this.#server);
  }

  /** Opens this many connections in one turn of the event loop. */
  come(count: number): readonly Socket[] {
    return Array.from({ length: count }, () => {
      const socket = new Socket();
      this.#server.emit('connection', socket);
      return socket;
    });
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
  expect(places.rejections).toEqual(['too-many', 'too-many', 'too-many']);
});

it('strangers that come together are all ended while a request is under way at each place', () => {
  const places = new Places();
  const before = places.come(256);
  for (const socket of before) places.connections.answering(socket);
  const newcomers = places.come(3);
  expect([endedOf(before), endedOf(newcomers)]).toEqual([[], [0, 1, 2]]);
  expect(places.rejections).toEqual(['too-many', 'too-many', 'too-many']);
});

it('a connection that breaks off with its request under way leaves one place', async () => {
  const places = new Places();
  const others = places.come(255);
  for (const socket of places.come(1)) {
    const answered = places.connections.answering(socket);
    await once(socket.destroy(), 'close');
    // The end of its answer is told after that.
    answered();
  }
  places.come(1);
  expect([endedOf(others), places.rejections]).toEqual([[], []]);
  places.come(1);
  expect([endedOf(others), places.rejections]).toEqual([[0], ['too-many']]);
});

it('a connection that is over takes no place, whichever it was', async () => {
  const places = new Places();
  const strangers = places.come(200);
  const senders = places.come(56);
  for (const socket of senders) places.connections.answering(socket)();
  await Promise.all([...strangers, ...senders].map((socket) => once(socket.destroy(), 'close')));
  const later = places.come(256);
  expect([endedOf(later), places.rejections]).toEqual([[], []]);
});
