import type { DetailForecast, OrderRow } from '../../../core/board/board.ts';
import { orderRow } from '../../../core/board/order-row.ts';
import type {
  RewindEvent,
  RewindRange,
  IdlePeriod,
  RewoundBoard,
} from '../../../core/board/rewind.ts';
import { endsWithCause, isCall, isCallOpen } from '../../../core/notification/levels.ts';
import type {
  Notification,
  NotificationEntry,
  NotificationPrivacy,
} from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import {
  type RecordedOrder,
  recordedOrder,
  type Situation,
} from '../../../core/recording/recorded-state.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { WaitRules } from '../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Forecasts } from '../notify/forecasts.ts';
import type { LearnedHistory, StoredNotification } from '../notify/ports.ts';
import { LearnedRules } from '../notify/learned-rules.ts';
import type { Clock } from '../../../core/clock.ts';
import type { PastNotifications, Recorded, Recording, UpdateTimes } from './ports.ts';
import { lastAnswered, lastAnswerMs } from './last-answer.ts';
import { keptForMs } from './recorder.ts';

/** What a {@link Rewind} reads. */
export interface PastSources {
  readonly recording: Recording;
  readonly history: UpdateTimes & LearnedHistory;
  /** Says at each time what was known then. */
  readonly forecasts: Pick<Forecasts, 'detailOf' | 'finished' | 'of'>;
  readonly notifications: PastNotifications;
  /** How much notifications may show at present. */
  readonly privacy: () => NotificationPrivacy;
  readonly clock: Pick<Clock, 'wallMs'>;
}

/** An order of the list as it was. */
interface ListedThen {
  readonly watched: WatchedOrder;
  readonly rules: WaitRules;
  readonly row: OrderRow;
}

/** The board as it was at any time of the recording. */
export class Rewind {
  readonly #sources: PastSources;

  constructor(sources: PastSources) {
    this.#sources = sources;
  }

  /** How far back the recording goes, and what happened in it. */
  range(): RewindRange {
    const { clock, history, recording } = this.#sources;
    const untilMs = clock.wallMs();
    const oldestMs = untilMs - keptForMs;
    const situations = recording.situations(oldestMs, untilMs);
    const fromMs = Math.min(untilMs, Math.max(oldestMs, situations[0]?.atMs ?? untilMs));
    const updates: readonly RewindEvent[] = history
      .updateTimesMs(fromMs, untilMs)
      .map((atMs) => ({ atMs, kind: 'update' }));
    const events = [...updates, ...contactLosses(situations)]
      .filter(({ atMs }) => atMs >= fromMs)
      .toSorted((one, other) => one.atMs - other.atMs);
    return { fromMs, untilMs, events, rests: idlePeriods(situations, fromMs, untilMs) };
  }

  /** The board as it was. Without a recording of that time it is empty. */
  board(atMs: number): RewoundBoard {
    const { notifications, recording } = this.#sources;
    const recorded = recording.situations(atMs, atMs).at(-1) ?? null;
    const situation = recorded?.state ?? null;
    const orders = recorded === null ? [] : recording.statesOfAll(recordedOrder, atMs);
    const listed = recorded === null ? [] : this.#listed(orders, recorded, atMs);
    const ids = listed.map(({ watched }) => watched.id);
    return {
      atMs,
      rows: listed.map(({ row }) => row),
      shown: showing(notifications.lastNotified(ids, atMs), listed, situation, atMs).map((stored) =>
        this.#entry(stored),
      ),
      waiting: notifications.waiting(ids, atMs).map((stored) => this.#waitingEntry(stored)),
      serviceHealth: situation?.serviceHealth ?? { state: 'reachable' },
      pause: situation?.pause ?? { kind: 'running' },
      groupRules: situation?.settings.groupRules ?? [],
      activity: situation?.activity ?? 'running',
    };
  }

  /** An order as it was; undefined when it was not watched then. */
  order(id: OrderId, atMs: number): WatchedOrder | undefined {
    return this.#sources.recording.states(id, recordedOrder, atMs, atMs).at(-1)?.state.watched;
  }

  /** When an order was to arrive, as it was said then. */
  forecastOf(watched: WatchedOrder, atMs: number): DetailForecast | null {
    const { forecasts, recording } = this.#sources;
    const situation = recording.situations(atMs, atMs).at(-1)?.state ?? null;
    return forecasts.detailOf(watched, atMs, situation?.settings.forecastsArrivals ?? true);
  }

  #listed(
    orders: readonly RecordedOrder[],
    recorded: Recorded<Situation>,
    atMs: number,
  ): readonly ListedThen[] {
    const { forecasts, history } = this.#sources;
    const situation = recorded.state;
    const answersEndMs = lastAnswerMs(recorded, atMs);
    const learned = new LearnedRules(
      { wallMs: () => atMs },
      {
        courierWaits: () => history.courierWaits(atMs),
        positionAgesMs: (limit) => history.positionAgesMs(limit, atMs),
      },
      () => situation.settings,
      forecasts,
    );
    const plan = {
      nextCheckAtMs: null,
      checkEveryMs: null,
      isAwaited: false,
      ...(situation.deskId !== null && { myDeskId: situation.deskId }),
    };
    return orders
      .map(({ archiveChoice = null, watched }) => {
        const order = lastAnswered(watched, answersEndMs);
        const rules = learned.rulesFor(order);
        const row = orderRow(order, plan, atMs, rules, archiveChoice);
        return { watched: order, rules, row };
      })
      .filter(({ row }) => !row.isArchived);
  }

  #entry({ notification, ...rest }: StoredNotification): NotificationEntry {
    const { decidedAtMs: atMs, event, orderId, texts } = notification;
    return { ...rest, orderId, event, atMs, ...texts[this.#sources.privacy()] };
  }

  /** The entry as it was at that time: waiting or held, whatever its outcome became later. */
  #waitingEntry(stored: StoredNotification): NotificationEntry {
    const { heldBy } = stored;
    const entry = { ...this.#entry(stored), settledAtMs: null };
    return { ...entry, outcome: heldBy === null ? null : { kind: 'held', reason: heldBy } };
  }
}

/**
 * Those of the notifications that were showing. The card of an order says what it calls for until the cause of that
 * is over, and the last news about it. It was closed once the order was looked at.
 *
 * @param stored of each order the last one of each event, the newest first
 */
function showing(
  stored: readonly StoredNotification[],
  listed: readonly ListedThen[],
  situation: Situation | null,
  atMs: number,
): readonly StoredNotification[] {
  const listedById = new Map(listed.map((each) => [each.watched.id, each]));
  const hasNewer = new Set<OrderId>();
  return stored.filter(({ notification, settledAtMs }) => {
    const { orderId } = notification;
    if (orderId === null) return isContactShowing(notification, situation, atMs);
    const isNewest = !hasNewer.has(orderId);
    hasNewer.add(orderId);
    const of = listedById.get(orderId);
    if (of === undefined || situation === null) return false;
    const { rules, watched } = of;
    if ((watched.lastLookedAtMs ?? 0) >= (settledAtMs ?? 0)) return false;
    const isCalling =
      endsWithCause(notification.event) ||
      isCall(notification, situation.settings, watched.preferences);
    return isCalling ? isCallOpen(notification, watched, atMs, rules) : isNewest;
  });
}

/** Whether the last notification about contact was still showing: an answer of the service closes one about its loss. */
function isContactShowing(
  { decidedAtMs, event }: Notification,
  situation: Situation | null,
  atMs: number,
): boolean {
  const isOver = event !== 'connectionRestored' && situation?.serviceHealth.state !== 'unreachable';
  return !isOver && decidedAtMs > atMs - keptForMs;
}

/** When the program did not run. */
function idlePeriods(
  situations: readonly Recorded<Situation>[],
  fromMs: number,
  untilMs: number,
): readonly IdlePeriod[] {
  const found: IdlePeriod[] = [];
  for (const [index, { atMs, state }] of situations.entries()) {
    const { activity } = state;
    if (activity === 'running') continue;
    const endMs = situations[index + 1]?.atMs ?? untilMs;
    const before = found.at(-1);
    const isMore = before?.activity === activity && before.untilMs === atMs;
    if (isMore) found.pop();
    const beganMs = isMore ? before.fromMs : Math.max(fromMs, atMs);
    if (endMs > beganMs) found.push({ fromMs: beganMs, untilMs: endMs, activity });
  }
  return found;
}

/** When contact with the service was lost. A pause that the service asked for is no loss. */
function contactLosses(situations: readonly Recorded<Situation>[]): readonly RewindEvent[] {
  return situations.flatMap(({ atMs, state }, index) => {
    const before = situations[index - 1]?.state.serviceHealth;
    const isLoss = isLost(state.serviceHealth) && before !== undefined && !isLost(before);
    return isLoss ? [{ atMs, kind: 'contactLost' }] : [];
  });
}

function isLost(health: ServiceHealth): boolean {
  return health.state === 'unreachable' && health.cause !== 'rate-limited';
}
