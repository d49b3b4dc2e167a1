import { join } from 'node:path';
import { fetch } from 'undici';
import type { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { Hub } from '../../../main/hub/hub.ts';
import { startHubServer } from '../../../main/hub/http/hub-server.ts';
import { type LogStore, openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import { startDeliveryService } from '@waybell/simulator';
import {
  type CutChoices,
  rebuildCuts,
  type RebuiltDisk,
  type Trace,
  traceProgram,
} from './cut-runs.ts';
import { type CutFound, type CutsFound, foundAtCut, nothingFound } from './cuts-found.ts';
import type { hubRun } from './hub-program.ts';
import {
  type ConfirmedAct,
  type DeskRequest,
  keptHub,
  lastingChanges,
  readHubLine,
  rewrittenEntries,
  type SeenEntry,
} from './kept-hub.ts';
import { wrongIn } from './kept-state.ts';
import { startMembers, storeOf } from './members.ts';
import type { EtcdCluster } from '../team-log/etcd-cluster.ts';
import { ownSettings } from '../hub/own-settings.ts';

/** Where the members of etcd are on the disk of the trace. */
const membersName = 'srv/etcd';

/** Where a profile is on the disk of the trace: below folders that are made for it. */
const profileName = 'srv/hub';

/** How much desks do while their hub is traced. */
export type HubChoices = Pick<z.infer<typeof hubRun>, 'acts' | 'seed' | 'isUnsynced'> & {
  readonly orderCount: number;
  /** The ports of three members of etcd that have the log. Default: it is a file in the profile. */
  readonly ports?: readonly number[];
};

/** Runs a hub and desks beneath strace, over a simulated service. @param folder empty; holds trace and profile */
export async function traceHub(
  folder: string,
  { orderCount, ports, ...choices }: HubChoices,
): Promise<Trace> {
  const service = await startDeliveryService({ generatedOrders: orderCount, speed: 60 });
  try {
    const program = join(import.meta.dirname, 'hub-program.ts');
    return await traceProgram(folder, program, ({ sidePath, top }): z.infer<typeof hubRun> => ({
      ...choices,
      profileDir: join(top, profileName),
      sidePath,
      cluster: ports === undefined ? null : { folder: join(top, membersName), ports: [...ports] },
      service: { baseUrl: service.baseUrl, ...service.credentials },
      orders: service.orderIds().map((id) => orderIdSchema.parse(id)),
    }));
  } finally {
    await service.close();
  }
}

/** What was found after power cuts of hubs. */
export interface HubCutsFound extends CutsFound {
  /** Entries of the log that a desk had got before the cuts. */
  seen: number;
  /** Of these the sequences that stand for something else afterwards, or that are given once more. */
  reused: number;
  /** Acts under way at the cut that were sent again afterwards, with their keys. */
  sentAgain: number;
}

export const nothingFoundOfHubs = (): HubCutsFound => ({
  ...nothingFound(),
  seen: 0,
  reused: 0,
  sentAgain: 0,
});

/**
 * Cuts the power of a traced hub and adds what is found to `found`.
 *
 * @param ports those of the members that have the log, whose power is cut at the same moment
 */
export async function cutHub(
  trace: Trace,
  choices: CutChoices,
  found: HubCutsFound,
  ports?: readonly number[],
): Promise<void> {
  await rebuildCuts(trace, choices, async (disk) => {
    const { isSentAgain, reused, seen, ...cut } =
      ports === undefined ? await lookAt(disk) : await lookAtCluster(disk, ports);
    foundAtCut(found, disk, cut);
    found.seen += seen;
    found.reused += reused;
    if (isSentAgain) found.sentAgain += 1;
  });
}

interface HubCutFound extends CutFound {
  readonly seen: number;
  readonly reused: number;
  readonly isSentAgain: boolean;
}

/** The members start on what the cut left of each, and then a hub. */
async function lookAtCluster(disk: RebuiltDisk, ports: readonly number[]): Promise<HubCutFound> {
  const acts = disk.confirmed.map(readHubLine).filter((line) => 'changes' in line).length;
  const nothing = { acts, seen: 0, reused: 0, isSentAgain: false };
  const members = { folder: join(disk.folder, membersName), ports };
  let cluster: EtcdCluster | null = null;
  try {
    cluster = await startMembers(members);
    // Before it no request is answered.
    await cluster.leader();
    return await lookAt(disk, storeOf(cluster, join(disk.folder, profileName)));
  } catch (error) {
    const trouble = `no start of the members: ${String(error)}`;
    return { ...nothing, wrong: { lost: [], doubled: [] }, trouble };
  } finally {
    await cluster?.stop();
  }
}

async function lookAt(
  { confirmed, folder, next }: RebuiltDisk,
  store: LogStore = { kind: 'sqlite', profileDir: join(folder, profileName) },
): Promise<HubCutFound> {
  const profileDir = join(folder, profileName);
  const acts: ConfirmedAct[] = [];
  const seen: SeenEntry[] = [];
  for (const line of confirmed.map(readHubLine)) {
    if ('sequence' in line) seen.push(line);
    else acts.push(line);
  }
  const underWay = next.map(readHubLine).find((line) => 'changes' in line) ?? null;
  const request = underWay?.request;
  const clock = new SystemClock();
  let trouble: string | null = null;
  const isSentAgain =
    request !== undefined &&
    (await sentAgain(store, request, clock).catch((error: unknown) => {
      trouble = `no start: ${String(error)}`;
      return false;
    }));
  if (isSentAgain && underWay !== null) acts.push(underWay);
  const kept = await keptHub(profileDir, clock, store);
  const changes = acts.map((act) => lastingChanges(act, kept));
  const left = isSentAgain || underWay === null ? null : lastingChanges(underWay, kept);
  const wrong = wrongIn(kept.state, changes, left);
  const { lost, reused } = rewrittenEntries(kept, seen);
  const lostEntries = lost.map(({ sequence }) => [`entry ${sequence}, which a desk had`]);
  return {
    acts: acts.length - (isSentAgain ? 1 : 0),
    wrong: { ...wrong, lost: [...wrong.lost, ...lostEntries] },
    trouble: kept.trouble ?? trouble,
    seen: seen.length,
    reused: reused.length,
    isSentAgain,
  };
}

/** A hub that starts on the disk, and a desk that sends once more what was not answered. @returns whether it was made */
async function sentAgain(
  store: LogStore,
  { body, key, method, path, token }: DeskRequest,
  clock: SystemClock,
): Promise<boolean> {
  const { leases, log } = await openTeamLog(store, clock);
  const hub = new Hub({
    log,
    leases,
    clock,
    isClockBelieved: () => true,
    hubId: 'after-the-cut',
    version: '1.2.3',
    settings: ownSettings({ requestsPerMinute: 6000 }),
    limitChanged: () => undefined,
    reportDefect: (error) => {
      throw error;
    },
  });
  try {
    await hub.start();
    const server = await startHubServer({
      board: hub.board,
      desks: hub.desks,
      listen: { address: '127.0.0.1', port: 0 },
      tls: null,
      behindProxy: false,
      clock,
      log: createLog('error', [], () => clock.wallMs()),
    });
    try {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await answer.text();
      return answer.ok;
    } finally {
      await server.close();
    }
  } finally {
    await hub.stop();
    await log.close();
  }
}
