import type { KeychainFault } from '../../core/delivery/connection.ts';

/**
 * What the platforms say, first match wins. @napi-rs/keyring gives every failure the same code
 * (`GenericFailure`), so here, and only here, the text has to decide: docs/adr/0001-keychain-package.md.
 * A text that nobody knows is `failed`, which is safe, only less helpful.
 */
const sayings: readonly (readonly [RegExp, KeychainFault])[] = [
  // Linux: the service is there and its collection is locked, or nobody could answer the prompt.
  [/prompt was dismissed|is ?locked|locked collection|cannot get secret of a locked/i, 'locked'],
  // macOS: errSecInteractionNotAllowed and errSecUserCanceled / errSecAuthFailed.
  [/interaction is not allowed/i, 'locked'],
  [
    /user canceled|authorization|authentication|access (?:is )?denied|accessdenied|not permitted/i,
    'denied',
  ],
  // Linux: no bus, nothing on the bus, or a service without any collection to store in.
  [/serviceunknown|was not provided by any|dbus_session_bus_address|autolaunch/i, 'missing'],
  [/no result found|no such (?:secret )?collection|unknownobject/i, 'missing'],
  [
    /no such file or directory|connection refused|failed to connect|platform failure: dbus/i,
    'missing',
  ],
  [/timed? ?out|noreply/i, 'timeout'],
];

/** Which fault of the keychain an error of @napi-rs/keyring stands for. */
export function keychainFault(error: unknown): KeychainFault {
  const text = error instanceof Error ? error.message : '';
  return sayings.find(([saying]) => saying.test(text))?.[1] ?? 'failed';
}
