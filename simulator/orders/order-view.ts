import { hash32 } from '../seeded-random.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { OrderPlan } from './scenario.ts';
import { type Journey, placeOnJourney, type Story } from './story.ts';
import { placeBeside } from './street-path.ts';
import type { WireCourier, WireOrder } from './wire.ts';

/**
 * Which page of its story an order is at: the chapter and the courier's fix. Two instants with the
 * same chapter and fix have byte-identical bodies, so this pair is what the ETag is made of.
 */
export interface StoryPage {
  readonly chapter: number;
  /** The instant of the fix that the body shows; null when it shows none. */
  readonly fixMs: number | null;
  /** The page holds from its beginning until, not including, this instant. */
  readonly untilMs: number;
}

/** The page at an instant of the story, or null before the order exists. */
export function storyPage(story: Story, plan: OrderPlan, storyMs: number): StoryPage | null {
  const { chapters } = story;
  let chapter = chapters.length - 1;
  while (chapter >= 0 && (chapters[chapter]?.fromMs ?? 0) > storyMs) {
    chapter -= 1;
  }
  const present = chapters[chapter];
  if (present === undefined) {
    return null;
  }
  const nextChapterMs = chapters[chapter + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
  const journey = present.journey === null ? undefined : story.journeys[present.journey];
  if (journey === undefined) {
    return { chapter, fixMs: null, untilMs: nextChapterMs };
  }
  if (storyMs < journey.firstFixMs) {
    return { chapter, fixMs: null, untilMs: Math.min(nextChapterMs, journey.firstFixMs) };
  }
  const seenMs = Math.min(storyMs, journey.lastFixMs);
  const fixes = Math.floor((seenMs - journey.firstFixMs) / plan.fixEvery);
  if (fixes < 0) {
    return { chapter, fixMs: null, untilMs: nextChapterMs };
  }
  const fixMs = journey.firstFixMs + fixes * plan.fixEvery;
  const isOver = storyMs >= journey.lastFixMs;
  const untilMs = isOver ? nextChapterMs : Math.min(nextChapterMs, fixMs + plan.fixEvery);
  return { chapter, fixMs, untilMs };
}

/**
 * The order object as it stands on a page (seeds/contract.md, 2.1).
 *
 * @throws RangeError when the page is not of this story
 */
export function orderOnPage(
  uuid: string,
  plan: OrderPlan,
  story: Story,
  page: StoryPage,
  seed: number,
  clock: Pick<ServiceClock, 'stampMs'>,
): WireOrder {
  const chapter = story.chapters[page.chapter];
  if (chapter === undefined) {
    throw new RangeError(`${plan.key} has no chapter ${page.chapter}`);
  }
  const journey = chapter.journey === null ? undefined : story.journeys[chapter.journey];
  const { schedule, name, street_address, floor_or_unit_number, location, contact } = plan.pickup;
  return {
    uuid,
    vehicle_type: chapter.vehicle_type,
    payment_method: chapter.payment_method,
    note_to_courier: chapter.note_to_courier,
    courier:
      chapter.courier === null
        ? {}
        : courierOnPage(chapter.courier, journey, plan, page, seed, clock),
    status: chapter.status,
    pickup: {
      schedule_at: secondsOf(clock.stampMs(schedule)),
      name,
      street_address,
      floor_or_unit_number,
      location,
      contact,
    },
    destinations: plan.destinations,
    price: chapter.price,
    price_breakdown: chapter.price_breakdown,
  };
}

function courierOnPage(
  person: { readonly name: string; readonly phone_number: string },
  journey: Journey | undefined,
  plan: OrderPlan,
  page: StoryPage,
  seed: number,
  clock: Pick<ServiceClock, 'stampMs'>,
): WireCourier {
  const { name, phone_number } = person;
  if (journey === undefined || page.fixMs === null) {
    return { name, phone_number, location: {} };
  }
  const noise = hash32(seed, plan.key, page.fixMs, 'gps');
  const bearing = ((noise & 0xffff) / 0x10000) * 2 * Math.PI;
  const offMeters = ((noise >>> 16) / 0x10000) * plan.gpsNoiseMeters;
  const [lat, lng] = placeBeside(
    placeOnJourney(journey, page.fixMs),
    Math.cos(bearing) * offMeters,
    Math.sin(bearing) * offMeters,
  );
  return {
    name,
    phone_number,
    location: {
      lat: sixDecimals(lat),
      lon: sixDecimals(lng),
      location_updated_at: secondsOf(clock.stampMs(page.fixMs)),
    },
  };
}

function secondsOf(stampMs: number): number {
  return Math.floor(stampMs / 1000);
}

/** About a tenth of a metre, as positioning devices report it. */
function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
