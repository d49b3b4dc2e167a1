import { expect, test } from 'vitest';
import { localisedReason } from '../../../renderer/components/detail/timeline.ts';

test('in English a reason is shown as it came', () => {
  expect(localisedReason('Order was released because: flat tyre', 'en')).toBe(
    'Order was released because: flat tyre',
  );
});

test.each([
  ['Order was released because: flat tyre', 'flat tyre'],
  ['Price amendment added for: 隧道費 (price: 25).', '隧道費（25）'],
  ['The shop was closed', 'The shop was closed'],
  ['Order was released', null],
  ['Order Available on Platform', null],
  ['Status changed from pending to active', null],
  ['Order edited: price, pickup', null],
  ['Price amendment added (price: 12).', null],
])('in Chinese %j is shown as %j', (reason, shown) => {
  expect(localisedReason(reason, 'zh-Hant')).toBe(shown);
});
