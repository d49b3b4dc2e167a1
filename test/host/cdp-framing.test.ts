import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageCutter } from '../../tools/electron-host/host/cdp/connection.ts';

test('messages come out whole and in order, however the stream is cut', () => {
  const message = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
  const cuts = fc.array(fc.nat(), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(message), cuts, (sent, at) => {
      const stream = Buffer.from(sent.map((text) => `${text}\0`).join(''));
      const got: string[] = [];
      const feed = messageCutter((text) => got.push(text));
      const places = at.map((place) => place % (stream.length + 1)).toSorted((a, b) => a - b);
      let from = 0;
      for (const place of [...places, stream.length]) {
        feed(stream.subarray(from, place));
        from = place;
      }
      expect(got).toEqual(sent);
    }),
  );
});

test('a message without its end is kept back', () => {
  const got: string[] = [];
  const feed = messageCutter((text) => got.push(text));
  feed(Buffer.from('{"id":'));
  expect(got).toEqual([]);
  feed(Buffer.from('1}\0'));
  expect(got).toEqual(['{"id":1}']);
});
