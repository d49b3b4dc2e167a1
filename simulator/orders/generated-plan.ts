import { between, hash32, picked, type Random, seededRandom } from '../seeded-random.ts';
import type { LifeStep, OrderPlan } from './scenario.ts';
import { dropoffWay, type PacedWay, pickupMinutes, pickupWay } from './real-pace.ts';
import { type Place, placeBeside, planeMeters } from './street-path.ts';

/*
 * Orders generated from a seed and a number, for runs with many orders. Streets, people and telephone
 * numbers are invented. The districts are those of Hong Kong, so that the places are on land. How long the ways and the
 * wait at the pickup take is drawn from real deliveries.
 */

/** Each row is one shore, so that no courier has to drive across the harbour. */
const shores: readonly (readonly Place[])[] = [
  [
    [22.2862, 114.1505],
    [22.2816, 114.1582],
    [22.2775, 114.1722],
    [22.2801, 114.1846],
    [22.2853, 114.1915],
    [22.2838, 114.2155],
  ],
  [
    [22.3035, 114.1713],
    [22.3089, 114.1842],
    [22.3193, 114.1694],
    [22.3303, 114.1622],
    [22.3262, 114.1889],
    [22.3362, 114.1755],
    [22.3121, 114.2258],
  ],
];

const streets = [
  ['Lantern Street', '燈影街'],
  ['Old Ropewalk', '舊纜徑'],
  ['Saltfish Lane', '鹹魚里'],
  ['Jade Kite Road', '翠鳶道'],
  ['Camphor Terrace', '樟樹臺'],
  ['Three Wells Street', '三井街'],
  ['Ferry Bell Road', '渡鐘道'],
  ['Plum Rain Path', '梅雨徑'],
  ['Copper Gate Street', '銅門街'],
  ['Heron Row', '白鷺坊'],
] as const;

const shops = [
  ['Lucky Carp Kitchen', '錦鯉小廚'],
  ['Paper Crane Books', '紙鶴書店'],
  ['Morning Dew Florist', '朝露花店'],
  ['Nine Dragons Hardware', '九龍五金'],
  ['Silver Needle Tea', '銀針茶莊'],
  ['Blue Gate Pharmacy', '藍門藥房'],
  ['Harbour Thread Tailors', '海線洋服'],
  ['Warm Bowl Congee', '暖碗粥店'],
] as const;

const surnames = [
  'Chan 陳',
  'Wong 黃',
  'Lam 林',
  'Ng 吳',
  'Cheung 張',
  'Ho 何',
  'Leung 梁',
  'Yip 葉',
];
const givenNames = [
  'Ka-yan 嘉欣',
  'Chi-ho 志豪',
  'Mei-ling 美玲',
  'Wai-man 偉文',
  'Siu-fung 少峰',
  'Yuet 月',
];
const notes = [
  '',
  'Ring the bell twice, the shop is upstairs.',
  'Fragile: keep upright. 易碎，請直放。',
  'Call on arrival, no parking in front.',
  'Leave with the caretaker 交管理處。',
];
const payments = ['monthly_settlement', 'cash', 'credit_card', 'prepaid_wallet'];
const releases = ['vehicle breakdown', 'courier unwell', 'goods too large for the vehicle'];
const vehicles = [
  { word: 'motorcycle', base: 52 },
  { word: 'motorcycle', base: 52 },
  { word: 'van', base: 118 },
  { word: 'mudou', base: 168 },
  { word: 'bicycle', base: 38 },
] as const;

const minuteMs = 60_000;
/** The way along a street grid over the straight line, on average of all directions. */
const gridDetour = 4 / Math.PI;

/** How long generated orders are spread over, so that at any time some are on their way. */
export interface GeneratedSpread {
  /** Orders are matched from half an hour before the start of the story until so long after it. */
  readonly spreadMs: number;
}

/** The plan of the order with this number. All of them exist when the story starts. */
export function generatedPlan(index: number, seed: number, spread: GeneratedSpread): OrderPlan {
  const random = seededRandom(hash32(seed, 'generated', index));
  const shore = picked(shores, random);
  const from = besides(picked(shore, random), 350, random);
  const stopCount = random() < 0.8 ? 1 : 2;
  const way = dropoffWay(random());
  const leg = { minutes: way.minutes / stopCount, meters: way.meters / stopCount };
  const stops: Place[] = [];
  while (stops.length < stopCount) {
    stops.push(placeAfter(stops.at(-1) ?? from, leg.meters, shore, random));
  }
  const vehicle = picked(vehicles, random);
  const amount = vehicle.base + Math.round(between(0, 60, random));
  const shop = picked(shops, random);
  const matchedAtMs = between(-30 * minuteMs, spread.spreadMs, random);
  return {
    key: `generated-${index}`,
    label: `${shop[0]} ${index + 1}`,
    vehicle_type: vehicle.word,
    payment_method: picked(payments, random),
    note_to_courier: picked(notes, random),
    status: 'pending',
    pickup: {
      name: `${shop[0]} ${shop[1]}`,
      street_address: address(random),
      floor_or_unit_number: floor(random),
      location: locationOf(from),
      schedule: matchedAtMs + 10 * minuteMs,
      contact: { ...someone(random), phone_extension: String(100 + Math.floor(random() * 900)) },
    },
    destinations: stops.map((stop) => ({
      name: person(random),
      street_address: address(random),
      floor_or_unit_number: floor(random),
      location: locationOf(stop),
      contact: someone(random),
    })),
    price: { currency: 'HKD', amount },
    price_breakdown: [
      { key: 'base_fare', amount: vehicle.base, quantity: 1, reason: 'Base fare' },
      { key: 'distance', amount: amount - vehicle.base, quantity: 1, reason: 'Distance' },
    ],
    createdAt: Math.min(-1, matchedAtMs - between(1, 9, random) * minuteMs),
    fixEvery: 10_000,
    gpsNoiseMeters: 4,
    life: life({ from, stops, shore, legMinutes: leg.minutes }, matchedAtMs, random),
  };
}

interface PlannedWay {
  readonly from: Place;
  readonly stops: readonly Place[];
  readonly shore: readonly Place[];
  /** From the pickup or a stop to the next one. */
  readonly legMinutes: number;
}

function life(
  { from, legMinutes, shore, stops }: PlannedWay,
  matchedAtMs: number,
  random: Random,
): LifeStep[] {
  let courierWay: PacedWay = { minutes: 0, meters: 0 };
  const match = (): LifeStep => {
    const { minutes, meters } = pickupWay(random());
    const start = placeAfter(from, meters, shore, random);
    courierWay = { minutes, meters: planeMeters(start, from) };
    return {
      do: 'match',
      courier: someone(random),
      from: start,
      firstFixAfter: between(4000, 20_000, random),
      status: 'active',
    };
  };
  const wait = (fromMinutes: number, toMinutes: number): LifeStep => ({
    do: 'wait',
    for: Math.round(between(fromMinutes, toMinutes, random) * minuteMs),
  });
  const steps: LifeStep[] = [{ do: 'waitUntil', at: matchedAtMs }];
  const draw = random();
  if (draw < 0.04) {
    return [...steps, { do: 'cancel', status: 'cancelled' }];
  }
  steps.push(match());
  if (draw < 0.12) {
    const reason = picked(releases, random);
    steps.push(wait(0.5, 3), { do: 'release', reason, status: 'pending' }, wait(0.3, 2), match());
  }
  const atPickupMs = Math.round(pickupMinutes(random()) * minuteMs);
  steps.push(
    { do: 'drive', to: 'pickup', speedKmh: speedKmh(courierWay) },
    { do: 'wait', for: atPickupMs },
  );
  if (draw > 0.97) {
    return [...steps, { do: 'cancel', status: 'cancelled' }];
  }
  for (const [index, stop] of stops.entries()) {
    const meters = planeMeters(stops[index - 1] ?? from, stop);
    const speed = speedKmh({ minutes: legMinutes, meters });
    steps.push({ do: 'drive', to: index + 1, speedKmh: speed }, wait(1, 3));
  }
  steps.push({ do: 'complete', status: 'completed' });
  if (draw < 0.25) {
    const amount = 10 + Math.floor(random() * 5) * 5;
    steps.push(wait(0, 8), {
      do: 'amend',
      key: 'waiting_time',
      amount,
      quantity: 1,
      reason: 'Waiting time at the pickup',
    });
  }
  return steps;
}

/** How fast a courier goes along the streets; the waits at corners come on top. */
function speedKmh({ minutes, meters }: PacedWay): number {
  const kmh = (meters * gridDetour * 60) / (1000 * minutes);
  return Math.min(28, Math.max(2, kmh));
}

/** A place so far from another, toward a district of its shore; no farther than the farthest of them. */
function placeAfter(from: Place, meters: number, shore: readonly Place[], random: Random): Place {
  const byDistance = shore.toSorted(
    (one, other) => planeMeters(from, one) - planeMeters(from, other),
  );
  const beyond = byDistance.filter((place) => planeMeters(from, place) >= meters);
  const toward = beyond.length === 0 ? (byDistance.at(-1) ?? from) : picked(beyond, random);
  const share = Math.min(1, meters / Math.max(1, planeMeters(from, toward)));
  const lat = from[0] + (toward[0] - from[0]) * share;
  const lng = from[1] + (toward[1] - from[1]) * share;
  return besides([lat, lng], 40, random);
}

function besides(place: Place, atMostMeters: number, random: Random): Place {
  const [lat, lng] = placeBeside(
    place,
    between(-atMostMeters, atMostMeters, random),
    between(-atMostMeters, atMostMeters, random),
  );
  return [Math.round(lat * 1e6) / 1e6, Math.round(lng * 1e6) / 1e6];
}

function locationOf(place: Place): { lat: number; lng: number } {
  return { lat: place[0], lng: place[1] };
}

function address(random: Random): string {
  const [english, chinese] = picked(streets, random);
  const number = 1 + Math.floor(random() * 240);
  return `${number} ${english} ${chinese}${number}號`;
}

function floor(random: Random): string {
  return random() < 0.2
    ? 'G/F'
    : `${1 + Math.floor(random() * 30)}/F, Unit ${picked(['A', 'B', 'C', 'D'], random)}`;
}

function person(random: Random): string {
  const [surname = '', character = ''] = picked(surnames, random).split(' ');
  const [given = '', characters = ''] = picked(givenNames, random).split(' ');
  return `${surname} ${given} ${character}${characters}`;
}

/** The telephone numbers are invented like the people. */
function someone(random: Random): { name: string; phone_number: string } {
  const digits = String(Math.floor(random() * 10_000)).padStart(4, '0');
  return { name: person(random), phone_number: `+852 5550 ${digits}` };
}
