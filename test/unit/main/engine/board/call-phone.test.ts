import { expect, test } from 'vitest';
import { inEnglish } from '../../../../../core/text/language.ts';
import {
  boardHandlers,
  type BoardTargets,
} from '../../../../../main/engine/board/board-handlers.ts';
import { watched } from '../../../core/order/order-samples.ts';
import { courier, order, sampleId } from '../../../core/order/order-samples.ts';

/** Calls a person of the sample order, and tells what was opened and written down, in their order. */
async function called(owner: 'courier' | number, opens: BoardTargets['openTelephone']) {
  const happened: string[] = [];
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const one = watched({ order: order({ courier: courier(null) }) });
  const handlers = boardHandlers({
    ...unused,
    watch: { find: () => one } as Pick<BoardTargets['watch'], 'find'> as BoardTargets['watch'],
    phoneShown: (id, who) => happened.push(`${id} ${who} written down`),
    ...(opens !== undefined && {
      openTelephone: (number) => {
        happened.push(number);
        return opens(number);
      },
    }),
    localisation: inEnglish,
  });
  return { answer: await handlers['order:call-phone']({ id: sampleId, owner }), happened };
}

test('a number that is called is written down as shown before it is handed on', async () => {
  const { answer, happened } = await called('courier', async () => true);
  expect(answer).toEqual({ ok: true, value: null });
  expect(happened).toEqual([`${sampleId} courier written down`, '+852 5555 0147']);
});

test.each<[string, 'courier' | number, BoardTargets['openTelephone']]>([
  ['the system has no program for calls', 'courier', async () => false],
  ['this program opens none', 'courier', undefined],
  ['no person has such a number', 7, async () => true],
])('where %s, the answer says so', async (_case, owner, opens) => {
  const { answer } = await called(owner, opens);
  expect(answer).toMatchObject({ ok: false, failure: { code: 'not-called' } });
});
