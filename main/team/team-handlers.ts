import type { HandlersOf } from '../../core/bridge/bridge.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { ClaimRefusal, ClaimReport } from '../../core/bridge/team.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Localisation } from '../../core/text/language.ts';
import type { TeamMembership } from './membership.ts';
import type { Team } from './ports.ts';

/** What the requests act on. */
export interface TeamTargets {
  readonly membership: Pick<TeamMembership, 'join' | 'leave'>;
  /** Null where this computer belongs to none. */
  readonly team: Pick<Team, 'claim' | 'release'> | null;
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
  const nothingDone: ClaimReport = { done: [], refused: [] };
  return {
    async 'team:join'({ address, code }) {
      const joined = await membership.join(address, code);
      if (joined.ok) {
        restart();
        return { ok: true, value: null };
      }
      const { failure } = joined;
      const words = refusalWordsIn[localisation.current.language];
      return failure.kind === 'keychain'
        ? {
            ok: false,
            failure: { code: 'keychain-failed', message: words.keychain[failure.fault] },
          }
        : { ok: false, failure: { code: 'not-joined', message: words.join[failure.refusal] } };
    },
    async 'team:leave'() {
      await membership.leave();
      restart();
      return { ok: true, value: null };
    },
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

type ClaimHandlers = Pick<HandlersOf<'orders'>, 'orders:claim' | 'orders:release'>;

function report(answers: ReadonlyMap<OrderId, ClaimRefusal | null>): ClaimReport {
  const entries = [...answers];
  return {
    done: entries.flatMap(([id, refusal]) => (refusal === null ? [id] : [])),
    refused: entries.flatMap(([id, refusal]) => (refusal === null ? [] : [{ id, refusal }])),
  };
}
