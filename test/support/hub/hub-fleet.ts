import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { request } from 'undici';
import type { TeamDesk } from '../../../core/team/desk.ts';
import type { Presence, SaidPresence } from '../../../core/team/presence.ts';
import type { OrderEvent } from '../../../core/team/team-event.ts';
import { HttpHubLink } from '../../../main/engine/team/http-hub-link.ts';
import type { LogPlace } from '../../../main/engine/team/ports.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { startDeliveryService } from '@waybell/simulator';
import { type CliRun, startCli } from '../cli/cli-run.ts';
import { keys } from '../../../main/hub/log/etcd/etcd-keys.ts';
import { EtcdCluster } from '../team-log/etcd-cluster.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** How long is waited for what other tests may hold up. */
export const soon = { timeout: 90_000, interval: 20 };

/** A desk of the fleet: it follows the log and changes labels, over HTTP. */
export class FleetDesk {
  /** What it received, each entry once. */
  readonly events: { readonly sequence: number; readonly event: OrderEvent }[] = [];
  /** Labels whose change was confirmed. */
  readonly confirmed: string[] = [];
  gapCount = 0;
  /** When it had contact again, on the monotonic clock, and from which hub each stream came. */
  openedAtMs = 0;
  readonly token: string;
  /** Who is at the desks, by the last status of its hub. */
  desks: readonly TeamDesk[] = [];
  /** What this desk says of who is at it. */
  #said: SaidPresence | null = null;
  readonly #link: HttpHubLink;
  readonly #clock = new SystemClock();
  #place: LogPlace = { logId: null, sequence: 0 };
  #count = 0;
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();
  readonly #stop: () => Promise<void>;

  constructor(hubUrl: string, token: string) {
    this.token = token;
    this.#link = new HttpHubLink({
      hubUrl,
      token: () => Promise.resolve(token),
      clock: this.#clock,
      random: Math.random,
      opens: () => Promise.resolve({}),
      reportDefect: (error) => {
        throw error;
      },
    });
    this.#stop = this.#link.follow(() => this.#place, {
      opened: (logId) => {
        this.#place = { ...this.#place, logId };
        this.openedAtMs = this.#clock.monotonicMs();
      },
      entries: (entries) => {
        for (const entry of entries) {
          if (entry.sequence <= this.#place.sequence) continue;
          this.#place = { ...this.#place, sequence: entry.sequence };
          this.events.push(entry);
        }
      },
      status: ({ desks }) => {
        this.desks = desks;
      },
      gap: () => {
        this.gapCount += 1;
        this.#place = { logId: null, sequence: 0 };
      },
      away: () => undefined,
      revoked: () => {
        throw new Error('a desk was revoked');
      },
    });
    onTestFinished(() => this.leave());
  }

  /** Says who is at it, from now on every five seconds. */
  attend(said: SaidPresence): void {
    const isFirst = this.#said === null;
    this.#said = said;
    if (isFirst) this.#saySoon(0);
  }

  async claim(id: string): Promise<void> {
    const path = `/v1/orders/${id}/claim`;
    const answer = await this.#link.send({ method: 'POST', path, body: {}, key: `claim.${id}` });
    if (answer.kind !== 'done') throw new Error('an order was not claimed');
  }

  /** What the hub says of another desk. */
  presenceOf(name: string): Presence | undefined {
    return this.desks.find((desk) => desk.name === name)?.presence;
  }

  /** The program ends. */
  async leave(): Promise<void> {
    this.#isWriting = false;
    this.#said = null;
    await this.#stop();
  }

  #saySoon(delayMs: number): void {
    this.#clock.schedule(() => {
      const said = this.#said;
      if (said === null) return;
      const command = { method: 'POST', path: '/v1/presence', body: said } as const;
      void this.#link.send({ ...command, key: randomUUID() }).finally(() => this.#saySoon(5000));
    }, delayMs);
  }

  get nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Changes one label after the other until it is stopped; the same change again until it is confirmed. */
  write(name: string, ids: readonly string[]): void {
    this.#isWriting = true;
    this.#written = this.#writeAll(name, ids);
  }

  /** Resolves when the last change is confirmed. */
  async stopWriting(): Promise<void> {
    this.#isWriting = false;
    await this.#written;
  }

  async #writeAll(name: string, ids: readonly string[]): Promise<void> {
    while (this.#isWriting) {
      this.#count += 1;
      const label = `${name} ${this.#count}`;
      const path = `/v1/orders/${ids[this.#count % ids.length]}`;
      const command = { method: 'PATCH', path, body: { label }, key: `${name}.${this.#count}` };
      for (;;) {
        const answer = await this.#link.send({ ...command, method: 'PATCH' });
        if (answer.kind === 'done') break;
        // As a desk's queue does.
        await this.#pause(answer.kind === 'refused' ? 300 : 50);
      }
      this.confirmed.push(label);
      await this.#pause(20);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.schedule(resolve, ms));
  }
}

/** The labels that a desk saw given, in turn. */
function seen({ events }: FleetDesk): readonly string[] {
  return events.flatMap(({ event }) =>
    event.change === 'edited' ? [event.order?.label ?? ''] : [],
  );
}

/** Three members of etcd, three hubs before one service, and desks: each but the desks a program of its own. */
export class HubFleet {
  readonly service: Awaited<ReturnType<typeof startDeliveryService>>;
  readonly cluster: EtcdCluster;
  readonly hubs: CliRun[] = [];
  readonly desks: FleetDesk[] = [];
  readonly ids: readonly string[];
  readonly requestsPerMinute = 1200;
  readonly #profiles = [0, 1, 2].map(() => temporaryFolder());

  private constructor(service: HubFleet['service'], cluster: EtcdCluster) {
    this.service = service;
    this.cluster = cluster;
    this.ids = Array.from({ length: 20 }, () => service.addOrder({ status: 'active' }));
  }

  static async start(): Promise<HubFleet> {
    const [service, cluster] = await Promise.all([startDeliveryService({}), EtcdCluster.start(3)]);
    onTestFinished(() => service.close());
    onTestFinished(() => cluster.stop());
    const fleet = new HubFleet(service, cluster);
    await Promise.all([0, 1, 2].map((index) => fleet.startHub(index)));
    for (const [index, name] of ['Mei', 'Ana', 'Bo'].entries()) await fleet.#admit(index, name);
    const [first] = fleet.desks;
    const { body, statusCode } = await request(`${fleet.urlOf(0)}/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${first?.token}`,
        'idempotency-key': 'add',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ uuids: fleet.ids }),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error('the orders were not added');
    await vi.waitUntil(() => new Set(fleet.asked(0)).size === fleet.ids.length, soon);
    // Each desk knows where else the team is.
    await pause(2500);
    return fleet;
  }

  /** Starts a hub, or starts it again with what it has on its disk. */
  async startHub(index: number): Promise<void> {
    const { clientId, clientSecret } = this.service.credentials;
    const hub = startCli(
      [
        'hub',
        '--store',
        this.cluster.store,
        '--profile',
        this.#profiles[index] ?? '',
        '--listen',
        String(this.#port(index)),
        '--interval',
        '2',
        '--max-rate',
        String(this.requestsPerMinute),
        '--base-url',
        this.service.baseUrl,
        '--client-id',
        clientId,
      ],
      { env: { WAYBELL_CLIENT_SECRET: clientSecret } },
    );
    this.hubs[index] = hub;
    await hub.until(({ event }) => event === 'hub');
  }

  urlOf(index: number): string {
    const first: unknown = JSON.parse(this.hubs[index]?.lines[0] ?? '{}');
    return String(Reflect.get(Object(first), 'url'));
  }

  /** The number of the hub that has the lease. */
  async checking(): Promise<number> {
    const key = Buffer.from(keys.lease('checking')).toString('base64');
    for (;;) {
      const answer: unknown = await this.cluster.ask('kv/range', { key });
      const found: unknown = Reflect.get(Object(answer), 'kvs');
      const [kv]: readonly unknown[] = Array.isArray(found) ? found : [];
      const value = String(Reflect.get(Object(kv), 'value'));
      const holder = Buffer.from(value, 'base64').toString();
      const at = this.hubs.findIndex(({ lines }) => lines[0]?.includes(`"${holder}"`));
      if (at >= 0) return at;
      await pause(100);
    }
  }

  /** The orders that the service was asked for after this many requests. */
  asked(after: number): readonly string[] {
    return this.service
      .requests()
      .flatMap(({ target, uuid }) => (target === 'order' && uuid !== null ? [uuid] : []))
      .slice(after);
  }

  /** When orders were asked for, in milliseconds since 1970. */
  get askedAtMs(): readonly number[] {
    return this.service
      .requests()
      .flatMap(({ atMs, target }) => (target === 'order' ? [atMs] : []));
  }

  /** Resolves once each order was asked for again. */
  async allAsked(): Promise<void> {
    const before = this.asked(0).length;
    await vi.waitUntil(() => new Set(this.asked(before)).size === this.ids.length, soon);
  }

  /** Resolves once each desk had this many changes more confirmed. */
  async more(count: number): Promise<void> {
    const before = this.desks.map(({ confirmed }) => confirmed.length);
    await vi.waitUntil(
      () => this.desks.every(({ confirmed }, at) => confirmed.length >= (before[at] ?? 0) + count),
      soon,
    );
  }

  /** What became of what was confirmed, in words; empty when each is at each desk once. */
  async faults(): Promise<readonly string[]> {
    await Promise.all(this.desks.map((desk) => desk.stopWriting()));
    const confirmed = this.desks.flatMap((desk) => desk.confirmed);
    await vi
      .waitUntil(() => this.desks.every((desk) => new Set(seen(desk)).size >= confirmed.length), {
        ...soon,
        timeout: 20_000,
      })
      .catch(() => undefined);
    return this.desks.flatMap((desk, at) => {
      const labels = seen(desk);
      const once = new Set(labels);
      const lost = confirmed.filter((label) => !once.has(label));
      const doubled = labels.length - once.size;
      return [
        ...(lost.length > 0 ? [`desk ${at} lacks ${lost.length}, such as ${lost[0]}`] : []),
        ...(doubled > 0 ? [`desk ${at} has ${doubled} twice`] : []),
      ];
    });
  }

  async #admit(index: number, name: string): Promise<void> {
    const invited = startCli(['hub', 'invite', '--name', name, '--store', this.cluster.store]);
    if ((await invited.ended) !== 0) throw new Error(invited.stderr());
    const url = this.urlOf(index);
    const joined = startCli(['join', '--print', url], {
      env: { WAYBELL_JOIN_CODE: invited.lines.join('') },
    });
    if ((await joined.ended) !== 0) throw new Error(joined.stderr());
    this.desks.push(new FleetDesk(url, joined.lines.join('')));
  }

  /** The same port again after a restart, so that desks find the hub where it was. */
  #port(index: number): number {
    return this.hubs[index] === undefined ? 0 : Number(new URL(this.urlOf(index)).port);
  }
}
