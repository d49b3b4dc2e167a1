import { expect, test } from 'vitest';
import { activatedTag } from '../../../../main/desktop/activated-tag.ts';

const order = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

test.each([
  [`type=click&tag=${order}`, order],
  [`type=action&action=0&tag=${order}&group=Notifications`, order],
  ['type=click&tag=digest', 'digest'],
  ['type=click&tag=', null],
  ['type=click', null],
  ['', null],
  ['%%%&&&===', null],
])('the activation %j is of the notification %j', (args, tag) => {
  expect(activatedTag(args)).toBe(tag);
});
