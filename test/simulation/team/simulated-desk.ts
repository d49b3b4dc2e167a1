import { defaultSettings } from '../../../core/settings/settings.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import { showDecision } from '../../../core/notification/show-decision.ts';
import { isClaimedByOther } from '../../../core/watch/claim.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Asker, HubBoard } from '../../../main/hub/ports.ts';
import type { HubLink, TeamStore } from '../../../main/engine/team/ports.ts';
import { TeamWatch } from '../../../main/engine/team/team-watch.ts';
import { DirectLink } from '../../support/hub/direct-link.ts';
import { MemoryWatchStore } from '../../support/storage/memory-watch-store.ts';
import { MemoryTeamStore } from '../../support/team/memory-team-store.ts';
import { someNotification } from '../../support/watched-orders.ts';
import type { SimulatedTime } from '../world/simulated-time.ts';
import { ProcessClock } from './process-clock.ts';

/** Parts of a desk's process that a test may break, to see that a law notices. */
export interface DeskSabotage {
  readonly link?: (link: HubLink) => HubLink;
  readonly isClaimedByOther?: () => boolean;
}

/** What the desks of a run share. */
export interface DeskWorld {
  readonly sabotage: DeskSabotage;
  readonly time: SimulatedTime;
  /** A hub that this desk can reach now, the one that it talked to before where that is one of them. */
  readonly board: (desk: Asker, before: HubBoard | null) => HubBoard | null;
  /** A notification is on the screen of a desk. */
  readonly shown: (desk: Asker, notification: Notification, watched: WatchedOrder | null) => void;
  readonly broken: (fault: string) => void;
}

/** What is written of a desk outlives its process; each write is whole or not at all. */
class DeskDisk {
  readonly watch = new MemoryWatchStore();
  readonly team = new MemoryTeamStore();
}

/** A desk of a team, whose process is killed and comes back with its disk. */
export class SimulatedDesk {
  readonly asker: Asker;
  readonly #world: DeskWorld;
  readonly #disk = new DeskDisk();
  #process: DeskProcess;

  constructor(world: DeskWorld, asker: Asker, skewMs: number) {
    this.#world = world;
    this.asker = asker;
    this.#process = this.#boot(skewMs);
  }

  get watch(): TeamWatch {
    return this.#process.watch;
  }

  get link(): DirectLink {
    return this.#process.link;
  }

  get clock(): ProcessClock {
    return this.#process.clock;
  }

  get store(): MemoryWatchStore {
    return this.#disk.watch;
  }

  get queuedCount(): number {
    return this.#disk.team.edits().length;
  }

  get isAlive(): boolean {
    return !this.#process.isDead;
  }

  /** It lives, and no write of it is to kill it. */
  get isWell(): boolean {
    return !this.#process.isDead && this.#process.diesIn === null;
  }

  /** kill -9: at once, or in one of its next writes, before or after it. */
  kill(inWrite: 'before' | 'after' | null): void {
    if (inWrite === null) this.#process.kill();
    else this.#process.diesIn = inWrite;
  }

  /** Comes back with its disk. */
  revive(skewMs: number): void {
    this.#process.kill();
    this.#process = this.#boot(skewMs);
  }

  #boot(skewMs: number): DeskProcess {
    return new DeskProcess(this.#world, this.asker, this.#disk, skewMs);
  }
}

/** One process of a desk, from its start to its end. */
class DeskProcess {
  readonly watch: TeamWatch;
  readonly link: DirectLink;
  readonly clock: ProcessClock;
  /** When the next write kills it. */
  diesIn: 'before' | 'after' | null = null;
  isDead = false;
  readonly #world: DeskWorld;
  readonly #asker: Asker;
  readonly #disk: DeskDisk;
  readonly #settled = new Set<string>();

  constructor(world: DeskWorld, asker: Asker, disk: DeskDisk, skewMs: number) {
    this.#world = world;
    this.#asker = asker;
    this.#disk = disk;
    this.clock = new ProcessClock(world.time, skewMs);
    let board: HubBoard | null = null;
    this.link = new DirectLink(this.clock, asker, () => {
      board = this.isDead ? null : world.board(asker, board);
      return board;
    });
    for (const { key } of disk.watch.notifications) this.#settled.add(key);
    const { sabotage } = world;
    const { id: deskId, name: deskName, role } = asker;
    this.watch = new TeamWatch({
      link: sabotage.link?.(this.link) ?? this.link,
      membership: { hubUrl: 'https://hub', deskId, deskName, role },
      store: this.#mortal(disk.watch, ['save', 'remove']),
      teamStore: this.#mortal<TeamStore>(disk.team, ['savePlace', 'putEdits', 'dropEdit']),
      clock: this.clock,
      decideNotifications: ({ orderId, seenAtMs }) => ({
        notifications: [
          someNotification(`${orderId}:${seenAtMs}`, { orderId, decidedAtMs: seenAtMs }),
        ],
      }),
      events: {
        ordersChanged: () => undefined,
        ordersRemoved: () => undefined,
        orderUpdated: () => undefined,
        serviceHealthChanged: () => undefined,
        notificationsStored: () => this.#show(),
        stateChanged: () => undefined,
      },
      reportDefect: (error) => {
        const text = error instanceof Error ? error.message : String(error);
        // An order that another desk removed meanwhile.
        if (text.startsWith('the hub refused') && text.endsWith('unknownOrder')) return;
        if (!this.isDead && text !== 'killed') world.broken(`defect of ${deskName}: ${text}`);
      },
    });
    this.watch.start();
  }

  kill(): void {
    this.isDead = true;
    this.link.trouble.isCut = true;
    this.clock.kill();
  }

  /** Does with each new notification what main/engine/notify does. */
  #show(): void {
    if (this.isDead) return;
    for (const notification of this.#disk.watch.notifications) {
      if (this.#settled.has(notification.key)) continue;
      this.#settled.add(notification.key);
      const { orderId } = notification;
      const watched = orderId === null ? null : (this.watch.find(orderId) ?? null);
      const nowMs = this.clock.wallMs();
      const isClaimedElsewhere =
        this.#world.sabotage.isClaimedByOther?.() ??
        (watched !== null && isClaimedByOther(watched, this.#asker.id, nowMs));
      const situation = {
        settings: { ...defaultSettings, notificationPrivacy: 'full' as const },
        watched,
        isClaimedByOther: isClaimedElsewhere,
        openOrderId: null,
        isLocked: false,
        nowMs,
      };
      const { kind } = showDecision(notification, situation);
      if (kind === 'show') this.#world.shown(this.#asker, notification, watched);
    }
  }

  #mortal<Store extends object>(store: Store, writes: readonly string[]): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          if (typeof name !== 'string' || !writes.includes(name)) {
            return Reflect.apply(value, target, given);
          }
          if (this.isDead || this.diesIn === 'before') this.#die();
          const answer: unknown = Reflect.apply(value, target, given);
          if (this.diesIn === 'after') this.#die();
          return answer;
        };
      },
    });
  }

  #die(): never {
    this.kill();
    throw new Error('killed');
  }
}
