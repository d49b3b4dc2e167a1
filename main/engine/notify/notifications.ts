import type {
  BridgeEvents,
  BridgeHandlers,
  CardTopic,
  HandlersOf,
  RequestInput,
} from '../../../core/bridge/bridge.ts';
import { localisedNotifications } from '../../../core/notification/localised-texts.ts';
import type {
  Notification,
  NotificationPage,
  OrderNotification,
  NotificationKind,
} from '../../../core/notification/notification.ts';
import { groupRule } from '../../../core/notification/group-rules.ts';
import {
  callOf,
  claimSettings,
  endsWithCause,
  isCall,
  isCallInDoubt,
  isCallOpen,
  mayHoldAgain,
  maySnooze,
  wasLookedAtSince,
} from '../../../core/notification/levels.ts';
import { orderNameAt } from '../../../core/notification/notification-pieces.ts';
import type { ChecksStoppedBy } from '../../../core/notification/wait-notification.ts';
import {
  type Judged,
  type NotificationDecision,
  shownPrivacy,
  showDecision,
  showSettings,
} from '../../../core/notification/show-decision.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { isOutOfContact, servicePauseUntilMs } from '../../../core/watch/service-health.ts';
import { attention, byUrgency } from '../../../core/watch/attention.ts';
import type { AttentionReason } from '../../../core/watch/attention-reasons.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Localisation, Speech } from '../../../core/text/language.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';
import { LeftToOthers } from './claims/left-to-others.ts';
import { ContactNotifications } from './contact-notifications.ts';
import type { CardSpeech } from './digest-text.ts';
import type { Forecasts } from './forecasts.ts';
import { FreshEyes } from './fresh-eyes.ts';
import { LearnedRules, ruleSettings } from './learned-rules.ts';
import type { LiveOrders } from './live-orders.ts';
import { Notifier } from './notifier.ts';
import type { OpenCall } from './open-calls-card.ts';
import type { PolicyOptions } from './policy.ts';
import {
  type Claims,
  type NotificationAction,
  type DesktopNotifications,
  type LearnedHistory,
  type NotificationHistory,
  type Outbox,
  type SoundPlayer,
  passedOnActions,
  usualActions,
} from './ports.ts';
import { Reminders } from './reminders.ts';
import { type OutboxFollower, RetryingOutbox } from './retrying-outbox.ts';
import { exampleOf, NotificationSelfTest } from './self-test.ts';
import { StateVisits } from './state-visits.ts';
import { WaitNotifications } from './wait-notifications.ts';

/** What the window asks about notifications. */
export type NotificationHandlers = Omit<HandlersOf<'notifications'>, 'notifications:what-if'> &
  Pick<BridgeHandlers, 'orders:set-preferences' | 'orders:groups'>;

/** The settings by which what is held back may be shown, and what a card says may be over. */
export const notifierSettings = [...showSettings, ...ruleSettings, ...claimSettings];

/** So many of the latest warnings of earlier runs may still stand: more than orders are on their way at a time. */
const mostWarnings = 2000;

/** One answer holds this many lines of the history. */
const pageSize = 100;

/** What is stored changes in bursts; that it did is told at most this often. */
const tellChangeEveryMs = 250;

/** What {@link Notifications} works with. */
export interface NotificationsParts {
  readonly clock: Clock;
  readonly outbox: Outbox & NotificationHistory;
  readonly desktop: DesktopNotifications;
  readonly sounds: SoundPlayer;
  readonly watch: Pick<
    Watch,
    'count' | 'find' | 'get' | 'list' | 'setPreferences' | 'serviceHealth' | 'pauseState'
  >;
  /** Whose affair the alarms of claimed orders are. Default: there is no team. */
  readonly claims?: Claims;
  /** Whether many orders are live. */
  readonly liveOrders: Pick<LiveOrders, 'areMany'>;
  /** In a team: resolves once what its log holds already was read. */
  readonly teamIsRead?: Promise<void> | undefined;
  /** How many orders are on the list, outside of the archive. */
  readonly listedCount: () => number;
  /** The groups of evicted orders. */
  readonly archivedGroups: () => readonly string[];
  readonly history: LearnedHistory;
  /** Default: nothing is known of the ways of couriers. */
  readonly forecasts?: Pick<Forecasts, 'finished' | 'of'>;
  readonly settings: { readonly current: Settings };
  readonly localisation: Localisation;
  readonly window: {
    readonly orderInFront: OrderId | null;
    /** Whether the dispatcher is at the window. */
    readonly isAttended: boolean;
    /** Whether they are, or left it less than a minute ago. */
    readonly wasAttendedLately: boolean;
    show(): void;
    sendIfListening(
      channel: 'notifications:test-progressed',
      test: BridgeEvents['notifications:test-progressed'],
    ): void;
  };
  readonly screenLock: { readonly isLocked: boolean };
  /**
   * Resolves once it is known whether the screen is locked, or cannot be known soon: a card that was shown before
   * would say less than it may, and is not said again. Default: it is known.
   */
  readonly lockHasAnswered?: Promise<void>;
  readonly clipboard: { copy(text: string): Promise<void> };
  /** Takes an order over from the desk that has it. @returns whether it did. Default: this desk cannot. */
  readonly takeOver?: (id: OrderId) => Promise<boolean>;
  /** Opens the window on an order, or on the several orders of a card alone. */
  readonly reveal: (orderIds: readonly OrderId[], topic: CardTopic | null) => void;
  readonly healthChanged: () => void;
  /** An order is about to be snoozed by the button on its notification. */
  readonly snoozedAtCard?: (id: OrderId) => void;
  /** The history of notifications changed. */
  readonly historyChanged?: () => void;
  /** So many notifications ended like this, or are held back. */
  readonly settled?: OutboxFollower['settled'];
}

/** The options for wording an update, by the present settings and language. */
export function wordingOptions(
  settings: Settings,
  speech: Speech,
): PolicyOptions & { readonly settings: Settings } {
  return {
    priceUnit: settings.priceUnit,
    locale: speech.locale,
    texts: localisedNotifications(speech),
    settings,
  };
}

function checksStoppedBy({
  pauseState,
  serviceHealth,
}: Pick<Watch, 'pauseState' | 'serviceHealth'>): ChecksStoppedBy | null {
  if (pauseState.kind === 'paused') return 'paused';
  if (!isOutOfContact(serviceHealth)) return null;
  return servicePauseUntilMs(serviceHealth) === null ? 'noContact' : 'servicePause';
}

/** Joins all that notifies: holding back, showing, snoozing and repeating. */
export class Notifications {
  readonly notifier: Notifier;
  readonly contact: ContactNotifications;
  readonly learned: LearnedRules;
  readonly waits: WaitNotifications;
  readonly #parts: NotificationsParts;
  readonly #freshEyes: FreshEyes;
  readonly #visits = new StateVisits();
  readonly #reminders: Reminders;
  readonly #selfTest: NotificationSelfTest;
  /** Null: there is no team. */
  readonly #leftToOthers: LeftToOthers | null;
  #isOver = false;
  #cancelTelling: (() => void) | null = null;
  readonly #notify: (notification: Notification) => void;

  constructor(parts: NotificationsParts) {
    const { claims, clock, desktop, localisation, settings, watch, window } = parts;
    this.#parts = parts;
    this.#leftToOthers =
      claims === undefined
        ? null
        : new LeftToOthers({
            clock,
            claims,
            isCall: (notification) => this.#isCall(notification),
            isOpen: (notification) => this.#isOpen(notification),
            nameCalls: (ids) => this.notifier.nameOpenCallsOf(ids),
            situationChanged: () => this.notifier.situationChanged(),
          });
    const outbox = new RetryingOutbox(parts.outbox, clock, {
      changed: () => this.#historyChanged(),
      ...(parts.settled === undefined ? {} : { settled: parts.settled }),
    });
    const notify = (notification: Notification): void => {
      const isWatched = () =>
        notification.orderId === null || watch.find(notification.orderId) !== undefined;
      outbox.put(() => (isWatched() ? notification : null));
    };
    this.#notify = notify;
    this.#freshEyes = new FreshEyes(clock, watch, () => {
      for (const watched of watch.list()) this.waits.look(watched, clock.wallMs());
      this.notifier.notificationsStored();
      this.notifier.ordersChanged(watch.list().map(({ id }) => id));
    });
    this.#reminders = new Reminders({
      clock,
      remindEveryMinutes: () => settings.current.remindEveryMinutes,
      standing: (id) => this.notifier.standing(id),
      notify,
      snooze: (id, snoozedUntilMs) => {
        parts.snoozedAtCard?.(id);
        watch.setPreferences([id], { snoozedUntilMs });
      },
    });
    this.learned = new LearnedRules(clock, parts.history, () => settings.current, parts.forecasts);
    this.waits = new WaitNotifications({
      rules: (watched) => this.learned.rulesFor(watched),
      options: () => this.#wording(),
      hasRead: (watched) => this.#freshEyes.hasRead(watched),
      earlierWarnings: () => parts.outbox.latestOfKind('probablyLate', mostWarnings),
      checksStoppedBy: () => checksStoppedBy(watch),
      wasDecided: (key) => outbox.has(key),
      notify,
    });
    this.notifier = new Notifier({
      outbox,
      desktop,
      clock,
      decision: (notification, isHeld) => this.#decisionOn(notification, isHeld),
      isKnownNow: (id) => {
        const watched = watch.find(id);
        return watched === undefined || this.#freshEyes.hasRead(watched);
      },
      isCall: (notification) => this.#isCall(notification),
      isOpen: (notification) => this.#isOpen(notification),
      mayHoldAgain: (notification) => {
        const { orderId } = notification;
        const watched = orderId === null ? undefined : watch.find(orderId);
        return mayHoldAgain(notification, watched, clock.wallMs());
      },
      isInDoubt: (notification) => {
        const { orderId } = notification;
        return isCallInDoubt(notification, orderId === null ? undefined : watch.find(orderId));
      },
      wasSeen: (notification) => this.#wasSeen(notification),
      news: {
        isLiteral: (news, isBurst) => this.#isLiteral(news, isBurst),
        gathers: (isBurst) => this.#gathers(isBurst),
        digestEveryMs: () => settings.current.digestMinutes * 60_000,
        moveEveryMs: (id) => this.#moveEveryMs(id),
      },
      speech: () => this.#speech(),
      healthChanged: parts.healthChanged,
      openCalls: () => this.#openCalls(),
      areOpening: () => this.#freshEyes.areOpening,
      shown: (notification) => this.#reminders.shown(notification),
      opened: (ids, topic) => {
        if (ids.length === 0) window.show();
        else parts.reveal(ids, topic);
      },
      actionsOf: (id) => this.actionsOf(id),
      acted: (action, id) => this.act(action, id),
    });
    this.contact = new ContactNotifications({
      clock,
      outbox,
      watched: () => watch.list(),
      listedCount: parts.listedCount,
      serviceHealth: () => watch.serviceHealth,
      recovered: () => this.notifier.gatherAfterAway(),
      isBack: () => this.notifier.seesAgain(),
      restate: (pause) => this.notifier.restate(pause),
      settings: () => settings.current,
      localisation,
    });
    this.#selfTest = new NotificationSelfTest({
      clock,
      outbox: parts.outbox,
      notifier: this.notifier,
      progressed: (test) => window.sendIfListening('notifications:test-progressed', test),
      options: () => this.#wording(),
    });
  }

  #wording(): ReturnType<typeof wordingOptions> {
    const { localisation, settings } = this.#parts;
    return wordingOptions(settings.current, localisation.current);
  }

  get handlers(): NotificationHandlers {
    const { watch } = this.#parts;
    return {
      'orders:set-preferences': ({ ids, change }) => {
        watch.setPreferences(ids, change);
        this.notifier.situationChanged();
        return { ok: true, value: null };
      },
      'orders:groups': () => {
        const groups = watch.list().flatMap(({ preferences }) => preferences?.group ?? []);
        groups.push(...this.#parts.archivedGroups());
        return { ok: true, value: [...new Set(groups)].toSorted((a, b) => a.localeCompare(b)) };
      },
      'notifications:test': () => ({ ok: true, value: this.#selfTest.run() }),
      'notifications:try': ({ kind }) => {
        this.#showExample(kind);
        return { ok: true, value: null };
      },
      'notifications:play': async ({ sound }) => ({
        ok: true,
        value: await this.#parts.sounds.play(sound),
      }),
      'notifications:history': (input) => ({ ok: true, value: this.#page(input) }),
    };
  }

  /** Shows it also while that kind is off or quiet. */
  #showExample(kind: NotificationKind): void {
    const example = exampleOf(kind, this.#parts.clock.wallMs(), this.#wording());
    if (example !== null) this.#notify(example);
  }

  start(): void {
    const { lockHasAnswered, teamIsRead, watch } = this.#parts;
    if (lockHasAnswered === undefined) this.notifier.start();
    else void lockHasAnswered.then(() => this.#isOver || this.notifier.start());
    // Where nothing is watched nothing is waited for.
    if (watch.count === 0 && teamIsRead === undefined) return;
    this.#freshEyes.open();
    // What was shown in an earlier run is on no card any more.
    if (watch.count > 0) this.notifier.nameOpenCallsSoon();
    // A desk that has just joined finds what needed the team before it came.
    else void teamIsRead?.then(() => this.notifier.nameOpenCallsSoon());
  }

  stop(): void {
    this.#isOver = true;
    this.notifier.stop();
    this.contact.stop();
    this.#freshEyes.stop();
    this.#reminders.stop();
    this.#selfTest.stop();
    this.#cancelTelling?.();
    this.#leftToOthers?.stop();
    this.#parts.desktop.programEnds();
  }

  /** A button was pressed on a notification about an order. */
  act(action: NotificationAction, id: OrderId): void {
    switch (action) {
      case 'open':
        return this.#parts.reveal([id], null);
      case 'snooze':
        this.#reminders.snooze(id);
        return this.notifier.seen(id);
      case 'copyUuid':
        return void this.#parts.clipboard.copy(id);
      case 'takeOver':
        return void this.#takeOver(id);
    }
  }

  /** What the buttons on a notification about an order do now. Of one that is over nothing comes again: no snooze. */
  actionsOf(id: OrderId): readonly NotificationAction[] {
    const { claims, takeOver, watch } = this.#parts;
    const watched = watch.find(id);
    if (watched === undefined) return usualActions;
    const isPassedOn = takeOver !== undefined && (claims?.passedOn(watched) ?? null) !== null;
    const actions = isPassedOn ? passedOnActions : usualActions;
    return maySnooze(watched) ? actions : actions.filter((action) => action !== 'snooze');
  }

  /** Without contact, or where another desk was sooner, the window shows who has it. */
  async #takeOver(id: OrderId): Promise<void> {
    const isTaken = (await this.#parts.takeOver?.(id)) ?? false;
    if (!isTaken) this.#parts.reveal([id], null);
  }

  /** The dispatcher looked at these orders. */
  seen(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#reminders.seen(id);
      this.notifier.seen(id);
    }
  }

  /** Updates were stored together with their notifications. */
  stored(): void {
    this.#historyChanged();
    this.notifier.notificationsStored();
  }

  orderUpdated(update: OrderUpdate): void {
    this.contact.orderUpdated(update.orderId);
    this.learned.orderUpdated(update);
  }

  /** Any fact of these orders changed, or of the desks that have them. */
  ordersChanged(ids: readonly OrderId[]): void {
    this.notifier.ordersChanged(ids);
    this.#leftToOthers?.ordersChanged(ids);
  }

  /** These are the orders of which alarms come here although another desk has them. */
  passedOnChanged(ids: readonly OrderId[]): void {
    this.#leftToOthers?.passedOnChanged(ids);
  }

  /** The screen was unlocked: the dispatcher is there again, and all that is known is the present. */
  unlocked(): void {
    this.notifier.situationChanged();
    this.notifier.dispatcherIsBack();
  }

  /** The computer woke from sleep. */
  woke(): void {
    this.#freshEyes.open();
    this.notifier.situationChanged();
    this.notifier.gatherAfterAway();
    this.notifier.nameOpenCallsSoon();
  }

  #isCall(notification: Pick<Notification, 'event' | 'orderId'>): boolean {
    const { settings, watch } = this.#parts;
    const { orderId } = notification;
    const watched = orderId === null ? undefined : watch.find(orderId);
    return isCall(notification, settings.current, watched?.preferences ?? null);
  }

  /** Whether what a notification says still holds; of news without a cause that ends it always does. */
  #isOpen(notification: Notification): boolean {
    const { clock, watch } = this.#parts;
    const { event, orderId } = notification;
    if (event === 'servicePaused') return this.contact.isPausedAsAnnounced(notification);
    if (event === 'connectionLost' || event === 'credentialsRefused') {
      return watch.serviceHealth.state === 'unreachable';
    }
    if (event === 'connectionRestored') return watch.serviceHealth.state === 'reachable';
    if (orderId === null || !(endsWithCause(event) || this.#isCall(notification))) return true;
    const watched = watch.find(orderId);
    if (watched === undefined) return false;
    return isCallOpen(notification, watched, clock.wallMs(), this.learned.rulesFor(watched));
  }

  #wasSeen({ decidedAtMs, orderId }: Notification): boolean {
    if (orderId === null) return false;
    const { clock, watch } = this.#parts;
    const watched = watch.find(orderId);
    return watched === undefined || wasLookedAtSince(decidedAtMs, watched, clock.wallMs());
  }

  #openCalls(): readonly OpenCall[] {
    const { clock, watch } = this.#parts;
    const nowMs = clock.wallMs();
    return watch
      .list()
      .flatMap((watched): readonly OpenCall[] => {
        const claim = attention(watched, nowMs, this.learned.rulesFor(watched), (reason) =>
          this.#isNotifiedNow(watched, reason),
        );
        return claim === null ? [] : [{ watched, attention: claim }];
      })
      .toSorted((one, other) => byUrgency(one.attention, other.attention));
  }

  /** Whether an order may be named for a reason now: as a call about that would be shown which is not critical. */
  #isNotifiedNow(watched: WatchedOrder, reason: AttentionReason): boolean {
    const event = callOf(reason);
    if (event === null || !this.#freshEyes.hasRead(watched)) return false;
    const call = { orderId: watched.id, event, isCritical: false };
    return this.#isCall(call) && this.#decisionOn(call).kind === 'show';
  }

  /** These orders are watched no more, wherever that was chosen: no card and nothing that waits has them. */
  ordersRemoved(ids: readonly OrderId[]): void {
    this.seen(ids);
    this.notifier.ordersChanged(ids);
    this.ordersEvicted(ids);
  }

  /** These orders went to the archive. */
  ordersEvicted(ids: readonly OrderId[]): void {
    this.#leftToOthers?.forget(ids);
    for (const id of ids) {
      this.waits.forget(id);
      this.#visits.forget(id);
    }
    this.#historyChanged();
  }

  #gathers(isBurst: boolean): boolean {
    const { liveOrders, settings } = this.#parts;
    return settings.current.news === 'calm' && (isBurst || liveOrders.areMany);
  }

  /** Whether news is shown by itself: as few orders are live, or where that was chosen, but for one that goes back and forth. */
  #isLiteral({ decidedAtMs, event, orderId }: OrderNotification, isBurst: boolean): boolean {
    const watched = this.#parts.watch.find(orderId);
    if (watched?.order == null) return true;
    if (event === 'courierMovedOn') return true;
    const { courier, status } = watched.order;
    const state = JSON.stringify([status.raw, status.phase, courier?.name, courier?.phoneNumber]);
    this.#visits.visited(orderId, state, decidedAtMs);
    if (this.#visits.isFlapping(orderId, decidedAtMs)) return false;
    return watched.preferences?.tellsEveryMove === true || !this.#gathers(isBurst);
  }

  #moveEveryMs(id: OrderId): number {
    const { settings, watch } = this.#parts;
    const preferences = watch.find(id)?.preferences ?? null;
    const { everySeconds } =
      groupRule(settings.current, preferences)?.everyMove ?? settings.current.everyMove;
    return everySeconds * 1000;
  }

  #speech(): CardSpeech {
    const { claims, localisation, screenLock, settings, watch } = this.#parts;
    const privacy = shownPrivacy(settings.current, screenLock.isLocked);
    return {
      ...localisation.current,
      texts: localisedNotifications(localisation.current),
      privacy,
      nameOf: (id) => orderNameAt(privacy, watch.find(id) ?? { id, label: null, order: null }),
      claimOf: (id) => {
        const watched = watch.find(id);
        const speech = { ...localisation.current, privacy };
        return watched === undefined ? null : (claims?.said(watched, speech) ?? null);
      },
    };
  }

  #decisionOn(notification: Judged, isHeld = false): NotificationDecision {
    const { clock, screenLock, settings, watch, window } = this.#parts;
    const { orderId } = notification;
    const watched = orderId === null ? null : (watch.find(orderId) ?? null);
    return showDecision(notification, {
      settings: settings.current,
      watched,
      ...(watched !== null && this.#leftToOthers?.situationOf(notification, watched)),
      openOrderId: window.orderInFront,
      isLocked: screenLock.isLocked,
      isAtWindow: isHeld ? window.wasAttendedLately : window.isAttended,
      nowMs: clock.wallMs(),
    });
  }

  #page({ beforeNo, ...filter }: RequestInput<'notifications:history'>): NotificationPage {
    const { outbox, settings } = this.#parts;
    const found = outbox.page(filter, beforeNo, pageSize + 1);
    const entries = found.slice(0, pageSize).map(({ notification, ...rest }) => ({
      ...rest,
      orderId: notification.orderId,
      event: notification.event,
      atMs: notification.decidedAtMs,
      ...notification.texts[settings.current.notificationPrivacy],
    }));
    return { entries, hasMore: found.length > pageSize };
  }

  #historyChanged(): void {
    const { clock, historyChanged } = this.#parts;
    this.#cancelTelling ??= clock.schedule(() => {
      this.#cancelTelling = null;
      historyChanged?.();
    }, tellChangeEveryMs);
  }
}
