import { defaultSettings } from '../../core/settings/settings.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { Watcher } from '../../main/engine/watch/watcher.ts';
import { seeded } from '../support/seeded.ts';
import { MemoryWatchStore } from '../support/storage/memory-watch-store.ts';
import { mostWithin } from '../support/watch/scripted-source.ts';
import { orderIdAt, someOrder, someWatched } from '../support/watched-orders.ts';
import { SimulatedService } from './world/simulated-service.ts';
import { SimulatedTime } from './world/simulated-time.ts';

const hourMs = 3_600_000;
/** All computers are started within this time. */
const startedWithinMs = 1000;
const tokenLatencyMs = 100;
/** From then on every desk checks at its usual pace. */
const steadyAfterMs = 90_000;
const steadyForMs = 60_000;

/** What a service sees of many desks that start together. */
export interface DesksAtNine {
  readonly desks: number;
  readonly ordersEach: number;
  /** The most token requests in any second. */
  readonly mostTokens: number;
  /** The most requests for orders in any second: of the start, and once all desks run. */
  readonly mostAtStart: number;
  readonly mostSteady: number;
  /** After how long the desk in the middle had its first answer, and the last desk its last. */
  readonly firstAnswerMs: number;
  readonly allFreshMs: number;
}

/** The service with one token for each desk, which that desk's first check asks for. */
class DeskService extends SimulatedService {
  readonly #time: SimulatedTime;
  readonly #tokensAtMs: number[];
  #token: Promise<void> | null = null;
  /** When each order had its first answer. */
  readonly freshAtMs = new Map<OrderId, number>();
  readonly requestsAtMs: number[] = [];

  constructor(time: SimulatedTime, seed: number, tokensAtMs: number[]) {
    super(time, seeded(seed), (id) => onItsWay(id));
    this.#time = time;
    this.#tokensAtMs = tokensAtMs;
    this.slowShare = 0;
  }

  override async check(...asked: Parameters<SimulatedService['check']>) {
    this.#token ??= this.#askForToken();
    await this.#token;
    this.requestsAtMs.push(this.#time.monotonicMs());
    const answer = await super.check(...asked);
    const [id] = asked;
    if (!this.freshAtMs.has(id)) this.freshAtMs.set(id, this.#time.monotonicMs());
    return answer;
  }

  async #askForToken(): Promise<void> {
    this.#tokensAtMs.push(this.#time.monotonicMs());
    await new Promise<void>((resolve) => {
      this.#time.schedule(resolve, tokenLatencyMs);
    });
  }
}

const sameOrders = new Map<OrderId, ReturnType<typeof someOrder>>();

/** The same object for the same order, so that an answer with it says that nothing changed. */
function onItsWay(id: OrderId) {
  const order =
    sameOrders.get(id) ?? someOrder(id, { status: { raw: 'active', phase: 'assigned' } });
  sameOrders.set(id, order);
  return order;
}

/** One desk with the settings of a new profile, whose orders were last seen in the evening before. */
function desk(time: SimulatedTime, seed: number, orders: readonly OrderId[], tokens: number[]) {
  const service = new DeskService(time, seed, tokens);
  const store = new MemoryWatchStore();
  const observedAtMs = time.wallMs() - 14 * hourMs;
  for (const id of orders) {
    store.orders.set(id, someWatched(id, { order: onItsWay(id), observedAtMs }));
  }
  const watcher = new Watcher({
    source: service,
    store,
    clock: time,
    random: seeded(seed),
    decideNotifications: () => ({ notifications: [] }),
    events: {
      ordersChanged: () => {},
      ordersRemoved: () => {},
      orderUpdated: () => {},
      notificationsStored: () => {},
      serviceHealthChanged: () => {},
      stateChanged: () => {},
    },
    limits: defaultSettings,
    installSeed: Math.floor(seeded(seed)() * 2 ** 32),
  });
  return { service, watcher };
}

/** Starts as many desks within a second, in simulated time. */
export async function desksAtNine(desks: number, ordersEach: number): Promise<DesksAtNine> {
  const time = new SimulatedTime();
  const tokens: number[] = [];
  const all = Array.from({ length: desks }, (_, index) => {
    const ids = Array.from({ length: ordersEach }, (__, at) => orderIdAt(index * 10_000 + at));
    const made = desk(time, index + 1, ids, tokens);
    time.schedule(() => made.watcher.start(), (index * startedWithinMs) / desks);
    return made;
  });
  await time.advance(steadyAfterMs + steadyForMs);
  const requests = all
    .flatMap(({ service }) => service.requestsAtMs)
    .toSorted((one, other) => one - other);
  const isEarly = (atMs: number): boolean => atMs < steadyAfterMs;
  const fresh = all.map(({ service }) => [...service.freshAtMs.values()]);
  const firstAnswers = fresh
    .map(([atMs = Number.POSITIVE_INFINITY]) => atMs)
    .toSorted((one, other) => one - other);
  const result = {
    desks,
    ordersEach,
    mostTokens: mostWithin(tokens, 1000),
    mostAtStart: mostWithin(requests.filter(isEarly), 1000),
    mostSteady: mostWithin(
      requests.filter((atMs) => !isEarly(atMs)),
      1000,
    ),
    firstAnswerMs: Math.round(firstAnswers[Math.floor(desks / 2)] ?? Number.NaN),
    allFreshMs: Math.round(Math.max(...fresh.map((atMs) => atMs[ordersEach - 1] ?? Infinity))),
  };
  for (const { watcher } of all) await watcher.stop();
  return result;
}
