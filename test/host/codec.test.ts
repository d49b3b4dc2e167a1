import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCodec } from '../../tools/electron-host/host/renderer/codec.ts';

const codec = createCodec();

/** Through the text that really travels. */
const roundTrip = (value: unknown): unknown =>
  codec.unpack(JSON.parse(JSON.stringify(codec.pack(value))));

describe('what arrives on the other side', () => {
  test('is what structured clone would give, for any value', () => {
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: false,
      withSparseArray: false,
    });
    fc.assert(
      fc.property(value, (sent) => {
        expect(roundTrip(sent)).toStrictEqual(structuredClone(sent));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    [-0],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY],
    [undefined],
    [null],
    [12n],
    [new Date(Number.NaN)],
    [/a.b/giu],
    [new Uint8Array(70_000).fill(7).buffer],
    [['n', 'u', 'a']],
    [{ toString: 1, constructor: 2 }],
  ])('%s stays what it is', (value) => {
    expect(roundTrip(value)).toStrictEqual(value);
  });

  test('a key named __proto__ stays a key', () => {
    const sent = JSON.parse('{"__proto__": {"isAdmin": true}}') as object;
    const arrived = roundTrip(sent) as { readonly isAdmin?: boolean };
    expect(Object.keys(arrived as object)).toEqual(['__proto__']);
    expect(arrived.isAdmin).toBeUndefined();
  });

  test('shared references and cycles keep their shape', () => {
    const shared = { a: 1 };
    const sent: Record<string, unknown> = { left: shared, right: shared };
    sent['self'] = sent;
    const arrived = roundTrip(sent) as Record<string, unknown>;
    expect(arrived['left']).toBe(arrived['right']);
    expect(arrived['self']).toBe(arrived);
  });

  test('an error keeps its kind, message, stack and cause', () => {
    const sent = new RangeError('too far', { cause: new TypeError('why') });
    const arrived = roundTrip(sent);
    expect(arrived).toBeInstanceOf(RangeError);
    expect(arrived).toMatchObject({ message: 'too far', stack: sent.stack });
    expect(arrived).toHaveProperty('cause', new TypeError('why'));
  });

  test('a Node buffer arrives as plain bytes', () => {
    const arrived = roundTrip(Buffer.from([1, 2, 3]));
    expect(Object.prototype.toString.call(arrived)).toBe('[object Uint8Array]');
    expect(arrived).not.toBeInstanceOf(Buffer);
  });
});

describe('what cannot be cloned', () => {
  test.each([
    ['a function', () => {}],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve()],
    ['a weak map', new WeakMap()],
    ['something deep inside', { list: [new Map([[1, () => {}]])] }],
  ])('%s is refused', (_name, value) => {
    expect(() => codec.pack(value)).toThrow('An object could not be cloned.');
  });

  test('a tag that no codec writes is refused', () => {
    expect(() => codec.unpack(['?'])).toThrow('no such tag');
  });
});
