import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../../core/text/address-without-secrets.ts';

test.each([
  ['https://hub.example.com', 'https://hub.example.com'],
  ['https://user:s3cret@hub.example.com:8443/?token=s3cret', 'https://hub.example.com:8443'],
  ['https://s3cret@hub.example.com/team/#s3cret', 'https://hub.example.com/team'],
  ['https://user:s3@cret@[::1]:8443', 'https://[::1]:8443'],
  ['https://api.example.com/@tenant/v1', 'https://api.example.com/@tenant/v1'],
  ['https://user:s3/cret@hub.example.com', 'https://'],
  [String.raw`https://user:s3\cret@hub.example.com`, 'https://'],
  ['user:s3cret@hub.example.com', ''],
  ['see https://hub.example.com', ''],
  ['https://hub.example.com?a\nb', 'https://hub.example.com'],
  ['', ''],
])('%s is shown as %j', (address, shown) => {
  expect(withoutSecrets(address)).toBe(shown);
});
