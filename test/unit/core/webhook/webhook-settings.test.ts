import { expect, it } from 'vitest';
import { addressPattern } from '../../../../core/webhook/webhook-limits.ts';
import {
  defaultWebhookSettings,
  storedWebhookSettings,
  webhookSettingsChange,
} from '../../../../core/webhook/webhook-settings.ts';

const stored = {
  isOn: true,
  port: 24_567,
  address: '0.0.0.0',
  publicUrl: 'https://hooks.example.com',
  proof: 'header',
  proofHeader: 'x-token',
  timestampHeader: 'x-time',
  toleranceSeconds: 60,
} as const;

it('what was stored is read as it was chosen', () => {
  expect(storedWebhookSettings.parse(stored)).toEqual(stored);
});

it('nothing stored means that nothing is received', () => {
  expect(storedWebhookSettings.parse({})).toEqual(defaultWebhookSettings);
  expect(defaultWebhookSettings).toMatchObject({ isOn: false, address: '127.0.0.1' });
});

it.each(['jwt', '', 'NONE', null, 7, {}])(
  'a proof that this version does not know (%j) is still asked for',
  (proof) => {
    expect(storedWebhookSettings.parse({ ...stored, proof })).toEqual({ ...stored, proof: 'hmac' });
  },
);

it.each([
  ['isOn', 'yes', false],
  ['port', 80, 0],
  ['address', 'everywhere', '127.0.0.1'],
  ['publicUrl', 'javascript:alert(1)', null],
  ['proofHeader', 'x y', 'x-signature'],
  ['timestampHeader', 'x y', null],
  ['toleranceSeconds', 1_000_000, 300],
] as const)('a stored %s of %j falls back to %j alone', (field, value, fallback) => {
  expect(storedWebhookSettings.parse({ ...stored, [field]: value })).toEqual({
    ...stored,
    [field]: fallback,
  });
});

it.each([
  ['publicUrl', ' https://hooks.example.com\n', 'https://hooks.example.com'],
  ['proofHeader', ' X-Token ', 'x-token'],
  ['timestampHeader', '\tX-Time', 'x-time'],
] as const)('a %s typed as %j is taken as %j', (field, typed, value) => {
  expect(webhookSettingsChange.parse({ ...stored, [field]: typed })).toEqual({
    ...stored,
    [field]: value,
  });
});

it.each(['https://hooks.example.com', 'http://10.0.0.5:8080', 'HTTPS://[2001:db8::1]:8443'])(
  '%s is a public address',
  (publicUrl) => {
    expect(webhookSettingsChange.parse({ ...stored, publicUrl })).toMatchObject({ publicUrl });
  },
);

it.each([
  'hooks.example.com',
  'https://',
  'see https://hooks.example.com',
  'ftp://x/https://hooks.example.com',
  'https://hooks.example.com/',
  'https://hooks.example.com/path',
  'https://hooks.example.com?key=1',
  'https://hooks.example.com#top',
  'https://me@hooks.example.com',
  'https://hooks.example.com https://b.example',
])('%s is no public address: it has scheme, host and port, and nothing else', (publicUrl) => {
  expect(webhookSettingsChange.safeParse({ ...stored, publicUrl }).success).toBe(false);
});

it.each([
  '0.0.0.0',
  '192.168.100.200',
  '::',
  '::1',
  'FE80::1',
  '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  '::ffff:192.168.1.1',
])('%s can be typed as the address to listen at, and is taken', (address) => {
  expect(addressPattern.test(address)).toBe(true);
  expect(webhookSettingsChange.safeParse({ ...stored, address }).success).toBe(true);
});

it.each(['', 'localhost', 'http://127.0.0.1', '127.0.0.1/24', '127.0.0.1 ', 'fe80::1%eth0'])(
  '%j can neither be typed as the address to listen at nor is it taken',
  (address) => {
    expect(addressPattern.test(address)).toBe(false);
    expect(webhookSettingsChange.safeParse({ ...stored, address }).success).toBe(false);
  },
);
