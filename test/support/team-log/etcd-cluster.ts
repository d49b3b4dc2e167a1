import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeKeys } from '../../../main/hub/log/etcd/etcd-api.ts';
import { EtcdClient } from '../../../main/hub/log/etcd/etcd-client.ts';
import { root } from '../../../main/hub/log/etcd/etcd-keys.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { findEtcd } from '../../../tools/runtime/desktop-packages.ts';
import { freePorts } from '../network/free-ports.ts';

/** How a member is started beside the usual. */
export interface EtcdOptions {
  /** Further arguments of etcd, given its folder. */
  readonly more?: (folder: string) => readonly string[];
  readonly scheme?: 'http' | 'https';
  /** Where members are asked, then where they ask each other. Default: any that are free. */
  readonly ports?: readonly number[];
  /** Where the members keep what they know, by number; a folder in the temporary one unless given. */
  readonly folderOf?: (member: number) => string;
}

/** How long a member may take to answer. */
const startsWithinMs = 20_000;

interface Member {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly peerUrl: string;
  state: 'new' | 'existing';
  process: ChildProcess | null;
}

/** Real members of etcd on loopback, in a folder that goes with them. */
export class EtcdCluster {
  readonly #binary: string;
  readonly #folder: string;
  readonly #members: readonly Member[];
  readonly #options: EtcdOptions;

  private constructor(folder: string, members: readonly Member[], options: EtcdOptions) {
    this.#binary = findEtcd();
    this.#folder = folder;
    this.#members = members;
    this.#options = options;
  }

  /** @throws with the command that installs etcd-server where it is missing */
  static async start(count: 1 | 2 | 3, options: EtcdOptions = {}): Promise<EtcdCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'waybell-etcd-'));
    const ports = options.ports ?? (await freePorts(count * 2));
    const members = Array.from({ length: count }, (_, index): Member => {
      const name = `m${index + 1}`;
      const [port = 0, peerPort = 0] = [ports[index], ports[count + index]];
      return {
        name,
        folder: options.folderOf?.(index) ?? join(folder, name),
        port,
        peerUrl: `http://127.0.0.1:${peerPort}`,
        state: 'new',
        process: null,
      };
    });
    const cluster = new EtcdCluster(folder, members, options);
    const started = await Promise.allSettled(members.map((_, index) => cluster.restart(index)));
    const failed = started.find((each) => each.status === 'rejected');
    if (failed === undefined) return cluster;
    // The others are not left behind.
    await cluster.stop();
    throw failed.reason;
  }

  /** The addresses of all members. */
  get members(): readonly string[] {
    return this.#members.map(({ port }) => `${this.#scheme}://127.0.0.1:${port}`);
  }

  /** What `--store` takes for them. */
  get store(): string {
    return this.members.map((member) => member.replace(/^http/, 'etcd')).join(',');
  }

  /** The processes of the members that run. */
  get pids(): readonly number[] {
    return this.#members.flatMap(({ process }) => process?.pid ?? []);
  }

  folderOf(index: number): string {
    return this.#members[index]?.folder ?? '';
  }

  /** The number of the member that leads the others. */
  async leader(): Promise<number> {
    for (let tries = 0; tries < 100; tries += 1) {
      for (const [index, { port }] of this.#members.entries()) {
        const answer = await fetch(`${this.#scheme}://127.0.0.1:${port}/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
          signal: AbortSignal.timeout(1000),
        }).catch(() => null);
        const status: unknown = answer === null ? {} : await answer.json();
        const leader: unknown = Reflect.get(Object(status), 'leader');
        const header: unknown = Reflect.get(Object(status), 'header');
        if (leader !== undefined && leader === Reflect.get(Object(header), 'member_id')) {
          return index;
        }
      }
      await pause(50);
    }
    throw new Error('no member of etcd leads');
  }

  /** Signals a member, without a warning. */
  kill(index: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' = 'SIGKILL'): void {
    this.#members[index]?.process?.kill(signal);
  }

  /** Asks a member that runs, as an operator does. @throws when none answers */
  async ask(path: string, body: object): Promise<unknown> {
    for (let tries = 0; tries < 100; tries += 1) {
      for (const { port } of this.#members) {
        const answer = await fetch(`${this.#scheme}://127.0.0.1:${port}/v3/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(3000),
        }).catch(() => null);
        if (answer?.ok === true) return answer.json();
      }
      await pause(200);
    }
    throw new Error(`etcd refuses ${path}`);
  }

  /** Says something to the cluster by etcdctl. @throws what it says when it fails */
  control(...words: readonly string[]): void {
    const ended = spawnSync('etcdctl', [`--endpoints=${this.members[0]}`, ...words], {
      env: { PATH: process.env['PATH'], ETCDCTL_API: '3' },
    });
    if (ended.status !== 0) throw new Error(String(ended.stderr));
  }

  /** Puts a snapshot in the place of what a member that is killed has, as docs/operating.md says. */
  putBack(index: number, snapshot: string): void {
    const member = this.#members[index];
    if (member === undefined) return;
    this.loseDisk(index);
    mkdirSync(member.folder, { recursive: true, mode: 0o700 });
    const peers = this.#members.map((each) => `${each.name}=${each.peerUrl}`).join(',');
    this.control(
      'snapshot',
      'restore',
      snapshot,
      '--name',
      member.name,
      '--data-dir',
      join(member.folder, 'data'),
      '--initial-cluster',
      peers,
      '--initial-cluster-token',
      'restored',
      '--initial-advertise-peer-urls',
      member.peerUrl,
    );
  }

  /** Takes the disk of a member that is killed away. */
  loseDisk(index: number): void {
    rmSync(this.folderOf(index), { recursive: true, force: true });
  }

  /** Has the others take out a member and in again, so that it may begin anew. */
  async readmit(index: number): Promise<void> {
    const member = this.#members[index];
    if (member === undefined) return;
    const listed: unknown = Reflect.get(
      Object(await this.ask('cluster/member/list', {})),
      'members',
    );
    const known = (Array.isArray(listed) ? listed : []).find(
      (each: unknown) => String(Reflect.get(Object(each), 'peerURLs')) === member.peerUrl,
    );
    await this.ask('cluster/member/remove', { ID: Reflect.get(Object(known), 'ID') });
    await this.ask('cluster/member/add', { peerURLs: [member.peerUrl] });
    member.state = 'existing';
  }

  async restart(index: number): Promise<void> {
    const member = this.#members[index];
    if (member === undefined) return;
    const { folder, name, peerUrl, port, state } = member;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const url = `${this.#scheme}://127.0.0.1:${port}`;
    const peers = this.#members.map((each) => `${each.name}=${each.peerUrl}`).join(',');
    const child = spawn(
      this.#binary,
      [
        '--name',
        name,
        '--data-dir',
        join(folder, 'data'),
        '--listen-client-urls',
        url,
        '--advertise-client-urls',
        url,
        '--listen-peer-urls',
        peerUrl,
        '--initial-advertise-peer-urls',
        peerUrl,
        '--initial-cluster',
        peers,
        '--initial-cluster-state',
        state,
        '--snapshot-count',
        '10000',
        '--logger',
        'zap',
        ...(this.#options.more?.(folder) ?? []),
      ],
      { stdio: 'ignore' },
    );
    member.process = child;
    // One that has no others, or no whole disk, may listen and answer nothing.
    const endsAtMs = performance.now() + startsWithinMs;
    while (performance.now() < endsAtMs && child.exitCode === null) {
      // Without trust in its certificate, an answer of TLS is one.
      const isThere = await fetch(`${url}/version`, { signal: AbortSignal.timeout(1000) }).then(
        () => true,
        (error: unknown) => /CERT|SIGNED|SIGNATURE|ISSUER/.test(String(codeOf(error))),
      );
      if (isThere) return;
      await pause(25);
    }
    throw new Error('a member of etcd does not start');
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#members.map(async ({ process }) => {
        if (process === null || process.exitCode !== null || process.signalCode !== null) return;
        process.kill('SIGKILL');
        await once(process, 'exit');
      }),
    );
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #scheme(): string {
    return this.#options.scheme ?? 'http';
  }
}

/** Removes all of a team's in etcd: the next log is a new one. */
export async function emptyEtcd(members: readonly string[]): Promise<void> {
  const client = new EtcdClient({ members, login: null, certificate: null }, new SystemClock());
  await removeKeys(client, root);
  await client.close();
}

function codeOf(error: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code');
}
