import { expect, test } from 'vitest';
import { keptTokenSchema } from '../../../../core/delivery/kept-token.ts';

const kept = {
  authorization: 'Bearer a-token',
  issuedAtMs: 1_772_442_000_000,
  lifetimeMs: 3_600_000,
  statedSeconds: 3600,
};
const dayMs = 24 * 3_600_000;

test.each([
  ['as it was kept', {}, true],
  ['without a stated time', { statedSeconds: null }, true],
  ['as long as a header may be', { authorization: 'x'.repeat(1200) }, true],
  ['that is longer', { authorization: 'x'.repeat(1201) }, false],
  ['of no letter', { authorization: '' }, false],
  ['with another header behind it', { authorization: 'Bearer x\r\nX: y' }, false],
  ['with another header before it', { authorization: 'X: y\r\nBearer x' }, false],
  ['with a letter that no header has', { authorization: 'Bearer \u00E9' }, false],
  ['of a day', { lifetimeMs: dayMs }, true],
  ['of more than a day', { lifetimeMs: dayMs + 1 }, false],
  ['of no time', { lifetimeMs: 0 }, false],
  ['from before 1970', { issuedAtMs: -1 }, false],
  ['with a field that is not ours', { scheme: 'Bearer' }, false],
])('a token %s is one that may be sent, or none', (_what, parts, isOne) => {
  expect(keptTokenSchema.safeParse({ ...kept, ...parts }).success).toBe(isOne);
});
