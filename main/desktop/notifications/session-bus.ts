import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Platform } from '../window/window-options.ts';

/*
 * Questions to the session bus, because Electron does not say whether a program shows its tray icon, what
 * the notification daemon makes of a text, or whether the keychain is locked. No D-Bus library is needed
 * for that.
 */

/** Where the session bus is, and how long an answer may take. */
export interface SessionBusQuestion {
  /** The value of DBUS_SESSION_BUS_ADDRESS; while it is undefined, nobody answers. */
  readonly address: string | undefined;
  /** The numeric user ID, by which the bus authenticates a client. */
  readonly userId: number;
  readonly timeoutMs: number;
}

/** The bus of this session, as its environment names it. */
export function sessionBus(env: Readonly<Record<string, string | undefined>>): SessionBusQuestion {
  return {
    address: env['DBUS_SESSION_BUS_ADDRESS'],
    userId: process.getuid?.() ?? 0,
    timeoutMs: 1000,
  };
}

/** Whether there is a place for a tray icon: always on Windows and macOS, on Linux if a panel offers one. */
export async function isTrayThere(
  platform: Platform,
  question: SessionBusQuestion,
): Promise<boolean> {
  return platform !== 'linux' || hasBusName('org.kde.StatusNotifierWatcher', question);
}

/**
 * Whether a program on the session bus owns a name. No bus, no answer in time and an answer that is
 * no boolean all mean no.
 */
export async function hasBusName(name: string, question: SessionBusQuestion): Promise<boolean> {
  const answer = await answerTo({ ...bus, member: 'NameHasOwner', args: [name] }, question);
  return answer?.truth ?? false;
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
 * The name and version of the daemon that shows notifications, such as `dunst 1.12.2`:
 * GetServerInformation of the same specification.
 *
 * @returns null when none answers in time
 */
export async function daemonIdentity(question: SessionBusQuestion): Promise<string | null> {
  const answer = await answerTo({ ...daemon, member: 'GetServerInformation' }, question);
  if (answer?.isReturn !== true) return null;
  const [name = 'unnamed', , version = ''] = answer.texts();
  return `${name} ${version}`.trim().slice(0, 100);
}

/**
 * Whether the keyring that new secrets go to is locked: the property `Locked` of the Secret Service's
 * default collection, https://specifications.freedesktop.org/secret-service-spec/latest/ Asking for it
 * raises no prompt, unlike reading a secret.
 *
 * @returns null when none answers in time, or there is no such collection
 */
export async function isKeyringLocked(question: SessionBusQuestion): Promise<boolean | null> {
  const answer = await answerTo(defaultKeyringLocked, question);
  return answer?.truth ?? null;
}

const defaultKeyringLocked: BusCall = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  args: ['org.freedesktop.Secret.Collection', 'Locked'],
};

const daemon = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
  args: [],
} as const;

const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** The bus refuses every other call before this one. */
const hello: BusCall = { ...bus, member: 'Hello', args: [] };

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

/*
 * Just enough of D-Bus's wire format for calls with strings and their answers.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol
 */

/** Header fields of a message that we write or read. */
const field = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 };
const methodCall = 1;
const methodReturn = 2;

/** A method of a program on the bus; its arguments are strings. */
interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly args: readonly string[];
}

/** The bytes of a call, little-endian. */
function callMessage(serial: number, call: BusCall): Buffer {
  const { args } = call;
  const last = args.length - 1;
  const values = args.map(stringValue);
  const body = Buffer.concat(values.map((bytes, at) => (at < last ? padTo(bytes, 4) : bytes)));
  const fields = [
    headerField(field.path, 'o', stringValue(call.path)),
    headerField(field.interface, 's', stringValue(call.interface)),
    headerField(field.member, 's', stringValue(call.member)),
    headerField(field.destination, 's', stringValue(call.destination)),
    ...(args.length === 0
      ? []
      : [headerField(field.signature, 'g', signatureValue('s'.repeat(args.length)))]),
  ];
  // Every field starts on a multiple of 8 but the last one is not padded in the stated length.
  const padded = fields.map((bytes, at) => (at < fields.length - 1 ? padTo(bytes, 8) : bytes));
  const fieldBytes = Buffer.concat(padded);
  const head = Buffer.alloc(16);
  head.write('l', 0, 'latin1');
  head.writeUInt8(methodCall, 1);
  head.writeUInt8(1, 3);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(serial, 8);
  head.writeUInt32LE(fieldBytes.length, 12);
  return Buffer.concat([padTo(Buffer.concat([head, fieldBytes]), 8), body]);
}

function headerField(code: number, signature: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([code]), signatureValue(signature), value]);
}

function signatureValue(signature: string): Buffer {
  return Buffer.from([signature.length, ...Buffer.from(signature, 'latin1'), 0]);
}

function stringValue(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes, Buffer.from([0])]);
}

function padTo(bytes: Buffer, multiple: number): Buffer {
  const missing = (multiple - (bytes.length % multiple)) % multiple;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** What was answered to a call. */
interface BusMessage {
  readonly totalBytes: number;
  /** The serial of the call that this answers; null when it answers none. */
  readonly replyTo: number | null;
  /** False for a refusal or a signal. */
  readonly isReturn: boolean;
  /** The answer read as one yes or no, also in a variant; null for anything else. */
  readonly truth: boolean | null;
  /** The answer read as a list of strings. Only for an answer that is known to be one. */
  readonly strings: () => readonly string[];
  /** The answer read as strings beside each other, in no list. Only for an answer that is known to be that. */
  readonly texts: () => readonly string[];
}

/**
 * The first whole message, or null while it is incomplete.
 *
 * @throws RangeError when its lengths contradict each other
 */
function readMessage(bytes: Buffer): BusMessage | null {
  if (bytes.length < 16) return null;
  const isLittle = bytes.readUInt8(0) === 'l'.charCodeAt(0);
  const word = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const bodyLength = word(4);
  const fieldsEnd = 16 + word(12);
  const bodyAt = Math.ceil(fieldsEnd / 8) * 8;
  const totalBytes = bodyAt + bodyLength;
  if (bytes.length < totalBytes) return null;
  let replyTo: number | null = null;
  for (let at = 16; at + 4 <= fieldsEnd;) {
    at = Math.ceil(at / 8) * 8;
    const code = bytes.readUInt8(at);
    const signature = String.fromCharCode(bytes.readUInt8(at + 2));
    at += 4;
    if (signature === 'u') {
      if (code === field.replySerial) replyTo = word(at);
      at += 4;
    } else if (signature === 'g') {
      at += bytes.readUInt8(at) + 2;
    } else {
      at += 4 + word(at) + 1;
    }
  }
  const isReturn = bytes.readUInt8(1) === methodReturn;
  // A variant's own signature, "b", fills the four bytes before the boolean.
  const isBoolean = bodyLength === 4 || (bodyLength === 8 && bytes.readUInt8(bodyAt + 1) === 0x62);
  const truth = isReturn && isBoolean ? word(totalBytes - 4) === 1 : null;
  const stringsFrom = (start: number, end: number): readonly string[] => {
    const found: string[] = [];
    for (let at = start; at + 4 <= end;) {
      // The body begins on a multiple of 8, so its strings stand on multiples of 4 as a whole.
      const length = word(at);
      found.push(bytes.toString('utf8', at + 4, Math.min(at + 4 + length, end)));
      at = Math.ceil((at + 4 + length + 1) / 4) * 4;
    }
    return found;
  };
  const strings = (): readonly string[] =>
    stringsFrom(bodyAt + 4, Math.min(bodyAt + 4 + word(bodyAt), totalBytes));
  const texts = (): readonly string[] => stringsFrom(bodyAt, totalBytes);
  return { totalBytes, replyTo, isReturn, truth, strings, texts };
}
