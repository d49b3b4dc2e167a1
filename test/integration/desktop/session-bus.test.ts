import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DbusSessionBus } from '../../../main/engine/session-bus/dbus-session-bus.ts';
import {
  daemonCapabilities,
  daemonIdentity,
  hasBusName,
  isKeyringLocked,
  isTrayThere,
} from '../../../main/engine/session-bus/desktop-services.ts';
import {
  type BusCall,
  type BusReply,
  type BusSignal,
  asked,
  theBus,
} from '../../../main/engine/session-bus/session-bus.ts';
import { fieldOf, message, pad, text, u32 } from '../../support/desktop/bus-bytes.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { seeded } from '../../support/seeded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * What the bus at the other end may do, byte by byte: answers as real buses write them, and everything that a bus
 * should not do. None of it may throw where nothing catches it, hang, or take memory.
 */

/** What the bus itself says. */
const ofTheBus = (serial: number, body: Buffer, signature: string): Buffer =>
  message(2, body, signature, [fieldOf(5, 'u', u32(serial))], theBus.destination);

const answer = (serial: number, body: Buffer, signature: string): Buffer =>
  message(2, body, signature, [fieldOf(5, 'u', u32(serial))]);

/** `Hello` has the first serial; what follows asks who has the name. */
const callSerial = 4;
const variant = (truth: number): Buffer =>
  Buffer.concat([Buffer.from([1, 0x62, 0, 0]), u32(truth)]);

function stringList(...texts: readonly string[]): Buffer {
  const strings = Buffer.concat(texts.map((one) => pad(text(one), 4)));
  return Buffer.concat([u32(strings.length), strings]);
}

interface Script {
  /** The first bytes came. The default lets us in and greets. */
  readonly atStart?: (socket: Socket) => void;
  /** Our first call to a program came, or a question to the bus. */
  readonly atCall?: (socket: Socket, serial: number) => void;
}

const letIn = (socket: Socket): void => void socket.write('OK 1234deadbeef\r\n');

/** A signal in which a program says its name. */
const says = (sender: string): Buffer => message(4, text(sender), 's', [], sender);

/** A bus that does as it is told. @returns its address */
async function busThat(
  { atCall, atStart }: Script,
  path = join(temporaryFolder(), 'bus'),
): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let received = '';
    let isGreeted = false;
    let isAsked = false;
    let isCalled = false;
    socket.on('data', (chunk) => {
      const isFirst = received === '';
      received += chunk.toString('latin1');
      if (isFirst) (atStart ?? letIn)(socket);
      if (!isGreeted && received.includes('Hello')) {
        isGreeted = true;
        socket.write(ofTheBus(1, text(':1.9'), 's'));
      }
      if (!isAsked && received.includes('GetNameOwner')) {
        isAsked = true;
        socket.write(ofTheBus(callSerial - 1, text(':1.7'), 's'));
      }
      if (!isCalled && /Ask|Get(?!NameOwner)|NameHasOwner/.test(received)) {
        isCalled = true;
        atCall?.(socket, isAsked ? callSerial : 2);
      }
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

function connection(address: string | undefined) {
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const bus = new DbusSessionBus({ address, clock, failed: (error) => failures.push(error) });
  onTestFinished(() => bus.close());
  /** The answer; time passes as long as none comes. */
  const within = async <T>(asking: Promise<T>): Promise<T> => {
    const progress = { isOver: false };
    const over = (): void => void (progress.isOver = true);
    asking.then(over, over);
    // First the wires have their turn: a local answer needs no time.
    for (let turn = 0; turn < 300 && !progress.isOver; turn += 1) await settle();
    while (!progress.isOver) {
      await clock.advance(250);
      await settle();
    }
    return asking;
  };
  const ask = (call: BusCall = question): Promise<BusReply> => {
    const { promise, resolve } = Promise.withResolvers<BusReply>();
    bus.call(call, 5000, resolve);
    return within(promise);
  };
  return { ask, bus, clock, failures, within };
}

const question: BusCall = {
  destination: 'app.waybell.Program',
  path: '/',
  interface: 'app.waybell.Program',
  member: 'Ask',
};

describe('a bus that is not as it should be', () => {
  test.each<[string, Script, BusReply['kind']]>([
    ['says nothing', { atStart: () => undefined }, 'unsent'],
    ['refuses us', { atStart: (socket) => socket.write('REJECTED EXTERNAL\r\n') }, 'unsent'],
    [
      'says something else',
      { atStart: (socket) => socket.write('HTTP/1.1 400 No\r\n\r\n') },
      'unsent',
    ],
    ['hangs up at once', { atStart: (socket) => socket.destroy() }, 'unsent'],
    ['hangs up after letting us in', { atStart: (socket) => socket.end('OK 12\r\n') }, 'unsent'],
    ['never ends its line', { atStart: (socket) => socket.write('OK '.repeat(10_000)) }, 'unsent'],
    ['does not answer the call', {}, 'unanswered'],
    ['hangs up instead of answering', { atCall: (socket) => socket.destroy() }, 'unanswered'],
    ['ends half of the connection', { atCall: (socket) => socket.end() }, 'unanswered'],
    ['sends no D-Bus', { atCall: (socket) => socket.write('x'.repeat(64)) }, 'unanswered'],
    [
      'announces a message of a hundred megabytes',
      {
        atCall: (socket) =>
          socket.write(
            Buffer.concat([Buffer.from([0x6c, 4, 1, 1]), u32(100_000_000), u32(1), u32(8)]),
          ),
      },
      'unanswered',
    ],
    [
      'answers with an array without an end',
      {
        atCall: (socket) =>
          socket.write(answer(callSerial, Buffer.concat([u32(8), Buffer.alloc(12)]), 'a()')),
      },
      'unanswered',
    ],
    ...['ar', 'am', 'a*', 'e', 'a', '(', 'a{vs}', 'a{s}', '{ss}'].map(
      (signature): [string, Script, BusReply['kind']] => [
        `answers with the types ${signature}`,
        {
          atCall: (socket) =>
            socket.write(answer(callSerial, Buffer.concat([u32(8), Buffer.alloc(12)]), signature)),
        },
        'unanswered',
      ],
    ),
    [
      'hides such an array in a variant',
      {
        atCall: (socket) =>
          socket.write(
            answer(
              callSerial,
              Buffer.concat([
                Buffer.from('\u0003a()\0'),
                Buffer.alloc(3),
                u32(8),
                Buffer.alloc(12),
              ]),
              'v',
            ),
          ),
      },
      'unanswered',
    ],
    [
      'answers with a text that runs past its end',
      {
        atCall: (socket) =>
          socket.write(answer(callSerial, Buffer.from([255, 255, 0, 0, 65]), 's')),
      },
      'unanswered',
    ],
    [
      'nests until nothing is left',
      {
        atCall: (socket) => {
          const nested = Buffer.concat(
            Array.from({ length: 100_000 }, () => Buffer.from([1, 0x76, 0])),
          );
          socket.write(answer(callSerial, nested, 'v'));
        },
      },
      'unanswered',
    ],
  ])('%s', async (_what, script, kind) => {
    const { ask, clock, failures } = connection(await busThat(script));
    expect(await ask()).toEqual({ kind });
    expect([failures, clock.waitingTimers]).toEqual([[], 0]);
  });

  test('is connected to anew by the next call', async () => {
    let isBroken = true;
    const address = await busThat({
      atCall: (socket) => {
        if (isBroken) socket.write('x'.repeat(64));
        else socket.write(answer(callSerial, text('here'), 's'));
        isBroken = false;
      },
    });
    const { ask, bus } = connection(address);
    const lost: string[] = [];
    bus.listen({ rules: [], received: () => undefined, lost: () => lost.push('lost') });
    expect(await ask()).toEqual({ kind: 'unanswered' });
    expect(await ask()).toEqual({ kind: 'answer', sender: ':1.7', args: ['here'] });
    expect(lost).toEqual([]);
  });

  test('that is another one than before gets no call to an earlier unique name', async () => {
    let id = 0;
    const address = await busThat({
      atStart: (socket) => socket.write(`OK ${(id += 1)}\r\n`),
      atCall: (socket) => socket.write('x'.repeat(64)),
    });
    const { ask, bus } = connection(address);
    const lost: string[] = [];
    bus.listen({ rules: [], received: () => undefined, lost: () => lost.push('lost') });
    expect(await ask()).toEqual({ kind: 'unanswered' });
    expect(await ask({ ...question, destination: ':1.7' })).toEqual({ kind: 'unsent' });
    expect(lost).toEqual(['lost']);
  });

  test('may write byte by byte, and what was not asked for', async () => {
    const address = await busThat({
      atCall: (socket) => {
        const bytes = [
          answer(77, text('an answer to nothing'), 's'),
          message(4, text('a signal without a name'), 's'),
          message(9, text('of no known type'), 's'),
          answer(callSerial, text('here'), 's'),
        ];
        for (const byte of Buffer.concat(bytes)) socket.write(Buffer.from([byte]));
      },
    });
    const { ask, bus } = connection(address);
    const received: BusSignal[] = [];
    bus.listen({ rules: [], received: (signal) => received.push(signal), lost: () => undefined });
    expect(await ask()).toMatchObject({ kind: 'answer', args: ['here'] });
    expect(received).toEqual([
      { sender: ':1.7', path: '', interface: '', member: '', args: ['a signal without a name'] },
    ]);
  });

  test.each([
    ['with a text that looks like types', text('\u0002()'), 's', ':1.8'],
    ['of ten thousand brackets', text('()'.repeat(5000)), 's', ':1.8'],
    ['with types that are none', Buffer.concat([u32(8), Buffer.alloc(12)]), 'ar', ':1.8'],
    ['without a name', text('x'), 's', ''],
    ['larger than a message may be', text('x'.repeat(2 ** 20)), 's', ':1.8'],
    ['as large, of the program that is asked', text('x'.repeat(2 ** 20)), 's', ':1.7'],
    ['unsound, of the program that is asked', Buffer.alloc(9), 's', ':1.7'],
    ['under a name that is no unique one', text('x'), 's', question.destination],
  ])('passes over what is not heard: a signal %s', async (_what, body, signature, sender) => {
    const address = await busThat({
      atCall: (socket) => {
        socket.write(message(4, body, signature, [], sender));
        socket.write(message(4, text('()'), 's'));
        socket.write(answer(callSerial, text('here'), 's'));
      },
    });
    const { ask, bus } = connection(address);
    const received: unknown[] = [];
    bus.listen({
      rules: [],
      received: ({ args }) => received.push(...args),
      lost: () => undefined,
    });
    expect(await ask()).toMatchObject({ args: ['here'] });
    expect(received).toEqual(['()']);
  });

  test('passes over the answer of a stranger, and a sender that is no text', async () => {
    const address = await busThat({
      atCall: (socket) => {
        const serial = [fieldOf(5, 'u', u32(callSerial))];
        socket.write(message(2, text('false'), 's', serial, ':1.8'));
        socket.write(message(2, text('false'), 's', [...serial, fieldOf(7, 'u', u32(7))], null));
        socket.write(answer(callSerial, text('here'), 's'));
      },
    });
    const { ask } = connection(address);
    expect(await ask()).toEqual({ kind: 'answer', sender: ':1.7', args: ['here'] });
  });

  test('hears the next program that has the name, and no longer the one before', async () => {
    const body = Buffer.concat([
      pad(text(question.destination), 4),
      pad(text(':1.7'), 4),
      text(':1.8'),
    ]);
    const address = await busThat({
      atCall: (socket) => {
        socket.write(Buffer.concat([says(':1.7'), says(':1.8')]));
        const fields = [
          fieldOf(2, 's', text(theBus.interface)),
          fieldOf(3, 's', text('NameOwnerChanged')),
        ];
        socket.write(message(4, body, 'sss', fields, theBus.destination));
        socket.write(Buffer.concat([says(':1.7'), says(':1.8')]));
        socket.write(message(2, text('here'), 's', [fieldOf(5, 'u', u32(callSerial))], ':1.8'));
      },
    });
    const { ask, bus } = connection(address);
    const received: string[] = [];
    bus.listen({
      rules: [],
      received: ({ sender }) => {
        if (sender !== theBus.destination) received.push(sender);
      },
      lost: () => undefined,
    });
    expect(await ask()).toMatchObject({ sender: ':1.8' });
    expect(received).toEqual([':1.7', ':1.8']);
  });

  test('may send any types and any bytes: the connection goes on', async () => {
    const codes = fc.string({
      unit: fc.constantFrom(...'y b n q i u x t d s o g a v h r ( ) { } m'.split(' ')),
      maxLength: 6,
    });
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(fc.constantFrom(0, 1, 4, 8, 0x61, 0x76, 0x79), { maxLength: 40 }),
    );
    const samples = fc.sample(fc.tuple(codes, body), { numRuns: 3000, seed: 20_261_126 });
    const signals = samples.map(([signature, bytes]) => message(4, Buffer.from(bytes), signature));
    const address = await busThat({
      atCall: (socket) =>
        socket.write(Buffer.concat([...signals, answer(callSerial, text('here'), 's')])),
    });
    const { ask, bus, failures } = connection(address);
    let received = 0;
    bus.listen({ rules: [], received: () => (received += 1), lost: () => undefined });
    expect(await ask()).toMatchObject({ args: ['here'] });
    expect(failures).toEqual([]);
    expect(received).toBeGreaterThan(50);
  });

  test('does no harm with any bytes changed', async () => {
    const sound = Buffer.concat([
      message(4, Buffer.concat([u32(7), text('default')]), 'us', [
        fieldOf(1, 'o', text('/org/freedesktop/Notifications')),
        fieldOf(2, 's', text('org.freedesktop.Notifications')),
        fieldOf(3, 's', text('ActionInvoked')),
      ]),
      answer(callSerial, stringList('actions', 'body'), 'as'),
    ]);
    const random = seeded(20_261_126);
    for (let round = 0; round < 60; round += 1) {
      const damaged = Buffer.from(sound);
      for (let change = 0; change < 1 + round / 20; change += 1) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      }
      const { ask, failures } = connection(
        await busThat({ atCall: (socket) => void socket.write(damaged) }),
      );
      expect(['answer', 'refusal', 'unanswered']).toContain((await ask()).kind);
      expect(failures).toEqual([]);
    }
  });

  test('a listener of ours that throws is a defect, and the connection goes on', async () => {
    const address = await busThat({
      atCall: (socket) => {
        socket.write(message(4, text('x'), 's'));
        socket.write(answer(callSerial, text('here'), 's'));
      },
    });
    const { ask, bus, failures } = connection(address);
    const defect = new Error('ours');
    bus.listen({
      rules: [],
      received: () => {
        throw defect;
      },
      lost: () => undefined,
    });
    expect(await ask()).toMatchObject({ args: ['here'] });
    expect(failures).toEqual([defect]);
  });

  test('what cannot be written is a defect, is not sent, and the connection goes on', async () => {
    const { ask, failures } = connection(await busThat({}));
    expect(await ask({ ...question, signature: 's', args: ['zero \0'] })).toEqual({
      kind: 'unsent',
    });
    expect(failures).toHaveLength(1);
    expect(await ask()).toEqual({ kind: 'unanswered' });
  });
});

describe('an address', () => {
  test.each([
    undefined,
    '',
    'tcp:host=localhost,port=1',
    'unix:path=/nowhere/bus',
    'unix:dir=/tmp',
    'unix:path=/run/100%/bus',
    'unix:path=',
    'unix',
    ';;',
  ])('like %j leads to no bus', async (address) => {
    const { ask } = connection(address);
    expect(await ask()).toEqual({ kind: 'unsent' });
  });

  test('may hold a blank, or name no file', async () => {
    const here: Script = {
      atCall: (socket) => void socket.write(answer(callSerial, text('here'), 's')),
    };
    const folder = temporaryFolder();
    await busThat(here, join(folder, 'a bus'));
    const withBlank = `unix:path=${folder}/a%20bus,guid=12`;
    expect(await connection(withBlank).ask()).toMatchObject({ args: ['here'] });
    await busThat(here, `\0${folder}`);
    const abstract = `unix:abstract=${folder}`;
    expect(await connection(abstract).ask()).toMatchObject({ args: ['here'] });
  });

  test('that is a number is a file of that name, not a port of this computer', async () => {
    let connections = 0;
    const server = createServer(() => (connections += 1));
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, 'localhost', resolve);
    await promise;
    onTestFinished(() => void server.close());
    const listening = server.address();
    const port = typeof listening === 'object' ? listening?.port : 0;
    expect(await connection(`unix:path=${port}`).ask()).toEqual({ kind: 'unsent' });
    expect(connections).toBe(0);
  });

  test('is tried one after the other', async () => {
    const answered = await busThat({
      atCall: (socket) => void socket.write(answer(callSerial, text('here'), 's')),
    });
    const refused = await busThat({ atStart: (socket) => socket.destroy() });
    const address = `tcp:host=localhost,port=1;unix:path=/nowhere;${refused};${answered}`;
    expect(await connection(address).ask()).toMatchObject({ args: ['here'] });
  });
});

/** A connection to a bus that answers this. */
async function said(body: Buffer, signature: string) {
  const address = await busThat({
    atCall: (socket, serial) => {
      const from = serial === callSerial ? answer : ofTheBus;
      socket.write(from(serial, body, signature));
    },
  });
  return connection(address);
}

test('an answer that came while the program was held up is read before the call is given up', async () => {
  const timers = new Set<() => void>();
  const clock = new FakeClock();
  clock.schedule = (run) => {
    timers.add(run);
    return () => void timers.delete(run);
  };
  const address = await busThat({
    atCall: (socket, serial) => {
      socket.write(answer(serial, text('yes'), 's'));
      setTimeout(() => {
        for (const run of timers) run();
      });
      // Held up until that timer is due: timers have their turn before what came over the wire.
      const untilMs = performance.now() + 5;
      while (performance.now() < untilMs);
    },
  });
  const bus = new DbusSessionBus({ address, clock, failed: () => undefined });
  onTestFinished(() => bus.close());
  expect(await asked(bus, question, 1000)).toMatchObject({ kind: 'answer', args: ['yes'] });
});

describe('what the desktop says', () => {
  test('whether a name is taken', async () => {
    for (const isOwned of [0, 1]) {
      const { bus, within } = await said(u32(isOwned), 'b');
      expect(await within(hasBusName('org.kde.StatusNotifierWatcher', bus))).toBe(isOwned === 1);
    }
    const { bus, within } = await said(text('yes'), 's');
    expect(await within(isTrayThere('linux', bus))).toBe(false);
    expect(await isTrayThere('windows', bus)).toBe(true);
  });

  test('what the notification daemon can do, and its name', async () => {
    const able = await said(stringList('actions', 'body-markup'), 'as');
    expect(await able.within(daemonCapabilities(able.bus))).toEqual(['actions', 'body-markup']);
    const unable = await said(stringList(), 'as');
    expect(await unable.within(daemonCapabilities(unable.bus))).toEqual([]);
    const strange = await said(text('none'), 's');
    expect(await strange.within(daemonCapabilities(strange.bus))).toBeNull();
    const words = Buffer.concat(
      ['dunst', 'knopwob', '1.12.2', '1.2'].map((word) => pad(text(word), 4)),
    );
    const named = await said(words, 'ssss');
    expect(await named.within(daemonIdentity(named.bus))).toBe('dunst 1.12.2');
    const none = connection(undefined);
    expect(await none.within(daemonCapabilities(none.bus))).toBeNull();
    expect(await none.within(daemonIdentity(none.bus))).toBeNull();
  });

  test.each([
    ['locked', variant(1), 'v', true],
    ['unlocked', variant(0), 'v', false],
    ['something else', text('perhaps'), 's', null],
  ])('whether the keyring is locked: %s', async (_what, body, signature, isLocked) => {
    const { bus, within } = await said(body, signature);
    expect(await within(isKeyringLocked(bus))).toBe(isLocked);
  });
});
