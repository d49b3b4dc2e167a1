import { expect, test } from 'vitest';
import { identityRedaction, machineIdentity } from '../../../../main/log/identity-redaction.ts';

test('an account that has no name is no reason to fail, and the rest is redacted all the same', () => {
  const identity = machineIdentity({
    homedir: () => '/home/desk',
    hostname: () => 'front-desk',
    userInfo() {
      throw new Error('uv_os_get_passwd returned ENOENT');
    },
  });
  expect(identity).toEqual({ home: '/home/desk', userName: '', hostName: 'front-desk' });
  expect(identityRedaction(identity)('/home/desk/log on front-desk')).toBe('~/log on (computer)');
});
