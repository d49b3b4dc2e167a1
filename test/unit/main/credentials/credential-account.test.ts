import { expect, test } from 'vitest';
import { credentialAccount } from '../../../../main/credentials/credential-account.ts';

test('the account names the host for people and fits the smallest keychain', () => {
  const account = credentialAccount({
    baseUrl: 'https://api.example.com:8443/delivery',
    clientId: 'c'.repeat(1200),
  });
  expect(account).toMatch(/^api\.example\.com:8443 \([0-9a-f]{32}\)$/);
  expect(
    credentialAccount({ baseUrl: `https://${'h'.repeat(900)}`, clientId: 'a' }).length,
  ).toBeLessThan(256);
});

test('the client ID is not readable in the account', () => {
  expect(
    credentialAccount({ baseUrl: 'https://api.example.com', clientId: 'kowloon-desk' }),
  ).not.toContain('kowloon');
});
