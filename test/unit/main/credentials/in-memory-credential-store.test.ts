import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { InMemoryCredentialStore } from '../../../../main/credentials/in-memory-credential-store.ts';
import { describeCredentialStore } from '../../../support/storage/credential-store-contract.ts';

describeCredentialStore('memory', () => new InMemoryCredentialStore());

test('printing the store prints no secret', async () => {
  const store = new InMemoryCredentialStore();
  await store.write({ baseUrl: 'https://api.example.com', clientId: 'a' }, 'canary-in-memory');
  expect(inspect(store, { depth: 9, showHidden: true })).not.toContain('canary');
});
