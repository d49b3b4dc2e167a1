import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { BusCall, BusMessage } from './bus-message.ts';
import { callMessage, readMessage } from './bus-message.ts';

/*
 * Two questions to the session bus, because Electron does not say whether anybody shows its tray icon
 * nor what the notification daemon makes of a text, and a library for two calls would be too much.
 */

/** Asks where the session bus is and how long it may take. */
export interface SessionBusQuestion {
  /** The value of DBUS_SESSION_BUS_ADDRESS; undefined answers false. */
  readonly address: string | undefined;
  /** The numeric user ID, which is how one authenticates. */
  readonly userId: number;
  readonly timeoutMs: number;
}

/** The well-known name of whoever shows tray icons on Linux desktops. */
export const trayWatcherName = 'org.kde.StatusNotifierWatcher';

/**
 * Whether a program on the session bus owns a name. No bus, no answer in time and an answer that is
 * no boolean all mean no.
 */
export async function hasBusName(name: string, question: SessionBusQuestion): Promise<boolean> {
  const answer = await answerTo({ ...bus, member: 'NameHasOwner', argument: name }, question);
  return answer?.isTrue ?? false;
}

/**
 * What the notification daemon can do, such as `body-markup`: GetCapabilities of the Desktop
 * Notifications Specification, https://specifications.freedesktop.org/notification/latest/protocol.html
 *
 * @returns null when none answers in time
 */
export async function daemonCapabilities(
  question: SessionBusQuestion,
): Promise<readonly string[] | null> {
  const answer = await answerTo({ ...daemon, member: 'GetCapabilities' }, question);
  return answer?.isReturn === true ? answer.strings() : null;
}

/**
 * Who shows notifications, such as `dunst 1.12.2`: GetServerInformation of the same specification.
 *
 * @returns null when none answers in time
 */
export async function daemonIdentity(question: SessionBusQuestion): Promise<string | null> {
  const answer = await answerTo({ ...daemon, member: 'GetServerInformation' }, question);
  if (answer?.isReturn !== true) return null;
  const [name = 'unnamed', , version = ''] = answer.texts();
  return `${name} ${version}`.trim().slice(0, 100);
}

const daemon = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
  argument: null,
} as const;

const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** The bus refuses every other call before this one. */
const hello: BusCall = { ...bus, member: 'Hello', argument: null };

async function answerTo(call: BusCall, question: SessionBusQuestion): Promise<BusMessage | null> {
  let socket: Socket | null = null;
  try {
    const path = socketPath(question.address);
    if (path === null) return null;
    socket = connect(path);
    return await askBus(socket, call, question);
  } catch {
    // Also for an address that cannot be read.
    return null;
  } finally {
    socket?.destroy();
  }
}

/** The socket of the first address in the list that is a Unix socket. */
function socketPath(address: string | undefined): string | null {
  for (const entry of (address ?? '').split(';')) {
    const [transport, parameters] = entry.split(':', 2);
    if (transport !== 'unix' || parameters === undefined) continue;
    for (const parameter of parameters.split(',')) {
      const [key, value] = parameter.split('=', 2);
      if (value === undefined) continue;
      const decoded = decodeURIComponent(value);
      if (key === 'path') return decoded;
      if (key === 'abstract') return `\0${decoded}`;
    }
  }
  return null;
}

function askBus(
  socket: Socket,
  call: BusCall,
  question: SessionBusQuestion,
): Promise<BusMessage | null> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let isAuthenticated = false;
    socket.setTimeout(question.timeoutMs, () => resolve(null));
    socket.on('error', reject);
    socket.on('close', () => resolve(null));
    socket.on('connect', () => {
      const hexId = Buffer.from(String(question.userId)).toString('hex');
      socket.write(`\0AUTH EXTERNAL ${hexId}\r\n`);
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!isAuthenticated) {
        const end = received.indexOf('\r\n');
        if (end === -1) return;
        if (!received.subarray(0, end).toString('latin1').startsWith('OK')) return resolve(null);
        received = received.subarray(end + 2);
        isAuthenticated = true;
        socket.write('BEGIN\r\n');
        socket.write(callMessage(1, hello));
        socket.write(callMessage(2, call));
      }
      try {
        for (;;) {
          const message = readMessage(received);
          if (message === null) return;
          received = received.subarray(message.totalBytes);
          if (message.replyTo === 2) return resolve(message);
        }
      } catch (error) {
        reject(error);
      }
    });
  });
}
