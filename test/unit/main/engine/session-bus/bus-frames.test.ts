import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  frameHead,
  headBytes,
  isReadable,
} from '../../../../../main/engine/session-bus/bus-frames.ts';
import { fieldOf, message, pad, text, types, u32 } from '../../../../support/desktop/bus-bytes.ts';

const isExpected = (sender: string): boolean => sender === ':1.7';

function isRead(bytes: Buffer): boolean {
  const head = frameHead(bytes.subarray(0, headBytes));
  return head !== null && isReadable(head, bytes.subarray(headBytes), isExpected);
}

const withFields = (...fields: readonly Buffer[]): boolean =>
  isRead(message(4, Buffer.alloc(0), '', fields));

/** A variant in a variant, so many times. */
const nested = (times: number): Buffer[] => [
  ...Array.from({ length: times - 1 }, () => types('v')),
  types('y'),
  Buffer.from([1]),
];

const signal = (signature: string, ...body: readonly Buffer[]): Buffer =>
  message(4, Buffer.concat(body), signature);

/** How often these bytes are turned to: for a value of theirs, a text, or their length. */
function readsOf(bytes: Buffer): { readonly isRead: boolean; readonly reads: number } {
  const head = frameHead(bytes);
  const rest = bytes.subarray(headBytes);
  let reads = 0;
  const counting = new Proxy(rest, {
    get(target, name) {
      reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { isRead: head !== null && isReadable(head, counting, isExpected), reads };
}

describe('the types of a message', () => {
  test.each([
    ['s', 5],
    ['as', 4],
    ['a{sv}', 8],
    ['a{oa{sv}}', 8],
    ['(s(ii))', 16],
    ['a(y)', 8],
    ['aay', 4],
    ['ybnqiuxtdsogh', 68],
  ])('%s are those of the specification, and %i zeros are values of them', (signature, zeros) => {
    for (const bytes of [zeros - 1, zeros, zeros + 1]) {
      expect(isRead(signal(signature, Buffer.alloc(bytes)))).toBe(bytes === zeros);
    }
  });

  test.each([
    ...'() a() {} a{} r ar m e a aa ( ) (s s) z a( {ss} ({ss}) a{s} a{sss} a{vs} a{ass}'.split(' '),
    ...'a{(s)s} a{ss a(s} a{ss) ? * @ & ^'.split(' '),
    ' ',
    `${'a'.repeat(33)}y`,
    `${'('.repeat(33)}y${')'.repeat(33)}`,
  ])('%s are none', (signature) => {
    const arrays = Buffer.alloc(64);
    for (let zeros = 0; zeros <= 16; zeros += 1) {
      expect(isRead(signal(signature, arrays.subarray(0, zeros)))).toBe(false);
      expect(isRead(signal('v', types(signature), arrays.subarray(0, zeros)))).toBe(false);
    }
  });

  test('may be 32 arrays and 32 structures in each other', () => {
    const arrays = `${'a'.repeat(32)}${'('.repeat(32)}y${')'.repeat(32)}`;
    expect(isRead(signal(arrays, u32(0)))).toBe(true);
  });

  test('may be nested 64 times by variants', () => {
    expect(isRead(signal('v', ...nested(64)))).toBe(true);
    expect(isRead(signal('v', ...nested(65)))).toBe(false);
    expect(isRead(signal('v', ...nested(100_000)))).toBe(false);
  });
});

describe('the values of a message', () => {
  test('are read as they are written, to the last byte', () => {
    const entry = Buffer.concat([pad(Buffer.concat([text('Locked'), types('b')]), 4), u32(1)]);
    expect(isRead(signal('a{sv}', u32(entry.length), u32(0), entry))).toBe(true);
    expect(isRead(signal('a{sv}', u32(entry.length - 1), u32(0), entry))).toBe(false);
    expect(isRead(signal('us', u32(7), text('default')))).toBe(true);
    expect(isRead(signal('us', u32(7), text('default'), Buffer.alloc(1)))).toBe(false);
    expect(isRead(signal('us', u32(7), text('default').subarray(0, -1)))).toBe(false);
  });

  test('end where their array ends', () => {
    const two = Buffer.concat([pad(text('one'), 4), text('two')]);
    expect(isRead(signal('as', u32(two.length), two))).toBe(true);
    expect(isRead(signal('as', u32(two.length - 1), two))).toBe(false);
    expect(isRead(signal('as', u32(two.length + 1), two))).toBe(false);
    expect(isRead(signal('au', u32(6), Buffer.alloc(6)))).toBe(false);
    expect(isRead(signal('ay', u32(0xffff_ffff)))).toBe(false);
  });

  test('need types, and types need values', () => {
    expect(isRead(signal('', u32(7)))).toBe(false);
    expect(isRead(signal('s'))).toBe(false);
    expect(isRead(signal(''))).toBe(true);
  });
});

describe('the fields of a message', () => {
  test.each<[number, string, Buffer]>([
    [1, 's', text('/')],
    [2, 'u', u32(1)],
    [3, 'u', u32(1)],
    [4, 'o', text('/')],
    [5, 's', text('1')],
    [6, 'u', u32(1)],
    [7, 's', text(':1.7')],
    [9, 'u', u32(1)],
    [0, 's', text('')],
    [77, 'r', Buffer.alloc(8)],
  ])('field %i with a value of type %s is refused', (...field) => {
    expect(withFields(fieldOf(...field))).toBe(false);
  });

  test('have a sender that is a text, and is heard', () => {
    const nothing = Buffer.alloc(0);
    expect(isRead(message(4, nothing, '', [], null))).toBe(false);
    expect(isRead(message(4, nothing, '', [], ':1.8'))).toBe(false);
    expect(isRead(message(4, nothing, '', [fieldOf(7, 'u', u32(7))], null))).toBe(false);
  });

  test('may be of a later version', () => {
    expect(withFields(fieldOf(77, 's', text('new')))).toBe(true);
  });
});

describe('a message made to cost time', () => {
  test.each([10, 1000, 300_000])('of a stranger: a body of %i brackets is not read', (pairs) => {
    const bytes = message(4, text('()'.repeat(pairs)), 's', [], ':1.8');
    const { isRead: is, reads } = readsOf(bytes);
    expect(is).toBe(false);
    expect(reads).toBeLessThan(40);
  });

  test.each<[string, Buffer, string, boolean]>([
    ['a text of brackets', text('()'.repeat(120_000)), 's', true],
    ['arrays without elements', counted(60_000, Buffer.alloc(4)), 'aaas', true],
    ['variants', counted(60_000, Buffer.from([1, 0x79, 0, 1])), 'av', true],
    [
      'structures',
      Buffer.concat([u32(0), counted(30_000, Buffer.alloc(8))]),
      'ua((((((((t))))))))',
      true,
    ],
    ['structures of nothing', counted(60_000, Buffer.alloc(4)), 'ar', false],
    ['long types in variants', counted(900, types('('.repeat(254))), 'av', false],
    ['bytes', counted(240_000, Buffer.alloc(1)), 'ay', true],
  ])('by %s is read in steps that its length bounds', (_what, body, signature, isFit) => {
    const bytes = message(4, body, signature);
    const { isRead: is, reads } = readsOf(bytes);
    expect(is).toBe(isFit);
    expect(reads).toBeLessThan(3 * bytes.length);
  });
});

function counted(many: number, element: Buffer): Buffer {
  const all = Buffer.concat(Array.from({ length: many }, () => element));
  return Buffer.concat([u32(all.length), all]);
}

test('no bytes throw, and no message is longer than the specification allows', () => {
  const bytes = fc.uint8Array({ minLength: headBytes, maxLength: 200 });
  fc.assert(
    fc.property(bytes, fc.boolean(), (random, isMessage) => {
      const frame = Buffer.from(random);
      if (isMessage) frame.set([0x6c, 4, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, frame.length % 64, 0, 0, 0]);
      const head = frameHead(frame);
      if (head === null) return;
      expect(head.restBytes).toBeLessThanOrEqual(2 ** 27);
      isReadable(head, frame.subarray(headBytes), () => true);
    }),
    { numRuns: 5000 },
  );
});

test('a sound message with any bytes changed or missing does not throw', () => {
  const sound = signal('a{sv}', u32(17), u32(0), text('urgency'), types('y'), Buffer.from([1, 2]));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.integer({ min: headBytes, max: sound.length }),
      (changes, length) => {
        const damaged = Buffer.from(sound).subarray(0, length);
        for (const [at, byte] of changes) if (at < length) damaged[at] = byte;
        expect(typeof isRead(damaged)).toBe('boolean');
      },
    ),
    { numRuns: 5000 },
  );
});
