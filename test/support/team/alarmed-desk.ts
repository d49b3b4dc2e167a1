import { onTestFinished } from 'vitest';
import { isCauseStanding } from '../../../core/notification/levels.ts';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { SaidPresence } from '../../../core/team/presence.ts';
import { inEnglish } from '../../../core/text/language.ts';
import type { WaitRules } from '../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { AttentionIndex } from '../../../main/engine/board/attention-index.ts';
import { SeenOrders } from '../../../main/engine/board/seen-orders.ts';
import { answeredAlarms } from '../../../main/engine/notify/claims/answered-alarms.ts';
import { ClaimedAlarms } from '../../../main/engine/notify/claims/claimed-alarms.ts';
import { Forecasts } from '../../../main/engine/notify/forecasts.ts';
import { Notifications, wordingOptions } from '../../../main/engine/notify/notifications.ts';
import { decideNotifications } from '../../../main/engine/notify/policy.ts';
import { openMemoryDatabase } from '../../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { PresenceReporter } from '../../../main/engine/team/presence-reporter.ts';
import { TeamWatch } from '../../../main/engine/team/team-watch.ts';
import type { Asker } from '../../../main/hub/ports.ts';
import type { FakeClock } from '../fake-clock.ts';
import { DirectLink } from '../hub/direct-link.ts';
import type { BenchHub, HubBench } from '../hub/hub-bench.ts';
import { RecordingNotifications } from '../notify/recording-notifications.ts';
import { RecordingSounds } from '../notify/recording-sounds.ts';
import { MemoryTeamStore } from './memory-team-store.ts';

/** A desk of a team with what notifies at it, joined as in main/desktop, over a hub in the same process. */
export class AlarmedDesk {
  readonly screen = new RecordingNotifications();
  readonly outbox: OutboxRepository;
  readonly attention: AttentionIndex;
  readonly watch: TeamWatch;
  readonly forecasts: Forecasts;
  readonly link: DirectLink;
  readonly defects: unknown[] = [];
  /** The orders on which the window was opened. */
  readonly revealed: OrderId[] = [];
  /** The hub that it talks to; null while it reaches none. */
  hub: Pick<BenchHub, 'hub'> | null;
  readonly #claims: ClaimedAlarms;
  readonly #notifications: Notifications;
  readonly #presence: PresenceReporter;
  readonly #seenOrders: SeenOrders;
  #state: SaidPresence['state'] = 'here';

  constructor(
    clock: FakeClock,
    hub: Pick<BenchHub, 'hub'>,
    { id: deskId, name: deskName, role }: Asker,
    settings: Partial<Settings> = {},
    /** Whether its Waybell is an earlier one, which does not say who is at it. */
    isEarlier = false,
  ) {
    this.hub = hub;
    const current: Settings = { ...defaultSettings, ...settings };
    const { sql } = openMemoryDatabase();
    const wallMs = (): number => clock.wallMs();
    this.outbox = new OutboxRepository(sql, wallMs);
    this.attention = new AttentionIndex(clock);
    const history = new HistoryRepository(sql, wallMs);
    this.forecasts = new Forecasts(history);
    this.link = new DirectLink(
      clock,
      { id: deskId, name: deskName, role },
      () => this.hub?.hub.board ?? null,
      () => this.hub?.hub.desks ?? null,
    );
    this.watch = new TeamWatch({
      link: this.link,
      membership: { hubUrl: 'https://hub', deskId, deskName, role },
      store: new WatchRepository(sql, wallMs),
      teamStore: new MemoryTeamStore(),
      clock,
      decideNotifications: decideNotifications(() => ({
        ...wordingOptions(current, inEnglish.current),
      })),
      events: {
        ordersChanged: (ids) => {
          this.attention.ordersChanged(ids);
          this.#notifications.ordersChanged(ids);
        },
        ordersRemoved: (ids) => {
          this.#notifications.ordersRemoved(ids);
          this.forecasts.ordersErased(ids);
        },
        orderUpdated: (update, watched) => {
          this.forecasts.orderUpdated(watched);
          this.#notifications.orderUpdated(update);
        },
        serviceHealthChanged: () => undefined,
        notificationsStored: () => this.#notifications.stored(),
        stateChanged: () => undefined,
      },
      reportDefect: (error) => this.defects.push(error),
    });
    const { watch } = this;
    this.#claims = new ClaimedAlarms({
      clock,
      deskId,
      presenceOf: (id) => watch.presenceOf(id),
      settings: { current },
      isStanding: (event, watched) =>
        isCauseStanding(event, watched, clock.wallMs(), waitRules(watched)),
      passedOnChanged: () => undefined,
    });
    this.#notifications = new Notifications({
      claims: this.#claims,
      clock,
      outbox: this.outbox,
      desktop: this.screen,
      sounds: new RecordingSounds(),
      watch,
      teamIsRead: watch.upToDate,
      liveOrders: { areMany: false },
      listedCount: () => watch.count,
      archivedGroups: () => [],
      history,
      forecasts: this.forecasts,
      settings: { current },
      localisation: inEnglish,
      window: {
        orderInFront: null,
        isAttended: false,
        wasAttendedLately: false,
        show: () => undefined,
        sendIfListening: () => undefined,
      },
      screenLock: { isLocked: false },
      clipboard: { copy: async () => {} },
      takeOver: async (id) => (await watch.claim([id], { takesOver: true })).get(id) === null,
      reveal: (ids) => this.revealed.push(...ids),
      healthChanged: () => undefined,
    });
    const waitRules = (watched: WatchedOrder) => this.#notifications.learned.rulesFor(watched);
    this.attention.attach({
      watch,
      waitRules,
      isLeftToOther: (watched) => this.#claims.isLeftToOther(watched),
      judged: (watched, nowMs) => this.#notifications.waits.look(watched, nowMs),
    });
    this.#seenOrders = new SeenOrders({
      watch,
      clock,
      waitRules,
      seen: (ids) => this.#notifications.seen(ids),
    });
    this.#presence = new PresenceReporter({
      clock,
      attendance: () => ({ state: this.#state, forMs: 0 }),
      answers: () => answeredAlarms(watch.known(), deskId, clock.wallMs(), waitRules, null),
      say: (said) => watch.attend(said),
    });
    watch.start();
    this.#notifications.start();
    if (!isEarlier) this.#presence.start();
  }

  /** How long a courier may be silent, stand and be at a stop here before that is told. */
  restsOf(
    watched: WatchedOrder,
  ): Pick<WaitRules, 'silentMs' | 'notMovingMs' | 'pickupStayMs' | 'destinationStayMs'> {
    return this.#notifications.learned.rulesFor(watched);
  }

  /** What the cards about orders said, as they came: the title and the body. */
  get told(): readonly string[] {
    return this.screen.shown.map(({ body, title }) => `${title} | ${body}`);
  }

  /** Why an order's alarms come here although another desk has it; null for none. */
  passedOn(id: OrderId): string | null {
    const watched = this.watch.find(id);
    return (watched && this.#claims.passedOn(watched)?.why) ?? null;
  }

  /** A person comes to the computer, leaves it or locks its screen. */
  attend(state: SaidPresence['state']): void {
    this.#state = state;
  }

  /** The dispatcher opens an order, and closes it again. */
  lookAt(id: OrderId): void {
    this.#seenOrders.markSeen([id]);
  }

  /** The lid is shut: nothing is said any more, and the connection is still there. */
  sleepSilently(): void {
    this.#presence.stop();
  }

  /** The program ends. */
  async close(): Promise<void> {
    this.#presence.stop();
    this.#notifications.stop();
    this.link.trouble.isCut = true;
    await this.watch.stop();
  }
}

/** A desk of this name that was invited and has joined; it is closed with the test. */
export async function invitedDesk(
  bench: HubBench,
  hub: BenchHub,
  name: string,
): Promise<AlarmedDesk> {
  const invited = await hub.hub.desks.invite(name, 'dispatcher');
  const joined = await hub.hub.desks.join(invited === 'taken' ? '' : invited.code);
  await bench.clock.advance(1000);
  const asker = joined?.desk ?? { id: name, name, role: 'dispatcher' as const };
  const desk = new AlarmedDesk(bench.clock, hub, asker);
  onTestFinished(() => desk.close());
  return desk;
}
