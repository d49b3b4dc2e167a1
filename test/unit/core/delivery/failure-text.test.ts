import { expect, test } from 'vitest';
import { failureText } from '../../../../core/delivery/failure-text.ts';
import { failureScope } from '../../../../core/delivery/delivery-failure.ts';

test('a refusal of the credentials tells the status and what to check', () => {
  expect(failureText('credentials-refused', 401, 'en')).toEqual({
    title: 'The service refused the credentials',
    message:
      'The service did not accept this client ID and secret (401). Copy both again from the developer portal; a space at the end is a common cause.',
  });
});

test('without an answer there is no status to tell', () => {
  expect(failureText('service-failing', null, 'en').message).not.toMatch(/[{}()]/);
});

test.each([
  ['order-forbidden', 'order'],
  ['answer-for-another-order', 'order'],
  ['authorization-refused', 'credentials'],
  ['keychain-unavailable', 'machine'],
  ['rate-limited', 'host'],
  ['captive-portal', 'machine'],
  ['proxy-refused', 'machine'],
  ['proxy-unusable', 'machine'],
] as const)('%s concerns the %s', (code, scope) => {
  expect(failureScope(code)).toBe(scope);
});
