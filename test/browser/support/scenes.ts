import { groupColorNames } from '../../../core/settings/group-colors.ts';
import type { AppState, OrderRow } from '../../../core/board/board.ts';
import { emptyGroupRule } from '../../../core/notification/group-rules.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { defaultSettings, type SettingsChange } from '../../../core/settings/settings.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import type { WindowModel } from '../../../renderer/window-model.ts';
import { connectScenes, filled } from './connect-scenes.ts';
import { FakeBridge } from './fake-bridge.ts';
import { onPage, stillPage } from './on-page.ts';
import { knownCourier, manyRows, sampleApp, sampleId, sampleRows } from './sample-board.ts';
import { sampleNotifications } from './sample-detail.ts';
import { busyReceiver, passedWebhookTest, sampleAddress } from './sample-webhooks.ts';
import { rewindableBoard } from '../rewind/rewindable-board.ts';
import { busyBoard, now, type Scene, type Scenes } from './scene.ts';
import { teamScenes } from '../team/team-scenes.ts';
import { uncheckedRow } from './unchecked-row.ts';
import type { SettingsSection } from '../../../renderer/stores/settings/settings-store.ts';

function settingsScene(section: SettingsSection): () => Scene {
  return () => ({ fake: busyBoard(), act: (model) => model.settings.open(section) });
}

/** The pages of the settings. */
const settingsScenes: Scenes = {
  'settings-connection': () => {
    const fake = busyBoard();
    fake.notes = [
      {
        note: 'envelope-data',
        count: 1204,
        firstSeenAtMs: now() - 3_600_000,
        lastSeenAtMs: now() - 4000,
      },
    ];
    return {
      fake,
      act: async (model) => {
        model.settings.open('connection');
        await model.connect.testStored(filled.baseUrl, filled.clientId);
      },
    };
  },
  'settings-advanced': () => ({
    fake: busyBoard(),
    act: async (model) => {
      const read = Promise.withResolvers<void>();
      const stop = model.options.subscribe(({ draft }) => {
        if (draft !== null) read.resolve();
      });
      model.settings.open('connection');
      await read.promise;
      stop();
      model.options.setOpen(true);
      model.options.edit({ orderPath: 'orders', schemeKind: 'fixed', proxyKind: 'fixed' });
      model.options.save('https://api.hk.example-delivery.com', 'wb-kowloon-dispatch-02');
    },
  }),
  'settings-locked': () => {
    const fake = busyBoard();
    fake.changeApp({ lockedSettings: ['requestsPerMinute', 'paceSeconds', 'historyDays'] });
    return { fake, act: (model) => model.settings.open('checking') };
  },
  'settings-forget': () => ({
    fake: busyBoard(),
    act: (model) => {
      model.settings.open('connection');
      model.settings.askToForget(true);
    },
  }),
  'settings-checking': settingsScene('checking'),
  'settings-notifications': settingsScene('notifications'),
  'settings-timing': settingsScene('timing'),
  'settings-group': () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.settings.open('notifications');
      const group = await onPage('details.group');
      group.querySelector('summary')?.click();
      await stillPage();
      group.scrollIntoView();
    },
  }),
  'settings-what-if-counting': () => {
    const fake = busyBoard();
    fake.hold('notifications:what-if');
    return { fake, act: (model) => model.settings.open('notifications') };
  },
  'settings-nothing-recorded': () => {
    const fake = busyBoard();
    fake.whatIf = () => null;
    return { fake, act: (model) => model.settings.open('notifications') };
  },
  'settings-sounds': () => {
    const fake = busyBoard();
    const { settings } = fake.app;
    const toldKinds = {
      ...settings.toldKinds,
      matched: { level: 'news', sound: 'soft' },
      released: { level: 'needsYou', sound: 'falling' },
      longWait: { level: 'needsYou', sound: 'rising' },
    } as const;
    fake.changeApp({ settings: { ...settings, toldKinds } });
    return { fake, act: (model) => model.settings.open('notifications') };
  },
  'settings-webhooks': settingsScene('webhooks'),
  'settings-webhooks-signed': () => {
    const fake = busyBoard();
    const { settings } = fake.app;
    fake.webhookAddress = sampleAddress;
    fake.webhookTest = passedWebhookTest;
    fake.changeApp({
      webhooks: busyReceiver(now()),
      settings: {
        ...settings,
        webhooks: {
          ...settings.webhooks,
          isOn: true,
          port: 28_787,
          publicUrl: 'https://hooks.harbour-couriers.example',
          proof: 'hmac',
          timestampHeader: 'x-timestamp',
        },
      },
    });
    return {
      fake,
      act: async (model) => {
        model.settings.open('webhooks');
        await model.webhooks.setShown(true);
        await model.webhooks.sendTest();
      },
    };
  },
  'settings-webhooks-status': () => {
    const scene = settingsScenes['settings-webhooks-signed']?.() ?? { fake: busyBoard() };
    return {
      ...scene,
      act: async (model, fake) => {
        await scene.act?.(model, fake);
        const pane = await onPage('.pane');
        await stillPage();
        pane.scrollTo({ top: 10_000 });
      },
    };
  },
  'settings-webhooks-elsewhere': () => {
    const fake = busyBoard();
    const { settings } = fake.app;
    fake.changeApp({
      webhooks: { ...busyReceiver(now()), listening: { kind: 'failed', fault: 'port-taken' } },
      settings: { ...settings, webhooks: { ...settings.webhooks, isOn: true, port: 28_787 } },
    });
    return {
      fake,
      act: async (model) => {
        model.settings.open('webhooks');
        await onPage('.seg input');
        document.querySelectorAll<HTMLElement>('.seg input')[1]?.click();
      },
    };
  },
  'settings-appearance': settingsScene('appearance'),
  'settings-privacy': settingsScene('privacy'),
  'settings-computer': settingsScene('computer'),
  'settings-transfer': settingsScene('transfer'),
  'settings-day': settingsScene('day'),
  'settings-diagnosis': settingsScene('diagnosis'),
};

const florist = sampleId('3f2b8c1e');
const crowdedId = sampleId('10000000');

/** The design's desk with promises that are far, near, passed, of tomorrow and of an order that is done. */
function promisedBoard(): FakeBridge {
  const fake = busyBoard();
  const minutesAhead = { c0ffee02: 4, '3f2b8c1e': 25, c0ffee06: 190, c0ffee07: -12, c0ffee10: 0.5 };
  const promised = { ...minutesAhead, '7d20f6ae': 24 * 60, c0ffee13: -30 };
  for (const [start, minutes] of Object.entries(promised)) {
    const row = fake.row(sampleId(start));
    if (!row) continue;
    const reason = minutes < 0 ? ('promisePassed' as const) : ('promiseAhead' as const);
    const isNeedy = minutes < 10 && row.status?.phase !== 'done';
    const promisedAtMs = now() + minutes * 60_000;
    const age = { kind: 'promise', atMs: promisedAtMs } as const;
    const attention = row.attention ?? { score: 30, reason, age };
    fake.upsert({ ...row, promisedAtMs, ...(isNeedy && { attention }) });
  }
  return fake;
}

/** The same desk, which knows when its orders arrive; one of them will probably be late. */
function forecastBoard(): FakeBridge {
  const fake = promisedBoard();
  const minute = 60_000;
  for (const [start, minutes] of Object.entries({ '3f2b8c1e': 25, c0ffee06: 190 })) {
    const row = fake.row(sampleId(start));
    if (!row) continue;
    const isLate = start === '3f2b8c1e';
    const promisedAtMs = now() + minutes * minute;
    const age = { kind: 'promise', atMs: promisedAtMs } as const;
    fake.upsert({
      ...row,
      promisedAtMs,
      forecast: {
        earliestAtMs: now() + (isLate ? 28 : 150) * minute,
        latestAtMs: now() + (isLate ? 41 : 181) * minute,
        probability: isLate ? 0.87 : 0.04,
      },
      ...(isLate && { attention: { score: 40, reason: 'probablyLate', age } }),
    });
  }
  const detail = fake.details.get(florist);
  if (detail) {
    const chances = Array.from({ length: 26 }, (_, index) => ({
      atMs: now() - (25 - index) * minute,
      probability: index < 12 ? 0.2 + index / 60 : Math.min(0.87, 0.4 + index / 50),
    }));
    fake.details.set(florist, {
      ...detail,
      forecast: {
        state: {
          kind: 'known',
          phase: 'atPickup',
          sinceMs: now() - 14 * minute,
          earliestAtMs: now() + 28 * minute,
          likelyAtMs: now() + 33 * minute,
          latestAtMs: now() + 41 * minute,
          probability: 0.87,
          halfAfterMs: 9 * minute,
          knownCount: 312,
          group: null,
        },
        chances,
      },
    });
  }
  const coverages = [0.78, 0.84, 0.81, 0.73, 0.79, 0.82];
  fake.forecastGrade = {
    silence: null,
    weeks: coverages.map((coverage, index) => ({
      startMs: now() - (coverages.length - index) * 7 * 24 * 60 * minute,
      orders: 180 + 17 * index,
      meanErrorMs: (8.4 - index / 5) * minute,
      coverage,
      brier: 0.12 - index / 200,
      brierBase: 0.22,
      right: 31 + index,
      wrong: 3,
      missed: 9 - index,
    })),
  };
  return fake;
}

/** As little room as a busy day leaves: large counts and prices, long names, places and times. */
function crowdedRows(nowMs: number): readonly OrderRow[] {
  return manyRows(900, nowMs).map((row, index) =>
    index % 2 === 1
      ? row
      : {
          ...row,
          label: 'Central kitchen, Connaught Road: lunch run 3, forty boxes 中央廚房午餐',
          statusSinceMs: nowMs - 77 * 3_600_000,
          pickupText:
            index % 4 === 0 ? row.pickupText : 'Unit 2304, Hong Kong Sanatorium, Li Shu Fan Block',
          destinationText: 'HKU Pathology, 102 Pok Fu Lam Road, Queen Mary Hospital',
          moreStops: 12,
          courier: knownCourier('歐陽志強 Alexander Au-Yeung Chi Keung', {
            atMs: nowMs - 45_000,
            movedMeters: 1250,
          }),
          price: { amount: 12_118, currency: 'HKD' },
        },
  );
}

/** The text of the design's paste preview. */
export const pastedText = `Driver list 21 Nov
3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418 florist
5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4; a8d41f93-62c0-47e5-b3f9-10c7e4d85a26
0b67f2d8-c35e-4191-8ae4-f59d20c6713b Wan Chai bakery, call +852 5555 0123
9e14-77aa-2213 and c2a91d40-88b7-4f05-9e61-3ad0f7b2c94`;

/** Cells of a spreadsheet, in which one time cannot be read and one order is watched already. */
const pastedColumns = `Promised time\tLabel\tGroup\tuuid
2026-11-24 15:30\tWan Chai bakery\tHotels\t5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4
04/11/2026 16:00\tMong Kok tailor\tShops\ta8d41f93-62c0-47e5-b3f9-10c7e4d85a26
2026-11-24 17:15\tSheung Wan florist\tShops\t3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418`;

/** The design's board, with what changed of late in its orders. */
function boardWithChanges(): FakeBridge {
  const fake = busyBoard();
  const entries = [...fake.details.values()].flatMap(({ id, timeline }) =>
    timeline.flatMap((entry) => (entry.kind === 'update' ? [{ id, entry }] : [])),
  );
  fake.recent = entries
    .filter(({ entry }) => !entry.kinds.includes('courier_moved'))
    .toSorted((one, other) => other.entry.atMs - one.entry.atMs);
  return fake;
}

function withApp(part: (nowMs: number) => Partial<AppState>): () => Scene {
  return () => {
    const fake = busyBoard();
    fake.changeApp(part(now()));
    // Nothing is scheduled while nothing can be checked.
    fake.upsert(
      ...sampleRows(now()).map((row) => ({ ...row, nextCheckAtMs: null, isChecking: false })),
    );
    return { fake };
  };
}

function opened(id: OrderId): (model: WindowModel) => void {
  return (model) => model.reveal(id);
}

async function pressed(selector: string): Promise<void> {
  const element = await onPage(selector);
  element.click();
}

/** All scenes by name. Each call makes a new one. */
export const scenes: Scenes = {
  ...teamScenes,
  board: () => ({ fake: busyBoard(), act: opened(florist) }),
  list: () => ({ fake: busyBoard() }),
  crowded: () => ({ fake: busyBoard(crowdedRows(now())), act: opened(crowdedId) }),
  'crowded-list': () => ({ fake: busyBoard(crowdedRows(now())) }),
  paste: () => ({ fake: busyBoard(), act: (model) => model.paste.paste(pastedText) }),
  'folder-gone': () => {
    const scene = withApp((nowMs) => ({
      orderFolder: {
        path: '/srv/shop/exports',
        fault: 'gone',
        faultSinceMs: nowMs - 300_000,
        unreadFile: null,
        fileIntakes: [
          {
            atMs: nowMs - 600_000,
            fileName: 'export-2026-11-21.csv',
            taken: {
              found: 14,
              added: 12,
              changed: 0,
              leftOut: 0,
              isCutOff: false,
              passedOver: {
                finished: 2,
                repeated: 0,
                rejected: 0,
                withoutUuid: 0,
                timesUnread: 0,
                isGarbled: false,
              },
            },
          },
        ],
      },
    }))();
    return { ...scene, act: (model) => model.settings.open('transfer') };
  },
  'paste-columns': () => ({
    fake: busyBoard(),
    act: (model) => model.paste.paste(pastedColumns),
  }),
  'paste-bulk': () => ({
    fake: busyBoard(),
    act: (model) => {
      const fresh = manyRows(386, now()).map(({ id }, n) => `${id} Customer ${n + 1}`);
      const lines = [...fresh, florist, 'c2a91d40-88b7-4f05-9e61-3ad0f7b2c94'];
      model.paste.paste(lines.join('\n'));
    },
  }),
  details: () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.reveal(florist);
      const timeline = await onPage('.tl');
      timeline.scrollIntoView({ block: 'center' });
    },
  }),
  'details-edited': () => {
    const fake = busyBoard();
    const detail = fake.details.get(florist);
    const pickup = detail?.order?.pickup;
    if (detail?.order && pickup) {
      const before = { ...pickup, streetAddress: '8 Peel Street, Central' };
      fake.details.set(florist, {
        ...detail,
        order: { ...detail.order, price: null },
        timeline: [
          {
            kind: 'update',
            atMs: now() - 60_000,
            source: 'poll',
            kinds: ['order_edited'],
            reasons: ['Order edited: pickup, note_to_courier, vehicle_type'],
            changes: [
              {
                field: 'pickup',
                before: { ...before, scheduledAtMs: now() - 3_600_000 },
                after: pickup,
              },
              { field: 'note_to_courier', before: null, after: detail.order.noteToCourier },
              { field: 'vehicle_type', before: 'van', after: 'motorcycle' },
            ],
          },
          ...detail.timeline,
        ],
      });
    }
    return {
      fake,
      act: async (model) => {
        model.reveal(florist);
        const timeline = await onPage('.tl');
        timeline.scrollIntoView({ block: 'start' });
      },
    };
  },
  'treat-as': () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.reveal(sampleId('b41e9c07'));
      await pressed('.dfoot [aria-label="Treat as…"], .dfoot [aria-label="視為…"]');
    },
  }),
  cents: () => {
    const fake = busyBoard();
    const price = { amount: 9250, currency: 'HKD' };
    const row = fake.row(florist);
    const detail = fake.details.get(florist);
    if (row) fake.upsert({ ...row, price });
    if (detail?.order) {
      fake.details.set(florist, { ...detail, order: { ...detail.order, price } });
    }
    return {
      fake,
      act: async (model) => {
        model.reveal(florist);
        const bill = await onPage('.bill');
        bill.scrollIntoView({ block: 'center' });
      },
    };
  },
  promises: () => ({ fake: promisedBoard(), act: opened(florist) }),
  'promises-list': () => ({ fake: promisedBoard() }),
  forecast: () => ({ fake: forecastBoard(), act: opened(florist) }),
  'forecast-list': () => ({ fake: forecastBoard() }),
  'forecast-grade': () => ({
    fake: forecastBoard(),
    act: async (model) => {
      model.settings.open('timing');
      const chart = await onPage('.grade-chart');
      chart.scrollIntoView({ block: 'center' });
    },
  }),
  'repeated-loss': () => {
    const fake = busyBoard();
    const row = fake.row(florist);
    const repeatedLoss = { courierNo: 3, isWaiting: false, lossCount: 2, atMs: now() };
    const attention = {
      score: 70,
      reason: 'courierTurnover' as const,
      age: { kind: 'duration' as const, sinceMs: 0 },
    };
    if (row) {
      fake.upsert({
        ...row,
        status: { raw: 'matched', phase: 'assigned' },
        attention,
        repeatedLoss,
      });
    }
    return { fake, act: opened(florist) };
  },
  handled: () => {
    const fake = busyBoard();
    const nowMs = now();
    const released = {
      reason: 'released',
      age: { kind: 'duration', sinceMs: nowMs - 12 * 60_000 },
    } as const;
    const rowsOf = (start: string) => fake.row(sampleId(start));
    const unseen = rowsOf('c0ffee02');
    const seen = rowsOf('c0ffee04');
    const handled = rowsOf('3f2b8c1e');
    const awaited = rowsOf('c0ffee10');
    const pending = { raw: 'pending', phase: 'searching' } as const;
    const waits = { status: pending, courier: { kind: 'none' } as const };
    if (unseen) {
      fake.upsert({ ...unseen, ...waits, isUnseen: true, attention: { score: 60, ...released } });
    }
    if (seen) {
      const attention = { score: 60, ...released, isSeen: true } as const;
      fake.upsert({ ...seen, ...waits, isUnseen: false, attention });
    }
    const atMs = nowMs - 5 * 60_000;
    if (handled) {
      const done = { ...released, atMs, call: null, desk: null };
      fake.upsert({ ...handled, ...waits, attention: null, handled: done });
    }
    if (awaited) {
      const done = { ...released, atMs, call: { word: 'waiting for a call back' }, desk: 'Mei' };
      fake.upsert({ ...awaited, ...waits, attention: null, handled: done });
    }
    return { fake, act: opened(sampleId('c0ffee04')) };
  },
  'long-wait': () => ({ fake: busyBoard(), act: opened(sampleId('c0ffee02')) }),
  'unknown-status': () => ({ fake: busyBoard(), act: opened(sampleId('b41e9c07')) }),
  'not-moving': () => {
    const fake = busyBoard();
    const id = sampleId('c0ffee01');
    const detail = fake.details.get(id);
    const { order } = detail ?? {};
    if (detail && order?.courier?.fix) {
      const fix = { ...order.courier.fix, reportedAtMs: now() - 18 * 60_000 };
      const courier = { ...order.courier, fix };
      fake.details.set(id, { ...detail, order: { ...order, courier } });
    }
    return { fake, act: opened(id) };
  },
  'not-found': () => {
    const fake = busyBoard();
    const id = sampleId('0e77aa31');
    const sinceMs = now() - 2 * 60_000;
    fake.upsert({
      ...uncheckedRow(id, sinceMs),
      attention: { score: 50, reason: 'notFound', age: { kind: 'duration', sinceMs: 0 } },
      problem: { code: 'order-not-found', httpStatus: 404, sinceMs, failureCount: 3 },
      nextCheckAtMs: now() + 200_000,
      checkEveryMs: 300_000,
    });
    fake.details.set(id, {
      id,
      order: null,
      timeline: [{ kind: 'watchingStarted', atMs: sinceMs, source: 'you', origin: null }],
      trail: [],
      lastLookedAtMs: null,
      preferences: null,
      team: null,
      forecast: null,
    });
    return { fake, act: opened(id) };
  },
  offline: withApp((nowMs) => ({
    serviceHealth: {
      state: 'unreachable',
      cause: 'unreachable',
      httpStatus: null,
      sinceMs: nowMs - 130_000,
      retryAtMs: nowMs + 8500,
    },
    pace: { ...sampleApp(nowMs).pace, lastAnswerAtMs: nowMs - 130_000 },
  })),
  refused: withApp((nowMs) => ({
    serviceHealth: {
      state: 'unreachable',
      cause: 'credentials-refused',
      httpStatus: 401,
      sinceMs: nowMs - 10_000,
      retryAtMs: nowMs + 29_500,
    },
  })),
  'rate-limited': withApp((nowMs) => ({
    serviceHealth: {
      state: 'unreachable',
      cause: 'rate-limited',
      httpStatus: 429,
      sinceMs: nowMs - 2000,
      retryAtMs: nowMs + 40_500,
    },
  })),
  paused: withApp((nowMs) => ({
    pause: { kind: 'paused', sinceMs: nowMs - 600_000, untilMs: nowMs + 3_000_000 },
  })),
  quiet: () => {
    const fake = busyBoard();
    const { quietHours } = fake.app.settings;
    const untilMinute = new Date(now() + 3 * 3_600_000).getHours() * 60;
    const days = [1, 2, 3, 4, 5, 6, 7];
    const times = [{ days, fromMinute: (untilMinute + 12 * 60) % 1440, toMinute: untilMinute }];
    fake.changeApp({
      settings: {
        ...fake.app.settings,
        quietHours: { ...quietHours, isOn: true, times },
        notificationsMutedUntilMs: now() + 3_600_000,
      },
    });
    return { fake };
  },
  'silent-groups': () => {
    const fake = busyBoard();
    const [muted, snoozed] = [sampleId('c0ffee06'), sampleId('c0ffee07')];
    fake.changeApp({
      settings: {
        ...fake.app.settings,
        groupRules: [
          { ...emptyGroupRule('Wholesale'), isMuted: true },
          { ...emptyGroupRule('Florists'), snoozedUntilMs: now() + 3_600_000 },
        ],
      },
    });
    return {
      fake,
      act: async (model) => {
        await model.actions.setPreferences([muted], { group: 'Wholesale' });
        await model.actions.setPreferences([snoozed, florist], { group: 'Florists' });
        model.reveal(florist);
        await onPage('.detail');
      },
    };
  },
  storage: withApp(() => ({ storageFault: 'The disk is full.' })),
  notifications: withApp(() => ({
    notifications: { kind: 'failing', reason: 'No notification service answers on this desktop.' },
  })),
  'webhooks-silent': withApp((nowMs) => ({
    webhooks: { ...busyReceiver(nowMs), silentSinceMs: nowMs - 25 * 60_000 },
  })),
  'webhooks-offered': withApp((nowMs) => ({
    webhooks: {
      ...busyReceiver(nowMs),
      offered: [sampleId('aaaa0001'), sampleId('aaaa0002')],
    },
  })),
  toasts: () => ({
    fake: busyBoard(),
    act: async (model) => {
      await model.actions.toggleMuted([sampleId('c0ffee06'), sampleId('c0ffee07'), florist]);
      model.actions.stopWatching([sampleId('c0ffee14')]);
      await model.actions.copy(florist, 'Uuid copied');
    },
  }),
  connection: () => ({
    fake: busyBoard(),
    act: () => pressed('.health'),
  }),
  rename: () => ({
    fake: busyBoard(),
    act: (model) => {
      model.reveal(florist);
      model.detail.setRenaming(true);
    },
  }),
  several: () => ({
    fake: busyBoard(),
    act: (model) => {
      model.reveal(florist);
      model.selection.selectAll();
    },
  }),
  'last-hour': () => ({
    fake: boardWithChanges(),
    act: (model) => model.layers.open('lastHour'),
  }),
  followed: () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.reveal(florist);
      await model.actions.toggleFollowed([florist, sampleId('c0ffee10')]);
      const choices = await onPage('.preferences');
      choices.scrollIntoView({ block: 'center' });
    },
  }),
  'card-calls': () => ({
    fake: busyBoard(),
    act: (_model, fake) =>
      fake.clickCard(
        { kind: 'calls' },
        ...['c0ffee01', 'c0ffee02', 'c0ffee10'].map((start) => sampleId(start)),
      ),
  }),
  'card-news': () => ({
    fake: boardWithChanges(),
    act: (_model, fake) =>
      fake.clickCard(
        { kind: 'news', sinceMs: now() - 2 * 3_600_000 },
        ...['3f2b8c1e', 'c0ffee10', 'c0ffee01'].map((start) => sampleId(start)),
      ),
  }),
  rewind: () => {
    const fake = rewindableBoard();
    return {
      fake,
      act: async (model) => {
        model.reveal(sampleId('3f2b8c1e'));
        await model.rewind.open();
        model.rewind.goTo(now() - 9 * 3_600_000);
      },
    };
  },
  'rewind-at-rest': () => {
    const fake = rewindableBoard();
    return {
      fake,
      act: async (model) => {
        await model.rewind.open();
        model.rewind.goTo(now() - 30 * 3_600_000);
      },
    };
  },
  'notification-history': () => {
    const fake = busyBoard();
    fake.notifications = sampleNotifications(now());
    return { fake, act: (model) => model.openNotifications() };
  },
  'risky-settings': () => {
    const fake = busyBoard();
    const change: SettingsChange = {
      notificationPrivacy: 'full',
      looksForUpdates: false,
      windowShortcut: 'Control+C',
      personalDataDays: 90,
      quietHours: {
        ...defaultSettings.quietHours,
        isOn: true,
        times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 0 }],
      },
      groupRules: [{ ...emptyGroupRule('hotels'), isMuted: true }],
    };
    const warnings = settingsWarnings(change, defaultSettings, 'en');
    fake.transferOffer = {
      kind: 'settings',
      settings: 6,
      same: 0,
      skipped: 1,
      retired: [],
      warnings,
    };
    return { fake, act: (model) => model.transfer.open() };
  },
  help: () => ({ fake: busyBoard(), act: (model) => model.layers.open('keyboardHelp') }),
  ...settingsScenes,
  palette: () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.layers.open('palette');
      const field = await onPage('.palette input');
      field.focus();
      // React sees only changes that come with an input event, as from typing.
      document.execCommand('insertText', false, 'florist');
    },
  }),
  drop: () => ({
    fake: busyBoard(),
    act: () => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', pastedText);
      window.dispatchEvent(new DragEvent('dragenter', { dataTransfer, cancelable: true }));
    },
  }),
  empty: () => ({ fake: new FakeBridge(now) }),
  'empty-view': () => ({
    fake: new FakeBridge(now, sampleRows(now()).slice(4, 6)),
    act: (model) => model.list.openView('needsAttention'),
  }),
  many: () => ({ fake: busyBoard(manyRows(10_000, now())) }),
  'need-above': () => ({
    fake: busyBoard(manyRows(60, now())),
    act: () => {
      document.querySelector('.rows')?.scrollTo(0, 1500);
    },
  }),
  'first-checks': () => {
    const nowMs = now();
    const unchecked = Array.from({ length: 8685 }, (_, n) => ({
      ...uncheckedRow(sampleId(`2${String(n).padStart(7, '0')}`), nowMs),
      addedAtMs: nowMs + n,
    }));
    const checked = manyRows(1312, nowMs).map((row) => ({
      ...row,
      status: { raw: 'completed', phase: 'done' as const },
      attention: null,
    }));
    return { fake: busyBoard([...sampleRows(nowMs).slice(9, 12), ...checked, ...unchecked]) };
  },
  filter: () => ({
    fake: busyBoard(),
    act: (model) => {
      model.list.setFilter('wan');
      model.layers.setFiltering(true);
    },
  }),
  groups: () => {
    const fake = busyBoard();
    const names = ['Florists', 'Harbour Hotels and Residences', '學校', 'Table 12'];
    for (const [at, row] of sampleRows(now()).entries()) {
      const group = at % 5 === 4 ? null : (names[at % 5] ?? null);
      const note = at % 3 === 0 ? 'Ring at the side gate, the front is closed until noon' : null;
      fake.upsert({ ...row, group, note });
    }
    const groupColors = groupColorNames.flatMap((color, at) => {
      const group = names[at];
      return group === undefined ? [] : [{ group, color }];
    });
    fake.changeApp({ settings: { ...fake.app.settings, groupColors } });
    return { fake };
  },
  'narrow-menu': () => {
    const fake = busyBoard(
      sampleRows(now()).map((row, at) => ({ ...row, group: `Table ${at % 3}` })),
    );
    return { fake, act: () => pressed('.lhead [aria-haspopup="menu"]') };
  },
  'sort-menu': () => ({
    fake: busyBoard(),
    act: () => pressed('.lhead [aria-haspopup="menu"]:last-of-type'),
  }),
  'more-menu': () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.reveal(florist);
      await pressed('.detail [aria-haspopup="menu"]');
    },
  }),
  'snooze-until': () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.reveal(florist);
      model.detail.wantControl('snooze');
      const field = await onPage('.preferences .input.n');
      await stillPage();
      field.focus();
      document.execCommand('insertText', false, '1730');
    },
  }),
  'row-menu': () => ({
    fake: busyBoard(),
    act: (model) => {
      model.selection.select(sampleId('c0ffee10'));
      model.layers.openRowMenu(420, 300, true);
    },
  }),
  'phone-shown': () => ({
    fake: busyBoard(),
    act: async (model) => {
      model.reveal(florist);
      await model.detail.showPhone('courier');
    },
  }),
  'detail-failed': () => {
    const fake = busyBoard();
    fake.failing.set('order:detail', {
      code: 'internal-error',
      message: 'Waybell did not answer.',
    });
    return { fake, act: opened(florist) };
  },
  archive: () => {
    const fake = busyBoard();
    for (const row of sampleRows(now()).slice(-2)) {
      fake.upsert({ ...row, isArchived: true, attention: null, nextCheckAtMs: null });
    }
    return { fake, act: (model) => model.list.openView('archive') };
  },
  'archive-all': () => {
    const fake = busyBoard();
    const [row] = sampleRows(now()).slice(-1);
    if (row === undefined) throw new Error('The sample is empty.');
    const archived = Array.from({ length: 450 }, (_, index) => ({
      ...row,
      id: sampleId(`a${String(index).padStart(7, '0')}`),
      label: `Order ${index + 1} of last week`,
    }));
    fake.putAway(...archived);
    return {
      fake,
      act: async (model) => {
        model.list.openView('archive');
        await new Promise((done) => setTimeout(done, 300));
        model.selection.selectAll();
      },
    };
  },
  ...connectScenes,
};
