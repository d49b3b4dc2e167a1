import type { AppState } from '../../../core/board/board.ts';
import type { TakenOff, TeamState } from '../../../core/board/team.ts';
import { presumedHere } from '../../../core/team/presence.ts';
import type { WindowModel } from '../../../renderer/window-model.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { sampleId, sampleRows } from '../support/sample-board.ts';
import { busyBoard, now, type Scenes } from '../support/scene.ts';

/** A team of four desks, of which this one is Mei's. */
export function sampleTeam(parts: Partial<TeamState> = {}): TeamState {
  return {
    me: { id: 'desk-mei', name: 'Mei', role: 'dispatcher' },
    hubUrl: 'https://hub.kowloon.example',
    desks: [
      { id: 'desk-mei', name: 'Mei', role: 'dispatcher', isHere: true, presence: presumedHere },
      { id: 'desk-ana', name: 'Ana', role: 'dispatcher', isHere: true, presence: presumedHere },
      {
        id: 'desk-wing',
        name: 'Wing',
        role: 'dispatcher',
        isHere: false,
        presence: { state: 'closed', sinceMs: now() - 40 * 60_000, answers: [] },
      },
      { id: 'desk-wall', name: 'Wall', role: 'viewer', isHere: true, presence: presumedHere },
    ],
    awaySinceMs: null,
    isRevoked: false,
    isLogGone: false,
    queuedEdits: 0,
    isQueueFull: false,
    ...parts,
  };
}

const claim = (desk: string, minutes: number, reason: string | null = null) => ({
  deskId: `desk-${desk.toLowerCase()}`,
  desk,
  atMs: now() - minutes * 60_000,
  reason,
  isMine: desk === 'Mei',
});

/** The orders of the design's desk, some of which are claimed. */
export function teamBoard(team: TeamState = sampleTeam(), app: Partial<AppState> = {}): FakeBridge {
  const claims = [claim('Ana', 12, 'on the phone with the shop'), claim('Mei', 4), null];
  const rows = sampleRows(now()).map((row, index) => ({ ...row, claim: claims[index] ?? null }));
  const fake = busyBoard(rows);
  const written = { by: 'Ana', atMs: now() - 900_000 };
  for (const [id, detail] of fake.details) {
    const writers = { label: written, group: written, note: written };
    fake.details.set(id, { ...detail, team: { claim: null, writers, addedBy: 'Ana' } });
  }
  fake.changeApp({ team, connection: { kind: 'none' }, ...app });
  return fake;
}

/** Orders that Ana took off the list of all, and Mei had. */
export function takenOff(): readonly TakenOff[] {
  return ['Wan Chai bakery', 'Central: two cakes', null, 'Sai Ying Pun'].map((label, index) => ({
    id: sampleId(`ab00000${index}`),
    label,
    group: 'Lunch',
    promisedAtMs: now() + 3_600_000,
    by: 'Ana',
  }));
}

const florist = sampleId('3f2b8c1e');

function openFlorist(model: WindowModel): void {
  model.selection.select(florist);
  model.detail.open(florist);
}

/** A window of a desk of a team. */
export const teamScenes: Scenes = {
  team: () => ({
    fake: teamBoard(),
    act: openFlorist,
  }),
  /** Another desk, of as long a name as one may have, has the open order and wrote its words. */
  'team-long-names': () => {
    const desk = 'Kowloon West and New Territories, nights';
    const fake = teamBoard();
    const row = fake.row(florist);
    const detail = fake.details.get(florist);
    const passedOn = { why: 'away', sinceMs: now() - 300_000 } as const;
    if (row) fake.upsert({ ...row, claim: { ...claim(desk, 12, 'on the phone'), passedOn } });
    if (detail) {
      const written = { by: desk, atMs: now() - 900_000 };
      const writers = { label: written, group: written, note: written, promisedAtMs: written };
      fake.details.set(florist, { ...detail, team: { claim: null, writers, addedBy: desk } });
    }
    return { fake, act: openFlorist };
  },
  'team-away': () => ({
    fake: teamBoard(sampleTeam({ awaySinceMs: now() - 240_000, queuedEdits: 3 }), {
      serviceHealth: {
        state: 'unreachable',
        cause: 'hub-away',
        httpStatus: null,
        sinceMs: now() - 240_000,
        retryAtMs: now() + 4000,
      },
    }),
  }),
  'team-taken-off': () => ({
    fake: teamBoard(sampleTeam({ takenOff: takenOff() })),
  }),
  'team-viewer': () => ({
    fake: teamBoard(sampleTeam({ me: { id: 'desk-wall', name: 'Wall', role: 'viewer' } })),
    act: openFlorist,
  }),
  'team-revoked': () => ({
    fake: teamBoard(sampleTeam({ awaySinceMs: now() - 240_000, isRevoked: true }), {
      serviceHealth: {
        state: 'unreachable',
        cause: 'desk-revoked',
        httpStatus: null,
        sinceMs: now() - 240_000,
        retryAtMs: now() - 230_000,
      },
    }),
  }),
  'team-claim': () => ({
    fake: teamBoard(),
    act: (model) => {
      model.selection.select(florist);
      model.layers.openClaim([florist]);
    },
  }),
  'team-settings': () => ({
    fake: teamBoard(),
    act: (model) => model.settings.open('connection'),
  }),
};
