import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type MessageBus } from 'dbus-native';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DbusSessionBus } from '../../main/engine/session-bus/dbus-session-bus.ts';
import { hasBusName } from '../../main/engine/session-bus/desktop-services.ts';
import {
  asked,
  type BusCall,
  type BusSignal,
  type SessionBus,
  theBus,
} from '../../main/engine/session-bus/session-bus.ts';
import { SystemClock } from '../../main/engine/watch/system-clock.ts';
import { type BusDaemon, startBusDaemon } from '../support/desktop/bus-daemon.ts';
import { type FakeAnswering, FakeSessionBus } from '../support/desktop/fake-session-bus.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A bus with a program on it: `Echo` answers with its argument, `Refuse` refuses, `Hold` answers when told to. */
interface Subject {
  readonly bus: SessionBus;
  /** The unique name of the program. */
  readonly program: string;
  readonly answerHeld: () => void;
  /** The program says something to all who listen. */
  readonly signal: (text: string) => void;
  readonly programEnds: () => Promise<void>;
  /** Lets time pass for a call that is not answered. */
  readonly pass: (ms: number) => Promise<void>;
  readonly drop: () => void;
}

const program = {
  destination: 'app.waybell.Program',
  path: '/app/waybell/Program',
  interface: 'app.waybell.Program',
} as const;
const refusalName = 'app.waybell.Error.No';
const rule = `type='signal',interface='${program.interface}'`;
const ownerRule = `type='signal',sender='${theBus.destination}',member='NameOwnerChanged',arg0='${program.destination}'`;

function fake(): Promise<Subject> {
  const clock = new FakeClock();
  const bus = new FakeSessionBus(clock);
  let held: (() => void) | null = null;
  const done = (call: BusCall, { answer, refuse }: FakeAnswering): void => {
    if (call.member === 'Echo') answer(...(call.args ?? []));
    else if (call.member === 'Refuse') refuse(refusalName);
    else held = () => answer('held');
  };
  const unique = bus.join(done, program.destination);
  return Promise.resolve({
    bus,
    program: unique,
    answerHeld: () => held?.(),
    signal: (text) => bus.emit({ ...program, sender: unique, member: 'Said', args: [text] }),
    programEnds: () => Promise.resolve(bus.leave(unique)),
    pass: (ms) => clock.advance(ms),
    drop: () => bus.drop(),
  });
}

let daemon: BusDaemon;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybell-bus-'));
  daemon = await startBusDaemon(folder);
});

afterAll(async () => {
  await daemon.stop();
  await rm(folder, { recursive: true, force: true });
});

/** dbus-native's own client as the program, and a real dbus-daemon between. */
async function real(): Promise<Subject> {
  const other: MessageBus = createClient({ busAddress: daemon.address });
  other.connection.on('error', () => undefined);
  await other.requestName(program.destination, 0);
  let held: (() => void) | null = null;
  const refusal = Object.assign(new Error('no'), { dbusName: refusalName });
  const { interface: of, path } = program;
  other.setMethodCallHandler(path, of, 'Echo', [(text: string) => text, 's']);
  other.setMethodCallHandler(path, of, 'Refuse', [() => Promise.reject(refusal), '']);
  other.setMethodCallHandler(path, of, 'Hold', [
    () => new Promise((resolve) => (held = () => resolve('held'))),
    's',
  ]);
  const bus = new DbusSessionBus({
    address: daemon.address,
    clock: new SystemClock(),
    failed: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    bus.close();
    await other.close();
  });
  return {
    bus,
    program: other.name ?? '',
    answerHeld: () => held?.(),
    signal: (text) => other.sendSignal(path, of, 'Said', 's', [text]),
    programEnds: () => other.close(),
    pass: () => Promise.resolve(),
    drop: () => bus.close(),
  };
}

const ownerQuestion: BusCall = {
  ...theBus,
  member: 'GetNameOwner',
  signature: 's',
  args: [program.destination],
};

const echo = (text: string): BusCall => ({
  ...program,
  member: 'Echo',
  signature: 's',
  args: [text],
});

describe.each([
  ['in memory', fake],
  ['of a real daemon', real],
])('a session bus %s', (_where, open) => {
  test('says which program answered', async () => {
    const { bus, program: sender } = await open();
    expect(bus.isNamed).toBe(true);
    expect(await asked(bus, echo('Café 早晨'), 5000)).toEqual({
      kind: 'answer',
      sender,
      args: ['Café 早晨'],
    });
  });

  test('accepts a call to the unique name too', async () => {
    const { bus, program: destination } = await open();
    const reply = await asked(bus, { ...echo('hello'), destination }, 5000);
    expect(reply).toMatchObject({ kind: 'answer', args: ['hello'] });
  });

  test('tells a program’s refusal from that of the bus', async () => {
    const { bus, program: sender } = await open();
    expect(await asked(bus, { ...program, member: 'Refuse' }, 5000)).toEqual({
      kind: 'refusal',
      sender,
      name: refusalName,
    });
    const nowhere = { ...echo('hello'), destination: 'app.waybell.Nowhere' };
    expect(await asked(bus, nowhere, 5000)).toEqual({
      kind: 'refusal',
      sender: theBus.destination,
      name: 'org.freedesktop.DBus.Error.ServiceUnknown',
    });
  });

  test('gives up on an answer, and tells one that comes late', async () => {
    const { answerHeld, bus, pass } = await open();
    const received: string[] = [];
    bus.call(
      { ...program, member: 'Hold' },
      200,
      ({ kind }) => received.push(kind),
      ({ args }) => received.push(`late ${String(args[0])}`),
    );
    await pass(200);
    await expect.poll(() => received).toEqual(['unanswered']);
    answerHeld();
    await expect.poll(() => received).toEqual(['unanswered', 'late held']);
  });

  test('hears signals with their sender, in order with the replies', async () => {
    const { bus, program: sender, signal } = await open();
    const received: string[] = [];
    const onlyPublished = ({ args, member, sender: by }: BusSignal): void => {
      if (member === 'Said') received.push(`${by} ${String(args[0])}`);
    };
    bus.listen({ rules: [rule], received: onlyPublished, lost: () => undefined });
    await asked(bus, echo('ready'), 5000);
    signal('one');
    bus.call(echo('two'), 5000, () => received.push('answered'));
    await expect.poll(() => received).toEqual([`${sender} one`, 'answered']);
  });

  test('says who has a name, and when that changes', async () => {
    const { bus, program: before, programEnds } = await open();
    const changes: unknown[] = [];
    bus.listen({
      rules: [ownerRule],
      received: ({ args, member, sender }) => {
        if (member === 'NameOwnerChanged') changes.push([sender, ...args]);
      },
      lost: () => undefined,
    });
    expect(await hasBusName(program.destination, bus)).toBe(true);
    expect(await asked(bus, ownerQuestion, 5000)).toMatchObject({ args: [before] });
    await programEnds();
    await expect
      .poll(() => changes)
      .toEqual([[theBus.destination, program.destination, before, '']]);
    expect(await hasBusName(program.destination, bus)).toBe(false);
    expect(await asked(bus, ownerQuestion, 5000)).toEqual({
      kind: 'refusal',
      sender: theBus.destination,
      name: 'org.freedesktop.DBus.Error.NameHasNoOwner',
    });
  });

  test('leaves open what was under way when the connection ended, and connects again', async () => {
    const { bus, drop, program: destination } = await open();
    const received: string[] = [];
    bus.listen({
      rules: [],
      received: () => undefined,
      ended: () => received.push('ended'),
      lost: () => received.push('lost'),
    });
    await asked(bus, echo('ready'), 5000);
    bus.call({ ...program, member: 'Hold' }, 5000, ({ kind }) => received.push(kind));
    drop();
    await expect.poll(() => received.toSorted()).toEqual(['ended', 'unanswered']);
    expect(await asked(bus, { ...echo('again'), destination }, 5000)).toMatchObject({
      args: ['again'],
    });
    // It is the same bus, where every unique name is what it was.
    expect(received).not.toContain('lost');
  });
});
