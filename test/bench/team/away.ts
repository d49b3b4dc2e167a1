import { isDeepStrictEqual } from 'node:util';
import type { SharedOrder } from '../../../core/team/shared-order.ts';
import { sharedOrder } from '../../../core/team/shared-order.ts';
import { SqliteTeamLog } from '../../../main/hub/log/sqlite-team-log.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { BenchDesk } from './bench-desks.ts';
import { BenchTeam } from './bench-team.ts';
import { until } from './waiting.ts';
import { Writers } from './writers.ts';

const orderCount = 600;
/** One desk may make 600 changes a minute. */
const writingDesks = 50;
const writersAtOnce = 16;

/** What a desk had of its hub that came back after many events. */
export interface AwayFigures {
  readonly orders: number;
  readonly events: number;
  /** From its start until it had accepted the last of them. */
  readonly backAfterMs: number;
  /** Events that the log has and that the desk did not get. */
  readonly missing: number;
  /** Orders that are not as the hub has them. */
  readonly different: number;
}

/** A desk that knows the log is stopped, much happens at its hub, and it is started again. */
export async function measureAway(eventCount: number): Promise<AwayFigures> {
  const team = await BenchTeam.start(1, writingDesks + 1, orderCount);
  const { admitted, hubs, service } = team;
  const [first, ...others] = admitted;
  const [hub] = hubs;
  if (first === undefined || hub === undefined) throw new Error('there is no desk or no hub');
  const writers = new Writers([hub.url], others, service.ready.uuids);
  try {
    const { sequence: known } = await writers.addOrders();
    const acceptedSequences = new Set<number>();
    let newest = 0;
    const desk = new BenchDesk(hub.url, first, {
      accepted: (sequences) => {
        for (const sequence of sequences) acceptedSequences.add(sequence);
        newest = sequences.at(-1) ?? newest;
      },
    });
    await until(() => newest >= known, 60_000, 'getting to know the log');
    await desk.watch.upToDate;
    await desk.watch.stop();
    const knownUntil = newest;
    acceptedSequences.clear();

    await writers.write(writersAtOnce, () => writers.count < eventCount);
    const { orders, sequence } = await writers.orders();
    const beganMs = performance.now();
    desk.startAgain();
    await until(() => newest >= sequence, 120_000, 'catching up');
    const backAfterMs = Math.round(performance.now() - beganMs);

    const expected = (await orderSequences(team.logPath)).filter((each) => each > knownUntil);
    const different = orders.filter((order) => {
      const here = desk.watch.get(order.id);
      return (
        here === undefined || !isDeepStrictEqual(sharedText(sharedOrder(here)), sharedText(order))
      );
    });
    await desk.watch.stop();
    return {
      orders: orders.length,
      events: expected.length,
      backAfterMs,
      missing: expected.filter((each) => !acceptedSequences.has(each)).length,
      different: different.length,
    };
  } finally {
    await writers.close();
    await team.stop();
  }
}

/** The sequences of all events about orders, as the file has them. */
async function orderSequences(logPath: string): Promise<readonly number[]> {
  const log = new SqliteTeamLog(logPath, new SystemClock());
  const part = await log.readSince(0, Number.MAX_SAFE_INTEGER);
  await log.close();
  if (part.kind === 'gap') throw new Error('the log lost its beginning');
  return part.entries.flatMap(({ key, sequence }) => (key.startsWith('order.') ? [sequence] : []));
}

/** What the log says of an order: when it was confirmed last comes with the status, and its place is the desk's. */
function sharedText({ observedAtMs: _observed, team, ...order }: SharedOrder): unknown {
  const { sequence: _sequence, ...shared } = team;
  // As it comes over the network, where what is undefined is left out.
  const text: unknown = JSON.parse(JSON.stringify({ ...order, team: shared }));
  return text;
}
