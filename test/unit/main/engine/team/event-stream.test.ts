import { expect, it } from 'vitest';
import { EventStream } from '../../../../../main/engine/team/event-stream.ts';

const text = [
  ': heartbeat',
  '',
  'id: 12',
  'event: order',
  'data: {"note":"雨 ✆ é"}',
  '',
  'event: status',
  'data: one',
  'data: two',
  '',
  '',
];
const events = [
  { id: '12', name: 'order', data: '{"note":"雨 ✆ é"}' },
  { id: null, name: 'status', data: 'one\ntwo' },
];

it.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
])('events are the same wherever the network cuts them: %s', (_name, lineEnd) => {
  const bytes = new TextEncoder().encode(text.join(lineEnd));
  for (let size = 1; size <= bytes.length; size += 1) {
    const stream = new EventStream();
    const read = [];
    for (let at = 0; at < bytes.length; at += size)
      read.push(...stream.push(bytes.slice(at, at + size)));
    expect(read).toEqual(events);
  }
});

function encode(part: string): Uint8Array {
  return new TextEncoder().encode(part);
}

it('an event longer than any is left out and counted, and the memory stays bounded', () => {
  const stream = new EventStream();
  expect(stream.push(encode('data: '))).toEqual([]);
  const million = encode('x'.repeat(1_000_000));
  for (let count = 0; count < 10; count += 1) expect(stream.push(million)).toEqual([]);
  expect(stream.push(encode('\n\ndata: after\n\n'))).toEqual([
    { id: null, name: 'message', data: 'after' },
  ]);
  expect(stream.oversized).toBe(1);
});
