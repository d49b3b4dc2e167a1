import type { JoinRefusal } from '../../../core/board/team.ts';
import type { Result } from '../../../core/text/result.ts';
import { type CredentialStore, keychainFault } from '../credentials/credential-store.ts';
import type { KeychainFault } from '../../../core/delivery/connection.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OpensConnections, OtherHubs } from './hub-http.ts';
import { joinTeam, teamTokenKey } from './join.ts';
import type { Membership, MembershipStore } from './ports.ts';

/** What a {@link TeamMembership} works with. */
export interface TeamMembershipParts {
  readonly store: MembershipStore;
  readonly secrets: CredentialStore;
  readonly clock: Clock;
  readonly opens: OpensConnections;
}

/** Why this computer is in no team: the hub did not let it in, or the keychain does not keep the token. */
export type MembershipRefusal =
  | { readonly kind: 'hub'; readonly refusal: JoinRefusal }
  | { readonly kind: 'keychain'; readonly fault: KeychainFault };

/** The team that this computer belongs to. Its token is in the keychain, all else in the profile. */
export class TeamMembership {
  readonly #parts: TeamMembershipParts;

  constructor(parts: TeamMembershipParts) {
    this.#parts = parts;
  }

  get current(): Membership | null {
    return this.#parts.store.load();
  }

  /** The other hubs of the present team. */
  readonly others: OtherHubs = {
    load: () => this.#parts.store.otherHubs(),
    save: (hubUrls) => this.#parts.store.saveOtherHubs(hubUrls),
  };

  /** The token of the present membership. @throws CredentialStoreError */
  async token(): Promise<string | null> {
    const { current } = this;
    return current === null ? null : await this.#parts.secrets.read(teamTokenKey(current));
  }

  /** Trades a code for a desk at a hub. It counts from the next start of the program. */
  async join(hubUrl: string, code: string): Promise<Result<Membership, MembershipRefusal>> {
    const { clock, opens, secrets, store } = this.#parts;
    const joined = await joinTeam(hubUrl, code, { clock, opens });
    if (!joined.ok) return { ok: false, failure: { kind: 'hub', refusal: joined.failure } };
    const { membership, token } = joined.value;
    try {
      await secrets.write(teamTokenKey(membership), token);
    } catch (error) {
      return { ok: false, failure: { kind: 'keychain', fault: keychainFault(error) } };
    }
    store.save(membership);
    return { ok: true, value: membership };
  }

  /** Ends the membership; from the next start of the program on this computer is alone again. */
  async leave(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    this.#parts.store.clear();
    // A token that the keychain does not give up opens nothing here any more, and the hub can revoke it.
    await this.#parts.secrets.erase(teamTokenKey(current)).catch(() => undefined);
  }
}
