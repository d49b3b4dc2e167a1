import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type TrayCommand,
  trayFace,
  type TrayFace,
  type TrayMenuEntry,
  type TrayState,
} from '../../../../core/tray/tray-face.ts';
import { trayTextsIn } from '../../../../core/tray/tray-texts.ts';
import { trayIcons } from '../../../../tools/tray-icons.ts';
import { clockText } from '../../../../core/order/format.ts';
import { isExport } from '../../../../core/transfer/export-signs.ts';
import { english, languages } from '../../../../core/text/language.ts';
import type { FactAge } from '../../../../core/watch/fact-age.ts';
import { noonMs, sampleId } from '../order/order-samples.ts';
import { watchListSummary, type SummaryRow } from '../../../../core/tray/watch-list-summary.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const calm: TrayState = {
  connection: {
    kind: 'connected',
    baseUrl: 'https://api.example.com',
    clientId: 'desk',
    isDemo: false,
  },
  serviceHealth: { state: 'reachable' },
  pause: { kind: 'running' },
  mutedUntilMs: null,
  listedCount: 24,
  attentionCount: 0,
  attentionOrders: [],
  latestChanges: [],
  clipboardOrders: 0,
  nowMs: noonMs,
  locale: 'en-GB',
  timeZone: 'Asia/Hong_Kong',
};
const refused = {
  state: 'unreachable',
  cause: 'credentials-refused',
  httpStatus: 401,
  sinceMs: noonMs,
  retryAtMs: noonMs + 30 * 60_000,
} as const;
const offline = { ...refused, cause: 'unreachable', httpStatus: null } as const;
const servicePause = { ...refused, cause: 'rate-limited', httpStatus: 429 } as const;
const untrusted = { ...refused, cause: 'tls-untrusted', httpStatus: null } as const;
const paused = { kind: 'paused', sinceMs: noonMs, untilMs: noonMs + 3_600_000 } as const;

function face(changes: Partial<TrayState>): TrayFace {
  return trayFace({ ...calm, ...changes });
}

const chineseTooltip = (changes: Partial<TrayState>): string =>
  trayFace({ ...calm, ...changes }, trayTextsIn['zh-Hant']).tooltip;

const textsOf = (entries: readonly TrayMenuEntry[]): readonly string[] =>
  entries.map((entry) => (entry.kind === 'separator' ? '-' : entry.text));

const texts = (one: TrayFace): readonly string[] => textsOf(one.menu);

/** The lines of a submenu; none when the menu does not have it. */
const linesOf = (one: TrayFace, text: string): readonly TrayMenuEntry[] =>
  one.menu.flatMap((entry) =>
    entry.kind === 'submenu' && entry.text === text ? entry.entries : [],
  );

describe('what the tray shows', () => {
  test.each<[string, Partial<TrayState>, string, string]>([
    ['calm', {}, 'active', 'Waybell: 24 orders on the list'],
    ['one order', { listedCount: 1 }, 'active', 'Waybell: 1 order on the list'],
    ['nothing to check', { listedCount: 0 }, 'idle', 'Waybell: no orders on the list'],
    ['not connected', { connection: { kind: 'none' } }, 'idle', 'Waybell: not connected'],
    [
      'attention',
      { attentionCount: 4 },
      'attention-4',
      'Waybell: 4 orders need attention, 24 on the list',
    ],
    [
      'attention for one',
      { attentionCount: 1 },
      'attention-1',
      'Waybell: 1 order needs attention, 24 on the list',
    ],
    [
      'attention for ten',
      { attentionCount: 10 },
      'attention-9plus',
      'Waybell: 10 orders need attention, 24 on the list',
    ],
    [
      'paused, although some need attention',
      { pause: paused, attentionCount: 4 },
      'paused',
      'Waybell: checking is paused until 21:00',
    ],
    [
      'paused by hand',
      { pause: { ...paused, untilMs: null } },
      'paused',
      'Waybell: checking is paused until you resume',
    ],
    [
      'offline, although paused',
      { serviceHealth: offline, pause: paused },
      'offline',
      'Waybell: no contact since 20:00, service not reached',
    ],
    [
      'paused by the service',
      { serviceHealth: servicePause, attentionCount: 4 },
      'paused',
      'Waybell: paused by the service until 20:30',
    ],
    [
      'paused by the service and by hand: what can be ended is said',
      { serviceHealth: servicePause, pause: paused },
      'paused',
      'Waybell: checking is paused until 21:00',
    ],
    [
      'credentials refused',
      { serviceHealth: refused, pause: paused, attentionCount: 4 },
      'error',
      'Waybell: the service refused the credentials, next try at 20:30',
    ],
    [
      'certificate',
      { serviceHealth: untrusted },
      'error',
      'Waybell: certificate not trusted, next try at 20:30',
    ],
    [
      'keychain',
      {
        connection: {
          kind: 'keychainBlocked',
          baseUrl: 'https://api.example.com',
          clientId: 'desk',
          fault: 'locked',
        },
      },
      'error',
      'Waybell: keychain not available, checking waits for it',
    ],
  ])('%s', (_name, changes, icon, tooltip) => {
    expect([face(changes).icon, face(changes).tooltip]).toEqual([icon, tooltip]);
  });
});

describe('the menu', () => {
  const orders = Array.from({ length: 7 }, (_, index) => ({
    id: sampleId,
    name: `Order ${index}`,
    reason: 'Long wait',
  }));

  test('opens the window first, says the state, and can pause and quit', () => {
    expect(texts(face({}))).toEqual([
      'Open Waybell',
      '-',
      '24 orders on the list',
      '-',
      'Latest changes',
      '-',
      'Pause checking',
      'Mute notifications',
      '-',
      'Settings…',
      'About Waybell',
      'Quit Waybell',
    ]);
  });

  test('lists five orders that need attention and offers the rest', () => {
    const shown = texts(face({ attentionCount: 7, attentionOrders: orders }));
    expect(shown.filter((text) => text.startsWith('Order '))).toHaveLength(5);
    expect(shown).toContain('Order 0: Long wait');
    expect(shown).toContain('Show all 7');
  });

  test('resumes while paused and tries again while unreachable', () => {
    expect(texts(face({ pause: paused }))).toContain('Resume checking');
    expect(texts(face({ pause: paused }))).not.toContain('Pause checking');
    expect(texts(face({ serviceHealth: offline }))).toContain('Try now');
  });

  test('before a connection there is nothing to pause', () => {
    expect(texts(face({ connection: { kind: 'none' } }))).toEqual([
      'Open Waybell',
      '-',
      'Not connected',
      '-',
      'Settings…',
      'About Waybell',
      'Quit Waybell',
    ]);
  });
});

const commandsIn = (
  entries: readonly TrayMenuEntry[],
): readonly (readonly [string, TrayCommand])[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'submenu') return commandsIn(entry.entries);
    return entry.kind === 'command' ? [[entry.text, entry.command] as const] : [];
  });

const commandsOf = (one: TrayFace) => commandsIn(one.menu);

const attentionEntries = (attentionCount: number, attentionOrders: TrayState['attentionOrders']) =>
  commandsOf(face({ attentionCount, attentionOrders })).filter(
    ([, command]) =>
      ['openOrder', 'markAllSeen'].includes(command.kind) ||
      (command.kind === 'show' && command.place === 'needsAttention'),
  );

describe('each entry of the menu does what it says', () => {
  test('while all is well', () => {
    expect(commandsOf(face({}))).toEqual([
      ['Open Waybell', { kind: 'openWindow' }],
      ['History of notifications…', { kind: 'show', place: 'notifications' }],
      ['For 15\u00A0minutes', { kind: 'pause', forMs: 900_000 }],
      ['For 1\u00A0hour', { kind: 'pause', forMs: 3_600_000 }],
      ['Until tomorrow', { kind: 'pauseUntilTomorrow' }],
      ['Until I resume', { kind: 'pause', forMs: null }],
      ['For 1\u00A0hour', { kind: 'mute', forMs: 3_600_000 }],
      ['Until tomorrow', { kind: 'muteUntilTomorrow' }],
      ['Settings…', { kind: 'show', place: 'settings' }],
      ['About Waybell', { kind: 'about' }],
      ['Quit Waybell', { kind: 'quit' }],
    ]);
  });

  test('while the service cannot be reached, checking is paused and notifications are muted', () => {
    const update = ['Update credentials…', { kind: 'show', place: 'credentials' }];
    for (const [serviceHealth, more] of [
      [offline, []],
      [refused, [update]],
    ] as const) {
      expect(commandsOf(face({ serviceHealth, pause: paused, mutedUntilMs: noonMs }))).toEqual([
        ['Open Waybell', { kind: 'openWindow' }],
        ['Try now', { kind: 'retry' }],
        ...more,
        ['History of notifications…', { kind: 'show', place: 'notifications' }],
        ['Resume checking', { kind: 'resume' }],
        ['Unmute notifications', { kind: 'unmute' }],
        ['Settings…', { kind: 'show', place: 'settings' }],
        ['About Waybell', { kind: 'about' }],
        ['Quit Waybell', { kind: 'quit' }],
      ]);
    }
  });

  test('with orders that need attention', () => {
    const order = { id: sampleId, name: 'Florist', reason: 'Long wait' };
    const florist = ['Florist: Long wait', { kind: 'openOrder', id: sampleId }];
    const markAll = ['Mark all as seen', { kind: 'markAllSeen' }];
    expect(attentionEntries(1, [order])).toEqual([
      florist,
      ['Show all 1', { kind: 'show', place: 'needsAttention' }],
      markAll,
    ]);
    expect(attentionEntries(1204, [order])).toEqual([
      florist,
      ['Show all 1,204', { kind: 'show', place: 'needsAttention' }],
      markAll,
    ]);
    expect(attentionEntries(1204, [])).toEqual([]);
  });
});

const change = (minutesAgo: number) => ({
  id: sampleId,
  name: 'Florist',
  title: 'Matched with a courier',
  atMs: noonMs - minutesAgo * 60_000,
});

const changed = (minutesAgo: readonly number[]) => ({ latestChanges: minutesAgo.map(change) });

describe('the latest changes', () => {
  test('are named with what happened and when, and open their order', () => {
    const shown = face(changed([0.5, 3, 61]));
    expect(textsOf(linesOf(shown, 'Latest changes'))).toEqual([
      'Florist: Matched with a courier, just now',
      'Florist: Matched with a courier, 3\u00A0min ago',
      'Florist: Matched with a courier, 18:59',
      '-',
      'History of notifications…',
    ]);
    const [first] = linesOf(shown, 'Latest changes');
    expect(first).toMatchObject({ command: { kind: 'openOrder', id: sampleId } });
  });

  test('say how they were handled, in a sentence of its own', () => {
    const latestChanges = [{ ...change(3), handled: 'handled, 19:58' }];
    expect(textsOf(linesOf(face({ latestChanges }), 'Latest changes'))[0]).toBe(
      'Florist: Matched with a courier, 3\u00A0min ago. Handled, 19:58',
    );
  });

  test('say the same in Chinese', () => {
    const { menu } = trayFace({ ...calm, ...changed([0, 3]) }, trayTextsIn['zh-Hant']);
    const lines = menu.flatMap((entry) => (entry.kind === 'submenu' ? textsOf(entry.entries) : []));
    expect(lines).toContain('Florist：Matched with a courier，剛剛');
    expect(textsOf(menu)).toContain('最新變更');
  });

  test('are drawn again by the time alone as long as one says its age', () => {
    expect(
      [face({}), face(changed([59, 61])), face(changed([61]))].map((one) => one.isAging),
    ).toEqual([false, true, false]);
  });
});

test('a tray that says a time is drawn again by the time alone', () => {
  const attentionOrders = [{ id: sampleId, name: 'Florist', reason: 'Long wait' }];
  expect(face({ attentionCount: 1, attentionOrders }).isAging).toBe(true);
  expect(face({ mutedUntilMs: noonMs + 3_600_000 }).isAging).toBe(true);
});

test('a refusal of an account that is connected no more asks for no other credentials', () => {
  const { updateCredentials } = trayTextsIn.en.menu;
  const left = face({ connection: { kind: 'none' }, serviceHealth: refused });
  expect(texts(face({ serviceHealth: refused }))).toContain(updateCredentials);
  expect(texts(left)).not.toContain(updateCredentials);
});

test('uuids on the clipboard are offered where there are some, or where nothing is known of it', () => {
  const offers = (clipboardOrders: number | null, one = face({ clipboardOrders })) =>
    commandsOf(one).flatMap(([text, { kind }]) => (kind === 'offerClipboard' ? [text] : []));
  expect(offers(0)).toEqual([]);
  expect(offers(1)).toEqual(['Watch 1 uuid on the clipboard…']);
  expect(offers(1204)).toEqual(['Watch 1,204 uuids on the clipboard…']);
  expect(offers(null)).toEqual(['Look for uuids on the clipboard…']);
  expect(offers(3, face({ clipboardOrders: 3, connection: { kind: 'none' } }))).toEqual([]);
});

test('its parts are separated once, whatever is in them', () => {
  const order = { id: sampleId, name: 'Florist', reason: 'Long wait' };
  expect(texts(face({ attentionCount: 1, attentionOrders: [order] })).join()).toMatch(
    /^Open Waybell,-,1 order needs[^-]*,-,Florist: Long wait,Show all 1,Mark all as seen,-,Latest changes,-,Pause[^-]*,-,Settings…,About Waybell,Quit/,
  );
});

test('a certificate that failed is for a person, and what has no next try is said to be stopped', () => {
  const failed = { ...untrusted, cause: 'tls-failed', retryAtMs: null } as const;
  expect(face({ serviceHealth: failed }).icon).toBe('error');
  expect(face({ serviceHealth: failed }).tooltip).toMatch(/^Waybell: \S.*, checking is stopped$/);
});

test('the number at the icon is that of the orders that need attention, and never below none', () => {
  expect(face({ attentionCount: 12 }).badgeCount).toBe(12);
  expect(face({ attentionCount: -1 })).toMatchObject({ icon: 'active', badgeCount: 0 });
});

test('both languages write large numbers in groups', () => {
  const many = { ...calm, listedCount: 12_345 };
  const needy = { ...many, attentionCount: 1204 };
  expect(trayFace(many).tooltip).toBe('Waybell: 12,345 orders on the list');
  expect(trayFace(needy).tooltip).toBe('Waybell: 1,204 orders need attention, 12,345 on the list');
  expect(trayFace(many, trayTextsIn['zh-Hant']).tooltip).toBe('Waybell：清單上有 12,345 筆訂單');
  expect(trayFace(needy, trayTextsIn['zh-Hant']).tooltip).toBe(
    'Waybell：1,204 筆訂單需要處理，清單上共 12,345 筆',
  );
});

test('a blocked keychain is said before the contact that it prevents', () => {
  const connection = {
    kind: 'keychainBlocked',
    baseUrl: 'https://api.example.com',
    clientId: 'desk',
    fault: 'locked',
  } as const;
  expect(face({ connection, serviceHealth: offline })).toMatchObject({
    icon: 'error',
    tooltip: 'Waybell: keychain not available, checking waits for it',
  });
});

test.each<[Partial<TrayState>, string]>([
  [{ serviceHealth: refused }, '20:30 再試'],
  [{ serviceHealth: { ...refused, retryAtMs: null } }, '查詢已停止'],
  [{ pause: paused }, '查詢暫停到 21:00'],
  [{ pause: { ...paused, untilMs: null } }, '查詢已暫停，直到你按繼續'],
])('in Chinese it says when checking goes on: %j', (changes, words) => {
  const { tooltip } = trayFace({ ...calm, ...changes }, trayTextsIn['zh-Hant']);
  expect(tooltip).toContain(words);
});

const anyState = fc.record({
  connection: fc.constantFrom<TrayState['connection']>(calm.connection, { kind: 'none' }),
  serviceHealth: fc.constantFrom<TrayState['serviceHealth']>(
    { state: 'reachable' },
    refused,
    offline,
    untrusted,
  ),
  pause: fc.constantFrom<TrayState['pause']>({ kind: 'running' }, paused),
  listedCount: fc.nat(60_000),
  attentionCount: fc.nat(60_000),
});

test('the icon never looks calm while nothing can be seen', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const unreachable = state.serviceHealth.state === 'unreachable';
      expect(['error', 'offline'].includes(face(state).icon)).toBe(unreachable);
    }),
  );
});

test('the first entry opens the window and the last one quits, whatever the state', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { menu } = face(state);
      expect(menu[0]).toMatchObject({ command: { kind: 'openWindow' } });
      expect(menu.at(-1)).toMatchObject({ command: { kind: 'quit' } });
    }),
  );
});

test('every icon that is drawn has a state that shows it', () => {
  const files = [...trayIcons().keys()].filter((file) => file.startsWith('tray/template/'));
  const drawn = new Set(
    files.map((file) => file.replace(/^tray\/template\/|-\d\d(?:@2x)?\.png$/g, '')),
  );
  const shown = new Set(
    [
      face({}),
      face({ listedCount: 0 }),
      face({ pause: paused }),
      face({ serviceHealth: offline }),
      face({ serviceHealth: refused }),
      ...Array.from({ length: 10 }, (_, index) => face({ attentionCount: index + 1 })),
    ].map((one) => one.icon),
  );
  expect([...shown].toSorted()).toEqual([...drawn].toSorted());
});

test('notifications that the system does not show are said in words, in the tooltip and in the menu', () => {
  const shown = face({ areNotificationsFailing: true, attentionCount: 2 });
  const words =
    '2 orders need attention, 24 on the list, notifications are not shown by the system';
  expect(shown.tooltip).toBe(`Waybell: ${words}`);
  expect(texts(shown)).toContain(words);
});

describe('quiet hours', () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  /** At noon of the samples, 20:00 in Hong Kong. */
  const quietHours = (fromMinute: number, toMinute: number, isOn = true) => ({
    quietHours: {
      isOn,
      letsCriticalThrough: true,
      times: [{ days, fromMinute, toMinute }],
      timeZone: 'Asia/Hong_Kong',
    },
  });
  const hour = 60;

  test('are said with their end while they hold, and the menu leads to them', () => {
    const shown = face(quietHours(19 * hour, 7 * hour));
    expect(shown.tooltip).toBe('Waybell: 24 orders on the list, quiet until 07:00');
    expect(texts(shown)).toContain('24 orders on the list, quiet until 07:00');
    expect(texts(shown)).toContain('Quiet hours…');
    const both = face({ ...quietHours(19 * hour, 7 * hour), mutedUntilMs: noonMs + 3_600_000 });
    expect(both.tooltip).toContain('notifications muted until 21:00, quiet until 07:00');
  });

  test('without an end are said without one', () => {
    expect(face(quietHours(0, 0)).tooltip).toBe('Waybell: 24 orders on the list, quiet hours');
  });

  test('say the same in Chinese', () => {
    expect(chineseTooltip(quietHours(0, 0))).toMatch(/，勿擾時段$/);
    expect(chineseTooltip(quietHours(19 * hour, 7 * hour))).toMatch(/，勿擾到 07:00$/);
  });

  test.each([
    ['before they begin', quietHours(22 * hour, 7 * hour)],
    ['while they are switched off', quietHours(19 * hour, 7 * hour, false)],
  ])('are not said %s', (_when, hours) => {
    expect(face(hours).tooltip).toBe('Waybell: 24 orders on the list');
    expect(texts(face(hours))).not.toContain('Quiet hours…');
  });

  test('that are switched on have the tray drawn again as time passes, for their beginning and end', () => {
    expect(face(quietHours(22 * hour, 7 * hour)).isAging).toBe(true);
    expect(face(quietHours(22 * hour, 7 * hour, false)).isAging).toBe(false);
  });
});

describe('muted notifications', () => {
  const muted = { mutedUntilMs: noonMs + 3_600_000 };

  test('are said in words, in the tooltip and in the menu', () => {
    expect(face(muted).tooltip).toBe(
      'Waybell: 24 orders on the list, notifications muted until 21:00',
    );
    expect(texts(face(muted))).toContain('24 orders on the list, notifications muted until 21:00');
  });

  test('says of what needs attention that it was seen, and offers to mark as seen while something is not', () => {
    const orders = {
      attentionCount: 1,
      attentionOrders: [
        { id: sampleId, name: 'Florist', reason: 'released by the courier', isSeen: true },
      ],
    } as const;
    expect(texts(face({ ...orders, hasUnseen: false }))).toContain(
      'Florist: released by the courier (seen)',
    );
    expect(texts(face({ ...orders, hasUnseen: false }))).not.toContain('Mark all as seen');
    expect(texts(face({ ...orders, hasUnseen: true }))).toContain('Mark all as seen');
  });

  test('can be unmuted, and muted again for an hour or until tomorrow', () => {
    expect(texts(face(muted)).filter((text) => text.includes('ute notifications'))).toEqual([
      'Unmute notifications',
    ]);
    expect(linesOf(face(muted), 'Mute notifications')).toEqual([]);
    expect(linesOf(face({}), 'Mute notifications')).toHaveLength(2);
  });
});

const row = (index: number, parts: Partial<SummaryRow> = {}): SummaryRow => ({
  id: orderIdAt(index),
  label: null,
  status: { raw: 'active', phase: 'assigned' },
  attention: null,
  repeatedLoss: null,
  isArchived: false,
  ...parts,
});

const age = { kind: 'duration', sinceMs: noonMs - 300_000 } as const;
const time = clockText(age.sinceMs, 'en');
const chinese = { language: 'zh-Hant', locale: 'zh-Hant' } as const;

test.each<[string, FactAge, string, string]>([
  ['a promise by its time', { kind: 'promise', atMs: age.sinceMs }, time, time],
  ['an end by its time', { kind: 'clock', atMs: age.sinceMs }, time, time],
  [
    'an end that was not seen',
    { kind: 'before', atMs: age.sinceMs },
    `before ${time}`,
    `${time} 之前`,
  ],
  [
    'what began before Waybell looked',
    { kind: 'sinceBefore', atMs: age.sinceMs },
    `since before ${time}`,
    `${time} 之前開始`,
  ],
])(
  'the summary has no age that is wrong by the time it is read: %s',
  (_what, own, said, inChinese) => {
    const rows = [
      row(1, { label: 'Florist', attention: { score: 1, reason: 'failed', age: own } }),
    ];
    expect(watchListSummary(rows, english, noonMs)).toContain(`• Florist: not delivered, ${said}`);
    expect(watchListSummary(rows, chinese, noonMs)).toContain(`，${inChinese}`);
  },
);

test('a calm board is one line', () => {
  const done = row(2, { status: { raw: 'completed', phase: 'done' } });
  expect(watchListSummary([row(1), done, row(3, { status: null })], english, noonMs)).toBe(
    '2 open, 0 need attention',
  );
});

test('what was put away is not open, whatever the service said of it last', () => {
  const unknown = row(2, { status: null, isArchived: true });
  expect(watchListSummary([row(1), unknown], english, noonMs)).toBe('1 open, 0 need attention');
});

test('what needs attention is named with its reason, the most serious first', () => {
  const rows = [
    row(1, { label: 'Florist', attention: { score: 25, reason: 'longWait', age } }),
    row(2, { attention: { score: 60, reason: 'released', age } }),
    row(3),
  ];
  expect(watchListSummary(rows, english, noonMs)).toBe(
    `3 open, 2 need attention:\n• ${orderIdAt(2).slice(0, 8)}: released by the courier, since ${time}\n• Florist: long wait, since ${time}`,
  );
});

test('what is handled comes after it, with how and when, and by which desk', () => {
  const done = { reason: 'released', age, atMs: age.sinceMs } as const;
  const call = { word: 'waits for +852 5555 0123\n=1+1' };
  const rows = [
    row(1, { label: 'Florist', attention: { score: 25, reason: 'longWait', age } }),
    row(2, { label: 'Clinic', handled: { ...done, call: null, desk: 'Mei' } }),
    row(3, { label: 'Bakery', handled: { ...done, atMs: noonMs, call, desk: null } }),
    row(4, { label: 'Archived', isArchived: true, handled: { ...done, call: null, desk: null } }),
  ];
  const said = watchListSummary(rows, english, noonMs);
  expect(said.split('\n')).toEqual([
    '3 open, 1 needs attention, 2 handled:',
    `• Florist: long wait, since ${time}`,
    expect.stringMatching(/^• Bakery: released by the courier, since .+; waits for .* =1\+1, \d/),
    `• Clinic: released by the courier, since ${time}; Mei: handled, ${time}`,
  ]);
  expect(said).not.toContain('5555');
  expect(isExport(`${said}\n`, 'summary')).toBe(true);
  const alone = watchListSummary(rows.slice(1, 2), chinese, noonMs);
  expect(alone).toContain('Mei：已處理');
  expect(alone).toContain('，1 筆已處理：');
});

test('a summary for a chat has no phone number of a label', () => {
  const attention = { score: 25, reason: 'longWait', age } as const;
  const said = watchListSummary(
    [
      row(1, { label: 'Florist, call +852 5555 0123 ext. 12', attention }),
      row(2, { label: '５５５５ ０１２３', attention }),
    ],
    english,
    noonMs,
  );
  expect(said).toBe(
    `2 open, 2 need attention:\n• Florist: long wait, since ${time}\n• ${orderIdAt(2).slice(0, 8)}: long wait, since ${time}`,
  );
});

test('no label makes a formula of a cell when a summary is pasted into a spreadsheet', () => {
  const formula = /^[\s"']*[=+\-@＝＋－＠]/u;
  const start = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '\t=',
    '\n+',
    '\r-',
    ' "@',
    '\u2028=',
    '',
  );
  const anyLabel = fc.tuple(start, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.array(anyLabel, { minLength: 1 }),
      fc.constantFrom(...languages),
      (labels, language) => {
        const rows = labels.map((label, index) =>
          row(index + 1, { label, attention: { score: 60, reason: 'released', age } }),
        );
        const cells = watchListSummary(rows, { language, locale: language }, noonMs).split(
          /[\t\r\n\u2028\u2029]/,
        );
        expect(cells.filter((cell) => formula.test(cell))).toEqual([]);
        expect(cells).toHaveLength(Math.min(labels.length, 10) + (labels.length > 10 ? 2 : 1));
      },
    ),
  );
});

test('a long label is cut, and what is archived still counts where it needs attention', () => {
  const attention = { score: 60, reason: 'released', age } as const;
  const label = `${'x'.repeat(80)}yyy`;
  expect(watchListSummary([row(1, { label, attention, isArchived: true })], english, noonMs)).toBe(
    `0 open, 1 needs attention:\n• ${'x'.repeat(80)}: released by the courier, since ${time}`,
  );
});

test('ten orders are named without counting a rest', () => {
  const rows = Array.from({ length: 11 }, (_, index) =>
    row(index + 1, { attention: { score: 60, reason: 'released', age } }),
  );
  expect(watchListSummary(rows.slice(1), english, noonMs)).not.toContain('more');
  expect(watchListSummary(rows, english, noonMs)).toMatch(/\nand 1 more$/);
  expect(watchListSummary(rows, chinese, noonMs)).toMatch(/\n還有 1 筆$/);
});

test('the summary in Chinese says the same', () => {
  const rows = [
    row(1, { label: '上環花店', attention: { score: 25, reason: 'longWait', age } }),
    row(2),
  ];
  expect(watchListSummary(rows, chinese, noonMs)).toBe(
    `2 筆未結束，1 筆需要處理：\n• 上環花店：等候過久，${time} 起`,
  );
  expect(watchListSummary(rows.slice(1), chinese, noonMs)).toBe('1 筆未結束，0 筆需要處理');
});

test('a bad day stays readable', () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    row(index + 1, { attention: { score: 60, reason: 'released', age } }),
  );
  expect(watchListSummary(rows, english, noonMs).split('\n')).toHaveLength(12);
  expect(watchListSummary(rows, english, noonMs)).toContain('and 15 more');
});
