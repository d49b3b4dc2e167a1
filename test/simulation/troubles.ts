import type { OrderId } from '../../core/order/order-id.ts';
import type { Watcher } from '../../main/engine/watch/watcher.ts';
import type { RequestLaws } from './laws/request-laws.ts';
import type { ServiceHealthModel } from './laws/service-health-model.ts';
import type { SimulatedService } from './world/simulated-service.ts';
import { networkFaults } from './world/simulated-service.ts';
import type { SimulatedTime } from './world/simulated-time.ts';
import type { NotificationModel } from './laws/notification-model.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestRefusalPauseMs = 16.5 * minuteMs;

/** How the disk fails: it refuses every write, or becomes full during a transaction. */
export type DiskFault = 'refuses' | 'in the middle';

/** What a trouble can act on. */
export interface TroubledWorld {
  readonly random: () => number;
  readonly time: SimulatedTime;
  readonly model: NotificationModel;
  readonly serviceHealth: ServiceHealthModel;
  readonly laws: RequestLaws;
  readonly service: SimulatedService;
  /** When the running process started. What an earlier one had seen was lost with it. */
  readonly runningSinceMs: () => number;
  /** The watcher of the running process. */
  readonly watcher: () => Watcher;
  readonly orderIds: () => readonly OrderId[];
  readonly hasOpenOrder: () => boolean;
  /** How long an outage may last before a loss of contact must have been told. */
  readonly outagePatienceMs: number;
  readonly crash: () => void;
  readonly setDisk: (fault: DiskFault | null) => void;
  /** The service will not know this order for a while. */
  readonly becameUnknown: (id: OrderId) => void;
  readonly clockSetBack: (backMs: number) => void;
  readonly broken: (fault: string) => void;
}

/**
 * Begins a trouble that is chosen at random.
 *
 * @returns a function that ends it
 */
export function beginTrouble(world: TroubledWorld): () => void {
  const { model, random, service, time } = world;
  const nowMs = time.monotonicMs();
  model.disturbed(nowMs);
  switch (Math.floor(random() * 10)) {
    case 0:
      world.setDisk(random() < 0.5 ? 'refuses' : 'in the middle');
      return () => world.setDisk(null);
    case 1: {
      const ids = world.orderIds();
      const id = ids[Math.floor(random() * ids.length)];
      if (id === undefined) return () => {};
      service.unknownIds.add(id);
      world.becameUnknown(id);
      return () => service.unknownIds.delete(id);
    }
    case 2:
      world.crash();
      return () => {};
    case 3:
      return sleep(world, random() * 8 * hourMs);
    case 4: {
      const backMs = random() * hourMs;
      time.shiftWall(-backMs);
      world.clockSetBack(backMs);
      model.clockWasSet(nowMs);
      return () => {};
    }
    case 5:
      // The event loop is blocked.
      time.pass(random() * minuteMs);
      return () => {};
    case 6:
      world.watcher().pause(random() < 0.5 ? null : time.wallMs() + random() * hourMs);
      return () => world.watcher().resume();
    case 7: {
      for (const id of world.orderIds()) if (random() < 0.05) service.failingIds.add(id);
      return () => service.failingIds.clear();
    }
    default:
      return networkTrouble(world, nowMs);
  }
}

/** The machine slept or its clock was set forward. In half of the cases the system reports a wake-up. */
function sleep({ laws, model, random, time, watcher }: TroubledWorld, forMs: number): () => void {
  model.clockWasSet(time.monotonicMs());
  time.shiftWall(forMs);
  laws.pauseForgiven();
  if (random() < 0.5) watcher().noticeWake();
  return () => {};
}

function networkTrouble(world: TroubledWorld, beganMs: number): () => void {
  const { laws, random, service, time } = world;
  const fault = networkFaults[Math.floor(random() * networkFaults.length)] ?? null;
  const share = random() < 0.5 ? 1 : random();
  service.fault = fault;
  service.faultShare = share;
  const isOutage = share === 1 && fault !== 'defect' && fault !== 'answer-unreadable';
  return () => {
    const seenForMs = time.monotonicMs() - Math.max(beganMs, world.runningSinceMs());
    if (isOutage && seenForMs > world.outagePatienceMs && world.hasOpenOrder()) {
      const missed = world.serviceHealth.endedLongOutage();
      if (missed !== null) world.broken(`${missed}: ${fault}`);
    }
    service.fault = null;
    const { serviceHealth } = world.watcher();
    const isRefused =
      serviceHealth.state === 'unreachable' && serviceHealth.cause === 'credentials-refused';
    if (isRefused) {
      const waitMs = (serviceHealth.retryAtMs ?? Number.POSITIVE_INFINITY) - time.wallMs();
      if (waitMs > longestRefusalPauseMs) world.broken('no try after refused credentials');
    }
    // The dispatcher does not wait for the next try.
    laws.retried(isRefused);
    world.watcher().retryNow();
    if (random() < 0.3) world.crash();
  };
}
