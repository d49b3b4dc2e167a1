import { expect, test } from 'vitest';
import { decideProblemNotifications, decideNotifications } from '../../../../main/notify/policy.ts';
import { orderIdAt, someOrder, someUpdate, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const decide = decideNotifications(() => ({
  priceUnit: 'major',
  locale: 'en-HK',
  timeZone: 'UTC',
}));
const watched = someWatched(id, { label: 'Florist', order: someOrder(id) });

test('an update is told once, under a key of its own, the same each time', () => {
  const update = someUpdate(id);
  const [notification, ...more] = decide(update, watched);
  expect(more).toEqual([]);
  expect(notification).toMatchObject({
    key: `${id}:2000000:order_matched`,
    orderId: id,
    event: 'matched',
    decidedAtMs: 2_000_000,
  });
  expect(decide(update, watched)).toEqual([notification]);
});

test('a move that means nothing is not told', () => {
  const update = someUpdate(id, { kinds: ['courier_moved'], reasons: [''], changes: [] });
  expect(decide(update, watched)).toEqual([]);
});

test('a muted order is decided like any other: leaving it out is written down when it is shown', () => {
  expect(decide(someUpdate(id), { ...watched, isMuted: true })).toHaveLength(1);
});

test('an order that stays unknown for three checks is told once', () => {
  const told = [1, 2, 3, 4, 5].flatMap((failureCount) =>
    decideProblemNotifications(
      {
        ...watched,
        problem: { code: 'order-not-found', httpStatus: 404, sinceMs: 5, failureCount },
      },
      9,
    ),
  );
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ event: 'notFound', orderId: id, decidedAtMs: 9 });
});

test('other problems are seen in the list and not told', () => {
  const problem = {
    code: 'answer-unreadable',
    httpStatus: 200,
    sinceMs: 5,
    failureCount: 3,
  } as const;
  expect(decideProblemNotifications({ ...watched, problem }, 9)).toEqual([]);
  expect(decideProblemNotifications(watched, 9)).toEqual([]);
});
