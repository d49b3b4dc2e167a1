import { expect, onTestFinished, test, vi } from 'vitest';
import { connectNats, type NatsTeam } from '../../../main/hub/log/nats-team-log.ts';
import type { LogEntry, TeamLog } from '../../../main/hub/log/ports.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { NatsCluster } from '../../support/team-log/nats-cluster.ts';

/*
 * Three nats-servers. Writers of three processes append to the same few keys as hubs do, again and again with the
 * same dedupe key while the log cannot be reached, and the server that leads the log is killed under them.
 */

const keys = ['order.a', 'order.b', 'order.c'];
/** A cluster takes some seconds to choose another leader, and longer beside other tests. */
const soon = { timeout: 60_000, interval: 50 };

async function connected(servers: readonly string[]): Promise<NatsTeam> {
  const team = await connectNats(servers, null, new SystemClock());
  onTestFinished(() => team.log.close());
  return team;
}

/** A fact: what it is, and the entry of its key that it stands on. */
interface Fact {
  readonly name: string;
  readonly on: number;
}

function factOf({ body }: LogEntry): Fact {
  const fact: unknown = JSON.parse(body);
  return {
    name: String(Reflect.get(Object(fact), 'name')),
    on: Number(Reflect.get(Object(fact), 'on')),
  };
}

/** Appends facts until it is stopped. */
class Writer {
  readonly written: string[] = [];
  isStopped = false;
  readonly #log: TeamLog;
  readonly #name: string;

  constructor(log: TeamLog, name: string) {
    this.#log = log;
    this.#name = name;
  }

  async run(): Promise<void> {
    for (let number = 1; !this.isStopped; number += 1) {
      const name = `${this.#name}.${number}`;
      await this.#write(keys[number % keys.length] ?? '', name);
      this.written.push(name);
    }
  }

  async #write(key: string, name: string): Promise<void> {
    for (;;) {
      try {
        const on = (await this.#log.last(key))?.sequence ?? 0;
        const body = JSON.stringify({ name, on } satisfies Fact);
        const entry = { key, body, dedupeKey: name, expectedSequence: on };
        if ((await this.#log.append(entry)).kind !== 'conflict') return;
      } catch {
        // Whether it was written is not known.
      }
    }
  }
}

test('the log loses nothing, doubles nothing and orders everything when its leading server is killed', async () => {
  const cluster = await NatsCluster.start(3);
  onTestFinished(() => cluster.stop());
  const teams = await Promise.all(cluster.servers.map(() => connected(cluster.servers)));
  // A single one is enough to find a log that is there.
  const [first = ''] = cluster.servers;
  expect((await connected([first])).log.id).toBe(teams[0]?.log.id);
  const received = teams.map(({ log }) => {
    const entries: LogEntry[] = [];
    log.follow(0, (fresh) => entries.push(...fresh));
    return entries;
  });
  const writers = teams.map(({ log }, index) => new Writer(log, `writer-${index}`));
  const running = writers.map((writer) => writer.run());
  const more = async (count: number): Promise<void> => {
    const before = writers.map(({ written }) => written.length);
    await vi.waitUntil(
      () => writers.every(({ written }, index) => written.length >= (before[index] ?? 0) + count),
      soon,
    );
  };
  await more(50);
  for (let kills = 0; kills < 2; kills += 1) {
    const killed = await cluster.killLeader();
    await more(50);
    await cluster.restart(killed);
    await more(50);
  }
  for (const writer of writers) writer.isStopped = true;
  await Promise.all(running);

  const [team] = teams;
  const part = await team?.log.readSince(0, 100_000);
  const entries = part?.kind === 'entries' ? part.entries : [];
  const written = writers.flatMap((writer) => writer.written);
  expect(entries.map((entry) => factOf(entry).name).toSorted()).toEqual(written.toSorted());
  for (const key of keys) {
    const ofKey = entries.filter((entry) => entry.key === key);
    expect(ofKey.map((entry) => factOf(entry).on)).toEqual([
      0,
      ...ofKey.slice(0, -1).map(({ sequence }) => sequence),
    ]);
  }
  await vi.waitUntil(() => received.every((each) => each.length >= entries.length), soon);
  for (const each of received) expect(each).toEqual(entries);

  await vi.waitUntil(() => cluster.filesWith('"writer-0.1"') === 3, soon);
  await team?.log.eraseBefore('order.b');
  await vi.waitUntil(() => cluster.filesWith('"writer-0.1"') === 0, soon);
});
