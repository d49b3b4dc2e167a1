import { hubSettingsSchema } from '../../../../../core/team/hub-settings.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { describe, expect, it } from 'vitest';
import type { BridgeFailure } from '../../../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../../../core/bridge/refusal-texts.ts';
import type { TeamState } from '../../../../../core/board/team.ts';
import type { Result } from '../../../../../core/text/result.ts';
import type { MembershipRefusal } from '../../../../../main/engine/team/membership.ts';
import type { Membership } from '../../../../../main/engine/team/ports.ts';
import {
  heldToTeam,
  type SharedHandlers,
  teamHandlers,
} from '../../../../../main/engine/team/team-handlers.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const other = orderIdAt(2);
const localisation = { current: { language: 'en', locale: 'en-HK' } } as const;
const texts = refusalTextsIn.en;

const membership: Membership = {
  hubUrl: 'https://hub.example.com',
  deskId: 'desk-mei',
  deskName: 'Mei',
  role: 'dispatcher',
};

/** What joining, leaving and claiming did, in turn. */
function desk(joins: Result<Membership, MembershipRefusal> = { ok: true, value: membership }) {
  const happened: string[] = [];
  const handlers = teamHandlers({
    membership: {
      join: async (address, code) => {
        happened.push(`join ${address} ${code}`);
        return joins;
      },
      leave: async () => void happened.push('leave'),
    },
    team: {
      claim: async () => new Map([[id, null] as const, [other, { kind: 'away' }] as const]),
      release: async () => new Map([[id, null] as const]),
      hubSettings: async (change) => {
        if (change?.requestsPerMinute !== undefined) return { ok: false, failure: 'locked' };
        const settings = hubSettingsSchema.parse({ ...defaultSettings, ...change });
        return { ok: true, value: { settings, locked: [] } };
      },
      detach: async () => void happened.push('detach'),
    },
    restart: () => void happened.push('restart'),
    localisation,
  });
  return { handlers, happened };
}

const asked = { address: 'https://hub.example.com', code: 'ABCD-EFGH-JKMN' };

it('what the hub decides is read and changed there, or not, in words', async () => {
  const { handlers } = desk();
  const change = { archiveDays: 3 };
  expect(await handlers['team:hub-settings'](undefined)).toMatchObject({ ok: true });
  expect(await handlers['team:change-hub-settings']({ change })).toMatchObject({
    value: { settings: { archiveDays: 3 } },
  });
  const locked = { change: { requestsPerMinute: 6 } };
  expect(await handlers['team:change-hub-settings'](locked)).toEqual({
    ok: false,
    failure: { code: 'team-refused', message: texts.hubSettings.locked },
  });
});

describe('joining and leaving a team', () => {
  it('starts the program again once the hub has let it in', async () => {
    const { handlers, happened } = desk();
    expect(await handlers['team:join'](asked)).toEqual({ ok: true, value: null });
    expect(happened).toEqual([`join ${asked.address} ${asked.code}`, 'restart']);
  });

  it.each([
    [{ kind: 'hub', refusal: 'codeRefused' }, 'not-joined', texts.join.codeRefused],
    [{ kind: 'hub', refusal: 'plainHttp' }, 'not-joined', texts.join.plainHttp],
    [{ kind: 'keychain', fault: 'locked' }, 'keychain-failed', texts.keychain.locked],
  ] as const)(
    'says why it did not join, and goes on as it was: %o',
    async (failure, code, message) => {
      const { handlers, happened } = desk({ ok: false, failure });
      const answer = await handlers['team:join'](asked);
      expect(answer).toEqual({ ok: false, failure: { code, message } });
      expect(happened).not.toContain('restart');
    },
  );

  it('hears no more of the hub before it leaves', async () => {
    const { handlers, happened } = desk();
    await handlers['team:leave'](undefined);
    expect(happened).toEqual(['detach', 'leave', 'restart']);
  });
});

it('a claim on several orders says which were claimed, and why the others were not', async () => {
  const { handlers } = desk();
  expect(await handlers['orders:claim']({ ids: [id, other] })).toEqual({
    ok: true,
    value: { done: [id], refused: [{ id: other, refusal: { kind: 'away' } }] },
  });
});

const open: TeamState = {
  me: { id: 'desk-mei', name: 'Mei', role: 'dispatcher' },
  hubUrl: membership.hubUrl,
  desks: [],
  awaySinceMs: null,
  isRevoked: false,
  isLogGone: false,
  queuedEdits: 0,
  isQueueFull: false,
};

/** Makes each shared request once. @returns those that were answered, and what the others were told */
async function made(state: TeamState | null) {
  const answered: string[] = [];
  const refusals = new Set<string>();
  const done = { ok: true, value: null } as const;
  const plainly = (name: string) => () => {
    answered.push(name);
    return done;
  };
  const handlers = heldToTeam<SharedHandlers>(
    {
      'watch-list:add': () => {
        answered.push('add');
        return {
          ok: true,
          value: { added: [id], alreadyWatched: [], changed: [], annotationsChange: null },
        };
      },
      'watch-list:remove': plainly('remove'),
      'watch-list:restore-words': plainly('restore'),
      'order:relabel': plainly('relabel'),
      'order:note': plainly('note'),
      'order:reveal-phone': plainly('reveal'),
      'order:call-phone': plainly('call'),
      'orders:check-now': plainly('check'),
      'orders:erase': async () => plainly('erase')(),
      'intake:choose': async () => plainly('folder')(),
      'orders:set-preferences': ({ change }) => plainly(Object.keys(change).join())(),
    },
    state === null ? null : { state },
    localisation,
  );
  const answers: readonly Result<unknown, BridgeFailure>[] = await Promise.all([
    handlers['watch-list:add']({ orders: [{ id, label: null }], words: 'kept' }),
    handlers['watch-list:remove']({ ids: [id] }),
    handlers['watch-list:restore-words']({ change: 1, isBack: true }),
    handlers['order:relabel']({ id, label: 'Lunch' }),
    handlers['order:note']({ id, note: 'ring twice' }),
    handlers['order:reveal-phone']({ id, owner: 'courier' }),
    handlers['order:call-phone']({ id, owner: 'courier' }),
    handlers['orders:check-now']({ ids: [id] }),
    handlers['orders:erase']({ ids: [id] }),
    handlers['intake:choose']({ what: 'folder' }),
    handlers['orders:set-preferences']({ ids: [id], change: { group: 'Hotels' } }),
    handlers['orders:set-preferences']({ ids: [id], change: { snoozedUntilMs: 1 } }),
  ]);
  for (const answer of answers) if (!answer.ok) refusals.add(answer.failure.message);
  return { answered, refusals: [...refusals] };
}

describe('what a team shares', () => {
  const all = [
    'add',
    'remove',
    'restore',
    'relabel',
    'note',
    'reveal',
    'call',
    'check',
    'erase',
    'folder',
    'group',
    'snoozedUntilMs',
  ];

  it.each([['alone', null] as const, ['a dispatcher of a team', open] as const])(
    'is changed by a desk that is %s',
    async (_who, state) => {
      expect(await made(state)).toEqual({ answered: all, refusals: [] });
    },
  );

  it('is only looked at by a viewer, who keeps what is personal', async () => {
    const state: TeamState = { ...open, me: { ...open.me, role: 'viewer' } };
    expect(await made(state)).toEqual({
      answered: ['snoozedUntilMs'],
      refusals: [texts.team.viewer],
    });
  });

  it('is changed no more by a revoked desk, which still sees what it knew', async () => {
    expect(await made({ ...open, isRevoked: true })).toEqual({
      answered: ['reveal', 'call', 'check', 'erase', 'snoozedUntilMs'],
      refusals: [texts.team.revoked],
    });
  });

  it('is not changed while too many changes wait for the hub', async () => {
    expect(await made({ ...open, isQueueFull: true })).toEqual({
      answered: ['reveal', 'call', 'check', 'snoozedUntilMs'],
      refusals: [texts.team.queueFull],
    });
  });

  it('is all that is refused: what another desk took off the list is left off in each case', async () => {
    const taken = { id, label: null, group: null, promisedAtMs: null, by: 'Ana' };
    const states: readonly Partial<TeamState>[] = [
      { isQueueFull: true },
      { isRevoked: true },
      { me: { ...open.me, role: 'viewer' } },
    ];
    for (const state of states) {
      expect((await made({ ...open, ...state, takenOff: [taken] })).answered).toContain('remove');
      const others = [{ ...taken, id: other }];
      expect((await made({ ...open, ...state, takenOff: others })).answered).not.toContain(
        'remove',
      );
    }
  });
});
