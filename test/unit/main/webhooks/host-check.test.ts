import { expect, test } from 'vitest';
import { isOurHost } from '../../../../main/webhooks/http-server.ts';

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
