import { describe, expect, test } from 'vitest';
import type {
  CredentialKey,
  CredentialStore,
} from '../../../main/engine/credentials/credential-store.ts';

const key: CredentialKey = { baseUrl: 'https://api.example.com/v1', clientId: 'desk-7' };

/** The rules for every store of secrets: the real keychain and the stores in memory. */
export function describeCredentialStore(name: string, open: () => CredentialStore): void {
  describe(`${name} as a credential store`, () => {
    test('a secret that was never written is read as null', async () => {
      await expect(open().read({ ...key, clientId: 'stranger' })).resolves.toBeNull();
    });

    test.each([
      ['plain text', 'a-secret-of-letters'],
      ['one character', 'x'],
      ['spaces at both ends', '  spaced  '],
      ['every kind of quoting', `"'\\\n\t%00$(id)`],
      ['other scripts', '秘密🔑пароль'],
      ['the longest that is allowed', 'k'.repeat(1200)],
    ])('a secret comes back exactly as it was written: %s', async (_kind, secret) => {
      const store = open();
      await store.write(key, secret);
      await expect(store.read(key)).resolves.toBe(secret);
      await store.erase(key);
    });

    test('a later secret replaces the earlier one', async () => {
      const store = open();
      await store.write(key, 'earlier');
      await store.write(key, 'later');
      await expect(store.read(key)).resolves.toBe('later');
      await store.erase(key);
      await expect(store.read(key)).resolves.toBeNull();
    });

    test('each base URL and client ID has a secret of its own', async () => {
      const store = open();
      const neighbours = [
        key,
        { ...key, clientId: 'desk-8' },
        { ...key, baseUrl: 'https://api.example.com' },
        // Joined without a separator, base URL and client ID would be the same text as those of `key`.
        { baseUrl: 'https://api.example.com/v1d', clientId: 'esk-7' },
      ];
      for (const [index, neighbour] of neighbours.entries()) {
        await store.write(neighbour, `secret ${index}`);
      }
      for (const [index, neighbour] of neighbours.entries()) {
        await expect(store.read(neighbour)).resolves.toBe(`secret ${index}`);
        await store.erase(neighbour);
      }
    });

    test('erasing a secret that does not exist is no error', async () => {
      const store = open();
      await expect(store.erase(key)).resolves.toBeUndefined();
      await expect(store.erase(key)).resolves.toBeUndefined();
    });

    test('a secret too long for a keychain is refused without being quoted', async () => {
      const secret = 'canary'.repeat(201);
      const refused = open().write(key, secret);
      await expect(refused).rejects.toThrow(RangeError);
      await expect(refused).rejects.not.toThrow(/canary/);
    });

    test('concurrent calls each get their own answer', async () => {
      const store = open();
      const other = { ...key, clientId: 'desk-9' };
      await Promise.all([store.write(key, 'one'), store.write(other, 'two')]);
      await expect(
        Promise.all([store.read(key), store.read(other), store.read(key)]),
      ).resolves.toEqual(['one', 'two', 'one']);
      await Promise.all([store.erase(key), store.erase(other)]);
    });
  });
}
