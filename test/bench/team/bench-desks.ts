import { TeamDesks } from '../../../main/hub/hub-desks.ts';
import { LogWriter } from '../../../main/hub/log-writer.ts';
import { TeamView } from '../../../main/hub/team-view.ts';
import type { Asker } from '../../../main/hub/ports.ts';
import { HttpHubLink } from '../../../main/team/http-hub-link.ts';
import { TeamWatch } from '../../../main/team/team-watch.ts';
import { SqliteTeamLog } from '../../../main/team-log/sqlite-team-log.ts';
import { SystemClock } from '../../../main/watch/system-clock.ts';
import { MemoryWatchStore } from '../../support/storage/memory-watch-store.ts';
import { MemoryTeamStore } from '../../support/team/memory-team-store.ts';
import { someNotification } from '../../support/watched-orders.ts';

/** A desk that may come in. */
export interface Admitted {
  readonly asker: Asker;
  readonly token: string;
}

/** Lets desks in at the log itself, because a hub lets ten in per minute from one address. */
export async function admitDesks(logPath: string, count: number): Promise<readonly Admitted[]> {
  const clock = new SystemClock();
  const log = new SqliteTeamLog(logPath, clock);
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
  await log.close();
  return admitted;
}

/** One desk on the real way to a hub, whose disk is its memory. */
export class BenchDesk {
  readonly watch: TeamWatch;

  /** @param updated called with each update once it is stored and announced */
  constructor(
    hubUrl: string,
    { asker, token }: Admitted,
    updated: (uuid: string, note: string | null) => void,
  ) {
    const clock = new SystemClock();
    const reportDefect = (error: unknown): void => {
      process.stderr.write(`${asker.name}: ${String(error)}\n`);
    };
    const link = new HttpHubLink({
      hubUrl,
      clock,
      opens: () => Promise.resolve({}),
      token: () => Promise.resolve(token),
      random: Math.random,
      reportDefect,
    });
    this.watch = new TeamWatch({
      link,
      membership: { hubUrl, deskId: asker.id, deskName: asker.name, role: asker.role },
      store: new MemoryWatchStore(),
      teamStore: new MemoryTeamStore(),
      clock,
      decideNotifications: ({ orderId, seenAtMs }) => [
        someNotification(`${orderId}:${seenAtMs}`, { orderId, decidedAtMs: seenAtMs }),
      ],
      events: {
        ordersChanged: () => undefined,
        ordersRemoved: () => undefined,
        orderUpdated: ({ orderId }, { order }) => updated(orderId, order?.noteToCourier ?? null),
        serviceHealthChanged: () => undefined,
        notificationsStored: () => undefined,
        stateChanged: () => undefined,
      },
      reportDefect,
    });
    this.watch.start();
  }
}
