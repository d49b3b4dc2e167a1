import { execFileSync } from 'node:child_process';
import { freePorts } from '../../support/network/free-ports.ts';
import { cutHub, nothingFoundOfHubs, traceHub } from '../../support/power-cut/traced-hub.ts';
import { findEtcd } from '../../../tools/runtime/desktop-packages.ts';
import { machineText, today } from '../shared/machine.ts';
import type { ClusterCuts } from './cuts-text.ts';

/** Each entry of the log holds its order whole, three times in a trace. */
const orderCount = 10;

/** Of fewer, all may come early or keep everything. */
const fewestLying = 10;

/**
 * Cuts the power of clusters so often, and a tenth as often on disks that lie.
 *
 * @param cutMany calls for each trace with an empty folder
 */
export async function cutClusters(
  count: number,
  { acts, seed }: { readonly acts: number; readonly seed: number },
  cutMany: <Found extends ClusterCuts['synced']>(
    count: number,
    found: Found,
    cut: (folder: string, some: { readonly count: number; readonly seed: number }) => Promise<void>,
  ) => Promise<Found>,
): Promise<ClusterCuts> {
  const beganMs = performance.now();
  const cut = (many: number, isLying: boolean) => {
    const found = nothingFoundOfHubs();
    return cutMany(many, found, async (folder, some) => {
      const ports = await freePorts(6);
      const choices = { acts, orderCount, seed: some.seed, isUnsynced: false, ports };
      await cutHub(await traceHub(folder, choices), { ...some, isLying }, found, ports);
    });
  };
  const synced = await cut(count, false);
  const lying = await cut(Math.max(fewestLying, Math.ceil(count / 10)), true);
  const [, etcdVersion = 'of an unknown version'] =
    /etcd Version: (\S+)/.exec(execFileSync(findEtcd(), ['--version'], { encoding: 'utf8' })) ?? [];
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  const where = { measuredOn: today(), machine: machineText(), etcdVersion };
  return { ...where, acts, orderCount, seed, seconds, synced, lying };
}
