import type { Platform } from '../launch/platform.ts';
import type { BusCall, SessionBus } from './session-bus.ts';
import { asked, theBus } from './session-bus.ts';

/*
 * Questions to the programs of a Linux desktop, because Electron does not say whether one shows its tray icon, what
 * the notification daemon makes of a text, or whether the keychain is locked.
 */

/** Where notifications are shown: https://specifications.freedesktop.org/notification/latest/protocol.html */
export const notificationDaemon = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const;

/** Programs that run answer within milliseconds. */
const answerWithinMs = 1000;
/** The bus may have to start the daemon first. */
const daemonWithinMs = 5000;

/** Whether there is a place for a tray icon: always on Windows and macOS, on Linux if a panel offers one. */
export async function isTrayThere(platform: Platform, bus: SessionBus): Promise<boolean> {
  return platform !== 'linux' || hasBusName('org.kde.StatusNotifierWatcher', bus);
}

/**
 * Whether a program on the session bus owns a name. No bus, no answer in time and an answer that is
 * no boolean all mean no.
 */
export async function hasBusName(name: string, bus: SessionBus): Promise<boolean> {
  const call: BusCall = { ...theBus, member: 'NameHasOwner', signature: 's', args: [name] };
  return (await firstOf(bus, call, answerWithinMs)) === true;
}

/**
 * What the notification daemon can do, such as `body-markup`.
 *
 * @returns null when none answers in time
 */
export async function daemonCapabilities(bus: SessionBus): Promise<readonly string[] | null> {
  const call: BusCall = { ...notificationDaemon, member: 'GetCapabilities' };
  const answer = await firstOf(bus, call, daemonWithinMs);
  return Array.isArray(answer) ? answer.filter((one) => typeof one === 'string') : null;
}

/**
 * The name and version of the daemon that shows notifications, such as `dunst 1.12.2`.
 *
 * @returns null when none answers in time
 */
export async function daemonIdentity(bus: SessionBus): Promise<string | null> {
  const call: BusCall = { ...notificationDaemon, member: 'GetServerInformation' };
  const reply = await asked(bus, call, daemonWithinMs);
  if (reply.kind !== 'answer') return null;
  const [name, , version] = reply.args.map((one) => (typeof one === 'string' ? one : ''));
  return `${name === undefined || name === '' ? 'unnamed' : name} ${version ?? ''}`
    .trim()
    .slice(0, 100);
}

/**
 * Whether the keyring that new secrets go to is locked: the property `Locked` of the Secret Service's
 * default collection, https://specifications.freedesktop.org/secret-service-spec/latest/ Asking for it
 * raises no prompt, unlike reading a secret.
 *
 * @returns null when none answers in time, or there is no such collection
 */
export async function isKeyringLocked(bus: SessionBus): Promise<boolean | null> {
  const call: BusCall = {
    destination: 'org.freedesktop.secrets',
    path: '/org/freedesktop/secrets/aliases/default',
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    args: ['org.freedesktop.Secret.Collection', 'Locked'],
  };
  const answer = await firstOf(bus, call, answerWithinMs);
  return typeof answer === 'boolean' ? answer : null;
}

/** The first value of the answer; undefined when there is none. */
async function firstOf(bus: SessionBus, call: BusCall, withinMs: number): Promise<unknown> {
  const reply = await asked(bus, call, withinMs);
  return reply.kind === 'answer' ? reply.args[0] : undefined;
}
