import { environmentManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import axios from 'axios';
import PQueue from 'p-queue';
import { Pool } from 'undici';
import { pollByUndici } from './poller.ts';

/** Begins to poll every order; what one would write instead of using Waybell. */
export type StartPeer = (addresses: readonly string[], intervalMs: number) => void;

const headers = { authorization: 'Bearer bench-token' };
/** Who polls keeps at least the last answer, to see what changed. */
const last = new Map<string, unknown>();

function keep(address: string, answer: unknown): void {
  if (JSON.stringify(answer) !== JSON.stringify(last.get(address))) last.set(address, answer);
}

async function fetchOrder(address: string): Promise<unknown> {
  const answer = await fetch(address, { headers });
  const order: unknown = await answer.json();
  keep(address, order);
  return order;
}

const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** What Waybell is measured beside; docs/bench/watcher.md says what each is. */
export const peers: Readonly<Record<string, StartPeer>> = {
  fetch(addresses, intervalMs) {
    for (const address of addresses) {
      quietly(fetchOrder(address));
      setInterval(() => quietly(fetchOrder(address)), intervalMs);
    }
  },
  'p-queue'(addresses, intervalMs) {
    const queue = new PQueue({ concurrency: 20 });
    const ask = (address: string): void => quietly(queue.add(() => fetchOrder(address)));
    for (const address of addresses) {
      ask(address);
      setInterval(() => ask(address), intervalMs);
    }
  },
  tanstack(addresses, intervalMs) {
    // Without a window it takes itself for a server and silently never polls.
    environmentManager.setIsServer(() => false);
    const client = new QueryClient();
    for (const address of addresses) {
      new QueryObserver(client, {
        queryKey: [address],
        queryFn: () => fetchOrder(address),
        refetchInterval: intervalMs,
        refetchIntervalInBackground: true,
      }).subscribe(() => undefined);
    }
  },
  /** As Uptime Kuma does: the next beat is set once this one is over. */
  kuma(addresses, intervalMs) {
    const beat = async (address: string): Promise<void> => {
      try {
        const { data } = await axios.get<unknown>(address, { headers, proxy: false });
        keep(address, data);
      } catch {
        // The beat is down; the next one comes all the same.
      }
      setTimeout(() => void beat(address), intervalMs);
    };
    for (const address of addresses) void beat(address);
  },
  undici: pollByUndici,
  /** A process that does nothing at all: what Node itself wakes for. */
  nothing() {},
  /** One timer a second and undici, nothing kept: the least that can poll at all. */
  script(addresses, intervalMs) {
    const pool = new Pool(new URL(addresses[0] ?? 'http://127.0.0.1').origin, { connections: 8 });
    const turns = Math.max(1, Math.round(intervalMs / 1000));
    let turn = 0;
    setInterval(() => {
      for (let at = turn % turns; at < addresses.length; at += turns) {
        const { pathname } = new URL(addresses[at] ?? '');
        quietly(
          pool
            .request({ method: 'GET', path: pathname, headers })
            .then(({ body }) => body.json())
            .then((order) => keep(pathname, order)),
        );
      }
      turn += 1;
    }, 1000);
  },
};
