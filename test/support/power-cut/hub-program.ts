import { createHmac } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { request as ask } from 'undici';
import { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { noPolicy } from '../../../core/settings/policy.ts';
import { changeDesks } from '../../../main/cli/commands/desks.ts';
import { runHub } from '../../../main/cli/commands/hub.ts';
import type { LogStore } from '../../../main/hub/log/open-team-log.ts';
import { opensHub } from '../../../main/engine/team-membership.ts';
import { HttpHubLink } from '../../../main/engine/team/http-hub-link.ts';
import { joinTeam } from '../../../main/engine/team/join.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { seeded } from '../seeded.ts';
import { orderIdAt } from '../watched-orders.ts';
import { type DeskRequest, hubLineOf, seenEntryOf } from './kept-hub.ts';
import { hashOf, type KeptChange } from './kept-state.ts';
import { startNewMembers, storeOf } from './members.ts';
import { waitForNoSync } from './no-sync.ts';

/*
 * `waybell hub` to be traced, with desks in the same process: real links over HTTP on loopback, which follow the
 * log and send what their people do. What an act changes is said at the side when the last byte of its answer was
 * handed to the system, and each entry of the log when a desk got it. `hub-program.ts RUN` with the run as JSON.
 */

/** What the program is to do. */
export const hubRun = z.object({
  profileDir: z.string(),
  /** Gets a line per confirmed act, and per entry that a desk got. */
  sidePath: z.string(),
  service: z.object({ baseUrl: z.string(), clientId: z.string(), clientSecret: z.string() }),
  orders: z.array(orderIdSchema),
  acts: z.number(),
  seed: z.number(),
  /** Whether no commit waits for the disk: what the cuts must find then. */
  isUnsynced: z.boolean(),
  /** Where three members of etcd keep the log, and on which ports; null for a file in the profile. */
  cluster: z.object({ folder: z.string(), ports: z.number().array() }).nullable(),
});

const run = hubRun.parse(JSON.parse(process.argv[2] ?? ''));
const { orders, profileDir } = run;
if (run.isUnsynced) waitForNoSync();
const { clientSecret, ...service } = run.service;
const proof = 'known to the service';
const beganAtMs = Date.now();
const random = seeded(run.seed);
const side = openSync(run.sidePath, 'a');
const clock = new SystemClock();
const cluster = run.cluster === null ? null : await startNewMembers(run.cluster);
const store: LogStore =
  cluster === null ? { kind: 'sqlite', profileDir } : storeOf(cluster, profileDir);

function confirm(changes: KeptChange, more: { request?: DeskRequest; token?: string } = {}): void {
  if (changes.length > 0) writeSync(side, `${hubLineOf({ changes, ...more })}\n`);
}

/** What requests that are under way will have changed, by their keys. */
const underWay = new Map<string, () => void>();

subscribe('http.server.response.finish', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const key = String(request.headers['idempotency-key'] ?? request.url);
  if (response.statusCode < 300) underWay.get(key)?.();
  underWay.delete(key);
});

const ended = new AbortController();
const said: string[] = [];
const started = Promise.withResolvers<string>();
const hub = runHub(
  {
    store,
    profileDir,
    service,
    clientSecret,
    listen: { address: '127.0.0.1', port: 0 },
    tls: null,
    isBehindProxy: false,
    publicUrl: null,
    overlay: { activeEverySeconds: 2, requestsPerMinute: 6000 },
    connectionOptions: {},
    webhooks: { port: 0, path: 'a-path-that-is-not-guessed', secret: proof },
    metrics: null,
    heartbeatUrl: null,
  },
  {
    clock,
    version: 'cuts',
    policy: noPolicy,
    stdout: {
      write: (text: string) => {
        const line: unknown = JSON.parse(text);
        const url: unknown = Reflect.get(Object(line), 'url');
        if (typeof url === 'string') started.resolve(url);
        return 'written';
      },
    },
    say: (text) => void said.push(text),
    interrupted: ended.signal,
  },
);
hub.then(
  (code) => started.reject(new Error(`the hub ended with ${code}: ${said.join('')}`)),
  started.reject,
);
const url = await started.promise;
// The hub logs what is not caught and goes on; a desk's trouble ends this program.
process.prependListener('unhandledRejection', (error) => {
  process.stderr.write(`${String(error)}\n`, () => process.exit(1));
});
process.prependListener('uncaughtException', (error) => {
  process.stderr.write(`${String(error)}\n`, () => process.exit(1));
});

/** A desk that follows the log. */
interface Desk {
  readonly name: string;
  readonly token: string;
  readonly link: HttpHubLink;
  readonly leave: () => Promise<void>;
}

async function invited(name: string): Promise<string> {
  let code = '';
  await changeDesks(
    { kind: 'invite', store, name, role: 'dispatcher' },
    {
      clock,
      print: async (text) => {
        code = text.trim();
        confirm([
          [`${name} is a desk`, 1],
          [`${name} invited`, hashOf(code.replaceAll('-', ''))],
        ]);
      },
      say: () => undefined,
    },
  );
  return code;
}

async function joined(name: string): Promise<Desk> {
  const code = await invited(name);
  underWay.set('/v1/join', () => confirm([[`${name} invited`, null]]));
  const answer = await joinTeam(url, code, { clock, opens: opensHub });
  if (!answer.ok) throw new Error(`a desk could not join: ${answer.failure}`);
  const { token } = answer.value;
  confirm([[`${name} token`, hashOf(token)]], { token });
  const link = new HttpHubLink({
    hubUrl: url,
    token: async () => token,
    clock,
    random: Math.random,
    opens: opensHub,
    reportDefect: (error) => {
      throw error;
    },
  });
  let place = 0;
  const leave = link.follow(() => ({ logId: null, sequence: place }), {
    opened: () => undefined,
    entries: (entries) => {
      for (const { event, sequence } of entries) {
        writeSync(side, `${hubLineOf(seenEntryOf(sequence, event))}\n`);
        place = sequence;
      }
    },
    status: () => undefined,
    gap: () => undefined,
    away: () => undefined,
    revoked: () => undefined,
  });
  return { name, token, link, leave };
}

async function revoke(name: string): Promise<void> {
  const code = await changeDesks(
    { kind: 'revoke', store, name },
    { clock, print: async () => undefined, say: () => undefined },
  );
  if (code !== 0) throw new Error(`${name} was not revoked`);
  confirm([
    [`${name} token`, null],
    [`${name} revoked`, true],
  ]);
}

/** Sends a change of a desk. @returns whether it was made */
async function send(
  { link, token }: Desk,
  key: string,
  command: {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly body?: unknown;
  },
  changes: () => KeptChange,
): Promise<boolean> {
  const request = { body: undefined, ...command, key, token };
  underWay.set(key, () => confirm(changes(), { request }));
  const answer = await link.send({ ...command, key });
  if (answer.kind === 'away') throw new Error('the hub is away');
  return answer.kind === 'done';
}

const counts = new Map<string, number>();

/** One more of something. */
function oneMore(name: string): KeptChange[number] {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return [name, counts.get(name) ?? 0];
}

/** Who has which order. */
const claims = new Map<OrderId, string>();

/** One act, the n-th. */
type Act = (desk: Desk, id: OrderId, n: number) => Promise<unknown>;

/** A change of one shared word. */
function edit(word: 'label' | 'note' | 'group'): Act {
  return (desk, id, n) =>
    send(
      desk,
      `edit-${n}`,
      { method: 'PATCH', path: `/v1/orders/${id}`, body: { [word]: `${word} ${n}` } },
      () => [[`${id} ${word}`, `${word} ${n}`], oneMore(`${id} was edited, times`)],
    );
}
const promise: Act = (desk, id, n) => {
  const promisedAtMs = Math.floor(beganAtMs / 1000) * 1000 + 3_600_000 + n * 1000;
  const body = { promisedAt: new Date(promisedAtMs).toISOString() };
  return send(desk, `promise-${n}`, { method: 'PATCH', path: `/v1/orders/${id}`, body }, () => [
    [`${id} promisedAtMs`, promisedAtMs],
    oneMore(`${id} was edited, times`),
  ]);
};
function claimed(id: OrderId, name: string): KeptChange {
  const isNew = claims.get(id) !== name;
  claims.set(id, name);
  return isNew ? [[`${id} claim`, name], oneMore(`${id} was claimed, times`)] : [];
}
const claim = (desk: Desk, id: OrderId, key: string, body: object): Promise<boolean> =>
  send(desk, key, { method: 'POST', path: `/v1/orders/${id}/claim`, body }, () =>
    claimed(id, desk.name),
  );
const claimOrder: Act = (desk, id, n) => claim(desk, id, `claim-${n}`, { takeOver: true });
/** All desks at once: one gets it. */
const race: Act = (_desk, id, n) =>
  Promise.all(desks.map((each) => claim(each, id, `race-${n}-${each.name}`, {})));
const release: Act = async (desk, _id, n) => {
  const [id] = any([...claims]) ?? [];
  if (id === undefined) return;
  await send(desk, `release-${n}`, { method: 'DELETE', path: `/v1/orders/${id}/claim` }, () => {
    claims.delete(id);
    return [[`${id} claim`, null]];
  });
};
const handle: Act = (desk, id, n) => {
  const atMs = beganAtMs - 10_000 + n;
  const body = { atMs, claims: [{ reason: 'released', causeAtMs: beganAtMs - 20_000 }] };
  return send(
    desk,
    `handle-${n}`,
    { method: 'POST', path: `/v1/orders/${id}/handled`, body },
    () => [[`${id} handled`, atMs], oneMore(`${id} was edited, times`)],
  );
};
const reveal: Act = (desk, id, n) =>
  send(
    desk,
    `reveal-${n}`,
    { method: 'POST', path: `/v1/orders/${id}/reveals`, body: { owner: '1' } },
    () => [oneMore(`numbers shown to ${desk.name}`)],
  );
const added: OrderId[] = [];
const add: Act = (desk, _id, n) => {
  const id = orderIdAt(n);
  const body = { uuids: [id], labels: { [id]: `added ${n}` } };
  return send(desk, `add-${n}`, { method: 'POST', path: '/v1/orders', body }, () => {
    added.push(id);
    return [
      [`${id} is watched`, true],
      [`${id} label`, `added ${n}`],
    ];
  });
};
const remove: Act = async (desk, _id, n) => {
  const id = added.shift();
  if (id === undefined) return;
  await send(desk, `remove-${n}`, { method: 'DELETE', path: `/v1/orders/${id}` }, () => [
    [`${id} is watched`, false],
    [`${id} label`, null],
  ]);
};
const [, hooks = ''] = /Receiving webhooks at (\S+)/.exec(said.join('')) ?? [];
const webhook: Act = async (_desk, id, n) => {
  underWay.set(new URL(hooks).pathname, () => confirm([oneMore('webhooks')]));
  const body = JSON.stringify({
    kinds: ['order_matched'],
    reasons: [`Reason ${n}`],
    created_at: Math.floor(beganAtMs / 1000) - n,
    data: { uuid: id },
  });
  const signature = createHmac('sha256', proof).update(body).digest('hex');
  const answer = await ask(hooks, {
    method: 'POST',
    // A connection that rests may be closed just then.
    reset: true,
    headers: { 'x-signature': signature, 'content-type': 'application/json' },
    body,
  });
  if (answer.statusCode !== 202) throw new Error(`a webhook was answered ${answer.statusCode}`);
  await answer.body.dump();
};
/** A hub lets ten desks a minute in from one address. */
const mostGuests = 7;
let guestCount = 0;
/** A desk comes, or one that came later goes. */
const come: Act = async (_desk, _id, n) => {
  guestCount += 1;
  if (guestCount <= mostGuests) guests.push(await joined(`Desk ${n}`));
};
const go: Act = async () => {
  const guest = guests.shift();
  if (guest === undefined) return;
  await revoke(guest.name);
  await guest.leave();
};
const invite: Act = (_desk, _id, n) => invited(`Invited ${n}`);

function any<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

const words = [edit('label'), edit('note'), edit('group'), promise];
const acts = [
  ...words,
  claimOrder,
  race,
  release,
  handle,
  reveal,
  add,
  remove,
  webhook,
  come,
  go,
  invite,
];
const desks = [await joined('Mei'), await joined('Ana')];
const guests: Desk[] = [];
const [first] = desks;
if (first === undefined) throw new Error('no desk');
await send(first, 'all', { method: 'POST', path: '/v1/orders', body: { uuids: orders } }, () =>
  orders.map((id) => [`${id} is watched`, true] as const),
);
for (let n = 1; n <= run.acts; n += 1) {
  // Checks come in between.
  await wait(random() * 20);
  await any(acts)?.(any(desks) ?? first, any(orders) ?? orderIdAt(0), n);
}
for (const desk of [...desks, ...guests]) await desk.leave();
ended.abort(0);
await hub;
await cluster?.stop();
process.exit(0);
