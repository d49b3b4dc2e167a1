import { expect, test } from 'vitest';
import {
  decidedNotification,
  decideNotifications,
  decideHandedToMe,
  decideProblemNotifications,
  EveryMove,
} from '../../../../../main/engine/notify/policy.ts';
import {
  orderIdAt,
  someOrder,
  someUpdate,
  someWatched,
  somePreferences,
} from '../../../../support/watched-orders.ts';
import { orderUpdate, type OrderUpdate } from '../../../../../core/order/order-update.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import {
  notificationEvents,
  notificationKindOf,
} from '../../../../../core/notification/notification.ts';
import { noTexts } from '../../../../../core/notification/notification-pieces.ts';
import { isCallOpen } from '../../../../../core/notification/levels.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import { newlyWatched } from '../../../../../core/watch/newly-watched.ts';
import {
  type NotificationSound,
  notificationSounds,
} from '../../../../../core/notification/notification-sound.ts';
import { observed } from '../../../../../main/engine/watch/observation.ts';

const id = orderIdAt(1);
const usualPolicy = decideNotifications(() => ({
  priceUnit: 'major',
  locale: 'en-HK',
  timeZone: 'UTC',
  settings: defaultSettings,
}));
const decideProblem = decideProblemNotifications(() => ({ settings: defaultSettings }));
const handedToMe = decideHandedToMe(() => ({ settings: defaultSettings }));
const florist = someWatched(id, { label: 'Florist', order: someOrder(id) });

test('an update notifies once, under a key of its own, the same each time', () => {
  const update = someUpdate(id);
  const [notification, ...more] = usualPolicy(update, florist).notifications;
  expect(more).toEqual([]);
  expect(notification).toMatchObject({
    key: `${id}:2000000:order_matched`,
    orderId: id,
    event: 'matched',
    decidedAtMs: 2_000_000,
  });
  expect(usualPolicy(update, florist).notifications).toEqual([notification]);
});

test('a move that means nothing does not notify', () => {
  const update = someUpdate(id, { kinds: ['courier_moved'], reasons: [''], changes: [] });
  expect(usualPolicy(update, florist).notifications).toEqual([]);
});

test('a muted order is decided like any other: leaving it out is written down when it is shown', () => {
  expect(usualPolicy(someUpdate(id), { ...florist, isMuted: true }).notifications).toHaveLength(1);
});

test('an order that stays unknown for three checks notifies once', () => {
  const notifications = [1, 2, 3, 4, 5].flatMap((failureCount) =>
    decideProblem(
      {
        ...florist,
        problem: { code: 'order-not-found', httpStatus: 404, sinceMs: 5, failureCount },
      },
      9,
    ),
  );
  expect(notifications).toHaveLength(1);
  expect(notifications[0]).toMatchObject({ event: 'notFound', orderId: id, decidedAtMs: 9 });
});

test('an order that cannot be checked three times notifies once', () => {
  const problem = { code: 'order-forbidden', httpStatus: 403, sinceMs: 5 } as const;
  const notifications = [1, 2, 3, 4].flatMap((failureCount) =>
    decideProblem({ ...florist, problem: { ...problem, failureCount } }, 9),
  );
  expect(notifications).toMatchObject([{ event: 'refused', orderId: id, key: `${id}:5:refused` }]);
  expect(notifications[0]?.texts.noNames.body).toContain('3\u00A0checks failed (403)');
});

test('an order that another desk hands on notifies with its words, which stay out where names do', () => {
  const claim = { deskId: 'mine', desk: 'Mei', atMs: 7, reason: 'Mr Chan calls back' };
  const watched = someWatched(id, { team: { claim, writers: {}, addedBy: null } });
  const [notification] = handedToMe(watched, 'Ana', 9);
  expect(notification).toMatchObject({
    event: 'handedToMe',
    key: `${id}:7:handedToMe`,
    sound: 'system',
  });
  expect(notification?.texts.full).toMatchObject({ title: 'Handed to you by Ana' });
  expect(notification?.texts.full.body).toContain('Mr Chan calls back');
  expect(notification?.texts.noNames.body).not.toContain('Chan');
  expect(handedToMe(florist, 'Ana', 9)).toEqual([]);
});

test('a hand-over needs this desk although the order was looked at between the hand-over and its arrival', () => {
  const claim = { deskId: 'mine', desk: 'Mei', atMs: 7, reason: null };
  const team = { claim, writers: {}, addedBy: null };
  const watched = someWatched(id, { team, lastLookedAtMs: 8 });
  const isOpen = handedToMe(watched, 'Ana', 9).map((notification) =>
    isCallOpen(notification, watched, 10, defaultWaitRules),
  );
  expect(isOpen).toEqual([true]);
});

test('the name of a desk is shown without its phone number', () => {
  const claim = { deskId: 'mine', desk: 'Mei', atMs: 7, reason: null };
  const watched = someWatched(id, { team: { claim, writers: {}, addedBy: null } });
  const [notification] = handedToMe(watched, 'Counter +852 9123 4567', 9);
  expect(notification?.texts.full.title).toMatch(/^Handed to you by Counter/);
  expect(JSON.stringify(notification?.texts)).not.toContain('9123');
});

function chosen(kind: 'notFound' | 'released' | 'reopened', sound: NotificationSound) {
  const toldKinds = {
    ...defaultSettings.toldKinds,
    [kind]: { ...defaultSettings.toldKinds[kind], sound },
  };
  return { ...defaultSettings, toldKinds };
}

test('an order that is not found has the sound that was chosen for that', () => {
  const problem = {
    code: 'order-not-found',
    httpStatus: 404,
    sinceMs: 5,
    failureCount: 3,
  } as const;
  const sounds = notificationSounds.map((sound) => {
    const settings = chosen('notFound', sound);
    return decideProblemNotifications(() => ({ settings }))({ ...florist, problem }, 9)[0]?.sound;
  });
  expect(sounds).toEqual(notificationSounds);
});

test('releases, cancellations, open again and refused credentials are critical, and the last always has a sound', () => {
  const notifications = notificationEvents.map((event) =>
    decidedNotification({ event, texts: noTexts }, defaultSettings, {
      key: event,
      orderId: id,
      decidedAtMs: 9,
    }),
  );
  expect(notifications.flatMap(({ event, isCritical }) => (isCritical ? event : []))).toEqual([
    'released',
    'reopened',
    'cancelled',
    'credentialsRefused',
  ]);
  const ofNoKind = notifications.filter(({ event }) => notificationKindOf(event) === null);
  expect(ofNoKind.map(({ event, sound }) => [event, sound])).toEqual([
    ['credentialsRefused', 'system'],
    ['keptInTray', 'none'],
    ['selfTest', 'none'],
  ]);
});

test('an order that is open again has the sound that was chosen for it', () => {
  const done = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
  const reopened = orderUpdate(done, someOrder(id), { source: 'poll', seenAtMs: 5 });
  if (reopened === null) throw new Error('Nothing changed.');
  const sounds = notificationSounds.map((sound) => {
    const watched = someWatched(id, { order: someOrder(id) });
    return policy(chosen('reopened', sound))(reopened, watched).notifications[0];
  });
  expect(sounds.map((each) => [each?.event, each?.sound])).toEqual(
    notificationSounds.map((sound) => ['reopened', sound]),
  );
});

test('other problems are seen in the list and not notified', () => {
  const problem = {
    code: 'timeout',
    httpStatus: null,
    sinceMs: 5,
    failureCount: 3,
  } as const;
  expect(decideProblem({ ...florist, problem }, 9)).toEqual([]);
  expect(decideProblem(florist, 9)).toEqual([]);
});

const movingId = orderIdAt(1);
const everyMove = { isTold: true, meters: 500, everySeconds: 300 };
/** A degree of latitude in metres. */
const degreeMeters = 111_195;

function fix(northMeters: number) {
  return {
    latitudeDeg: 22.3 + northMeters / degreeMeters,
    longitudeDeg: 114.1,
    reportedAtMs: null,
  };
}

/** Sees the courier drive north: so many metres at each time, in minutes. */
function drive(
  decide: ReturnType<typeof decideNotifications>,
  way: readonly (readonly [minute: number, meters: number])[],
  preferences: { group?: string; tellsEveryMove?: boolean } = {},
): readonly number[] {
  let before = fix(0);
  return way.flatMap(([minute, meters]) => {
    const after = fix(meters);
    const update: OrderUpdate = someUpdate(movingId, {
      seenAtMs: minute * 60_000,
      kinds: ['courier_moved'],
      reasons: ['Courier moved'],
      changes: [{ field: 'courier.location', before, after }],
      move: { meaning: 'movedOn', distanceMeters: 250, nextStop: null },
    });
    before = after;
    const watched = someWatched(movingId, {
      order: someOrder(movingId, { courier: { name: null, phoneNumber: null, fix: after } }),
      preferences: somePreferences(preferences),
    });
    return decide(update, watched).notifications.map(() => minute);
  });
}

const policy = (settings: Partial<typeof defaultSettings> = {}, remembered = new EveryMove()) =>
  decideNotifications(
    () => ({ priceUnit: 'major', locale: 'en', settings: { ...defaultSettings, ...settings } }),
    remembered,
  );

const everyMinute = Array.from(
  { length: 12 },
  (_, index) => [index + 1, (index + 1) * 250] as const,
);

test('no plain move notifies unless every move is wanted', () => {
  expect(drive(policy(), everyMinute)).toEqual([]);
});

test('one order may want every move of 200 m and a minute', () => {
  expect(drive(policy(), everyMinute, { tellsEveryMove: true })).toEqual(
    everyMinute.map(([minute]) => minute),
  );
});

test('the settings raise the distance between moves that notify', () => {
  expect(drive(policy({ everyMove }), everyMinute)).toEqual([2, 4, 6, 8, 10, 12]);
});

test('an order that left the list and came back begins anew', () => {
  const remembered = new EveryMove();
  const decide = policy({ everyMove: { ...everyMove, meters: 200 } }, remembered);
  expect(drive(decide, [[1, 250]])).toEqual([1]);
  expect(drive(decide, [[2, 250]])).toEqual([]);
  remembered.forget([movingId]);
  expect(drive(decide, [[3, 250]])).toEqual([3]);
});

test('a group may want every move while one of its orders does not', () => {
  const groupRules = [{ group: 'Harbour', isMuted: false, tellsEveryMove: true, kept: [] }];
  expect(drive(policy({ groupRules }), everyMinute, { group: 'Harbour' })).toHaveLength(12);
  expect(drive(policy({ groupRules }), everyMinute, { group: 'Peak' })).toEqual([]);
  expect(
    drive(policy({ groupRules }), everyMinute, { group: 'Harbour', tellsEveryMove: false }),
  ).toEqual([]);
});

test('a group may have distances of its own', () => {
  const groupRules = [
    {
      group: 'Harbour',
      isMuted: false,
      tellsEveryMove: true,
      kept: [],
      everyMove: { meters: 1000, everySeconds: 60 },
    },
  ];
  expect(drive(policy({ groupRules }), everyMinute, { group: 'Harbour' })).toEqual([4, 8, 12]);
});

test('the sound of a kind is the dispatcher’s choice', () => {
  const { toldKinds } = defaultSettings;
  const loud = policy({ toldKinds: { ...toldKinds, matched: { level: 'news', sound: 'soft' } } });
  const watched = someWatched(movingId, { order: someOrder(movingId) });
  expect(loud(someUpdate(movingId), watched).notifications[0]?.sound).toBe('soft');
  expect(policy()(someUpdate(movingId), watched).notifications[0]?.sound).toBe('none');
});

test('fault 45: a position that wavers by two metres at each check tells nothing in an hour', () => {
  const order = (meters: number) =>
    someOrder(movingId, { courier: { name: 'Ho', phoneNumber: null, fix: fix(meters) } });
  const decide = policy();
  let watched = observed(newlyWatched(movingId, null, 0), order(0), 0).watched;
  const notifiedAt: number[] = [];
  for (let check = 1; check <= 240; check += 1) {
    const found = observed(watched, order((check % 2) * 2), check * 15_000);
    watched = found.watched;
    if (found.update !== null && decide(found.update, watched).notifications.length > 0)
      notifiedAt.push(check);
  }
  expect(notifiedAt).toEqual([]);
});

test('a kind that is off, for all or for the group, gives way to an edit that notifies', () => {
  const before = someOrder(id);
  const after = someOrder(id, {
    status: { raw: 'active', phase: 'assigned' },
    destinations: before.destinations.map((stop) => ({ ...stop, streetAddress: 'Peel Street 8' })),
  });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: 9 });
  if (update === null) throw new Error('nothing changed');
  const watched = someWatched(id, {
    order: after,
    preferences: somePreferences({ group: 'Harbour' }),
  });
  const eventOf = (settings: Partial<typeof defaultSettings>) =>
    decideNotifications(() => ({
      priceUnit: 'major',
      locale: 'en',
      settings: { ...defaultSettings, ...settings },
    }))(update, watched).notifications[0]?.event;
  const { toldKinds } = defaultSettings;
  expect(eventOf({})).toBe('matched');
  const off = { level: 'kept', sound: 'none' } as const;
  expect(eventOf({ toldKinds: { ...toldKinds, matched: off } })).toBe('addressChanged');
  const rule = { group: 'Harbour', isMuted: false, tellsEveryMove: false };
  expect(eventOf({ groupRules: [{ ...rule, kept: ['matched'] }] })).toBe('addressChanged');
});
