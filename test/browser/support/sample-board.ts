import type { Attention } from '../../../core/watch/attention.ts';
import type { FactAge } from '../../../core/watch/fact-age.ts';
import { noWebhooks } from '../../support/webhooks/no-webhooks.ts';
import type { AppState, OrderRow, RowCourier, RowFix } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderPhase } from '../../../core/order/order.ts';
import { english } from '../../../core/text/language.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';

/** The state of the app without any problem. */
export function sampleApp(nowMs: number): AppState {
  return {
    connection: {
      kind: 'connected',
      baseUrl: 'https://api.hk.example-delivery.com',
      clientId: 'wb-kowloon-dispatch-02',
      isDemo: false,
    },
    team: null,
    serviceHealth: { state: 'reachable' },
    pace: {
      requestsLastMinute: 86,
      requestsPerMinute: 300,
      nextCheckAtMs: nowMs + 1000,
      lastAnswerAtMs: nowMs - 1000,
      checks: { neededPerMinute: 42, possiblePerMinute: 270 },
    },
    pause: { kind: 'running' },
    notifications: { kind: 'working' },
    longWait: { limitMs: 17 * minute, learnedFrom: 23 },
    restLimits: {
      silent: { limitMs: 5 * minute, learnedFrom: 312 },
      notMoving: { limitMs: 10 * minute, learnedFrom: 0 },
      pickupStay: { limitMs: 24 * minute, learnedFrom: 305 },
      destinationStay: { limitMs: 10 * minute, learnedFrom: 298 },
    },
    erasing: null,
    putAwayCount: 0,
    storageFault: null,
    settings: defaultSettings,
    lockedSettings: [],
    lockedBaseUrl: null,
    speech: english,
    webhooks: noWebhooks,
    startNotice: null,
    clockAheadMs: null,
    orderFolder: null,
    platform: 'linux',
    version: '0.1.0',
  };
}

/** A uuid of the samples: eight readable digits, then the same for all. */
export function sampleId(start: string): OrderId {
  return `${start}-94d7-4a60-b1c5-0e7a62d9f418` as OrderId;
}

const minute = 60_000;

/** A courier with a name and a position. */
export function knownCourier(name: string, fix: Partial<RowFix>): RowCourier {
  return {
    kind: 'known',
    name,
    fix: { atMs: null, movedMeters: null, standsSinceMs: fix.atMs ?? null, ...fix },
  };
}

interface Sketch extends Omit<Partial<OrderRow>, 'attention'> {
  /** Its time is that of the status or, of a courier who stands, of the position. */
  readonly attention?: Omit<Attention, 'age'>;
  readonly start: string;
  readonly raw: string;
  readonly phase: OrderPhase;
  readonly sinceMin: number;
  readonly dollars: number;
  /** How many seconds ago the position was reported, and by how far it moved. */
  readonly fix?: readonly [name: string, secondsAgo: number, meters: number];
  readonly nextS?: number;
  readonly everyS?: number;
}

const sketches: readonly Sketch[] = [
  {
    start: 'c0ffee01',
    label: 'Central kitchen lunch run 3',
    raw: 'on_the_way',
    phase: 'pickedUp',
    sinceMin: 31,
    dollars: 92,
    attention: { score: 40, reason: 'notMoving' },
    pickupText: 'Wing Lok St 148',
    destinationText: 'Lippo Centre T2, 89 Queensway',
    fix: ['何家豪 Ho Ka Ho', 18 * 60, 0],
    isUnseen: true,
    nextS: 8,
  },
  {
    start: 'c0ffee02',
    label: 'Mong Kok flower market, buckets',
    raw: 'pending',
    phase: 'searching',
    sinceMin: 26,
    dollars: 74.5,
    attention: { score: 30, reason: 'longWait' },
    pickupText: 'Flower Market Rd 30',
    destinationText: 'K11 Musea, 18 Salisbury Rd',
    moreStops: 1,
    nextS: 4,
    everyS: 20,
  },
  {
    start: 'b41e9c07',
    raw: 'handover_review',
    phase: 'unknown',
    sinceMin: 0.2,
    dollars: 118,
    attention: { score: 60, reason: 'unknownStatus' },
    pickupText: 'Unit 5, 3/F, Kwun Tong Ind. Ctr',
    destinationText: 'Tseung Kwan O Plaza',
    courier: { kind: 'notGiven' },
    isUnseen: true,
    nextS: 48,
    everyS: 60,
  },
  {
    start: 'c0ffee04',
    label: '義順牛奶公司 catering, 40 sets',
    raw: 'cancelled',
    phase: 'cancelled',
    sinceMin: 3,
    dollars: 0,
    attention: { score: 80, reason: 'cancelled' },
    pickupText: 'Percival St 506, Causeway Bay',
    destinationText: 'Cyberport 3, Core F',
    moreStops: 2,
    isUnseen: true,
    nextCheckAtMs: null,
    checkEveryMs: null,
  },
  {
    start: '3f2b8c1e',
    label: 'Sheung Wan florist, two drops',
    raw: 'on_the_way',
    phase: 'pickedUp',
    sinceMin: 14,
    dollars: 86,
    pickupText: 'Wing Lok St 148',
    destinationText: 'Lippo Centre T2',
    moreStops: 1,
    fix: ['劉志強 Lau Chi Keung', 20, 120],
    nextS: 11,
  },
  {
    start: 'c0ffee06',
    label: 'Dr Cheung’s clinic: specimens, keep upright, 2–8 °C, ring 3/F reception first',
    raw: 'matched',
    phase: 'assigned',
    sinceMin: 2,
    dollars: 131.5,
    pickupText: 'Hong Kong Sanatorium, Li Shu Fan Block',
    destinationText: 'HKU Pathology, 102 Pok Fu Lam Rd',
    fix: ['Tsang Wing Sze', 8, 1200],
    isUnseen: true,
    nextS: 7,
  },
  {
    start: 'c0ffee07',
    label: '深水埗布料 samples → Central',
    raw: 'on_the_way',
    phase: 'pickedUp',
    sinceMin: 31,
    dollars: 79,
    pickupText: 'Yu Chau St 204',
    destinationText: 'IFC Two, 8 Finance St',
    fix: ['Gurung Prakash', 3, 640],
    nextS: 14,
  },
  {
    start: '7d20f6ae',
    raw: 'on_the_way',
    phase: 'pickedUp',
    sinceMin: 9,
    dollars: 64,
    pickupText: 'Shop G12, Cityplaza, Tai Koo',
    destinationText: 'Flat B, 23/F, Block 7, Heng Fa Chuen',
    fix: ['黃子謙 Wong T. H.', 12, 85],
    isChecking: true,
    nextS: 0,
  },
  {
    start: 'c0ffee09',
    label: 'Peak Café, evening linen',
    raw: 'picked_up',
    phase: 'pickedUp',
    sinceMin: 22,
    dollars: 140,
    pickupText: 'Wong Chuk Hang Rd 62',
    destinationText: 'Peak Galleria, 118 Peak Rd',
    fix: ['Mohammad Asif', 41, 12],
    isMuted: true,
    isPinned: false,
    isArchived: false,
    nextS: 2,
  },
  {
    start: 'c0ffee10',
    label: 'Kennedy Town: school lunch boxes',
    raw: 'pending',
    phase: 'searching',
    sinceMin: 4,
    dollars: 88,
    pickupText: 'Praya 60, Kennedy Town',
    destinationText: 'Island School, 20 Borrett Rd',
    nextS: 12,
    everyS: 20,
  },
  {
    start: 'c0ffee11',
    label: '元朗大馬路 spare parts',
    raw: 'pending',
    phase: 'searching',
    sinceMin: 1,
    dollars: 210,
    pickupText: 'Castle Peak Rd 231, Yuen Long',
    destinationText: 'Block C, Kwai Shing Ind. Bldg',
    moreStops: 3,
    nextS: 6,
    everyS: 20,
  },
  {
    start: 'c0ffee13',
    label: 'Mid-Levels pharmacy, cold bag',
    raw: 'completed',
    phase: 'done',
    sinceMin: 9,
    dollars: 57,
    priceChange: 12,
    pickupText: 'Caine Rd 89',
    destinationText: 'Robinson Rd 62, Flat 12A',
    fix: ['陳大文 Chan Tai Man', 540, 40],
    isUnseen: true,
    nextS: 300,
    everyS: 600,
  },
  {
    start: 'c0ffee14',
    label: 'Tuen Mun hardware',
    raw: 'completed',
    phase: 'done',
    sinceMin: 26,
    dollars: 48,
    pickupText: 'Tuen Mun Heung Sze Wui Rd',
    destinationText: 'V City, Shop M-20',
    fix: ['Leung Ho Yin', 1500, 40],
    nextS: 180,
    everyS: 600,
  },
];

function sketchedAge({ attention, fix, phase, sinceMin }: Sketch, nowMs: number): FactAge {
  const sinceMs = nowMs - sinceMin * minute;
  if (phase === 'cancelled') return { kind: 'clock', atMs: sinceMs };
  const isOfFix = attention?.reason === 'notMoving' && fix !== undefined;
  return { kind: 'duration', sinceMs: isOfFix ? nowMs - fix[1] * 1000 : sinceMs };
}

function drawn(sketch: Sketch, nowMs: number): OrderRow {
  const { start, raw, phase, sinceMin, dollars, fix, nextS = 10, everyS = 15, ...rest } = sketch;
  const { attention, ...given } = rest;
  const sinceMs = nowMs - sinceMin * minute;
  return {
    id: sampleId(start),
    label: null,
    group: null,
    note: null,
    status: { raw, phase },
    statusSinceMs: sinceMs,
    isStatusSinceBefore: false,
    attention: attention ? { ...attention, age: sketchedAge(sketch, nowMs) } : null,
    repeatedLoss: null,
    courierWait:
      phase === 'searching' ? { sinceMs, isSinceBefore: false, longAfterMs: 17 * minute } : null,
    pickupText: null,
    destinationText: null,
    moreStops: 0,
    scheduledAtMs: null,
    promisedAtMs: null,
    snoozedUntilMs: null,
    courier: fix
      ? knownCourier(fix[0], { atMs: nowMs - fix[1] * 1000, movedMeters: fix[2] })
      : { kind: 'none' },
    price: { amount: dollars, currency: 'HKD' },
    priceChange: null,
    observedAtMs: nowMs - 4000,
    changedAtMs: sinceMs,
    nextCheckAtMs: nowMs + nextS * 1000,
    checkEveryMs: everyS * 1000,
    isChecking: false,
    isUnseen: attention !== undefined,
    isMuted: false,
    tellsEveryMove: null,
    isPinned: false,
    isArchived: false,
    problem: null,
    addedAtMs: sinceMs - 10 * minute,
    claim: null,
    ...given,
  };
}

/** The orders of the design's main window. */
export function sampleRows(nowMs: number): readonly OrderRow[] {
  return sketches.map((sketch) => drawn(sketch, nowMs));
}

/** As many orders as wanted, each different, a third of them without an answer yet. */
export function manyRows(count: number, nowMs: number): readonly OrderRow[] {
  const samples = sampleRows(nowMs);
  return Array.from({ length: count }, (_, index): OrderRow => {
    const sample = samples[index % samples.length];
    if (!sample) throw new Error('There are no sample rows.');
    const id = sampleId((0x10000000 + index).toString(16));
    return { ...sample, id, label: index % 4 === 0 ? null : `Order ${index + 1}` };
  });
}
