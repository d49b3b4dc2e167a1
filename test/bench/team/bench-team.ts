import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEtcdLog } from '../../../main/hub/log/etcd/open-etcd-log.ts';
import { SqliteTeamLog } from '../../../main/hub/log/sqlite-team-log.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { EtcdCluster } from '../../support/team-log/etcd-cluster.ts';
import { type Admitted, admitDesks } from './bench-desks.ts';
import { hubUrl, ServiceProcess, startWaybell } from './processes.ts';

/** A hub as a process of its own. */
interface BenchHub {
  readonly url: string;
  readonly pid: number;
}

/** A delivery service, the hubs before it, and desks that may come in. Each is a process of its own. */
export class BenchTeam {
  readonly service: ServiceProcess;
  readonly admitted: readonly Admitted[];
  readonly hubs: readonly BenchHub[];
  /** The file of a log in SQLite. */
  readonly logPath: string;
  /** The processes that keep a log in etcd. */
  readonly etcdPids: readonly number[];
  readonly #end: () => Promise<void>;

  private constructor(
    service: ServiceProcess,
    admitted: readonly Admitted[],
    hubs: readonly BenchHub[],
    engine: Engine,
    end: () => Promise<void>,
  ) {
    this.service = service;
    this.admitted = admitted;
    this.hubs = hubs;
    this.logPath = engine.logPath;
    this.etcdPids = engine.pids;
    this.#end = end;
  }

  /** @param hubCount one hub with SQLite, or three over three members of etcd */
  static async start(hubCount: 1 | 3, deskCount: number, orderCount: number): Promise<BenchTeam> {
    const service = await ServiceProcess.start(orderCount);
    const engine = hubCount === 1 ? await sqlite(deskCount) : await etcd(deskCount);
    const children: ChildProcess[] = [];
    const end = async (): Promise<void> => {
      for (const child of children) child.kill('SIGKILL');
      service.stop();
      await engine.end();
    };
    try {
      for (let count = 0; count < hubCount; count += 1) {
        const words = ['hub', '--listen', '0', ...engine.words(count)];
        children.push(startWaybell(service.ready, words));
      }
      const hubs = await Promise.all(
        children.map(async (child) => ({ url: await hubUrl(child), pid: child.pid ?? 0 })),
      );
      return new BenchTeam(service, engine.admitted, hubs, engine, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#end();
  }
}

/** What keeps a team's log. */
interface Engine {
  readonly admitted: readonly Admitted[];
  /** What tells a hub of it, by its number. */
  readonly words: (hub: number) => readonly string[];
  readonly logPath: string;
  readonly pids: readonly number[];
  readonly end: () => Promise<void>;
}

async function sqlite(deskCount: number): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'waybell-team-'));
  const logPath = join(profile, 'team-log.db');
  const log = new SqliteTeamLog(logPath, new SystemClock());
  const admitted = await admitDesks(log, deskCount);
  await log.close();
  return {
    admitted,
    words: () => ['--profile', profile],
    logPath,
    pids: [],
    end: async () => rmSync(profile, { recursive: true, force: true }),
  };
}

async function etcd(deskCount: number): Promise<Engine> {
  const cluster = await EtcdCluster.start(3);
  const profiles = mkdtempSync(join(tmpdir(), 'waybell-team-'));
  try {
    const access = { members: cluster.members, login: null, certificate: null };
    const { log } = await openEtcdLog(access, ':memory:', new SystemClock());
    const admitted = await admitDesks(log, deskCount);
    await log.close();
    return {
      admitted,
      words: (hub) => ['--store', cluster.store, '--profile', join(profiles, String(hub))],
      logPath: '',
      pids: cluster.pids,
      end: async () => {
        await cluster.stop();
        rmSync(profiles, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
