import { expect, test } from 'vitest';
import { keychainFault } from '../../../../main/credentials/keychain-fault.ts';

test.each([
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['zbus error: org.freedesktop.Secret.Error.IsLocked', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['The user name or passphrase you entered is not correct (authentication failed).', 'denied'],
  ['User canceled the operation.', 'denied'],
  [
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time, set your DBUS_SESSION_BUS_ADDRESS instead',
    'missing',
  ],
  [
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    'missing',
  ],
  ["Couldn't access platform storage: Secret Service: no result found", 'missing'],
  [
    'Platform failure: DBus error: Failed to connect to socket /run/user/1000/bus: No such file or directory',
    'missing',
  ],
  ['The stub received bad data. (os error 1783)', 'failed'],
])('"%s" means %s', (message, fault) => {
  expect(keychainFault(new Error(message))).toBe(fault);
});

test('what is not even an error is a failure of the keychain', () => {
  expect(keychainFault('locked')).toBe('failed');
});
