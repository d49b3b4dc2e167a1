import { expect, test } from 'vitest';
import { waitNotification } from '../../../../core/notification/wait-notification.ts';
import type { Order } from '../../../../core/order/order.ts';
import type { Wait } from '../../../../core/watch/order-waits.ts';
import { courier, fixAt, noonMs, order, watched } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

const minute = 60_000;
const options = { locale: 'en', timeZone: 'UTC' };

/** A wait whose cause began so many minutes before noon. Its limit was passed a minute ago. */
function wait(reason: Wait['reason'], agoMinutes: number, isAhead = false): Wait {
  const causeAtMs = noonMs - agoMinutes * minute;
  return { reason, causeAtMs, sinceMs: noonMs - minute, ...(isAhead && { isAhead }) };
}

function draftOf(about: Wait, known: Order | null) {
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

test.each<[string, Wait, Order | null, readonly string[]]>([
  [
    'a silent courier, with the age of the position and where it was',
    wait('courierSilent', 12),
    onTheWay,
    ['Position is 12 min old', 'Last seen 11:48, 1.0 km from the pickup, straight line.'],
  ],
  [
    'a lost courier, in words of its own',
    wait('courierLost', 12),
    onTheWay,
    ['Position lost, 12 min old', 'Last seen 11:48, 1.0 km from the pickup, straight line.'],
  ],
  [
    'a courier who stands, since the arrival there',
    wait('notMoving', 25),
    onTheWay,
    ['Courier not moving for 25 min', 'Last seen 11:48, 1.0 km from the pickup, straight line.'],
  ],
  [
    'a courier who stands, without the time of the position where none is given',
    wait('notMoving', 25),
    untimed,
    ['Courier not moving for 25 min', '1.0 km from the pickup, straight line.'],
  ],
  [
    'the number of the stop where there are several',
    wait('courierSilent', 12),
    nearStopTwo,
    ['Position is 12 min old', 'Last seen 11:48, 400 m from stop 2, straight line.'],
  ],
  [
    'a long wait, from its beginning, and nothing of a place',
    wait('longWait', 25),
    waiting,
    ['Waiting for 25 min', 'No courier yet.'],
  ],
  [
    'a promise at hand, with the status and the way that is left',
    wait('promiseAtRisk', -8, true),
    onTheWay,
    ['Promised for 12:08', 'Now matched. 1.0 km from the pickup, straight line.'],
  ],
  [
    'a promise at this very minute as passed',
    wait('promiseAtRisk', 0),
    onTheWay,
    ['Promised time 12:00 passed', 'Now matched. 1.0 km from the pickup, straight line.'],
  ],
  [
    'a promise of an order whose courier gives no position, with the status alone',
    wait('promiseAtRisk', 4),
    unplaced,
    ['Promised time 11:56 passed', 'Now matched.'],
  ],
  [
    'a promise of an order that waits for its courier, with the status alone',
    wait('promiseAtRisk', 4),
    waiting,
    ['Promised time 11:56 passed', 'Now waiting for courier.'],
  ],
  [
    'a silent courier whose last position the service took back, with the name alone',
    wait('courierSilent', 12),
    unplaced,
    ['Position is 12 min old', ''],
  ],
  [
    'a promise of an order that was never read, with its name alone',
    wait('promiseAtRisk', 4),
    null,
    ['Promised time 11:56 passed', ''],
  ],
])('it is told of %s', (_what, about, known, [title = '', facts]) => {
  const body = facts === '' ? 'Sheung Wan florist.' : `Sheung Wan florist. ${facts}`;
  const hidden = about.reason === 'promiseAtRisk' ? 'Promised time' : title;
  expect(lines(draftOf(about, known))).toEqual([title, body, body, hidden, 'Order 3f2b8c1e']);
});

test('a promise leaves out a status word that is on no list, where names are left out', () => {
  const odd = order({ word: 'with_mrs_chan', courier: courier(null) });
  const [, full, noNames] = lines(draftOf(wait('promiseAtRisk', 4), odd));
  expect(full).toBe('Sheung Wan florist. Now “with_mrs_chan”.');
  expect(noNames).toBe('Sheung Wan florist.');
});

test('what does not happen is told quietly: it has no sound of its own and no quiet hours to pass', () => {
  expect(draftOf(wait('longWait', 25), waiting)).toMatchObject({
    event: 'longWait',
    isCritical: false,
    hasSound: false,
  });
});

test('a courier who waits at a stop is in the list and not told', () => {
  expect(draftOf(wait('arrivedWaiting', 12), onTheWay)).toBeNull();
});
