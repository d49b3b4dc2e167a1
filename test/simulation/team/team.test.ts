import { describe, expect, it, test } from 'vitest';
import type { HubBoard } from '../../../main/hub/ports.ts';
import type { LogEntry, TeamLog } from '../../../main/hub/log/ports.ts';
import type { HubLink } from '../../../main/engine/team/ports.ts';
import { type TeamChoices, TeamSimulation } from './team-simulation.ts';

/*
 * What the simulation of a team promises to those who read its results: that it repeats itself, and that each of its
 * laws notices a broken part. Its runs are the simulation step of `npm test` (prove.ts).
 */

test('two teams with the same seed do the same', async () => {
  const first = await new TeamSimulation(5).run();
  expect(await new TeamSimulation(5).run()).toEqual(first);
  expect(first.entryCount).toBeGreaterThan(10);
});

test.each([
  [3051, 'a desk is left for two seconds, between two looks'],
  [3727, 'an order is asked for every 75 seconds, as the cap and its rare pace allow'],
])('no law finds a fault where there is none: seed %i, in which %s', async (seed) => {
  expect((await new TeamSimulation(seed).run()).faults).toEqual([]);
});

/** The first fault of this kind that any of many seeds finds with a broken part. */
async function firstFault(sabotage: TeamChoices['sabotage'], kind: RegExp): Promise<string> {
  for (let seed = 1; seed <= 120; seed += 1) {
    const { faults } = await new TeamSimulation(seed, { sabotage: sabotage ?? {} }).run();
    const found = faults.find((fault) => kind.test(fault));
    if (found !== undefined) return found;
  }
  return 'none';
}

/** The same object with other methods. */
function changed<Part extends object>(part: Part, methods: Partial<Part>): Part {
  return new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const isKept = ({ sequence }: Pick<LogEntry, 'sequence'>): boolean => sequence % 9 !== 0;

/** A log that lets through all but each ninth entry. */
function forgetful(log: TeamLog): TeamLog {
  return changed(log, {
    follow: (sequence, listener) =>
      log.follow(sequence, (entries) => listener(entries.filter(isKept))),
  });
}

function withoutCompareAndSet(log: TeamLog): TeamLog {
  return changed(log, {
    append: async (entry) => {
      // What is written is as old as these take.
      for (let times = 0; times < 10; times += 1) await log.lastPerKey();
      const last = await log.last(entry.key);
      return log.append({ ...entry, expectedSequence: last?.sequence ?? 0 });
    },
  });
}

/** A log that has each claim twice. */
function doubling(log: TeamLog): TeamLog {
  return changed(log, {
    append: async (entry) => {
      const first = await log.append(entry);
      if (first.kind === 'appended' && entry.body.includes('"claimed"')) {
        const dedupeKey = `${entry.dedupeKey} again`;
        await log.append({ ...entry, dedupeKey, expectedSequence: first.sequence });
      }
      return first;
    },
  });
}

/** Every hub gets the lease, and hears nothing of the one before. */
const sharingNothing: TeamChoices['sabotage'] = {
  leases: (leases) =>
    changed(leases, { acquire: () => Promise.resolve({ isHeld: true, note: null }) }),
};

function losing(link: HubLink): HubLink {
  return changed(link, {
    follow: (from, listener) =>
      link.follow(from, {
        opened: (...given) => listener.opened(...given),
        entries: (entries) => listener.entries(entries.filter(isKept)),
        status: (status) => listener.status(status),
        gap: () => listener.gap(),
        away: (isLogGone) => listener.away(isLogGone),
        revoked: () => listener.revoked(),
      }),
  });
}

function claimingAll(board: HubBoard): HubBoard {
  return changed(board, {
    claim: (asker, id, edit, key) => board.claim(asker, id, { ...edit, takesOver: true }, key),
  });
}

function swallowing(link: HubLink): HubLink {
  return changed(link, {
    send: (command) =>
      command.method === 'PATCH'
        ? Promise.resolve({ kind: 'done', body: null } as const)
        : link.send(command),
  });
}

describe('each law notices', () => {
  const broken: readonly (readonly [string, TeamChoices['sabotage'], RegExp])[] = [
    ['a desk that misses entries', { link: losing }, /has another state of|is not at Desk/],
    ['a history that misses an update', { link: losing }, /has the updates/],
    ['a hub that misses entries', { log: forgetful }, /hub-.* has another state of/],
    [
      'a hub that hears of no change',
      {
        source: (source) =>
          changed(source, {
            check: async (id, signal) => {
              const answer = await source.check(id, signal);
              const isLate = answer.kind === 'observed' && answer.order.noteToCourier !== 'step 0';
              return isLate ? { kind: 'unchanged' } : answer;
            },
          }),
      },
      /should be step/,
    ],
    [
      'a log that compares nothing',
      { log: withoutCompareAndSet },
      /tells step|without an update|goes from step|an answer changes|a word changes/,
    ],
    ['hubs that all check', sharingNothing, /is checked by \d hubs/],
    ['two hubs that ask for one order', sharingNothing, /asked for .* in the last minute/],
    ['more requests than the cap', sharingNothing, /requests in a minute/],
    ['a change that is lost', { link: swallowing }, /is lost/],
    ['a change that is made twice', { log: doubling }, /is in the log \d times/],
    ['a claim of what another has', { board: claimingAll }, /has it, .* takes it/],
    [
      'an alarm for an order that another has and may still answer',
      { isClaimedByOther: () => false },
      /is told of .* and may still answer/,
    ],
    ['an alarm that another desk answers', { answers: () => [] }, /is told of .* and answers/],
    [
      'an alarm that sleeps with its desk',
      { presenceOf: (known) => ({ ...known, state: 'here' }) },
      /is not told of .* left/,
    ],
    [
      'a desk of another hub that is taken to be closed',
      {
        log: (log) =>
          changed(log, {
            publish: (topic, body) =>
              log.publish(topic, body.replace(/"deskIds":\[[^\]]*\]/, '"deskIds":[]')),
          }),
      },
      /is told of .* and (?:answers|may still answer)/,
    ],
  ];
  it.each(broken)('%s', async (_what, sabotage, kind) => {
    expect(await firstFault(sabotage, kind)).toMatch(kind);
  });
});
