import type { OrderDetail, TimelineEntry, TrailPoint } from '../../../core/board/board.ts';
import type { WhatIf } from '../../../core/board/what-if.ts';
import {
  type NotificationEntry,
  type NotificationOutcome,
  type NotificationKind,
  notificationKinds,
} from '../../../core/notification/notification.ts';
import type { Order, OrderPhase } from '../../../core/order/order.ts';
import type { UpdateOutcome } from '../../../core/recording/update-outcome.ts';
import type { UpdateKind, UpdateSource } from '../../../core/order/order-update.ts';
import { readableAnswer } from '../../../core/privacy/raw-json.ts';
import type { Settings, SettingsChange } from '../../../core/settings/settings.ts';
import { sampleId } from './sample-board.ts';

const minute = 60_000;

/** The courier's way of the sample: pairs of latitude and longitude, oldest first. */
const way = [
  [22.2878, 114.1478],
  [22.2883, 114.1487],
  [22.289, 114.1496],
  [22.2896, 114.1505],
  [22.289, 114.1515],
  [22.2884, 114.1523],
  [22.2878, 114.1531],
  [22.287, 114.1541],
  [22.2865, 114.1548],
  [22.2859, 114.1558],
] as const;

/** The order of the design's detail panel. Phone numbers are masked, as main sends them. */
function floristOrder(nowMs: number): Order {
  return {
    id: sampleId('3f2b8c1e'),
    status: { raw: 'on_the_way', phase: 'pickedUp' },
    vehicleType: 'motorcycle',
    paymentMethod: 'account_credit',
    noteToCourier: 'Leave with the concierge at Tower 2. 請勿按鐘，花束勿平放。',
    courier: {
      name: '劉志強 Lau Chi Keung',
      phoneNumber: '+852 •••• ••47',
      fix: { latitudeDeg: 22.28545, longitudeDeg: 114.15645, reportedAtMs: nowMs - 20_000 },
    },
    pickup: {
      name: 'Wing Lok Florist 永樂花店',
      streetAddress: '148 Wing Lok Street, Sheung Wan',
      floorOrUnitNumber: 'Shop 3, G/F',
      point: { latitudeDeg: 22.2896, longitudeDeg: 114.1505 },
      contact: { name: 'Ms Yip', phoneNumber: '+852 •••• ••18', phoneExtension: '•' },
      scheduledAtMs: nowMs - 31 * minute,
    },
    destinations: [
      {
        name: 'Lippo Centre, Tower 2',
        streetAddress: '89 Queensway, Admiralty',
        floorOrUnitNumber: 'Unit 2304, 23/F',
        point: { latitudeDeg: 22.2793, longitudeDeg: 114.1633 },
        contact: { name: 'Reception', phoneNumber: '+852 •••• ••60', phoneExtension: null },
      },
      {
        name: 'Hopewell Centre 合和中心',
        streetAddress: '183 Queen’s Road East, Wan Chai',
        floorOrUnitNumber: 'Suite 1708',
        point: { latitudeDeg: 22.2747, longitudeDeg: 114.1717 },
        contact: { name: 'Mr Fong', phoneNumber: '+852 •••• ••05', phoneExtension: null },
      },
    ],
    price: { amount: 86, currency: 'HKD' },
    priceBreakdown: [
      { key: 'base_fare', amount: 60, quantity: 1, reason: null },
      { key: 'additional_stop', amount: 18, quantity: 1, reason: null },
      { key: 'tunnel_or_toll', amount: 8, quantity: 1, reason: 'Harbour crossing' },
    ],
  };
}

function update(
  atMs: number,
  source: UpdateSource,
  kind: UpdateKind,
  reason: string,
  changes: Extract<TimelineEntry, { kind: 'update' }>['changes'],
  fate: UpdateOutcome = { kind: 'told', atMs, heldBy: null },
): TimelineEntry {
  return { kind: 'update', atMs, source, kinds: [kind], reasons: [reason], changes, fate };
}

function status(raw: string, phase: OrderPhase) {
  return { raw, phase };
}

/** What main answers when the florist's order is opened. */
export function floristDetail(nowMs: number): OrderDetail {
  const order = floristOrder(nowMs);
  const lau = { name: 'Lau Chi Keung', phoneNumber: '+852 •••• ••47' };
  const ho = { name: 'Ho Ka Ho', phoneNumber: '+852 •••• ••12' };
  const trail = way.map(([latitudeDeg, longitudeDeg], index): TrailPoint => ({
    latitudeDeg,
    longitudeDeg,
    atMs: nowMs - 22 * minute + index * 2 * minute,
  }));
  const moves = trail
    .slice(1)
    .map((point, index): TimelineEntry => {
      const before = trail[index] ?? point;
      const change = {
        field: 'courier.location',
        before: { ...before, reportedAtMs: before.atMs },
        after: { ...point, reportedAtMs: point.atMs },
      } as const;
      return update(point.atMs, 'poll', 'courier_moved', '', [change], {
        kind: 'untold',
        reason: 'movesNotWanted',
      });
    })
    .toReversed();
  return {
    id: order.id,
    order,
    team: null,
    forecast: null,
    timeline: [
      ...moves.slice(0, 5),
      update(nowMs - 14 * minute, 'poll', 'status_changed', '', [
        {
          field: 'status',
          before: status('matched', 'assigned'),
          after: status('on_the_way', 'pickedUp'),
        },
      ]),
      update(
        nowMs - 23 * minute,
        'webhook',
        'order_matched',
        'Order Matched',
        [{ field: 'courier', before: null, after: lau }],
        { kind: 'untold', reason: 'groupMuted' },
      ),
      update(
        nowMs - 29 * minute,
        'webhook',
        'order_released',
        'Order was released because: vehicle breakdown',
        [{ field: 'courier', before: ho, after: null }],
      ),
      update(nowMs - 35 * minute, 'webhook', 'order_matched', 'Order Matched', [
        { field: 'courier', before: null, after: ho },
      ]),
      update(nowMs - 40 * minute, 'webhook', 'order_created', 'Order Available on Platform', []),
      {
        kind: 'watchingStarted',
        atMs: nowMs - 40 * minute,
        source: 'you',
        origin: { kind: 'file', name: 'orders of today.csv' },
      },
    ],
    trail,
    lastLookedAtMs: nowMs - 16 * minute,
    preferences: {
      group: 'Florists',
      note: 'Rang the shop at 14:10, flowers are ready.',
      promisedAtMs: null,
      snoozedUntilMs: null,
      remindAtMs: null,
      tellsEveryMove: null,
    },
  };
}

/** The last answer about the florist's order. */
export const floristAnswer = readableAnswer(
  JSON.stringify({
    uuid: sampleId('3f2b8c1e'),
    status: 'on_the_way',
    vehicle_type: 'motorcycle',
    courier: {
      name: '劉志強 Lau Chi Keung',
      phone_number: '+85255123047',
      location: { lat: 22.28545, lon: 114.15645, location_updated_at: 1_763_706_668 },
    },
    price: { currency: 'HKD', amount: 86 },
  }),
);

/** The last notifications of the design's desk, one for each that can become of them. */
export function sampleNotifications(nowMs: number): readonly NotificationEntry[] {
  const shown: NotificationOutcome = { kind: 'shown' };
  const entry = (
    minutesAgo: number,
    text: Pick<NotificationEntry, 'orderId' | 'event' | 'title' | 'body'>,
    outcome: NotificationOutcome | null = shown,
    heldBy: NotificationEntry['heldBy'] = null,
  ): NotificationEntry => ({
    no: 1000 - minutesAgo,
    atMs: nowMs - minutesAgo * minute,
    settledAtMs: outcome === null ? null : nowMs - minutesAgo * minute,
    ...text,
    outcome,
    heldBy,
  });
  const florist = { orderId: sampleId('3f2b8c1e') };
  const kennedy = { orderId: sampleId('c0ffee10') };
  return [
    entry(
      0,
      {
        ...florist,
        event: 'courierMoved',
        title: 'Courier near stop 1',
        body: 'Sheung Wan florist, two drops. 120\u00A0m from stop 1, straight line.',
      },
      null,
    ),
    entry(3, {
      ...kennedy,
      event: 'released',
      title: 'Courier released the order',
      body: 'Kennedy Town: school lunch boxes. Waiting again.',
    }),
    entry(
      9,
      {
        ...kennedy,
        event: 'matched',
        title: 'Matched with a courier',
        body: 'Kennedy Town: school lunch boxes. Van.',
      },
      { kind: 'suppressed', reason: 'openInWindow' },
    ),
    entry(
      14,
      {
        orderId: null,
        event: 'connectionRestored',
        title: 'Connected again after 6\u00A0min',
        body: '3 orders changed in the meantime.',
      },
      { kind: 'failed', reason: 'no-daemon' },
    ),
    entry(
      52,
      {
        ...florist,
        event: 'statusChanged',
        title: 'Now on the way',
        body: 'Sheung Wan florist, two drops. Was: matched.',
      },
      { kind: 'held', reason: 'snoozed' },
      'snoozed',
    ),
    entry(
      200,
      {
        ...florist,
        event: 'matched',
        title: 'Matched with a courier',
        body: 'Sheung Wan florist, two drops. Van.',
      },
      { kind: 'digested', reason: 'quiet' },
      'quietHours',
    ),
  ];
}

/** How many notifications of the design's desk were of each kind in a day, or would have been if it were on. */
const notifiedInADay: Readonly<Partial<Record<NotificationKind, number>>> = {
  matched: 3,
  released: 1,
  courierMoved: 4,
  completed: 3,
  cancelled: 1,
  stopsChanged: 2,
};

/** What the design's desk counts for other settings, of a recording of this many hours. */
export function sampleWhatIf(
  settings: Settings,
  changes: readonly SettingsChange[],
  untilMs: number,
  hours = 24,
): WhatIf {
  const counted = (change: SettingsChange): number => {
    const kinds = change.toldKinds ?? settings.toldKinds;
    const everyMove = change.everyMove ?? settings.everyMove;
    const fences = change.fences ?? settings.fences;
    const groupRules = change.groupRules ?? settings.groupRules;
    const quietHours = change.quietHours ?? settings.quietHours;
    const waits = change.waitLimits ?? settings.waitLimits;
    const stays = change.stayLimits ?? settings.stayLimits;
    const digest = change.digestMinutes ?? settings.digestMinutes;
    const news = change.news ?? settings.news;
    const remind = change.remindEveryMinutes ?? settings.remindEveryMinutes;
    const locked = change.lockedScreen ?? settings.lockedScreen;
    const ofKind = (kind: NotificationKind) =>
      kinds[kind].level !== 'kept' ? (notifiedInADay[kind] ?? 0) : 0;
    return [
      ...notificationKinds.map(ofKind),
      ...groupRules.map((rule) => (rule.isMuted ? -4 : -rule.kept.filter(ofKind).length)),
      everyMove.isTold ? Math.round((131 * 200) / everyMove.meters) : 0,
      Math.round((fences.enterMeters - 150) / 75),
      Math.round(30 / waits.notMovingMinutes) - 3,
      Math.round(40 / waits.longWaitMinutes) - 2,
      Math.round(30 / stays.pickupMinutes) - 3,
      Math.round(20 / stays.destinationMinutes) - 2,
      remind === 0 ? 0 : Math.round(30 / remind),
      digest > 5 ? -2 : 0,
      news === 'everyChange' ? 40 : 0,
      locked === 'hold' ? -1 : 0,
      quietHours.isOn ? -3 : 0,
    ].reduce((all, many) => all + many, 0);
  };
  return {
    fromMs: untilMs - hours * 60 * minute,
    untilMs,
    notified: counted({}),
    otherwise: changes.map(counted),
  };
}
