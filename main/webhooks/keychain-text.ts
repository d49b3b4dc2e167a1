import type { KeychainFault } from '../../core/connection.ts';

/** What the dispatcher reads when the keychain took nothing of the receiver's: what to do about it. */
export function webhookKeychainText(fault: KeychainFault): string {
  switch (fault) {
    case 'locked':
      return 'This computer’s keychain is locked, so nothing was changed. Unlock the keychain and try again.';
    case 'missing':
      return 'This computer offers no keychain, and Waybell keeps secrets nowhere else. Start a keychain such as GNOME Keyring or KWallet and try again.';
    case 'denied':
      return 'This computer’s keychain did not give Waybell access. Allow the access and try again.';
    case 'timeout':
      return 'This computer’s keychain did not answer. It may be waiting for its password in another window; answer it there and try again.';
    case 'failed':
      return 'This computer’s keychain reported a failure, so nothing was changed. Try again, or restart the keychain.';
    default:
      return fault satisfies never;
  }
}
