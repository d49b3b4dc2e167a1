import { expect, it, test } from 'vitest';
import { CredentialStoreError } from '../../../../../main/engine/credentials/credential-store.ts';
import { webhookHandlers } from '../../../../../main/engine/webhooks/webhook-handlers.ts';
import { isOurHost } from '../../../../../main/engine/http-edge/host-name.ts';

function subject(write: () => Promise<void> = async () => undefined) {
  const added: unknown[] = [];
  const handlers = webhookHandlers(
    {
      address: 'http://127.0.0.1:28787/hooks/abc',
      newPath: write,
      addSecret: async (...secret) => {
        await write();
        added.push(secret);
      },
      forgetOlderSecrets: write,
      test: async () => ({ httpStatus: null, afterMs: 0 }),
    },
    { choose: () => undefined, dismiss: () => undefined },
  );
  return { handlers, added };
}

it('a secret goes in, and no answer brings one back', async () => {
  const { handlers, added } = subject();
  const answers = [
    await handlers['webhooks:add-secret']({ secret: 'canary', keepsOlder: true }),
    await handlers['webhooks:new-path'](undefined),
    await handlers['webhooks:forget-older'](undefined),
    await handlers['webhooks:test'](undefined),
    await handlers['webhooks:address'](undefined),
    await handlers['webhooks:dismiss-offered'](undefined),
  ];
  expect(added).toEqual([['canary', true]]);
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(JSON.stringify(answers)).not.toContain('canary');
});

it.each(['locked', 'missing', 'denied', 'timeout', 'failed'] as const)(
  'a keychain that is %s says what to do, without the secret',
  async (fault) => {
    const { handlers } = subject(() => Promise.reject(new CredentialStoreError(fault)));
    const answer = await handlers['webhooks:add-secret']({ secret: 'canary', keepsOlder: false });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
    expect(JSON.stringify(answer)).not.toContain('canary');
  },
);

it('a defect is no failure of the keychain', async () => {
  const { handlers } = subject(() => Promise.reject(new TypeError('ours')));
  await expect(handlers['webhooks:new-path'](undefined)).rejects.toThrow('ours');
});

const publicUrl = 'https://hooks.example.com';

test.each([
  ['localhost', true],
  ['localhost:28787', true],
  ['LOCALHOST.', true],
  ['127.0.0.1:28787', true],
  ['127.9.9.9', true],
  ['[::1]:28787', true],
  ['hooks.example.com', true],
  ['Hooks.Example.com:443', true],
  ['hooks.example.com.', true],
  ['evil.example', false],
  ['evil.example:28787', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['evil-hooks.example.com', false],
  ['hooks.example.com.evil.example', false],
  ['hooks.example.com@evil.example', false],
  ['evil.example#localhost', false],
  ['192.168.1.20', false],
  ['0.0.0.0', false],
  ['127.0.0.1:', false],
  ['', false],
  [undefined, false],
])('on loopback, Host %s is ours: %s', (host, isOurs) => {
  expect(isOurHost(host, '127.0.0.1', publicUrl)).toBe(isOurs);
});

test('without a public address its name is foreign', () => {
  expect(isOurHost('hooks.example.com', '127.0.0.1', null)).toBe(false);
});

test('listening elsewhere, the address itself is ours, and at every address any number, never a name', () => {
  expect(isOurHost('192.168.1.20:28787', '192.168.1.20', null)).toBe(true);
  expect(isOurHost('192.168.1.21:28787', '192.168.1.20', null)).toBe(false);
  expect(isOurHost('192.168.1.20:28787', '0.0.0.0', null)).toBe(true);
  expect(isOurHost('[2001:db8::1]:28787', '::', null)).toBe(true);
  expect(isOurHost('evil.example', '0.0.0.0', null)).toBe(false);
});
