import { expect, it } from 'vitest';
import {
  defaultWebhookSettings,
  storedWebhookSettings,
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
  unknownOrders: 'offer',
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
  ['unknownOrders', 'watch', 'ignore'],
] as const)('a stored %s of %j falls back to %j alone', (field, value, fallback) => {
  expect(storedWebhookSettings.parse({ ...stored, [field]: value })).toEqual({
    ...stored,
    [field]: fallback,
  });
});
