import type { BridgeFailure, BridgeHandlers, HandlersOf } from '../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { ClaimRefusal, ClaimReport, TeamState } from '../../../core/board/team.ts';
import type { HubSettingsChange, HubSettingsState } from '../../../core/team/hub-settings.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';
import type { Localisation } from '../../../core/text/language.ts';
import { sharedAnnotations } from '../../../core/watch/watched-order.ts';
import type { TeamMembership } from './membership.ts';
import type { Team } from './ports.ts';

/** What the requests act on. */
export interface TeamTargets {
  readonly membership: Pick<TeamMembership, 'join' | 'leave'>;
  /** Null where this computer belongs to none. */
  readonly team: Pick<Team, 'claim' | 'detach' | 'hubSettings' | 'release'> | null;
  /** Starts the program again, as a desk or alone. */
  readonly restart: () => void;
  readonly localisation: Localisation;
}

/** Answers the requests about the team and its claims. */
export function teamHandlers({
  localisation,
  membership,
  restart,
  team,
}: TeamTargets): HandlersOf<'team'> & ClaimHandlers {
  const hubSettings = async (
    change: HubSettingsChange | null,
  ): Promise<Result<HubSettingsState, BridgeFailure>> => {
    const answer = (await team?.hubSettings(change)) ?? { ok: false, failure: 'away' };
    if (answer.ok) return answer;
    const texts = refusalTextsIn[localisation.current.language];
    const message = texts.hubSettings[answer.failure];
    return { ok: false, failure: { code: 'team-refused', message } };
  };
  const nothingDone: ClaimReport = { done: [], refused: [] };
  return {
    async 'team:join'({ address, code }) {
      const joined = await membership.join(address, code);
      if (joined.ok) {
        restart();
        return { ok: true, value: null };
      }
      const { failure } = joined;
      const texts = refusalTextsIn[localisation.current.language];
      return failure.kind === 'keychain'
        ? {
            ok: false,
            failure: { code: 'keychain-failed', message: texts.keychain[failure.fault] },
          }
        : { ok: false, failure: { code: 'not-joined', message: texts.join[failure.refusal] } };
    },
    async 'team:leave'() {
      // What the hub says meanwhile would make the orders the team's again.
      await team?.detach();
      await membership.leave();
      restart();
      return { ok: true, value: null };
    },
    'team:hub-settings': () => hubSettings(null),
    'team:change-hub-settings': ({ change }) => hubSettings(change),
    async 'orders:claim'({ desk, ids, reason, takesOver }) {
      if (team === null) return { ok: true, value: nothingDone };
      const claim = {
        ...(desk !== undefined && { desk }),
        ...(reason !== undefined && { reason }),
        ...(takesOver !== undefined && { takesOver }),
      };
      return { ok: true, value: report(await team.claim(ids, claim)) };
    },
    async 'orders:release'({ ids, reason }) {
      if (team === null) return { ok: true, value: nothingDone };
      return { ok: true, value: report(await team.release(ids, reason)) };
    },
  };
}

/** The requests that change what a team shares, or give what only its dispatchers get. */
type SharedRequest =
  | 'watch-list:add'
  | 'watch-list:remove'
  | 'watch-list:restore-words'
  | 'order:relabel'
  | 'order:note'
  | 'order:reveal-phone'
  | 'order:call-phone'
  | 'orders:set-preferences'
  | 'orders:check-now'
  | 'orders:erase'
  | 'intake:choose';

/** Why a desk changes nothing of what its team shares now. */
export type TeamRefusal = 'viewer' | 'revoked' | 'queueFull';

/** @returns null where it does change it; also for null, a computer that belongs to no team */
export function teamRefusal(state: TeamState | null): TeamRefusal | null {
  if (state === null) return null;
  if (state.me.role === 'viewer') return 'viewer';
  if (state.isRevoked) return 'revoked';
  return state.isQueueFull ? 'queueFull' : null;
}

/** The refusal in words. */
export function teamRefusalSaid(why: TeamRefusal, { current }: Localisation): BridgeFailure {
  return { code: 'team-refused', message: refusalTextsIn[current.language].team[why] };
}

/** The handlers of {@link SharedRequest}s. */
export type SharedHandlers = Pick<BridgeHandlers, SharedRequest>;

/**
 * These handlers, of which those of shared requests refuse in words what a team does not accept: from a desk that
 * looks on or was revoked, and while too many changes wait for the hub. The watch list itself would leave all as it
 * is without a word.
 *
 * @param team null where this computer belongs to none
 */
export function heldToTeam<Handlers extends SharedHandlers>(
  handlers: Handlers,
  team: Pick<Team, 'state'> | null,
  localisation: Localisation,
): Handlers {
  if (team === null) return handlers;
  const refusal = (counts: (why: TeamRefusal) => boolean = () => true): Refused | null => {
    const why = teamRefusal(team.state);
    if (why === null || !counts(why)) return null;
    return { ok: false, failure: teamRefusalSaid(why, localisation) };
  };
  const preferences = handlers['orders:set-preferences'];
  const held: SharedHandlers = {
    'watch-list:add': (input) => refusal() ?? handlers['watch-list:add'](input),
    'watch-list:remove'(input) {
      // What another desk took off the list is only named here: leaving it off asks nothing of the team.
      const named = new Set(team.state.takenOff?.map(({ id }) => id));
      const isShared = !input.ids.every((id) => named.has(id));
      return (isShared ? refusal() : null) ?? handlers['watch-list:remove'](input);
    },
    'watch-list:restore-words': (input) => refusal() ?? handlers['watch-list:restore-words'](input),
    'order:relabel': (input) => refusal() ?? handlers['order:relabel'](input),
    'order:note': (input) => refusal() ?? handlers['order:note'](input),
    'order:reveal-phone': (input) => refusal(isViewer) ?? handlers['order:reveal-phone'](input),
    'order:call-phone': (input) => refusal(isViewer) ?? handlers['order:call-phone'](input),
    'orders:check-now': (input) => refusal(isViewer) ?? handlers['orders:check-now'](input),
    // A desk that is no longer in the team erases what it has here.
    'orders:erase': (input) =>
      refusal((why) => why !== 'revoked') ?? handlers['orders:erase'](input),
    'intake:choose': (input) => refusal() ?? handlers['intake:choose'](input),
    'orders:set-preferences'(input) {
      const change: Readonly<Record<string, unknown>> = input.change;
      const isShared = sharedAnnotations.some((name) => change[name] !== undefined);
      return (isShared ? refusal() : null) ?? preferences(input);
    },
  };
  return { ...handlers, ...held };
}

function isViewer(why: TeamRefusal): boolean {
  return why === 'viewer';
}

interface Refused {
  readonly ok: false;
  readonly failure: BridgeFailure;
}

type ClaimHandlers = Pick<HandlersOf<'orders'>, 'orders:claim' | 'orders:release'>;

function report(answers: ReadonlyMap<OrderId, ClaimRefusal | null>): ClaimReport {
  const entries = [...answers];
  return {
    done: entries.flatMap(([id, refusal]) => (refusal === null ? [id] : [])),
    refused: entries.flatMap(([id, refusal]) => (refusal === null ? [] : [{ id, refusal }])),
  };
}
