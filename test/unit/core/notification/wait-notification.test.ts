import { expect, test } from 'vitest';
import { chineseNotifications } from '../../../../core/notification/notification-chinese.ts';
import { englishNotifications } from '../../../../core/notification/notification-english.ts';
import {
  type ChecksStoppedBy,
  type NotifiedWait,
  takenBackNotification,
  waitNotification,
} from '../../../../core/notification/wait-notification.ts';
import type { Order } from '../../../../core/order/order.ts';
import type { Wait } from '../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { journeyAt } from '../../../../core/forecast/journey.ts';
import { somePreferences } from '../../../support/watched-orders.ts';
import { courier, fixAt, noonMs, order, watched } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

const minute = 60_000;
const options = { locale: 'en', timeZone: 'UTC' };

/** A wait whose cause began so many minutes before noon. */
function wait(reason: Wait['reason'], agoMinutes: number): NotifiedWait {
  return { reason, causeAtMs: noonMs - agoMinutes * minute };
}

function draftOf(about: NotifiedWait, known: Order | null) {
  return waitNotification(about, watched({ order: known }), noonMs, options);
}

const near = { ...fixAt(1000), reportedAtMs: noonMs - 12 * minute };
const onTheWay = order({ courier: courier(near) });
const untimed = order({ courier: courier({ ...near, reportedAtMs: null }) });
const unplaced = order({ courier: courier(null) });
const waiting = order({ word: 'pending' });
const twoStops = { ...onTheWay, destinations: onTheWay.destinations.flatMap((one) => [one, one]) };
const nearStopTwo: Order = {
  ...twoStops,
  destinations: twoStops.destinations.map((stop, index) => ({
    ...stop,
    point: fixAt(index === 1 ? 1400 : 9000),
  })),
};

test.each<[string, NotifiedWait, Order | null, readonly string[]]>([
  [
    'a silent courier, since when it has no position, and where that was',
    wait('courierSilent', 12),
    onTheWay,
    ['No position since 11:48', '1.0 km from the pickup, straight line.'],
  ],
  [
    'a lost courier, in words of its own',
    wait('courierLost', 12),
    onTheWay,
    ['Courier lost, no position since 11:48', '1.0 km from the pickup, straight line.'],
  ],
  [
    'a courier who stands, since the arrival there',
    wait('notMoving', 25),
    onTheWay,
    ['Courier not moving since 11:35', '1.0 km from the pickup, straight line.'],
  ],
  [
    'a courier who stands, without the time of the position where none is given',
    wait('notMoving', 25),
    untimed,
    ['Courier not moving since 11:35', '1.0 km from the pickup, straight line.'],
  ],
  [
    'the way to the customer once the goods are collected, however near the pickup is',
    wait('courierSilent', 12),
    order({ word: 'picked_up', courier: courier({ ...fixAt(379), reportedAtMs: null }) }),
    ['No position since 11:48', '1.6 km from the destination, straight line.'],
  ],
  [
    'the number of the stop where there are several',
    wait('courierSilent', 12),
    nearStopTwo,
    ['No position since 11:48', '400 m from stop 2, straight line.'],
  ],
  [
    'a long wait, from its beginning, and nothing of a place',
    wait('longWait', 25),
    waiting,
    ['Waiting since 11:35', 'No courier yet.'],
  ],
  [
    'a promise at hand, with the status and the way that is left',
    wait('promiseAhead', -8),
    onTheWay,
    [
      'Promise at hand: 12:08',
      'Matched, at 12:00. 1.0 km from the pickup, straight line, at 11:48.',
    ],
  ],
  [
    'a promise at hand, once with the time that the status and the position share',
    wait('promiseAhead', -8),
    order({ courier: courier({ ...near, reportedAtMs: noonMs }) }),
    ['Promise at hand: 12:08', 'Matched, 1.0 km from the pickup, straight line, at 12:00.'],
  ],
  [
    'a promise at hand, without the time of a position that has none',
    wait('promiseAhead', -8),
    untimed,
    ['Promise at hand: 12:08', 'Matched, at 12:00. 1.0 km from the pickup, straight line.'],
  ],
  [
    'a promise at this very minute as passed',
    wait('promisePassed', 0),
    onTheWay,
    [
      'Promise passed: 12:00',
      'Matched, at 12:00. 1.0 km from the pickup, straight line, at 11:48.',
    ],
  ],
  [
    'a promise of an order whose courier gives no position, with the status alone',
    wait('promisePassed', 4),
    unplaced,
    ['Promise passed: 11:56', 'Matched, at 12:00.'],
  ],
  [
    'a promise of an order that waits for its courier, with the status alone',
    wait('promisePassed', 4),
    waiting,
    ['Promise passed: 11:56', 'Waiting for courier, at 12:00.'],
  ],
  [
    'a silent courier whose last position the service took back, with the name alone',
    wait('courierSilent', 12),
    unplaced,
    ['No position since 11:48', ''],
  ],
  [
    'a promise of an order that was never read, with its name alone',
    wait('promisePassed', 4),
    null,
    ['Promise passed: 11:56', ''],
  ],
])('it is told of %s', (_what, about, known, [title = '', facts]) => {
  const body = facts === '' ? 'Sheung Wan florist.' : `Sheung Wan florist. ${facts}`;
  const hidden = title.startsWith('Promise') ? title.replace(/:.*$/, '') : title;
  expect(lines(draftOf(about, known))).toEqual([title, body, body, hidden, 'Order 3f2b8c1e']);
});

test('a promise leaves out a status word that is on no list, where names are left out', () => {
  const odd = order({ word: 'with_mrs_chan', courier: courier(null) });
  const [, full, noNames] = lines(draftOf(wait('promisePassed', 4), odd));
  expect(full).toBe('Sheung Wan florist. “with_mrs_chan”, at 12:00.');
  expect(noNames).toBe('Sheung Wan florist.');
});

const languages = [
  ['en', englishNotifications],
  ['zh-Hant-HK', chineseNotifications('zh-Hant-HK')],
] as const;

test.each<[string, Partial<WatchedOrder>, ChecksStoppedBy | null, string, string]>([
  [
    'checking is paused',
    { observedAtMs: noonMs - minute },
    'paused',
    'Was: matched, 1.0 km from the pickup, straight line. Not checked since 11:59, paused.',
    '原為：已配對，與取貨點直線距離 1.0 公里。11:59 起沒有查詢，已暫停。',
  ],
  [
    'there is no contact, since another day',
    { observedAtMs: noonMs - 24 * 60 * minute },
    'noContact',
    'Was: matched, 1.0 km from the pickup, straight line. Not checked since Nov 20, 12:00, no contact.',
    '原為：已配對，與取貨點直線距離 1.0 公里。11月20日 12:00 起沒有查詢，沒有聯絡。',
  ],
  [
    'the service asked for a pause',
    { observedAtMs: noonMs - 2 * minute },
    'servicePause',
    'Was: matched, 1.0 km from the pickup, straight line. Not checked since 11:58, the service asked for a pause.',
    '原為：已配對，與取貨點直線距離 1.0 公里。11:58 起沒有查詢，服務要求暫停。',
  ],
  [
    'this order alone cannot be checked',
    {
      observedAtMs: noonMs - minute,
      problem: { code: 'order-not-found', httpStatus: 404, sinceMs: noonMs, failureCount: 1 },
    },
    null,
    'Was: matched, 1.0 km from the pickup, straight line. Not checked since 11:59.',
    '原為：已配對，與取貨點直線距離 1.0 公里。11:59 起沒有查詢。',
  ],
  [
    'no check was made for more than five minutes',
    { observedAtMs: noonMs - 6 * minute },
    null,
    'Was: matched, 1.0 km from the pickup, straight line. Not checked since 11:54.',
    '原為：已配對，與取貨點直線距離 1.0 公里。11:54 起沒有查詢。',
  ],
  [
    'it was never read',
    { order: null, observedAtMs: null },
    null,
    'No answer yet.',
    '還沒有任何回應。',
  ],
])('a promise says what is not known: %s', (_what, changes, stoppedBy, english, chinese) => {
  const about = wait('promisePassed', 4);
  const known = watched({ order: onTheWay, label: 'A', ...changes });
  const said = languages.map(([locale, texts]) => {
    const draftIn = { timeZone: 'UTC', locale, texts, stoppedBy };
    return lines(waitNotification(about, known, noonMs, draftIn))[1];
  });
  expect(said).toEqual([`A. ${english}`, `A。${chinese}`]);
});

test('only a promise says since when its order was not checked', () => {
  const stopped = { ...options, stoppedBy: 'paused' } as const;
  const unread = watched({ order: null, observedAtMs: null });
  const draft = waitNotification(wait('courierSilent', 12), unread, noonMs, stopped);
  expect(lines(draft)[1]).toBe('Sheung Wan florist.');
});

test('a courier who waits at a stop notifies with the status and the place', () => {
  const draft = draftOf(wait('arrivedWaiting', 12), onTheWay);
  expect(lines(draft).slice(0, 2)).toEqual([
    'Courier at the stop since 11:48',
    'Sheung Wan florist. Matched, at 12:00. 1.0 km from the pickup, straight line, at 11:48.',
  ]);
});

test('an order without a label is called by its customer where names may be said, and nowhere else', () => {
  const known = order({ courier: courier(fixAt(1000)) });
  const [destination] = known.destinations;
  if (destination === undefined) throw new Error('The sample has a destination.');
  const contact = { name: 'Wong Tai Man +852 5555 0101', phoneNumber: null, phoneExtension: null };
  const named = { ...known, destinations: [{ ...destination, contact }] };
  const textsFor = (label: string | null) =>
    waitNotification(wait('longWait', 25), watched({ label, order: named }), noonMs, options).texts;
  const { countOnly, full, noNames } = textsFor(null);
  expect(full.body).toMatch(/^Wong M\./);
  expect([noNames.body, countOnly.body].join(' ')).not.toContain('Wong');
  expect(noNames.body).toMatch(/^3f2b8c1e/);
  expect(textsFor('Florist').full.body).toMatch(/^Florist/);
});

const arrival = { earliestAtMs: noonMs + 22 * minute, latestAtMs: noonMs + 35 * minute };
const promised = somePreferences({ promisedAtMs: noonMs + 15 * minute });

test('what is probably late is called by its promise, and says when it arrives', () => {
  const about = { ...wait('probablyLate', 40), forecast: arrival };
  const of = (preferences: WatchedOrder['preferences']) =>
    lines(
      waitNotification(
        about,
        watched({ order: onTheWay, preferences, label: 'A' }),
        noonMs,
        options,
      ),
    );
  const body =
    'A. Arrives 12:22 to 12:35. Matched, at 12:00. 1.0 km from the pickup, straight line, at 11:48.';
  expect(of(promised)).toEqual([
    'Probably late, promised 12:15',
    body,
    body,
    'Probably late',
    'Order 3f2b8c1e',
  ]);
  expect(of(null)[0]).toBe('Probably late, promised 11:20');
  const [title, takenBack, , hidden] = lines(
    takenBackNotification(arrival, watched({ preferences: promised, label: 'A' }), noonMs, options),
  );
  expect([title, takenBack, hidden]).toEqual([
    'Probably in time after all, promised 12:15',
    'A. Arrives 12:22 to 12:35.',
    'Probably in time after all',
  ]);
});

test('a wait that may have begun unseen is told as one since before, and no other is', () => {
  const isStatusSinceBefore = true;
  const title = (reason: Wait['reason'], known: Order) =>
    lines(
      waitNotification(
        wait(reason, 25),
        watched({ order: known, isStatusSinceBefore, preferences: promised }),
        noonMs,
        options,
      ),
    )[0];
  expect(title('longWait', waiting)).toBe('Waiting since before 11:35');
  expect(title('arrivedWaiting', onTheWay)).toBe('Courier at the stop since 11:35');
});

test.each<[string, Partial<WatchedOrder>]>([
  ['the status', { order: order({ word: 'arrived_at_dropoff', courier: courier(fixAt(379)) }) }],
  [
    'what was seen of the way',
    {
      order: order({ courier: courier(fixAt(379)) }),
      journey: journeyAt(null, 'toDropoff', noonMs - minute, null),
    },
  ],
])('goods that are collected by %s leave the pickup out', (_what, parts) => {
  const draft = waitNotification(wait('courierSilent', 12), watched(parts), noonMs, options);
  expect(lines(draft)[1]).toBe('Sheung Wan florist. 1.6 km from the destination, straight line.');
});

test('a time stands beside no fact that is left out', () => {
  const odd = order({ word: 'with_mrs_chan', courier: courier(fixAt(1000)), pickup: null });
  const placeless = {
    ...odd,
    destinations: odd.destinations.map((stop) => ({ ...stop, point: null })),
  };
  const [, , noNames] = lines(draftOf(wait('promisePassed', 4), placeless));
  expect(noNames).toBe('Sheung Wan florist.');
});
