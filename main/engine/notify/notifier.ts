import type { NotificationHealth } from '../../../core/board/board.ts';
import type { CardTopic } from '../../../core/bridge/bridge.ts';
import { bySeriousness } from '../../../core/notification/levels.ts';
import type { NotificationSound } from '../../../core/notification/notification-sound.ts';
import {
  type HoldReason,
  isOfOrder,
  type Notification,
  type NotificationEvent,
  type OrderNotification,
  type SuppressReason,
} from '../../../core/notification/notification.ts';
import type { NotificationDecision } from '../../../core/notification/show-decision.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { Clock } from '../../../core/clock.ts';
import { CallCards } from './call-cards.ts';
import { Cards, type NotificationProgress } from './cards.ts';
import { type CardSpeech, namingText } from './digest-text.ts';
import { NewsCards, type NewsTelling, newsTopic } from './news-cards.ts';
import { OpenCallsCard, type OpenCallsCardParts } from './open-calls-card.ts';
import type { DesktopNotifications, HeldNotification, Hold, NotificationAction } from './ports.ts';
import type { RetryingOutbox } from './retrying-outbox.ts';

/** What a {@link Notifier} needs. */
export interface NotifierParts extends Pick<OpenCallsCardParts, 'openCalls' | 'areOpening'> {
  readonly outbox: RetryingOutbox;
  readonly desktop: DesktopNotifications;
  readonly clock: Clock;
  /** What becomes of a notification at this moment. @param isHeld whether it is held back already */
  readonly decision: (notification: Notification, isHeld: boolean) => NotificationDecision;
  /**
   * Whether what is known of an order is the present. What an earlier run decided waits for that: it may be over.
   */
  readonly isKnownNow: (id: OrderId) => boolean;
  /** Whether a notification needs a person, as was chosen; else it is news, or about the program itself. */
  readonly isCall: (notification: Notification) => boolean;
  /** Whether what a notification says still holds, and was not answered; news that no cause ends always does. */
  readonly isOpen: (notification: Notification) => boolean;
  /** Whether it cannot be known now that what a notification says is over: it waits until it can be. */
  readonly mayHoldAgain: (notification: Notification) => boolean;
  /** Whether the last answer speaks against what a notification says: it is not said anew before the next one. */
  readonly isInDoubt: (notification: Notification) => boolean;
  /** Whether the dispatcher looked at its order since it was decided, or watches it no more. */
  readonly wasSeen: (notification: Notification) => boolean;
  readonly news: NewsTelling;
  readonly speech: () => CardSpeech;
  /** It became known that the system shows notifications, or that it does not. */
  readonly healthChanged: (health: NotificationHealth) => void;
  /** A notification about an order is on the screen, alone or on a card of several: it may be repeated. */
  readonly shown: (notification: OrderNotification) => void;
  /** A card was clicked: about these orders, or about the program as a whole. */
  readonly opened: (orderIds: readonly OrderId[], topic: CardTopic | null) => void;
  /** What the buttons on a card about an order do. */
  readonly actionsOf: (orderId: OrderId) => readonly NotificationAction[];
  /** A button was pressed on a card about an order. */
  readonly acted: (action: NotificationAction, orderId: OrderId) => void;
}

/** These notifications are no longer true once the service answers. Each is the tag of its card. */
const overByAnAnswer = [
  'connectionLost',
  'credentialsRefused',
] as const satisfies readonly NotificationEvent[];
/** A loss of contact takes the place of the pause that it began as: both are on one card. */
function programTag(event: NotificationEvent): NotificationEvent {
  return event === 'servicePaused' ? 'connectionLost' : event;
}
/** How news comes that was held back for this. */
function cardAfter(reason: HoldReason | undefined): 'alone' | 'front' | 'quiet' {
  if (reason === 'snoozed') return 'alone';
  return reason === 'windowInFront' ? 'front' : 'quiet';
}
/** An order is heard at most this often. */
const soundEveryMs = 60_000;
/** Held notifications are decided on again at least this often: clocks are set and computers sleep. */
const lookAtHeldEveryMs = 60_000;

/**
 * Shows each decided notification once. It takes them from the outbox, suppresses or holds back those that
 * need not interrupt, and hands on the rest: calls for help and news have cards of their own, which do not
 * wait for each other. What is about the program itself is shown as it comes.
 */
export class Notifier {
  readonly #parts: NotifierParts;
  readonly #cards: Cards;
  readonly #calls: CallCards;
  readonly #news: NewsCards;
  readonly #openCalls: OpenCallsCard;
  readonly #heardAtMs = new Map<OrderId, number>();
  /** Of each order the newest news that is held back. */
  readonly #heldNews = new Map<OrderId, HeldNotification>();
  #heldLook: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  #isRunning = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    const soundOf = (notifications: readonly Notification[]) => this.#soundOf(notifications);
    const sift = (waited: readonly OrderNotification[]) =>
      waited.filter((each) => this.#judge(each).kind === 'show');
    this.#cards = new Cards({
      ...parts,
      opened: (ids, topic) => {
        this.#known(ids);
        this.#openCalls.opened();
        parts.opened(ids, topic);
      },
      acted: (action, id) => {
        // A snooze brings back what stands on the card, so it comes before that is forgotten.
        parts.acted(action, id);
        this.#known([id]);
      },
    });
    this.#calls = new CallCards({
      ...parts,
      cards: this.#cards,
      soundOf,
      sift,
      isOpen: (call) => parts.isCall(call) && parts.isOpen(call),
      mayTell: (call) => this.#mayTell(call),
      shown: (call) => {
        parts.shown(call);
        this.#openCalls.named(call.orderId);
      },
      seen: (calls) => this.#suppress(calls, 'seen'),
    });
    this.#news = new NewsCards({
      ...parts,
      ...parts.news,
      cards: this.#cards,
      calls: this.#calls,
      soundOf,
      sift,
      superseded: (news) => this.#suppress(news, 'overtaken'),
      mayTell: (news) => this.#mayTell(news),
    });
    this.#openCalls = new OpenCallsCard({ ...parts, cards: this.#cards });
  }

  get health(): NotificationHealth {
    return this.#cards.health;
  }

  /** Shows the notifications that an earlier run decided on and did not show, and from then on new ones. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#parts.outbox.start(() => this.#lookAtAll());
    this.#lookAtAll();
  }

  /** Gathered notifications stay in the outbox for the next start. */
  stop(): void {
    this.#isRunning = false;
    this.#calls.stop();
    this.#news.stop();
    this.#openCalls.stop();
    this.#stopLookingAtHeld();
    this.#parts.outbox.stop();
  }

  /** Reports how far each notification comes. */
  follow(follower: (key: string, progress: NotificationProgress) => void): void {
    this.#cards.follow(follower);
  }

  /** There may be something new in the outbox. */
  notificationsStored(): void {
    if (!this.#isRunning) return;
    const waiting = this.#waiting();
    const fresh = this.#parts.outbox.pending(waiting).filter((each) => this.#isDue(each));
    this.#news.push(this.#showAtOnce(this.#sift(fresh)));
  }

  /**
   * Decides again on held notifications, because the settings, a snooze, the lock, the window or the time may
   * have changed. Calls come as calls, and news of an order whose snooze is over by itself; all else as one card.
   */
  situationChanged(): void {
    if (!this.#isRunning) return;
    this.#nameInDoubt();
    const waiting = this.#waiting();
    const held = this.#parts.outbox
      .held()
      .filter(({ notification }) => !waiting.has(notification.key));
    this.#heldNews.clear();
    const due = held.filter((each) => {
      const isDue = this.#isDue(each.notification);
      if (!isDue) this.#holdNews(each);
      return isDue;
    });
    const holds = new Map(due.map(({ notification, ...hold }) => [notification.key, hold]));
    const over = this.#sift(
      due.map(({ notification }) => notification),
      holds,
    );
    const news = this.#showAtOnce(over);
    const cards = Map.groupBy(news, ({ key }) => cardAfter(holds.get(key)?.reason));
    for (const each of cards.get('alone') ?? []) this.#news.tell(each);
    for (const about of ['front', 'quiet'] as const) {
      const together = cards.get(about);
      if (together !== undefined) this.#news.tellTogether(about, together);
    }
    this.#calls.goOn();
  }

  /** As {@link situationChanged}; by the settings fewer orders may need the dispatcher, too. */
  settingsChanged(): void {
    this.situationChanged();
    if (this.#isRunning) this.#openCalls.lookAgain();
  }

  /** The calls about an order that stand on a card: they still hold, and it was not looked at since. */
  standing(id: OrderId): readonly OrderNotification[] {
    return this.#calls.standing(id);
  }

  /** These orders changed: what a card says of them may be over. */
  ordersChanged(ids: readonly OrderId[]): void {
    this.#calls.lookAgain(ids);
    this.#openCalls.ordersChanged(ids);
  }

  /** The computer woke or a long outage ended: what is found now happened while the dispatcher was away. */
  gatherAfterAway(): void {
    if (this.#isRunning) this.#news.gatherAfterAway();
  }

  /** The dispatcher is at the computer again: what still needs them is named. */
  dispatcherIsBack(): void {
    if (this.#isRunning) this.#openCalls.nameAll();
  }

  /** The program began or the computer woke: what still needs the dispatcher is named once orders were read. */
  nameOpenCallsSoon(): void {
    if (this.#isRunning) this.#openCalls.nameSoon();
  }

  /** These orders were left to another desk, and may not be any more: those that call are named. */
  nameOpenCallsOf(ids: readonly OrderId[]): void {
    if (this.#isRunning) this.#openCalls.join(ids);
  }

  /** Says on the card of something shown before what of it is so by now. @returns whether it may be shown */
  restate(notification: Notification): boolean {
    if (!this.#isRunning || this.#parts.decision(notification, false).kind !== 'show') return false;
    this.#showAlone({ ...notification, sound: 'none' }, []);
    return true;
  }

  /** The dispatcher has seen this order, or stopped watching it: its notification is closed. */
  seen(id: OrderId): void {
    this.#known([id]);
    this.#cards.close(id);
  }

  /** The service answers again: cards that say the contrary are closed. */
  seesAgain(): void {
    for (const event of overByAnAnswer) this.#cards.close(event);
  }

  /** It became known whether this desktop has a program that shows notifications. */
  daemonFound(isThere: boolean, reason: string): void {
    if (!isThere) this.#cards.setHealth({ kind: 'failing', reason });
    else if (this.health.kind === 'failing') this.#cards.setHealth({ kind: 'unproven' });
  }

  /** The keys of what waits for a card. */
  #waiting(): ReadonlySet<string> {
    return new Set([...this.#news.held, ...this.#calls.held].map(({ key }) => key));
  }

  #lookAtAll(): void {
    this.situationChanged();
    this.notificationsStored();
  }

  /** What an earlier run decided about an order waits until the order was read. */
  #isDue({ orderId }: Notification): boolean {
    if (orderId === null || this.#parts.isKnownNow(orderId)) return true;
    this.#lookAtHeldBy(null);
    return false;
  }

  /**
   * Settles notifications that are suppressed or held, and news that something later has overtaken: news or a call
   * of its order, of these or since it began to wait for a card or in the outbox. @returns those to show now
   *
   * @param notifications in the order in which they were decided
   * @param heldFor why some of them are held already, which is not written again every minute
   */
  #sift(
    notifications: readonly Notification[],
    heldFor: ReadonlyMap<string, Hold> = new Map(),
  ): readonly Notification[] {
    const newer = new Set<OrderId>();
    const superseded: Notification[] = [];
    const shown = notifications.toReversed().filter((notification) => {
      const { event, key, orderId } = notification;
      if (orderId === null) return this.#judge(notification, heldFor.get(key)).kind === 'show';
      const isNews = !this.#parts.isCall(notification);
      if (isNews && newer.has(orderId)) {
        superseded.push(notification);
        return false;
      }
      const { kind } = this.#judge(notification, heldFor.get(key));
      if (kind === 'hold' && isNews) newer.add(orderId);
      // That a courier moved on is shown beside what is gathered of the order, which says more.
      if (kind === 'show' && event !== 'courierMovedOn') {
        if (!newer.has(orderId)) superseded.push(...this.#removeHeldNews(orderId));
        newer.add(orderId);
      }
      return kind === 'show';
    });
    this.#suppress([...superseded, ...this.#news.remove(newer)], 'overtaken');
    return shown.toReversed();
  }

  /** @returns what becomes of a notification now, which is written unless it is to be shown */
  #judge(notification: Notification, heldFor?: Hold): NotificationDecision {
    // A person who snoozes an order wants to hear of it again, whatever they look at meanwhile.
    if (
      heldFor !== undefined &&
      heldFor.reason !== 'snoozed' &&
      this.#parts.wasSeen(notification)
    ) {
      this.#suppress([notification], 'seen');
      return { kind: 'suppress', reason: 'seen' };
    }
    const decision = this.#decide(notification, heldFor !== undefined);
    if (decision.kind === 'hold') {
      const { reason, untilMs } = decision;
      const hold: Hold = { reason, ...(untilMs !== null && { untilMs }) };
      if (!sameValue(hold, heldFor)) {
        this.#parts.outbox.settle([notification.key], { kind: 'held', ...hold });
      }
      this.#holdNews({ notification, ...hold });
    }
    if (decision.kind !== 'show' || this.#parts.isOpen(notification)) return decision;
    if (this.#parts.mayHoldAgain(notification)) this.#lookAtHeldBy(null);
    else this.#suppress([notification], 'over');
    return { kind: 'suppress', reason: 'over' };
  }

  #decide(notification: Notification, isHeld = false): NotificationDecision {
    const decision = this.#parts.decision(notification, isHeld);
    if (decision.kind === 'suppress') this.#suppress([notification], decision.reason);
    if (decision.kind === 'hold') {
      this.#lookAtHeldBy(decision.untilMs);
      // What cards told before is seen in the window.
      if (decision.reason === 'windowInFront') this.#news.looked();
    }
    return decision;
  }

  #holdNews(held: HeldNotification): void {
    const { orderId } = held.notification;
    if (orderId === null || this.#parts.isCall(held.notification)) return;
    this.#suppress(this.#removeHeldNews(orderId), 'overtaken');
    this.#heldNews.set(orderId, held);
  }

  #removeHeldNews(id: OrderId): readonly Notification[] {
    const held = this.#heldNews.get(id);
    this.#heldNews.delete(id);
    return held === undefined ? [] : [held.notification];
  }

  /**
   * Whether what a card said of an order may be said again now. If only later, that is looked at then, and with the next
   * change of its order.
   */
  #mayTell(notification: Notification): boolean {
    const decision = this.#parts.decision(notification, false);
    if (decision.kind === 'hold') this.#lookAtHeldBy(decision.untilMs);
    return decision.kind === 'show' && !this.#parts.isInDoubt(notification);
  }

  #suppress(notifications: readonly Notification[], reason: SuppressReason): void {
    const keys = notifications.map(({ key }) => key);
    this.#parts.outbox.settle(keys, { kind: 'suppressed', reason });
  }

  /** @param untilMs by the wall clock; null when only something else ends the hold */
  #lookAtHeldBy(untilMs: number | null): void {
    const { clock } = this.#parts;
    const leftMs = untilMs === null ? lookAtHeldEveryMs : Math.max(0, untilMs - clock.wallMs());
    const delayMs = Math.min(leftMs, lookAtHeldEveryMs);
    const dueMs = clock.monotonicMs() + delayMs;
    if (this.#heldLook !== null && this.#heldLook.dueMs <= dueMs) return;
    this.#stopLookingAtHeld();
    const cancel = clock.schedule(() => {
      this.#heldLook = null;
      this.#lookAtAll();
    }, delayMs);
    this.#heldLook = { dueMs, cancel };
  }

  #stopLookingAtHeld(): void {
    this.#heldLook?.cancel();
    this.#heldLook = null;
  }

  /** Shows what is not news. @returns the news */
  #showAtOnce(notifications: readonly Notification[]): readonly OrderNotification[] {
    const { isCall } = this.#parts;
    const ofOrders = notifications.filter(isOfOrder);
    this.#calls.push(ofOrders.filter((each) => isCall(each)));
    for (const each of notifications) if (!isOfOrder(each)) this.#showAlone(each);
    return ofOrders.filter((each) => !isCall(each));
  }

  /** @param fresh what is shown by the card for the first time */
  #showAlone(notification: Notification, fresh: readonly Notification[] = [notification]): void {
    // Whatever the service asked for before, now it refuses the credentials.
    if (notification.event === 'credentialsRefused') this.#cards.close('connectionLost');
    this.#cards.show({
      tag: programTag(notification.event),
      orderIds: [],
      text: notification.texts[this.#parts.speech().privacy],
      isCritical: notification.isCritical,
      sound: this.#soundOf([notification]),
      fresh,
    });
  }

  /** The dispatcher knows about these orders: no card counts or names them. */
  #known(ids: readonly OrderId[]): void {
    this.#suppress(this.#news.remove(new Set(ids)), 'seen');
    for (const id of ids) this.#calls.forget(id);
  }

  /**
   * Names in one card the notifications that may or may not have been shown when the program was killed.
   * Those that have to be held stay in doubt: settled as held, they would be shown like new ones.
   */
  #nameInDoubt(): void {
    const notifications = this.#parts.outbox
      .inDoubt()
      .filter((notification) => this.#decide(notification).kind === 'show');
    if (notifications.length === 0) return;
    const orderIds = [...new Set(notifications.flatMap(({ orderId }) => orderId ?? []))];
    const speech = this.#parts.speech();
    const title = speech.texts.digest.inDoubt(notifications.length);
    this.#cards.show({
      tag: 'in-doubt',
      orderIds,
      topic: notifications.some((each) => this.#parts.isCall(each))
        ? { kind: 'calls' }
        : newsTopic(notifications),
      text: namingText(
        title,
        orderIds.map((id) => ({ id })),
        speech,
      ),
      fresh: notifications.toSorted(bySeriousness),
      outcome: { kind: 'digested', reason: 'inDoubt' },
    });
  }

  /** That of the most serious one that has a sound, may be heard, and whose order was not heard just now. */
  #soundOf(notifications: readonly Notification[]): NotificationSound {
    const nowMs = this.#parts.clock.monotonicMs();
    for (const [id, atMs] of this.#heardAtMs) {
      if (nowMs - atMs >= soundEveryMs) this.#heardAtMs.delete(id);
    }
    const audible = notifications.filter((each) => {
      if (each.sound === 'none') return false;
      const decision = this.#parts.decision(each, false);
      return decision.kind === 'show' && !decision.isQuiet;
    });
    const heard = audible
      .toSorted(bySeriousness)
      .find(({ orderId }) => orderId === null || !this.#heardAtMs.has(orderId));
    if (heard === undefined) return 'none';
    for (const { orderId } of audible) {
      if (orderId !== null) this.#heardAtMs.set(orderId, nowMs);
    }
    return heard.sound;
  }
}
