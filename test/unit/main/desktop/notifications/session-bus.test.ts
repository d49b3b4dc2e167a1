import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  daemonCapabilities,
  hasBusName,
  isKeyringLocked,
} from '../../../../../main/desktop/notifications/session-bus.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function pad8(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
}

/** The answer to a call, as dbus-daemon writes it: little-endian, with the fields it really has. */
function methodReturn(replySerial: number, body: Buffer, signature: string): Buffer {
  const text = (value: string) =>
    Buffer.concat([u32(value.length), Buffer.from(value), Buffer.from([0])]);
  const fields = Buffer.concat([
    pad8(Buffer.concat([Buffer.from([6, 1, 0x73, 0]), text(':1.7')])),
    pad8(Buffer.concat([Buffer.from([5, 1, 0x75, 0]), u32(replySerial)])),
    pad8(Buffer.from([8, 1, 0x67, 0, signature.length, ...Buffer.from(signature), 0])),
    Buffer.concat([Buffer.from([7, 1, 0x73, 0]), text('org.freedesktop.DBus')]),
  ]);
  const head = Buffer.concat([
    Buffer.from([0x6c, 2, 1, 1]),
    u32(body.length),
    u32(9),
    u32(fields.length),
  ]);
  return Buffer.concat([pad8(Buffer.concat([head, fields])), body]);
}

/** A session bus that lets everybody in and answers once it was asked its question. */
async function bus(answer: (socket: Socket) => void, question = 'NameHasOwner'): Promise<string> {
  const path = join(temporaryFolder(), 'bus');
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk) => {
      const before = received;
      received += chunk.toString('latin1');
      if (!before.includes('AUTH') && received.includes('AUTH EXTERNAL'))
        socket.write('OK 1234deadbeef\r\n');
      if (!before.includes(question) && received.includes(question)) answer(socket);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(path, resolve);
  await promise;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `unix:path=${path},guid=1234`;
}

const yes = Buffer.from([1, 0, 0, 0]);
const no = Buffer.from([0, 0, 0, 0]);
const variant = (truth: Buffer): Buffer => Buffer.concat([Buffer.from([1, 0x62, 0, 0]), truth]);
const hello = methodReturn(1, Buffer.from([4, 0, 0, 0, ...Buffer.from(':1.7'), 0]), 's');

function ask(address: string | undefined, timeoutMs = 5000): Promise<boolean> {
  return hasBusName('org.kde.StatusNotifierWatcher', { address, userId: 1000, timeoutMs });
}

describe('the session bus', () => {
  test.each<[string, boolean, (socket: Socket) => void]>([
    [
      'that somebody has the name',
      true,
      (socket) => {
        socket.write(hello);
        socket.write(methodReturn(2, yes, 'b'));
      },
    ],
    ['that nobody has it', false, (socket) => socket.write(methodReturn(2, no, 'b'))],
    [
      'so byte by byte',
      true,
      (socket) => {
        for (const byte of Buffer.concat([hello, methodReturn(2, yes, 'b')]))
          socket.write(Buffer.from([byte]));
      },
    ],
    ['yes to another question alone', false, (socket) => socket.end(methodReturn(1, yes, 'b'))],
    ['nothing and hangs up', false, (socket) => socket.destroy()],
  ])('says %s: %s', async (_what, isThere, answer) => {
    expect(await ask(await bus(answer))).toBe(isThere);
  });

  test('one that stays silent means no in the time that it may take', async () => {
    expect(await ask(await bus(() => undefined), 50)).toBe(false);
  });

  test.each([
    undefined,
    '',
    'tcp:host=localhost,port=1',
    'unix:path=/nowhere/bus',
    'unix:dir=/tmp',
    'unix:path=/run/100%/bus',
  ])('an address like %j means no', async (address) => {
    expect(await ask(address)).toBe(false);
  });
});

/** An answer that is a list of strings: its length in bytes, then each on a multiple of four. */
function stringList(...texts: readonly string[]): Buffer {
  const strings = texts.map((text) => {
    const bytes = Buffer.concat([u32(text.length), Buffer.from(text), Buffer.from([0])]);
    return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  });
  const body = Buffer.concat(strings);
  return Buffer.concat([u32(body.length), body]);
}

function askDaemon(address: string | undefined): Promise<readonly string[] | null> {
  return daemonCapabilities({ address, userId: 1000, timeoutMs: 5000 });
}

describe('the notification daemon', () => {
  test('says what it can do', async () => {
    const can = ['actions', 'body', 'body-markup', 'x-dunst-stack-tag'];
    const address = await bus((socket) => {
      socket.write(hello);
      socket.write(methodReturn(2, stringList(...can), 'as'));
    }, 'GetCapabilities');
    expect(await askDaemon(address)).toEqual(can);
  });

  test('may be able to do nothing at all', async () => {
    const address = await bus(
      (socket) => socket.write(methodReturn(2, stringList(), 'as')),
      'GetCapabilities',
    );
    expect(await askDaemon(address)).toEqual([]);
  });

  test('that nobody is leaves the question open', async () => {
    const refusal = methodReturn(2, Buffer.alloc(0), 's');
    refusal.writeUInt8(3, 1);
    expect(await askDaemon(await bus((socket) => socket.write(refusal), 'GetCapabilities'))).toBe(
      null,
    );
    expect(await askDaemon(undefined)).toBeNull();
  });
});

describe('whether the keyring is locked', () => {
  test.each<[string, boolean | null, (socket: Socket) => void]>([
    ['locked', true, (socket) => socket.write(methodReturn(2, variant(yes), 'v'))],
    ['unlocked', false, (socket) => socket.write(methodReturn(2, variant(no), 'v'))],
    ['something else', null, (socket) => socket.write(methodReturn(2, Buffer.alloc(12), 'v'))],
    ['nothing', null, (socket) => socket.destroy()],
  ])('the Secret Service says: %s', async (_what, isLocked, answer) => {
    const address = await bus(answer, 'org.freedesktop.Secret.Collection');
    const question = { address, userId: 1000, timeoutMs: 5000 };
    expect(await isKeyringLocked(question)).toBe(isLocked);
  });
});
