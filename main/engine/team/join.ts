import { z } from 'zod';
import type { JoinRefusal } from '../../../core/board/team.ts';
import { deskRoles } from '../../../core/team/desk.ts';
import type { Result } from '../../../core/text/result.ts';
import type { CredentialKey } from '../credentials/credential-store.ts';
import { HubHttp, type HubHttpParts, parseHubUrl } from './hub-http.ts';
import type { Membership } from './ports.ts';

/** A membership with the token that proves it, which belongs into the keychain alone. */
export interface Joined {
  readonly membership: Membership;
  readonly token: string;
}

const answerSchema = z.object({
  // As a header carries it, and as a terminal may print it.
  token: z.string().regex(/^[\x21-\x7E]{1,512}$/),
  desk: z.object({ id: z.string(), name: z.string(), role: z.enum(deskRoles) }),
});

/** Trades an invitation's code for a desk of one's own at a hub. */
export async function joinTeam(
  hubUrl: string,
  code: string,
  parts: Omit<HubHttpParts, 'hubUrl'>,
): Promise<Result<Joined, JoinRefusal>> {
  const address = parseHubUrl(hubUrl);
  if (!address.ok) return address;
  const http = new HubHttp({ ...parts, hubUrl: address.value });
  try {
    const reply = await http.ask({ method: 'POST', path: '/v1/join', body: { code: code.trim() } });
    if (reply.kind === 'refused') return { ok: false, failure: 'codeRefused' };
    if (reply.kind === 'away') {
      return { ok: false, failure: reply.isUntrusted ? 'untrusted' : 'away' };
    }
    const answer = answerSchema.safeParse(reply.body).data;
    if (answer === undefined) return { ok: false, failure: 'away' };
    const { desk, token } = answer;
    const { id: deskId, name: deskName, role } = desk;
    return {
      ok: true,
      value: { membership: { hubUrl: address.value, deskId, deskName, role }, token },
    };
  } finally {
    await http.close();
  }
}

/** Where the keychain has the token of a membership. */
export function teamTokenKey({ deskId, hubUrl }: Membership): CredentialKey {
  return { baseUrl: hubUrl, clientId: `desk:${deskId}` };
}
