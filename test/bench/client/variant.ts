import { Agent } from 'node:http';
import axios from 'axios';
import got from 'got';
import { Pool } from 'undici';
import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import { parseOrderId } from '../../../core/order/order-id.ts';
import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';

/*
 * One way of polling, flat out, in a process of its own: `client-variant.ts NAME PORT`. Prints one line
 * of JSON with requests per second and CPU microseconds per request.
 */

const inFlight = 50;
const orderCount = 1000;
const warmUpMs = 800;
const measuredMs = 1000;

const ids = Array.from({ length: orderCount }, (_, index) => {
  const id = parseOrderId(`7a1f0c52-6a0e-4a51-9a36-${index.toString(16).padStart(12, '0')}`);
  if (id === null) throw new Error('not a uuid');
  return id;
});

type Poll = (index: number) => Promise<unknown>;

const [, , name = '', portText = ''] = process.argv;
const origin = `http://127.0.0.1:${portText}`;
const options = { connections: inFlight, pipelining: 1, allowH2: false };
const authorization = 'Bearer bench-token';

/** The product's own way, all its checks on, below `basePath`. */
function product(basePath: string): Poll {
  const opener = new HttpDeliveryOpener({
    clock: new SystemClock(),
    random: Math.random,
    userAgent: 'Waybell/bench',
    limits: { maxConnections: inFlight },
  });
  const orderPath = `${basePath}/api/v2/orders/{uuid}`;
  const profile = {
    baseUrl: origin,
    clientId: 'bench',
    options: { ...defaultConnectionOptions, orderPath },
  };
  const link = opener.open(profile, 'bench');
  // Each check in flight has a signal of its own, as the watcher's checks have.
  const signals = Array.from({ length: inFlight }, () => new AbortController().signal);
  return async (index) => {
    const id = ids[index % orderCount];
    const signal = signals[index % inFlight];
    if (id !== undefined && signal !== undefined) await link.check(id, signal);
  };
}

/** undici's `dispatch` and nothing else. */
function bareDispatch(ifNoneMatch: boolean): Poll {
  const pool = new Pool(origin, options);
  // The same request to the byte, so that only what is done around it differs.
  const agreed = ['accept', 'application/json', 'accept-encoding', 'identity'];
  const headers = [...agreed, 'authorization', authorization, 'user-agent', 'Waybell/bench'];
  if (ifNoneMatch) headers.push('if-none-match', '"1"');
  return (index) =>
    new Promise((resolve, reject) => {
      let status = 0;
      pool.dispatch(
        { method: 'GET', path: `/api/v2/orders/${ids[index % orderCount]}`, headers },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, statusCode) => {
            status = statusCode;
          },
          onResponseData: () => undefined,
          onResponseEnd: () => resolve(status),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
}

function poolRequest(): Poll {
  const pool = new Pool(origin, options);
  return async (index) => {
    const path = `/api/v2/orders/${ids[index % orderCount]}`;
    const answer = await pool.request({ method: 'GET', path, headers: { authorization } });
    return answer.body.json();
  };
}

const variants: Readonly<Record<string, () => Poll>> = {
  'waybell-304': () => product(''),
  'waybell-bytes': () => product('/plain'),
  'dispatch-304': () => bareDispatch(true),
  'pool-json': poolRequest,
  'fetch-json': () => async (index) => {
    const answer = await fetch(`${origin}/api/v2/orders/${ids[index % orderCount]}`, {
      headers: { authorization },
    });
    return answer.json();
  },
  'axios-json': () => {
    const client = axios.create({
      baseURL: origin,
      headers: { authorization },
      httpAgent: new Agent({ keepAlive: true, maxSockets: inFlight }),
      proxy: false,
    });
    return async (index) => {
      const answer = await client.get<unknown>(`/api/v2/orders/${ids[index % orderCount]}`);
      return answer.data;
    };
  },
  'got-json': () => {
    const client = got.extend({
      prefixUrl: origin,
      headers: { authorization },
      agent: { http: new Agent({ keepAlive: true, maxSockets: inFlight }) },
      retry: { limit: 0 },
    });
    return (index) => client.get(`api/v2/orders/${ids[index % orderCount]}`).json();
  },
};

const makePoll = variants[name];
if (makePoll === undefined) throw new Error(`no such variant: ${name}`);
const poll = makePoll();
// Everything is known after one round, so that what is measured finds nothing new.
for (let index = 0; index < orderCount; index += 1) await poll(index);

const state = { count: 0, isOver: false };
const lanes = Array.from({ length: inFlight }, async (_, lane) => {
  for (let index = lane; !state.isOver; index += inFlight) {
    await poll(index);
    state.count += 1;
  }
});
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
await wait(warmUpMs);
const before = { count: state.count, cpu: process.cpuUsage(), atMs: performance.now() };
await wait(measuredMs);
const cpu = process.cpuUsage(before.cpu);
const requests = state.count - before.count;
const seconds = (performance.now() - before.atMs) / 1000;
state.isOver = true;
await Promise.all(lanes);
const result = {
  requestsPerSecond: requests / seconds,
  cpuMicrosPerRequest: (cpu.user + cpu.system) / requests,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
