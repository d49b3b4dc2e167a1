import { expect, test } from 'vitest';
import { findOrderIds } from '../../../../core/paste/find-order-ids.ts';
import { normalised } from '../../../../core/paste/uuid-text.ts';
import { lookedAt } from '../../../support/looked-at.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

test.each([
  ['a uuid and words', `${id} Florist, 2 drops, a big one`],
  ['a row', `${id},"Lau, Sons",completed,24 Nov,HKD 120.50`],
  ['words', 'Deliver 12 boxes, 3 a day, to 148 Wing Lok Street'],
])('an ordinary line is gone over once in search of other forms: %s', (_what, line) => {
  expect(lookedAt(() => normalised(line)).characters).toBe(line.length);
});

test('a line that is nothing but a uuid with blanks for its hyphens is found', () => {
  expect(findOrderIds(id.replaceAll('-', ' ')).found).toMatchObject([{ id }]);
});

test.each([
  ['digits', `x%20 ${'a1b2'.repeat(2500)}`],
  ['escaped digits', '%61'.repeat(3000)],
  ['digits of C', '\\141'.repeat(3000)],
])('%s without end are gone over a few times', (_what, text) => {
  expect(lookedAt(() => normalised(text)).characters).toBeLessThan(text.length * 16);
});

test('a uuid in a label is left out of it, and what stands around it stays apart', () => {
  const [order] = findOrderIds(`name,kind\n林小姐${id}北角,x`).found;
  expect(order?.label).toBe('林小姐 北角');
});
