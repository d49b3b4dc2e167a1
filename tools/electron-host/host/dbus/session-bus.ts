import { type MessageBus, sessionBus } from 'dbus-native';

/** How long a call may wait for its answer. */
const ANSWER_WITHIN_MS = 10_000;

/** No session bus is set, or it does not answer. */
class NoBusError extends Error {
  override readonly name = 'NoBusError';

  constructor(cause?: unknown) {
    super('no D-Bus session bus', { cause });
  }
}

/** Whether the environment names a session bus. */
export function hasSessionBus(): boolean {
  return Boolean(process.env['DBUS_SESSION_BUS_ADDRESS']);
}

/**
 * A connection of its own to the session bus. The bus forgets everything a connection had when it
 * ends, which is how a tray icon is taken back.
 *
 * @throws NoBusError when there is no bus
 */
export async function connectToBus(): Promise<MessageBus> {
  if (!hasSessionBus()) throw new NoBusError();
  const bus = sessionBus({ timeout: ANSWER_WITHIN_MS });
  return new Promise((resolve, reject) => {
    bus.connection.on('error', (error: Error) => reject(new NoBusError(error)));
    bus.listNames().then(
      () => resolve(bus),
      (error: unknown) => reject(new NoBusError(error)),
    );
  });
}
