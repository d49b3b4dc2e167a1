import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../../core/board/board.ts';
import type { Pickup, Stop } from '../../../../../core/order/order.ts';
import {
  lastAnswer,
  orderDetail,
  recentChanges,
  wholePhone,
} from '../../../../../main/engine/board/order-detail.ts';
import type { HistoryReader } from '../../../../../main/engine/board/ports.ts';
import { FakeBoardWatch } from '../../../../support/watch/fake-board-watch.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { SettingsService } from '../../../../../main/engine/board/settings-service.ts';
import { MemorySettings } from '../../../../support/storage/memory-stores.ts';

const id = orderIdAt(1);
const phones = {
  courier: '+85291234567',
  courierBefore: '+85298765432',
  pickup: '+85221112222',
  dropoff: '+85263334444',
};

function stop(phone: string | null): Stop {
  return {
    name: 'Wing Lok Florist',
    streetAddress: '148 Wing Lok Street',
    floorOrUnitNumber: null,
    point: null,
    contact: phone === null ? null : { name: 'Ms Yip', phoneNumber: phone, phoneExtension: null },
  };
}

const pickup: Pickup = {
  ...stop(phones.pickup),
  contact: { name: 'Ms Yip', phoneNumber: phones.pickup, phoneExtension: '12' },
  scheduledAtMs: null,
};

const order = someOrder(id, {
  status: { raw: 'on_the_way', phase: 'pickedUp' },
  courier: { name: 'Lau Chi Keung', phoneNumber: phones.courier, fix: null },
  pickup,
  destinations: [stop(phones.dropoff), stop(null)],
});

const timeline: readonly TimelineEntry[] = [
  {
    kind: 'update',
    atMs: 2,
    source: 'poll',
    kinds: ['order_matched', 'order_edited', 'service_reported'],
    reasons: ['', '', `Ring the courier at ${phones.courier}`],
    changes: [
      {
        field: 'courier',
        before: { name: 'Ho Ka Ho', phoneNumber: phones.courierBefore },
        after: { name: 'Lau Chi Keung', phoneNumber: phones.courier },
      },
      { field: 'pickup', before: null, after: pickup },
      { field: 'destinations', before: [stop(phones.dropoff)], after: order.destinations },
      { field: 'vehicle_type', before: null, after: 'motorcycle' },
    ],
  },
  { kind: 'watchingStarted', atMs: 1, source: 'you', origin: null },
];

const history: HistoryReader = {
  timeline: () => timeline,
  recentChanges: () =>
    timeline.flatMap((entry) => (entry.kind === 'update' ? [{ id, entry }] : [])),
  trail: () => [{ latitudeDeg: 22.28, longitudeDeg: 114.15, atMs: 1 }],
  rawJson: () =>
    JSON.stringify({
      uuid: id,
      courier: { name: 'Lau Chi Keung', phone_number: phones.courier },
      pickup: { contact: { phone_number: phones.pickup } },
    }),
};

function detail() {
  const watch = new FakeBoardWatch(0);
  watch.put(someWatched(id, { order, lastLookedAtMs: 7 }));
  return orderDetail(id, watch, history);
}

describe('order detail', () => {
  test('no whole phone number is anywhere in it', () => {
    const text = JSON.stringify([detail(), lastAnswer(id, history)]);
    for (const phone of Object.values(phones)) {
      expect(text).not.toContain(phone);
      expect(text).not.toContain(phone.slice(-6));
    }
    expect(text).toContain('Lau Chi Keung');
  });

  test('neither is one in the changes of the last hour', () => {
    const changes = recentChanges(0, null, history);
    expect(changes.map((change) => change.id)).toEqual([id]);
    for (const phone of Object.values(phones)) {
      expect(JSON.stringify(changes)).not.toContain(phone.slice(-6));
    }
  });

  test('everything else is there as it was', () => {
    const shown = detail();
    expect(shown).toMatchObject({ id, lastLookedAtMs: 7, trail: [{ atMs: 1 }] });
    expect(shown?.order?.status).toEqual(order.status);
    expect(shown?.timeline.map((entry) => entry.kind)).toEqual(['update', 'watchingStarted']);
    const update = shown?.timeline[0];
    expect(update?.kind === 'update' ? update.changes.at(-1) : null).toEqual({
      field: 'vehicle_type',
      before: null,
      after: 'motorcycle',
    });
  });

  test('an order without an answer yet has an empty detail, one not watched has none', () => {
    const watch = new FakeBoardWatch(1);
    const empty: HistoryReader = {
      ...history,
      timeline: () => [],
      trail: () => [],
      rawJson: () => null,
    };
    expect(orderDetail(id, watch, empty)).toMatchObject({ order: null });
    expect(lastAnswer(id, empty)).toBeNull();
    expect(orderDetail(orderIdAt(2), watch, empty)).toBeNull();
  });

  test('a whole number is given for one owner at a time, with its extension', () => {
    expect(wholePhone(order, 'courier')).toEqual({
      phoneNumber: phones.courier,
      phoneExtension: null,
    });
    expect(wholePhone(order, 'pickup')).toEqual({
      phoneNumber: phones.pickup,
      phoneExtension: '12',
    });
    expect(wholePhone(order, 1)).toEqual({ phoneNumber: phones.dropoff, phoneExtension: null });
    expect(wholePhone(order, 2)).toBeNull();
    expect(wholePhone(order, 3)).toBeNull();
    expect(wholePhone(null, 'courier')).toBeNull();
  });

  test('the last answer is no part of it: it is read and sent only when asked for', () => {
    let reads = 0;
    const counting: HistoryReader = {
      ...history,
      rawJson: (asked) => {
        reads += 1;
        return history.rawJson(asked);
      },
    };
    const watch = new FakeBoardWatch(0);
    watch.put(someWatched(id, { order }));
    orderDetail(id, watch, counting);
    expect(reads).toBe(0);
    expect(lastAnswer(id, counting)?.text).toContain('Lau Chi Keung');
  });

  test('an extension is masked whole', () => {
    expect(detail()?.order?.pickup?.contact?.phoneExtension).toBe('••');
  });
});

describe('settings in force', () => {
  test('what the command line chose holds for this run and is never stored', () => {
    const store = new MemorySettings();
    const settings = new SettingsService(store, {
      activeEverySeconds: 2,
      requestsPerMinute: undefined,
    });
    expect(settings.current).toEqual({ ...defaultSettings, activeEverySeconds: 2 });
    settings.change({ theme: 'dark' });
    expect(settings.current).toMatchObject({ activeEverySeconds: 2, theme: 'dark' });
    expect(store.stored.activeEverySeconds).toBe(15);
  });

  test('a change by hand takes the place of what the command line chose', () => {
    const settings = new SettingsService(new MemorySettings(), { activeEverySeconds: 2 });
    expect(settings.change({ activeEverySeconds: 30 }).activeEverySeconds).toBe(30);
  });

  test('a change that could not be written changes nothing', () => {
    const store = new MemorySettings();
    const settings = new SettingsService(store, { activeEverySeconds: 2 });
    store.isDiskFull = true;
    expect(() => settings.change({ activeEverySeconds: 30 })).toThrow('disk full');
    expect(settings.current.activeEverySeconds).toBe(2);
  });
});

test('the dispatcher’s calls stand in the history where they belong by their time', () => {
  const watch = new FakeBoardWatch(0);
  const calls = [
    { atMs: 1, word: null },
    { atMs: 5, word: 'Left at the door' },
  ];
  watch.put(someWatched(id, { order, calls }));
  const begun: HistoryReader = {
    timeline: () => [{ kind: 'watchingStarted', atMs: 3, source: 'you', origin: null }],
    trail: () => [],
    recentChanges: () => [],
    rawJson: () => null,
  };
  expect(orderDetail(id, watch, begun)?.timeline).toEqual([
    { kind: 'called', atMs: 5, source: 'you', word: 'Left at the door' },
    { kind: 'watchingStarted', atMs: 3, source: 'you', origin: null },
    { kind: 'called', atMs: 1, source: 'you', word: null },
  ]);
});
