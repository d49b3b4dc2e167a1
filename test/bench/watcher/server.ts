import type { AddressInfo, Socket } from 'node:net';
import { setPriority } from 'node:os';
import { benchOrder, latencyMs } from '../../support/storage/bench-order.ts';
import { answerHead, createRawService } from '../shared/raw-service.ts';

/*
 * A delivery service for one client, in a process of its own: 20 to 120 ms per
 * answer, ETags, a share of orders that changed since they were last asked for. It counts arrivals in
 * buckets of 10 ms and is told by its parent when a phase begins and ends, and when it is to be out.
 */

// A service has processors of its own: what arrives is to be counted when it arrives, and not when the
// clients' compilers and collectors let the counting go on. Needs the right to raise a priority.
try {
  setPriority(-10);
} catch {
  process.stderr.write('the service has to share the processors with its clients\n');
}

const bucketMs = 10;
const changeShare = 0.02;

interface OrderState {
  version: number;
  askedAtMs: number;
}

/** What the parent may say. */
export type ServerCommand =
  | { readonly do: 'begin'; readonly isOut: boolean }
  | { readonly do: 'end' };

/** One phase as the server saw it. */
export interface ServerPhase {
  readonly requests: number;
  readonly mostIn100Ms: number;
  readonly mostIn1000Ms: number;
  readonly sockets: number;
  readonly gapErrorP50Ms: number;
  readonly gapErrorP99Ms: number;
  readonly longestGapMs: number;
}

const orders = new Map<string, OrderState>();
const sockets = new Set<Socket>();
let isOut = false;
let beganMs = performance.now();
let buckets: number[] = [];
let gaps: number[] = [];

function arrived(uuid: string): OrderState {
  const nowMs = performance.now();
  const bucket = Math.floor((nowMs - beganMs) / bucketMs);
  buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  let state = orders.get(uuid);
  if (state === undefined) {
    state = { version: 1, askedAtMs: nowMs };
    orders.set(uuid, state);
  } else {
    gaps.push(nowMs - state.askedAtMs);
    state.askedAtMs = nowMs;
    if (Math.random() < changeShare) state.version += 1;
  }
  return state;
}

function orderAnswer(uuid: string, { version }: OrderState, knownEtag: string | undefined): string {
  const etag = `"${version}"`;
  if (knownEtag === etag) return `HTTP/1.1 304 Not Modified\r\netag: ${etag}\r\n\r\n`;
  // Without a position: an order whose courier stands still for three minutes is checked half as often.
  const courier = { name: 'Nguyễn Thị Hồng Nhung', phone_number: '+84901234567', location: null };
  const note = `送貨到大堂，第 ${version} 版`;
  const order = { ...benchOrder(uuid), courier, note_to_courier: note };
  const body = JSON.stringify(order);
  return answerHead('200 OK', Buffer.byteLength(body), `etag: ${etag}\r\n`) + body;
}

const server = createRawService((socket, path, head) => {
  const uuid = path.slice(-36);
  const state = arrived(uuid);
  if (isOut) {
    socket.destroy();
    return;
  }
  const knownEtag = /if-none-match: (\S+)/i.exec(head)?.[1];
  setTimeout(() => {
    if (!socket.destroyed) socket.write(orderAnswer(uuid, state, knownEtag));
  }, latencyMs(uuid));
});
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});

function share(values: readonly number[], part: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
}

/** The most arrivals in any so many milliseconds. */
function mostWithin(ms: number): number {
  const width = ms / bucketMs;
  let most = 0;
  let sum = 0;
  for (let index = 0; index < buckets.length; index += 1) {
    sum += (buckets[index] ?? 0) - (index >= width ? (buckets[index - width] ?? 0) : 0);
    most = Math.max(most, sum);
  }
  return most;
}

function phase(): ServerPhase {
  // Beside the interval that is kept: a cap on requests may make it longer than the one asked for.
  const keptMs = share(
    gaps.toSorted((a, b) => a - b),
    0.5,
  );
  const errors = gaps.map((gap) => Math.abs(gap - keptMs)).toSorted((a, b) => a - b);
  return {
    requests: buckets.reduce((total, count) => total + (count ?? 0), 0),
    mostIn100Ms: mostWithin(100),
    mostIn1000Ms: mostWithin(1000),
    sockets: sockets.size,
    gapErrorP50Ms: Math.round(share(errors, 0.5) * 10) / 10,
    gapErrorP99Ms: Math.round(share(errors, 0.99) * 10) / 10,
    longestGapMs: Math.round(gaps.reduce((longest, gap) => Math.max(longest, gap), 0)),
  };
}

process.on('message', (command: ServerCommand) => {
  if (command.do === 'end') {
    process.send?.(phase());
    return;
  }
  beganMs = performance.now();
  ({ isOut } = command);
  buckets = [];
  gaps = [];
  process.send?.('begun');
});
process.on('disconnect', () => process.exit());
server.listen({ port: 0, host: '127.0.0.1', backlog: 65_535 }, () => {
  process.send?.((server.address() as AddressInfo).port);
});
