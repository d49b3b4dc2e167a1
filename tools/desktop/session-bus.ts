import { type MessageBus, createClient, variantValue } from 'dbus-native';

/** Connects to a session bus and waits until it has greeted us. The caller closes it. */
export async function connectToBus(busAddress: string): Promise<MessageBus> {
  const bus = createClient({ busAddress });
  // Without a listener a bus that goes away would end this process; its calls fail by themselves.
  bus.connection.on('error', () => undefined);
  await bus.invokeDbus({ member: 'GetId' });
  return bus;
}

/** Whether a program on the bus owns a well-known name, such as org.freedesktop.secrets. */
export async function isNameOwned(bus: MessageBus, name: string): Promise<boolean> {
  const answer: unknown = await bus.invokeDbus<unknown>({
    member: 'NameHasOwner',
    signature: 's',
    body: [name],
  });
  return answer === true;
}

/** One message between two others on the bus, as a monitor overhears it. */
export interface OverheardMessage {
  readonly kind: 'call' | 'return' | 'error' | 'signal';
  readonly sender: string;
  readonly destination: string;
  readonly serial: number;
  readonly replySerial: number;
  readonly member: string;
  readonly body: readonly unknown[];
}

const kinds = ['call', 'return', 'error', 'signal'] as const;

/**
 * Listens to everything that matches one of `rules` until the returned function is called.
 *
 * A monitor may not send anything more, so it has a connection of its own.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#bus-messages-become-monitor
 */
export async function overhear(
  busAddress: string,
  rules: readonly string[],
  received: (message: OverheardMessage) => void,
): Promise<() => Promise<void>> {
  const bus = await connectToBus(busAddress);
  bus.connection.on('message', (message) => {
    const kind = kinds[(message.type ?? 0) - 1];
    if (!kind) return;
    received({
      kind,
      sender: message.sender ?? '',
      destination: message.destination ?? '',
      serial: message.serial ?? 0,
      replySerial: message.replySerial ?? 0,
      member: message.member ?? '',
      body: message.body ?? [],
    });
  });
  await bus.invokeDbus({
    interface: 'org.freedesktop.DBus.Monitoring',
    member: 'BecomeMonitor',
    signature: 'asu',
    body: [rules, 0],
  });
  return () => bus.close();
}

/**
 * Whether the Secret Service has a default collection and it is unlocked. gnome-keyring-daemon owns
 * its name a moment before it has made the collection that new secrets go to.
 * https://specifications.freedesktop.org/secret-service-spec/latest/
 */
export async function isKeyringOpen(bus: MessageBus): Promise<boolean> {
  const destination = 'org.freedesktop.secrets';
  const path: unknown = await bus.invoke<unknown>({
    destination,
    path: '/org/freedesktop/secrets',
    interface: 'org.freedesktop.Secret.Service',
    member: 'ReadAlias',
    signature: 's',
    body: ['default'],
  });
  if (typeof path !== 'string' || path === '/') return false;
  const isLocked: unknown = await bus.invoke<unknown>({
    destination,
    path,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: ['org.freedesktop.Secret.Collection', 'Locked'],
  });
  return variantValue(isLocked) === false;
}
