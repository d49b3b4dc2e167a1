import { TeamDesks } from '../../../main/hub/hub-desks.ts';
import { LogWriter } from '../../../main/hub/log-writer.ts';
import { TeamView } from '../../../main/hub/team-view.ts';
import type { Asker } from '../../../main/hub/ports.ts';
import { HttpHubLink } from '../../../main/engine/team/http-hub-link.ts';
import { TeamWatch } from '../../../main/engine/team/team-watch.ts';
import type { HubLink } from '../../../main/engine/team/ports.ts';
import type { TeamLog } from '../../../main/hub/log/ports.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { MemoryWatchStore } from '../../support/storage/memory-watch-store.ts';
import { MemoryTeamStore } from '../../support/team/memory-team-store.ts';
import { someNotification } from '../../support/watched-orders.ts';

/** A desk that may come in. */
export interface Admitted {
  readonly asker: Asker;
  readonly token: string;
}

/** Lets desks in at the log itself, because a hub lets ten in per minute from one address. */
export async function admitDesks(log: TeamLog, count: number): Promise<readonly Admitted[]> {
  const clock = new SystemClock();
  const view = new TeamView({ log, reportDefect: () => undefined });
  const desks = new TeamDesks({ view, writer: new LogWriter(log, view), clock });
  await view.start();
  const admitted: Admitted[] = [];
  for (let index = 0; index < count; index += 1) {
    const invited = await desks.invite(`Desk ${index}`, 'dispatcher');
    const joined = invited === 'taken' ? null : await desks.join(invited.code);
    if (joined !== null) admitted.push({ asker: joined.desk, token: joined.token });
  }
  view.stop();
  return admitted;
}

/** What a measurement wants to hear of a desk. */
interface DeskListener {
  /** An update was stored and announced. */
  readonly updated?: (uuid: string, note: string | null) => void;
  /** Entries of the log were accepted. */
  readonly accepted?: (sequences: readonly number[]) => void;
}

/** One desk on the real way to a hub, whose disk is its memory. */
export class BenchDesk {
  readonly #hubUrl: string;
  readonly #admitted: Admitted;
  readonly #listener: DeskListener;
  readonly #store = new MemoryWatchStore();
  readonly #teamStore = new MemoryTeamStore();
  watch: TeamWatch;

  constructor(hubUrl: string, admitted: Admitted, listener: DeskListener) {
    this.#hubUrl = hubUrl;
    this.#admitted = admitted;
    this.#listener = listener;
    this.watch = this.#started();
  }

  /** Begins anew with what the desk had on its disk. It is to be stopped before. */
  startAgain(): void {
    this.watch = this.#started();
  }

  #started(): TeamWatch {
    const { asker, token } = this.#admitted;
    const clock = new SystemClock();
    const reportDefect = (error: unknown): void => {
      process.stderr.write(`${asker.name}: ${String(error)}\n`);
    };
    const link = new HttpHubLink({
      hubUrl: this.#hubUrl,
      clock,
      opens: () => Promise.resolve({}),
      token: () => Promise.resolve(token),
      random: Math.random,
      reportDefect,
    });
    const watch = new TeamWatch({
      link: overheard(link, (sequences) => this.#listener.accepted?.(sequences)),
      membership: {
        hubUrl: this.#hubUrl,
        deskId: asker.id,
        deskName: asker.name,
        role: asker.role,
      },
      store: this.#store,
      teamStore: this.#teamStore,
      clock,
      decideNotifications: ({ orderId, seenAtMs }) => ({
        notifications: [
          someNotification(`${orderId}:${seenAtMs}`, { orderId, decidedAtMs: seenAtMs }),
        ],
      }),
      events: {
        ordersChanged: () => undefined,
        ordersRemoved: () => undefined,
        orderUpdated: ({ orderId }, { order }) =>
          this.#listener.updated?.(orderId, order?.noteToCourier ?? null),
        serviceHealthChanged: () => undefined,
        notificationsStored: () => undefined,
        stateChanged: () => undefined,
      },
      reportDefect,
    });
    watch.start();
    return watch;
  }
}

/** A link that reports what the desk accepted. */
function overheard(link: HubLink, accepted: (sequences: readonly number[]) => void): HubLink {
  return {
    follow: (from, listener) =>
      link.follow(from, {
        opened: (logId, newestSequence) => listener.opened(logId, newestSequence),
        entries: async (entries) => {
          await listener.entries(entries);
          accepted(entries.map(({ sequence }) => sequence));
        },
        status: (status) => listener.status(status),
        gap: () => listener.gap(),
        away: (isLogGone) => listener.away(isLogGone),
        revoked: () => listener.revoked(),
      }),
    retryNow: () => link.retryNow(),
    send: (command) => link.send(command),
  };
}
