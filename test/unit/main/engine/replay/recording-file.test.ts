import { describe, expect, test } from 'vitest';
import type { Notification } from '../../../../../core/notification/notification.ts';
import { recordedOrder, recordedSituation } from '../../../../../core/recording/recorded-state.ts';
import {
  readRecording,
  type ReadRecording,
  RecordingFileError,
} from '../../../../../tools/replay/read-recording.ts';
import {
  recordingPieces,
  type RecordingToWrite,
} from '../../../../../main/engine/replay/write-recording.ts';
import { storedNotification } from '../../../../../main/engine/storage/stored-json.ts';
import {
  type Canaries,
  canaryDigits,
  canaryOf,
  canaryWord,
  notPersonal,
} from '../../../../support/recorder/canary-states.ts';
import { someSituation } from '../../../../support/recorder/some-situation.ts';
import { seeded } from '../../../../support/seeded.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
} from '../../../../support/watched-orders.ts';

const fromMs = 1_774_000_000_000;
const untilMs = fromMs + 3_600_000;
const id = orderIdAt(1);

function order(minute: number) {
  const watched = someWatched(id, { order: someOrder(id), unseenCount: minute });
  return {
    atMs: fromMs + minute * 60_000,
    kind: 'order',
    order: { watched, isOpen: false },
  } as const;
}

/** A recording of an hour with one order that changes twice. */
function someRecording(parts: Partial<RecordingToWrite> = {}): RecordingToWrite {
  const away = { isScreenLocked: true };
  return {
    version: '1.2.3',
    untilMs,
    start: { courierWaits: [], positionAgesMs: [], journeys: [], decided: [] },
    decided: [],
    span: {
      fromMs,
      situation: someSituation(),
      orders: [],
      moments: [
        [order(1), order(2)],
        [{ atMs: fromMs + 180_000, kind: 'situation', situation: someSituation(away) }],
      ],
    },
    ...parts,
  };
}

function textOf(recording: RecordingToWrite, seed = 1): string {
  return [...recordingPieces(recording, seeded(seed))].join('');
}

function momentsOf({ span }: ReadRecording) {
  return [...span.moments].flat();
}

/** The fault of a file that is read to its end. */
function faultOf(text: string): unknown {
  try {
    momentsOf(readRecording(text));
    return null;
  } catch (error) {
    return error instanceof RecordingFileError ? error.fault : error;
  }
}

function withLine(no: number, change: (line: string) => string): string {
  return textOf(someRecording())
    .split('\n')
    .map((line, index) => (index === no - 1 ? change(line) : line))
    .join('\n');
}

describe('a file that replays', () => {
  test('gives every moment as it was, also one in which nothing changed', () => {
    const moments = momentsOf(readRecording(textOf(someRecording())));
    expect(moments.map(({ atMs, kind }) => [atMs - fromMs, kind])).toEqual([
      [60_000, 'order'],
      [120_000, 'order'],
      [180_000, 'situation'],
    ]);
    expect(moments.map((each) => each.kind === 'order' && each.order.watched.unseenCount)).toEqual([
      1,
      2,
      false,
    ]);
    const same = someRecording();
    const span = { ...same.span, moments: [[order(1), { ...order(1), atMs: untilMs }]] };
    expect(momentsOf(readRecording(textOf({ ...same, span })))).toHaveLength(2);
  });

  test('is written some moments at a time', () => {
    const same = someRecording();
    const moments = [Array.from({ length: 500 }, () => order(1))];
    const pieces = [...recordingPieces({ ...same, span: { ...same.span, moments } }, seeded(1))];
    expect(Math.max(...pieces.map((piece) => piece.split('\n').length))).toBeLessThan(60);
    expect(momentsOf(readRecording(pieces.join('')))).toHaveLength(500);
  });

  test('leaves out what came after its time', () => {
    const same = someRecording();
    const span = { ...same.span, moments: [[order(59), order(61)]] };
    expect(momentsOf(readRecording(textOf({ ...same, span })))).toHaveLength(1);
  });

  test('reads what an earlier Waybell decided of promises in the words of today', () => {
    const decided = (['promiseAhead', 'promisePassed'] as const).map((event) => ({
      notification: someNotification(
        `${id}:5:promiseAtRisk${event === 'promiseAhead' ? ':ahead' : ''}`,
        {
          event,
          orderId: id,
          decidedAtMs: fromMs + 1,
        },
      ),
      outcome: null,
      heldBy: null,
      settledAtMs: null,
    }));
    const text = textOf(someRecording({ decided }));
    const earlier = text.replaceAll(/"promise(?:Ahead|Passed)"/g, '"promiseAtRisk"');
    expect(earlier).not.toBe(text);
    expect(readRecording(earlier).decided).toEqual(readRecording(text).decided);
  });

  test('an order is whole once, and then what differs', () => {
    const lines = textOf(someRecording()).split('\n');
    expect(lines[2]).toContain('"state":{"watched"');
    expect(lines[3]).toMatch(/"change":\{"watched":\{"unseenCount":2\}\}\}$/);
  });

  test.each([0, 1, 2, 3, 4, 5])('no field of any line is left, round %i', (round) => {
    const found: Canaries = { texts: [], coordinates: [] };
    const notification = {
      ...canaryOf<Notification>(storedNotification, round, found),
      decidedAtMs: fromMs,
    };
    const failed = { kind: 'failed', reason: `${canaryWord} refused it` } as const;
    const state = canaryOf(recordedOrder, round, found);
    const situation = canaryOf(recordedSituation, round, found);
    const text = textOf(
      someRecording({
        start: {
          courierWaits: [],
          positionAgesMs: [],
          journeys: [],
          decided: [{ notification, outcome: failed }],
        },
        decided: [{ notification, outcome: failed, heldBy: null, settledAtMs: fromMs }],
        span: {
          fromMs,
          situation,
          orders: [state],
          moments: [
            [
              { atMs: fromMs, kind: 'order', order: canaryOf(recordedOrder, round + 1, found) },
              { atMs: fromMs, kind: 'situation', situation },
            ],
          ],
        },
      }),
      round,
    );
    expect(momentsOf(readRecording(text))).toHaveLength(2);
    expect(text.toLowerCase()).not.toContain(canaryWord.toLowerCase());
    expect(text.replace(/\D/g, '')).not.toContain(canaryDigits);
    for (const each of found.texts.filter((one) => !notPersonal.includes(one))) {
      expect(text).not.toContain(each);
    }
    for (const each of found.coordinates) expect(text).not.toContain(each.toFixed(3).slice(0, -1));
  });
});

describe('a file that is damaged or hostile', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'Dear colleague'],
    ['another file of Waybell', '{"format":"waybell-hand-over"}\n'],
    ['a list', '[]\n'],
    ['a number', '1\n'],
  ])('%s is no recording', (_what, text) => {
    expect(faultOf(text)).toEqual({ kind: 'notARecording' });
  });

  test('one of a newer format says so, whatever else it holds', () => {
    expect(faultOf('{"waybellRecording":2,"more":[]}\nnew things')).toEqual({ kind: 'newer' });
  });

  test('one that is cut off anywhere says so, or which line is torn', () => {
    const text = textOf(someRecording());
    const [header = ''] = text.split('\n');
    for (let length = header.length + 1; length < text.length; length += 7) {
      expect(faultOf(text.slice(0, length))).toEqual({ kind: 'cutOff' });
    }
  });

  test('one that lacks a line in the middle, or has one too many, is damaged', () => {
    const lines = textOf(someRecording()).split('\n');
    expect(faultOf(lines.toSpliced(3, 1).join('\n'))).toEqual({ kind: 'damaged', line: 5 });
    const end = lines.at(-2) ?? '';
    expect(faultOf(lines.toSpliced(-1, 0, end).join('\n'))).toEqual({ kind: 'damaged', line: 7 });
  });

  const deep = '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000);
  test.each<[what: string, line: number, change: (line: string) => string]>([
    ['no JSON', 3, () => '{"kind":"order",'],
    ['an unknown kind', 3, () => '{"kind":"webhook"}'],
    ['an unknown field', 3, (line) => line.replace('"kind"', '"more":1,"kind"')],
    ['a change before its order', 3, (line) => line.replace('"state"', '"change"')],
    ['state and change', 4, (line) => line.replace('"change"', '"state":{},"change"')],
    ['another order than it says', 3, (line) => line.replace('"id":"00000001', '"id":"00000002')],
    ['a phase that there is not', 3, (line) => line.replace('searching', 'lost')],
    ['a time after the end', 4, (line) => line.replace(/"atMs":\d+/, '"atMs":8640000000000000')],
    ['a time that no date holds', 4, (line) => line.replace(/"atMs":\d+/, '"atMs":1e300')],
    ['a longer time than is recorded', 1, (line) => line.replace(/"fromMs":\d+/, '"fromMs":0')],
    ['an escape sequence', 1, (line) => line.replace('1.2.3', String.raw`\u001b[2J`)],
    [
      'a time zone that there is not',
      2,
      (line) => line.replace('Europe/Berlin', 'Europe/Atlantis'),
    ],
    [
      'a situation that is none',
      2,
      (line) => line.replace('"situation":{', '"situation":[],"x":{'),
    ],
    ['a prototype', 4, () => `{"kind":"order","atMs":${fromMs},"id":"${id}","__proto__":{}}`],
    ['nothing but depth', 4, () => deep],
    ['a line without end', 4, (line) => `${line}${' '.repeat(4_000_000)}`],
  ])('%s is damage of its line', (_what, line, change) => {
    expect(faultOf(withLine(line, change))).toEqual({ kind: 'damaged', line });
  });

  test('what a change says of the prototype changes no other object', () => {
    const evil = '"__proto__":{"isPinned":true},"unseenCount":2';
    faultOf(withLine(4, (line) => line.replace('"unseenCount":2', evil)));
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['isPinned']).toBeUndefined();
  });
});
