import { expect, test } from 'vitest';
import { connectionLimit } from '../../../../../main/engine/delivery/http/connection-limit.ts';

const limits = (
  files: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max open files            ${files}                 ${files}                 files
`;

test.each([
  ['few files', limits('64'), 24],
  ['hardly any', limits('20'), 4],
  ['many', limits('20000'), 64],
  ['no end of them', limits('unlimited'), 64],
  ['a system that does not say', null, 64],
])('where a program may have %s open, so many connections', (_name, said, connections) => {
  expect(connectionLimit(said)).toBe(connections);
});
