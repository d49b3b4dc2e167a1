import { defaultSettings } from '../../../core/settings/settings.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Asker, HubBoard, HubDesks } from '../../../main/hub/ports.ts';
import { decideHandedToMe } from '../../../main/engine/notify/policy.ts';
import { TeamWatch } from '../../../main/engine/team/team-watch.ts';
import type { FakeClock } from '../fake-clock.ts';
import { DirectLink } from '../hub/direct-link.ts';
import { MemoryWatchStore } from '../storage/memory-watch-store.ts';
import { someNotification } from '../watched-orders.ts';
import { MemoryTeamStore } from './memory-team-store.ts';

/** One desk of a team, as a process of its own. */
export interface BenchDesk {
  readonly watch: TeamWatch;
  readonly link: DirectLink;
  readonly store: MemoryWatchStore;
  readonly updates: OrderUpdate[];
  readonly defects: unknown[];
  /** The orders that were handed to this desk, and by which. */
  readonly handed: readonly string[];
}

/** What of a desk outlives its process. */
export interface DeskDisk {
  readonly store: MemoryWatchStore;
  readonly teamStore: MemoryTeamStore;
}

export function newDisk(): DeskDisk {
  return { store: new MemoryWatchStore(), teamStore: new MemoryTeamStore() };
}

/** A desk that is not started yet. @param board the hub that it talks to now */
export function benchDesk(
  clock: FakeClock,
  asker: Asker,
  board: () => HubBoard | null,
  disk: DeskDisk = newDisk(),
  desksOf?: (board: HubBoard) => HubDesks | null,
): BenchDesk {
  const link = new DirectLink(clock, asker, board, desksOf);
  const updates: OrderUpdate[] = [];
  const defects: unknown[] = [];
  const handed: string[] = [];
  const watch = new TeamWatch({
    link,
    membership: { hubUrl: 'https://hub', deskId: asker.id, deskName: asker.name, role: asker.role },
    ...disk,
    clock,
    decideNotifications: ({ orderId, seenAtMs }) => ({
      notifications: [
        someNotification(`${orderId}:${seenAtMs}`, { orderId, decidedAtMs: seenAtMs }),
      ],
    }),
    decideHandedToMe: (watched, by, nowMs) => {
      handed.push(`${watched.id} by ${by}`);
      return decideHandedToMe(() => ({ settings: defaultSettings }))(watched, by, nowMs);
    },
    events: {
      ordersChanged: () => undefined,
      ordersRemoved: () => undefined,
      orderUpdated: (update) => updates.push(update),
      serviceHealthChanged: () => undefined,
      notificationsStored: () => undefined,
      stateChanged: () => undefined,
    },
    reportDefect: (error) => defects.push(error),
  });
  return { watch, link, store: disk.store, updates, defects, handed };
}
