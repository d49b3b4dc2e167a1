import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect as connectTo } from '@nats-io/transport-node';
import { findNatsServer } from '../../../tools/runtime/desktop-packages.ts';

interface Member {
  readonly name: string;
  readonly port: number;
  readonly monitorPort: number;
  readonly configPath: string;
  process: ChildProcess;
}

/** Real nats-servers with JetStream on loopback, in a folder that goes with them. */
export class NatsCluster {
  readonly #binary: string;
  readonly #folder: string;
  readonly #members: Member[];

  private constructor(binary: string, folder: string, members: Member[]) {
    this.#binary = binary;
    this.#folder = folder;
    this.#members = members;
  }

  /**
   * @param access further lines of the configuration, such as who may log in
   * @throws with the command that installs nats-server where it is missing
   */
  static async start(count: 1 | 3, access = ''): Promise<NatsCluster> {
    const binary = findNatsServer();
    const folder = mkdtempSync(join(tmpdir(), 'waybell-nats-'));
    const ports = await freePorts(count * 3);
    const routes = ports.slice(0, count).map((port) => `nats-route://127.0.0.1:${port}`);
    const members = Array.from({ length: count }, (_, index): Member => {
      const [routePort = 0, port = 0, monitorPort = 0] = [
        ports[index],
        ports[count + index],
        ports[2 * count + index],
      ];
      const name = `n${index + 1}`;
      const configPath = join(folder, `${name}.conf`);
      const cluster =
        count === 1
          ? ''
          : `cluster { name: waybell, listen: "127.0.0.1:${routePort}", routes: ${JSON.stringify(routes)} }`;
      writeFileSync(
        configPath,
        `server_name: ${name}
        listen: "127.0.0.1:${port}"
        http: "127.0.0.1:${monitorPort}"
        jetstream { store_dir: "${join(folder, name)}" }
        ${cluster}
        ${access}`,
      );
      return { name, port, monitorPort, configPath, process: run(binary, configPath) };
    });
    const started = new NatsCluster(binary, folder, members);
    await Promise.all(members.map(({ port }) => reachable(port)));
    return started;
  }

  /** The addresses of all servers. */
  get servers(): readonly string[] {
    return this.#members.map(({ port }) => `127.0.0.1:${port}`);
  }

  /** The processes of all servers. */
  get pids(): readonly number[] {
    return this.#members.flatMap(({ process: { pid } }) => pid ?? []);
  }

  /** How many files of the team's log, at all servers, have a text in them. */
  filesWith(text: string): number {
    const names = readdirSync(this.#folder, { recursive: true, encoding: 'utf8' });
    const ofLog = names.filter((name) => /streams.waybell-log.msgs.\d+\.blk$/.test(name));
    return ofLog.filter((name) => readFileSync(join(this.#folder, name)).includes(text)).length;
  }

  /** Kills the server that leads the team's log, without a warning. @returns its number */
  async killLeader(): Promise<number> {
    for (const { monitorPort } of this.#members) {
      const answer = await fetch(`http://127.0.0.1:${monitorPort}/jsz?streams=true`).catch(
        () => null,
      );
      const text = (await answer?.text()) ?? '';
      const leader = /"name":\s*"waybell-log"[^]*?"leader":\s*"(n\d)"/.exec(text)?.[1];
      const at = this.#members.findIndex(({ name }) => name === leader);
      if (at < 0) continue;
      this.kill(at);
      return at;
    }
    throw new Error('no server leads the log');
  }

  kill(index: number): void {
    this.#members[index]?.process.kill('SIGKILL');
  }

  async restart(index: number): Promise<void> {
    const member = this.#members[index];
    if (member === undefined) return;
    member.process = run(this.#binary, member.configPath);
    await reachable(member.port);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#members.map(async ({ process }) => {
        if (process.exitCode !== null || process.signalCode !== null) return;
        process.kill('SIGKILL');
        await once(process, 'exit');
      }),
    );
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Deletes all streams of a server: the next log is a new one. */
export async function deleteStreams(servers: readonly string[]): Promise<void> {
  const connection = await connectTo({ servers: [...servers] });
  const manager = await jetstreamManager(connection);
  const names: string[] = [];
  for await (const name of manager.streams.names()) names.push(name);
  await Promise.all(names.map((name) => manager.streams.delete(name)));
  await connection.close();
}

function run(binary: string, configPath: string): ChildProcess {
  return spawn(binary, ['-c', configPath], { stdio: 'ignore' });
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  return await Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      server.close();
      await once(server, 'close');
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
}

/** Resolves when something listens there, within ten seconds. */
async function reachable(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isThere) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`nothing listens on port ${port}`);
}
