import type { AccessToken } from '../../../main/delivery/token/token-source.ts';
import { type Answerer, sendJson } from './little-service.ts';
import type { ServedClient } from './served-client.ts';

/** The token of a client, asked for if there is none. */
export const current = (client: ServedClient): Promise<AccessToken> => client.tokens.current(null);

/** What the token endpoint answers. @param expiresIn in seconds, as the contract has it */
export const grant = (token = 'token-1', expiresIn: unknown = 3600): object => ({
  access_token: token,
  expires_in: expiresIn,
});

/** Numbered tokens of one lifetime. */
export function numbered(expiresIn: unknown = 3600): Answerer {
  let count = 0;
  return (_request, response) => {
    count += 1;
    sendJson(response, 200, grant(`token-${count}`, expiresIn));
  };
}
