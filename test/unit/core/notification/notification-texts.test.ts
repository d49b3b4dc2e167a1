import { describe, expect, test } from 'vitest';
import {
  problemNotification,
  programNotification,
} from '../../../../core/notification/program-notifications.ts';
import { orderUpdate } from '../../../../core/order/order-update.ts';
import { chineseNotifications } from '../../../../core/notification/notification-chinese.ts';
import { localisedNotifications } from '../../../../core/notification/localised-texts.ts';
import {
  englishNotifications,
  type NotificationTexts,
} from '../../../../core/notification/notification-english.ts';
import type { NotificationDraft } from '../../../../core/notification/notification.ts';
import { updateNotification } from '../../../../core/notification/update-notification.ts';
import { waitNotification } from '../../../../core/notification/wait-notification.ts';
import { newsText } from '../../../../main/engine/notify/digest-text.ts';
import { someNotification, somePreferences } from '../../../support/watched-orders.ts';
import { courier, noonMs, order, sampleId, watched } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

/** A language of one's own: everything that is said comes from the dictionary. */
const loud: NotificationTexts = {
  ...englishNotifications,
  titles: { ...englishNotifications.titles, matched: 'MATCHED' },
  order: (shortId) => `ORDER ${shortId}`,
  program: {
    ...englishNotifications.program,
    connectionLost: () => ({ title: 'LOST', body: 'BODY', hiddenBody: 'HIDDEN' }),
  },
  digest: { ...englishNotifications.digest, orders: (count) => `${count} ORDERS` },
};

test('a second dictionary is a second language, for updates, service notices and digests alike', () => {
  const before = order({ word: 'pending' });
  const after = order({ courier: courier(null) });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const options = { priceUnit: 'major', locale: 'en', texts: loud } as const;
  const draft = updateNotification(update, watched({ order: after }), options);
  expect(draft?.texts.countOnly).toEqual({ title: 'MATCHED', body: 'ORDER 3f2b8c1e' });
  expect(
    programNotification('connectionLost', loud.program.connectionLost('12:30', 2)).texts.countOnly
      .body,
  ).toBe('HIDDEN');
  const news = [someNotification('1'), someNotification('2', { event: 'completed' })];
  const digest = { privacy: 'countOnly', nameOf: () => '', locale: 'en', texts: loud } as const;
  expect(newsText(news, 'away', digest).body).toBe('2 ORDERS');
});

test('a finished order that goes on is flagged as open again', () => {
  const before = order({ word: 'completed' });
  const after = order({ word: 'pending' });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const draft = updateNotification(update, watched({ order: after }), {
    priceUnit: 'major',
    locale: 'en',
  });
  expect(draft?.event).toBe('reopened');
  expect(draft?.texts.full).toEqual({
    title: 'Finished order is open again',
    body: 'Sheung Wan florist. Now waiting for courier. Was: completed.',
  });
});

const minute = 60_000;
const chinese = chineseNotifications('zh-Hant-HK');
const english = englishNotifications.program;
const unknown = { code: 'order-not-found', httpStatus: 404 } as const;

describe('the program as a whole', () => {
  test.each<[string, NotificationDraft, readonly string[]]>([
    [
      'lost',
      programNotification('connectionLost', english.connectionLost('12:30', 24)),
      [
        'No contact since 12:30',
        '24 orders are not being checked. Trying again.',
        '24 orders are not being checked',
      ],
    ],
    [
      'lost, one order',
      programNotification('connectionLost', english.connectionLost('12:30', 1)),
      [
        'No contact since 12:30',
        '1 order is not being checked. Trying again.',
        '1 order is not being checked',
      ],
    ],
    [
      'paused by the service',
      programNotification('servicePaused', english.servicePaused('12:41', 24)),
      [
        'The service asks for a pause until 12:41',
        '24 orders are not being checked. What is known stays.',
        '24 orders are not being checked',
      ],
    ],
    [
      'paused by the service, one order, in Chinese',
      programNotification('servicePaused', chinese.program.servicePaused('12:41', 1)),
      [
        '服務要求暫停到 12:41',
        '1 筆訂單目前沒有查詢。已知的內容保持不變。',
        '1 筆訂單目前沒有查詢',
      ],
    ],
    [
      'restored',
      programNotification('connectionRestored', english.connectionRestored('6 min', 3)),
      ['Connected again after 6 min', '3 orders changed in the meantime.', '3 orders changed'],
    ],
    [
      'restored, without a change',
      programNotification('connectionRestored', english.connectionRestored('6 min', 0)),
      ['Connected again after 6 min', 'Nothing changed in the meantime.', 'Nothing changed'],
    ],
    [
      'refused, by a status that is not known',
      programNotification('credentialsRefused', english.credentialsRefused(null, '14:32')),
      [
        'Credentials refused',
        'The service refused the client ID and secret. Next try at 14:32.',
        'Next try at 14:32',
      ],
    ],
    [
      'not found, once',
      problemNotification(
        { id: sampleId, label: null, order: null },
        { ...unknown, failureCount: 1 },
      ),
      ['Order not found', '3f2b8c1e. The service answered 404 to 1 check.', 'Order 3f2b8c1e'],
    ],
    [
      'refused',
      programNotification('credentialsRefused', english.credentialsRefused(401, '14:32')),
      [
        'Credentials refused',
        'The service refused the client ID and secret (401). Next try at 14:32.',
        'Next try at 14:32',
      ],
    ],
    [
      'not found',
      problemNotification(
        { id: sampleId, label: null, order: null },
        { ...unknown, failureCount: 3 },
      ),
      ['Order not found', '3f2b8c1e. The service answered 404 to 3 checks.', 'Order 3f2b8c1e'],
    ],
  ])('%s', (_name, draft, [title, body, hidden]) => {
    const [fullTitle, fullBody, noNames, , hiddenBody] = lines(draft);
    expect([fullTitle, fullBody, noNames, hiddenBody]).toEqual([title, body, body, hidden]);
  });

  test('the first time the window is closed, it is said where Waybell went', () => {
    expect(english.keptInTray.title).toBe('Waybell stays in the tray');
  });
});

test('a promise of another day is shown with its date', () => {
  const promisedAtMs = noonMs - 24 * 60 * minute;
  const promised = watched({ preferences: somePreferences({ promisedAtMs }) });
  const draft = waitNotification(
    { reason: 'promisePassed', causeAtMs: promisedAtMs },
    promised,
    noonMs,
    {
      locale: 'en',
      timeZone: 'UTC',
    },
  );
  expect(lines(draft)[0]).toBe('Promise passed: Nov 20, 12:00');
});

describe('sentences', () => {
  test.each<[string, NotificationTexts, string]>([
    ['in English', englishNotifications, 'moved on. A, b. Really? Is “x.y”.'],
    ['in Chinese', chinese, 'moved on。a，b。really?is “x.y”。'],
  ])('%s are closed by one stop, and empty ones fall out', (_language, texts, expected) => {
    const parts = [null, '', [null, ''], 'moved on', ['a', null, '', 'b'], 'really?', 'is “x.y”'];
    expect(texts.sentences(...parts)).toBe(expected);
  });
});

test.each<[string | undefined, string]>([
  [chinese.names(['甲', '乙'], 0), '甲、乙'],
  [chinese.names(['甲', '乙'], 3), '甲、乙，還有 3 筆'],
  [chinese.titles.amended(null), '價格變更'],
  [chinese.titles.amended('+HK$12.00'), '價格變更 +HK$12.00'],
  [chinese.program.connectionRestored('5 分鐘', 0).hiddenBody, '沒有變更'],
  [chinese.program.connectionRestored('5 分鐘', 2).hiddenBody, '2\u00A0筆訂單有變更'],
  [
    chinese.program.credentialsRefused(403, '15:30').body,
    '服務拒絕用戶端 ID 和密鑰（403）。將於 15:30 再試。',
  ],
  [
    chinese.program.credentialsRefused(null, '15:30').body,
    '服務拒絕用戶端 ID 和密鑰。將於 15:30 再試。',
  ],
  [englishNotifications.titles.amended(null), 'Price changed'],
  [englishNotifications.titles.courierSilent('12:30'), 'No position since 12:30'],
  [englishNotifications.titles.courierLost('12:30'), 'Courier lost, no position since 12:30'],
  [englishNotifications.titles.notMoving('12:30'), 'Courier not moving since 12:30'],
  [englishNotifications.titles.promiseAhead('15:30'), 'Promise at hand: 15:30'],
  [englishNotifications.digest.since(1200, '12:30'), '1,200\u00A0orders changed since 12:30'],
  [englishNotifications.calls.needYou(1), '1\u00A0order needs you'],
  [englishNotifications.calls.needYou(5), '5\u00A0orders need you'],
  [chinese.digest.since(12, '12:30'), '12:30 起有 12\u00A0筆訂單變更'],
  [chinese.calls.needYou(5), '5\u00A0筆訂單需要你處理'],
  [englishNotifications.digest.inDoubt(1), 'One notification may not have been shown'],
  [englishNotifications.digest.inDoubt(2), '2 notifications may not have been shown'],
  [englishNotifications.program.connectionRestored('5 min', 1).hiddenBody, '1\u00A0order changed'],
  [englishNotifications.actions.open, 'Open'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

test('one order and one check are said as one', () => {
  const { calls, facts, program } = englishNotifications;
  expect([1, 5].map(calls.stillNeedYou)).toEqual([
    '1\u00A0order still needs you',
    '5\u00A0orders still need you',
  ]);
  expect([facts.checksFailed(null, 1), facts.checksFailed(503, 2)]).toEqual([
    '1\u00A0check failed',
    '2\u00A0checks failed (503)',
  ]);
  expect([chinese.facts.checksFailed(null, 1), chinese.facts.checksFailed(503, 2)]).toEqual([
    '1\u00A0次查詢失敗',
    '2\u00A0次查詢失敗（503）',
  ]);
  expect(program.servicePaused('12:41', 1).hiddenBody).toBe('1\u00A0order is not being checked');
});

test('the words follow the language, and the units of Chinese the place', () => {
  expect(localisedNotifications({ language: 'en', locale: 'en-GB' })).toBe(englishNotifications);
  const hongKong = localisedNotifications({ language: 'zh-Hant', locale: 'zh-Hant-HK' });
  expect(hongKong.distance(120)).toBe(chinese.distance(120));
  expect(hongKong.titles).toEqual(chinese.titles);
  // Made once: it is asked for with every notification.
  expect(localisedNotifications({ language: 'zh-Hant', locale: 'zh-Hant-HK' })).toBe(hongKong);
});

test('moves of two kinds with the same words are counted together', () => {
  const events = ['completed', 'courierMoved', 'courierMovedOn'] as const;
  const news = events.map((event, index) => someNotification(String(index), { event }));
  const speech = {
    privacy: 'full',
    nameOf: () => 'Florist',
    locale: 'en',
    texts: englishNotifications,
  } as const;
  expect(newsText(news, 'away', speech).body).toMatch(/ 2 with a moved courier, 1 completed\.$/);
});
