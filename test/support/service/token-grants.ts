import type { AccessToken } from '../../../main/engine/delivery/token/token-source.ts';
import { type Answerer, sendJson } from './little-service.ts';
import type { ServedClient } from './served-client.ts';

/** The token of a client, which requests one if it has none. */
export const current = (client: ServedClient): Promise<AccessToken> => client.tokens.current(null);

/** The body of a token answer. @param expiresIn in seconds, as in the contract */
export const grant = (token = 'token-1', expiresIn: unknown = 3600): object => ({
  access_token: token,
  expires_in: expiresIn,
});

/** Answers each token request with the next numbered token. */
export function numbered(expiresIn: unknown = 3600): Answerer {
  let count = 0;
  return (_request, response) => {
    count += 1;
    sendJson(response, 200, grant(`token-${count}`, expiresIn));
  };
}
