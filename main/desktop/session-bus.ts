import type { Socket } from 'node:net';
import { connect } from 'node:net';

/*
 * Just enough of D-Bus to ask the session bus one yes-or-no question, because Electron does not say
 * whether anybody shows its tray icon and a library for one call would be too much.
 * Wire format: https://dbus.freedesktop.org/doc/dbus-specification.html
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
  const path = socketPath(question.address);
  if (path === null) return false;
  const socket = connect(path);
  try {
    return await askBus(socket, name, question);
  } catch {
    return false;
  } finally {
    socket.destroy();
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

function askBus(socket: Socket, name: string, question: SessionBusQuestion): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let isAuthenticated = false;
    socket.setTimeout(question.timeoutMs, () => resolve(false));
    socket.on('error', reject);
    socket.on('close', () => resolve(false));
    socket.on('connect', () => {
      const hexId = Buffer.from(String(question.userId)).toString('hex');
      socket.write(`\0AUTH EXTERNAL ${hexId}\r\n`);
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!isAuthenticated) {
        const end = received.indexOf('\r\n');
        if (end === -1) return;
        if (!received.subarray(0, end).toString('latin1').startsWith('OK')) return resolve(false);
        received = received.subarray(end + 2);
        isAuthenticated = true;
        socket.write('BEGIN\r\n');
        socket.write(callMessage(1, 'Hello', null));
        socket.write(callMessage(2, 'NameHasOwner', name));
      }
      for (;;) {
        const message = readMessage(received);
        if (message === null) return;
        received = received.subarray(message.totalBytes);
        if (message.replyTo === 2) return resolve(message.isTrue);
      }
    });
  });
}

/** Header fields of a message that we write or read. */
const field = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 };
const methodCall = 1;
const methodReturn = 2;

/** A call of org.freedesktop.DBus with at most one string argument, little-endian. */
function callMessage(serial: number, member: string, argument: string | null): Buffer {
  const body = argument === null ? Buffer.alloc(0) : stringValue(argument);
  const fields = [
    headerField(field.path, 'o', stringValue('/org/freedesktop/DBus')),
    headerField(field.interface, 's', stringValue('org.freedesktop.DBus')),
    headerField(field.member, 's', stringValue(member)),
    headerField(field.destination, 's', stringValue('org.freedesktop.DBus')),
    ...(argument === null ? [] : [headerField(field.signature, 'g', signatureValue('s'))]),
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

interface ReadMessage {
  readonly totalBytes: number;
  readonly replyTo: number | null;
  readonly isTrue: boolean;
}

/** The first whole message, or null while it is incomplete. */
function readMessage(bytes: Buffer): ReadMessage | null {
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
  const isTrue = isReturn && bodyLength === 4 && word(bodyAt) === 1;
  return { totalBytes, replyTo, isTrue };
}
