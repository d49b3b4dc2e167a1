import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { EventStream } from '../../../../../main/hub/http/event-stream.ts';
import { HubBench, mei } from '../../../../support/hub/hub-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);

/** A socket that takes nothing until it is drained. */
class FullSocket extends EventEmitter {
  text = '';
  isDestroyed = false;
  writableNeedDrain = false;
  isFull = true;

  write(text: string): boolean {
    this.text += text;
    this.writableNeedDrain = this.isFull && text.includes('event: order');
    return !this.writableNeedDrain;
  }

  end(): void {}

  destroy(): void {
    this.isDestroyed = true;
  }
}

async function streamOf(count: number) {
  const bench = new HubBench();
  const { hub } = bench.hub();
  await hub.start();
  await hub.board.add(mei, [{ id }], 'k');
  const socket = new FullSocket();
  let isEnded = false;
  const stream = new EventStream(
    {
      board: hub.board,
      clock: bench.clock,
      asker: mei,
      response: socket as unknown as ServerResponse,
      ended: () => {
        isEnded = true;
      },
    },
    0,
  );
  for (let at = 0; at < count; at += 1) await hub.board.edit(mei, id, { note: `n${at}` }, `n${at}`);
  await bench.clock.advance(1000);
  return { bench, socket, stream, isEnded: () => isEnded };
}

it('a desk that does not read has at most one handful of entries waiting for it', async () => {
  const { socket } = await streamOf(5000);
  const handed = socket.text.match(/event: order/g) ?? [];
  expect(handed.length).toBeGreaterThan(0);
  expect(handed.length).toBeLessThanOrEqual(200);
  const statuses =
    socket.text
      .split('event: order')
      .at(-1)
      ?.match(/event: status/g) ?? [];
  expect(statuses.length).toBe(0);
});

it('a desk that reads again gets all that it missed, in order', async () => {
  const { bench, socket } = await streamOf(5000);
  socket.isFull = false;
  socket.writableNeedDrain = false;
  socket.emit('drain');
  await bench.clock.advance(1000);
  const places = [...socket.text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(5001);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it('a desk that takes nothing for a minute is let go', async () => {
  const { bench, isEnded, socket } = await streamOf(10);
  await bench.clock.advance(45_000);
  expect(isEnded()).toBe(false);
  await bench.clock.advance(30_000);
  expect(isEnded()).toBe(true);
  expect(socket.isDestroyed).toBe(true);
});
