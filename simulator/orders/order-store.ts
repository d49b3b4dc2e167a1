import { hash32, seededUuid } from '../seeded-random.ts';
import type { ServiceClock } from '../service-clock.ts';
import { type GeneratedSpread, generatedPlan } from './generated-plan.ts';
import { isJsonObject, mergePatched } from './merge-patch.ts';
import { orderOnPage, type StoryPage, storyPage } from './order-view.ts';
import type { OrderPlan } from './scenario.ts';
import { type Happening, type Story, storyOf } from './story.ts';
import type { Json } from './wire.ts';

/** What happened to one order at one instant of the story, as the webhooks would report it. */
export interface OrderEvent {
  readonly uuid: string;
  readonly storyMs: number;
  readonly happenings: readonly Happening[];
}

/** Is told of events of the orders. */
export interface OrderStoreListener {
  /** An order was added. */
  readonly added: (uuid: string) => void;
  /** A test made this happen just now, beside the plan. */
  readonly happened: (event: OrderEvent) => void;
}

/** What the order endpoint needs to answer. */
export interface OrderAnswer {
  readonly etag: string;
  /** Writes the body out; asked for only when the client does not have it yet. */
  body(): string;
}

interface Entry {
  readonly uuid: string;
  /** Generated orders keep their number and are made anew when needed; others keep their plan. */
  readonly source: number | OrderPlan;
  story: Story | null;
  etag: string;
  etagUntilMs: number;
  override: OrderOverride | null;
}

interface Played {
  readonly plan: OrderPlan;
  readonly story: Story;
}

/** How many generated orders keep their story; each takes a few kilobytes. */
const storiesKept = 512;

/** All orders of the service. Nothing runs per order: what an order says follows from the time. */
export class OrderStore {
  readonly #seed: number;
  readonly #clock: ServiceClock;
  readonly #spread: GeneratedSpread;
  readonly #entries = new Map<string, Entry>();
  readonly #recent = new Map<Entry, Played>();
  readonly #edits: OrderEvent[] = [];
  #listener: OrderStoreListener | null = null;
  /** Part of every ETag: another run of the service has other bodies under the same uuids. */
  readonly #run: string;

  constructor(seed: number, clock: ServiceClock, spread: GeneratedSpread) {
    this.#seed = seed;
    this.#clock = clock;
    this.#spread = spread;
    this.#run = hash32(seed, clock.stampMs(0), clock.stampMs(3_600_000)).toString(36);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Tells this listener from now on, and no other. */
  listen(listener: OrderStoreListener | null): void {
    this.#listener = listener;
  }

  uuids(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** Adds so many generated orders. */
  generate(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.#enter(seededUuid(this.#seed, `generated-${index}`), index);
    }
  }

  /** Adds an order that lives by its plan and answers its uuid. */
  add(plan: OrderPlan, uuid: string = seededUuid(this.#seed, plan.key)): string {
    this.#enter(uuid.toLowerCase(), plan);
    return uuid.toLowerCase();
  }

  /** What a dispatcher might call the order; null when its plan does not say. */
  labelOf(uuid: string): string | null {
    const entry = this.#entries.get(uuid);
    return entry === undefined ? null : (this.#played(entry).plan.label ?? null);
  }

  /** The answer for an order at this instant, or null when no such order exists (yet). */
  answer(uuid: string): OrderAnswer | null {
    const entry = this.#entries.get(uuid.toLowerCase());
    if (entry === undefined) {
      return null;
    }
    const storyMs = this.#clock.storyMs();
    if (storyMs >= entry.etagUntilMs) {
      const { plan, story } = this.#played(entry);
      const page = storyPage(story, plan, storyMs);
      if (page === null) {
        return null;
      }
      entry.etag = this.#etag(entry, page);
      entry.etagUntilMs = page.untilMs;
    }
    return {
      etag: entry.etag,
      body: () => JSON.stringify(this.#orderOf(entry, storyMs)),
    };
  }

  /** What an order says at an instant of the story, now by default; null when it does not exist. */
  order(uuid: string, storyMs: number = this.#clock.storyMs()): Json | null {
    const entry = this.#entries.get(uuid.toLowerCase());
    return entry === undefined ? null : this.#orderOf(entry, storyMs);
  }

  /**
   * Replaces fields of the order by the given ones from now on, each as a whole; undefined takes a
   * field off the wire.
   *
   * @throws RangeError when there is no such order
   */
  setFields(
    uuid: string,
    fields: { readonly [key: string]: Json | undefined },
    happenings: readonly Happening[] = [],
  ): void {
    const entry = this.#existing(uuid);
    const { patch = {} } = entry.override ?? {};
    const kept = isJsonObject(patch)
      ? Object.fromEntries(Object.entries(patch).filter(([key]) => !Object.hasOwn(fields, key)))
      : {};
    const all = new Map([...(entry.override?.fields ?? []), ...Object.entries(fields)]);
    this.#overrule(entry, all, kept, happenings);
  }

  /**
   * Lays a JSON merge patch (RFC 7396) over everything that the order says from now on.
   *
   * @throws RangeError when there is no such order
   */
  mergeFields(uuid: string, patch: Json, happenings: readonly Happening[] = []): void {
    const entry = this.#existing(uuid);
    const merged = patchInPatch(entry.override?.patch, patch);
    this.#overrule(entry, entry.override?.fields ?? new Map(), merged, happenings);
  }

  remove(uuid: string): boolean {
    return this.#entries.delete(uuid.toLowerCase());
  }

  /** What happened after the first instant and up to the second, in the order of time. */
  eventsBetween(afterMs: number, untilMs: number): readonly OrderEvent[] {
    const events = this.#edits.filter(({ storyMs }) => storyMs > afterMs && storyMs <= untilMs);
    for (const entry of this.#entries.values()) {
      for (const { fromMs, happenings } of this.#played(entry).story.chapters) {
        if (fromMs > afterMs && fromMs <= untilMs && happenings.length > 0) {
          events.push({ uuid: entry.uuid, storyMs: fromMs, happenings });
        }
      }
    }
    return events.toSorted((one, other) => one.storyMs - other.storyMs);
  }

  /** What will happen to one order by its plan after an instant of the story, in the order of time. */
  plannedEvents(uuid: string, afterMs: number): readonly OrderEvent[] {
    const entry = this.#entries.get(uuid);
    if (entry === undefined) {
      return [];
    }
    return this.#played(entry).story.chapters.flatMap(({ fromMs, happenings }) =>
      fromMs > afterMs && happenings.length > 0 ? [{ uuid, storyMs: fromMs, happenings }] : [],
    );
  }

  #enter(uuid: string, source: number | OrderPlan): void {
    this.#entries.set(uuid, {
      uuid,
      source,
      story: null,
      etag: '',
      etagUntilMs: Number.NEGATIVE_INFINITY,
      override: null,
    });
    this.#listener?.added(uuid);
  }

  #orderOf(entry: Entry, storyMs: number): Json | null {
    const { plan, story } = this.#played(entry);
    const page = storyPage(story, plan, storyMs);
    if (page === null) {
      return null;
    }
    const order: unknown = orderOnPage(entry.uuid, plan, story, page, this.#seed, this.#clock);
    if (!isJsonObject(order)) {
      return null;
    }
    return entry.override === null ? order : overruled(order, entry.override);
  }

  #existing(uuid: string): Entry {
    const entry = this.#entries.get(uuid.toLowerCase());
    if (entry === undefined) {
      throw new RangeError(`there is no order ${uuid}`);
    }
    return entry;
  }

  #overrule(
    entry: Entry,
    fields: OrderOverride['fields'],
    patch: Json,
    happenings: readonly Happening[],
  ): void {
    entry.override = { fields, patch, version: (entry.override?.version ?? 0) + 1 };
    entry.etagUntilMs = Number.NEGATIVE_INFINITY;
    if (happenings.length > 0) {
      const event = { uuid: entry.uuid, storyMs: this.#clock.storyMs(), happenings };
      this.#edits.push(event);
      this.#listener?.happened(event);
    }
  }

  #played(entry: Entry): Played {
    const { source } = entry;
    if (typeof source !== 'number') {
      entry.story ??= storyOf(source, this.#seed);
      return { plan: source, story: entry.story };
    }
    const kept = this.#recent.get(entry);
    if (kept !== undefined) {
      return kept;
    }
    const plan = generatedPlan(source, this.#seed, this.#spread);
    const played = { plan, story: storyOf(plan, this.#seed) };
    const oldest = this.#recent.size < storiesKept ? undefined : this.#recent.keys().next().value;
    if (oldest !== undefined) {
      this.#recent.delete(oldest);
    }
    this.#recent.set(entry, played);
    return played;
  }

  #etag(entry: Entry, page: StoryPage): string {
    const version = entry.override?.version ?? 0;
    const fix = page.fixMs === null ? '' : Math.round(page.fixMs).toString(36);
    const name = hash32(entry.uuid).toString(36);
    return `"${this.#run}-${name}-${page.chapter}.${fix}.${version}"`;
  }
}

/** What a test has set on an order in place of its story. */
interface OrderOverride {
  readonly fields: ReadonlyMap<string, Json | undefined>;
  readonly patch: Json;
  readonly version: number;
}

/** The order with the fields and the patch that a test has set. */
function overruled(order: { readonly [key: string]: Json }, override: OrderOverride): Json {
  const fields = new Map(Object.entries(order));
  for (const [key, value] of override.fields) {
    if (value === undefined) {
      fields.delete(key);
    } else {
      fields.set(key, value);
    }
  }
  return mergePatched(Object.fromEntries(fields), override.patch);
}

/** Two patches in one: unlike merging a document, a null in the second must stay a null. */
function patchInPatch(first: Json | undefined, second: Json): Json {
  if (!isJsonObject(first) || !isJsonObject(second)) {
    return second;
  }
  const patch = new Map(Object.entries(first));
  for (const [key, value] of Object.entries(second)) {
    patch.set(key, patchInPatch(patch.get(key), value));
  }
  return Object.fromEntries(patch);
}
