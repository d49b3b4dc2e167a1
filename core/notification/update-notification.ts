import type { StopRef } from '../order/courier-move.ts';
import { momentText } from '../order/format.ts';
import type { PriceUnit } from '../order/format.ts';
import { isFinished, isUnknownWord } from '../order/order-status.ts';
import { orderEdits, type OrderEdit } from '../order/order-edits.ts';
import { plainReasons, type OrderUpdate, type UpdateKind } from '../order/order-update.ts';
import type { Money, Order, OrderPhase } from '../order/order.ts';
import { shortName } from '../order/short-name.ts';
import {
  freePiece,
  moneyPiece,
  noTexts,
  orderTexts,
  sayableMoney,
  sayableStatus,
  statusPiece,
  stopName,
  titleText,
  vehiclePiece,
  type WordedLevel,
  type Wording,
} from './notification-pieces.ts';
import { namesCourier } from '../watch/attention-texts.ts';
import { repeatedLoss, type RepeatedLoss } from '../watch/order-flags.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';
import {
  englishNotifications,
  type NotificationTexts,
  type Sentence,
} from './notification-english.ts';
import type {
  NotificationDraft,
  NotificationEvent,
  NotificationLevel,
  NotificationTitle,
} from './notification.ts';

/** What wording depends on beside the update itself. */
export interface WordingOptions {
  readonly priceUnit: PriceUnit;
  /** A BCP 47 tag for numbers, money and times. */
  readonly locale: string;
  /** An IANA name; the machine's own zone when absent. */
  readonly timeZone?: string;
  /** Notifies of every move of 200 m and 60 s too, not only of those that mean something. */
  readonly tellsEveryMove?: boolean;
  /** The level that the dispatcher chose for an event; everything notifies unless given. */
  readonly levelOf?: (event: NotificationEvent) => NotificationLevel;
  /** English unless given. */
  readonly texts?: NotificationTexts;
  /** Whether a person reads it; unless so its texts are empty. Default: true. */
  readonly isWorded?: boolean;
}

/**
 * The notification about an update of an order, in the words of docs/notifications.md; null when the
 * update is for the history only. Every change of status and each of the contract's six kinds notifies,
 * a courier's move only when it means something, an edit while it matters to the courier's way. An update
 * of several kinds notifies once, as the most serious of those that need a person, else of those that notify at all.
 *
 * @param watched the order as it is after the update
 */
export function updateNotification(
  update: OrderUpdate,
  watched: WatchedOrder,
  options: WordingOptions,
): NotificationDraft | null {
  const { levelOf } = options;
  const isNotified = (each: NotificationEvent): boolean => levelOf?.(each) !== 'kept';
  const happened = eventOf(update, options);
  const edited = notifiedEdits(update, watched.order?.status.phase ?? null);
  const events: (UpdateEvent | EditEvent)[] = [...edited.keys()];
  if (happened !== null) events.unshift(happened);
  const event =
    events.find((each) => levelOf?.(each) === 'needsYou') ?? events.find(isNotified) ?? events[0];
  if (event === undefined) return null;
  if (options.isWorded === false) return { event, texts: noTexts };
  const texts = options.texts ?? englishNotifications;
  const worded = (title: NotificationTitle): string =>
    titleText(title, update.seenAtMs, { ...options, texts });
  const saidAt = (level: WordedLevel): Said => {
    const facts = updateFacts(update, watched, options, texts, level);
    const also = [...edited].filter(([other]) => other !== event && isNotified(other));
    const said = isEditEvent(event)
      ? editSaid(edited.get(event) ?? [], facts, texts)
      : updateSaid(event, facts, texts);
    const titles = also.map(([, edits]) => editSaid(edits, facts, texts).title);
    if (happened !== null && happened !== event && isNotified(happened)) {
      titles.unshift(updateSaid(happened, facts, texts).title);
    }
    return { ...said, facts: [...said.facts, ...titles.map(worded)] };
  };
  const full = saidAt('full');
  const wordingAt = (level: WordedLevel): Wording => {
    const said = level === 'full' ? full : saidAt(level);
    return { ...said, title: worded(said.title) };
  };
  const losses = lossFacts(event, repeatedLoss(watched), texts);
  return { event, says: full.title, texts: orderTexts(watched, texts, wordingAt, losses) };
}

/** What a notification says, with its title not yet in words. */
interface Said extends Omit<Wording, 'title'> {
  readonly title: NotificationTitle;
}

function eventOf(update: OrderUpdate, options: WordingOptions) {
  const has = (kind: UpdateKind): boolean => update.kinds.includes(kind);
  if (has('order_cancelled')) return 'cancelled';
  if (has('order_completed')) return has('amendment_added') ? 'completedAndAmended' : 'completed';
  if (has('amendment_added')) return 'amended';
  if (has('order_released')) return has('order_matched') ? 'courierChanged' : 'released';
  if (has('order_matched')) return 'matched';
  if (has('status_changed')) {
    const change = statusChange(update);
    if (isReopened(change)) return 'reopened';
    if (change?.after.phase === 'failed') return 'failed';
    return change !== undefined && isUnknownWord(change.after) ? 'unknownStatus' : 'statusChanged';
  }
  if (has('order_created')) return 'created';
  const meaning = update.move?.meaning;
  if (meaning === undefined) return null;
  if (meaning !== 'movedOn') return 'courierMoved';
  return options.tellsEveryMove === true ? 'courierMovedOn' : null;
}

type UpdateEvent = NonNullable<ReturnType<typeof eventOf>>;

/** The events by which an order loses its courier or gets one. */
const courierEvents: ReadonlySet<NotificationEvent> = new Set([
  'released',
  'courierChanged',
  'matched',
]);

/**
 * That an order waits again, and which courier it is of one that keeps losing them, in the words of its
 * row. A count names no person, so it is named at every level.
 */
function lossFacts(
  event: NotificationEvent,
  loss: RepeatedLoss | null,
  { facts }: Pick<NotificationTexts, 'facts'>,
): readonly string[] {
  if (!courierEvents.has(event)) return [];
  const waits = event === 'released' ? [facts.waitingAgain] : [];
  if (loss === null) return waits;
  return namesCourier(loss) ? [facts.repeatedLoss(loss)] : [facts.repeatedLoss(loss), ...waits];
}

/** The events of edits, the most serious first. */
const editEvents = ['addressChanged', 'scheduleChanged', 'stopsChanged', 'noteChanged'] as const;

type EditEvent = (typeof editEvents)[number];

function isEditEvent(event: NotificationEvent): event is EditEvent {
  return editEvents.some((one) => one === event);
}

const editEventOf: Readonly<Record<OrderEdit['kind'], EditEvent>> = {
  address: 'addressChanged',
  schedule: 'scheduleChanged',
  name: 'stopsChanged',
  contact: 'stopsChanged',
  point: 'stopsChanged',
  stopAdded: 'stopsChanged',
  stopRemoved: 'stopsChanged',
  stopsReordered: 'stopsChanged',
  note: 'noteChanged',
};

const beforePickup: ReadonlySet<OrderPhase> = new Set([
  'searching',
  'assigned',
  'atPickup',
  'unknown',
]);

/**
 * The edits that matter to the courier's way, by event: of the pickup, its time and the note before the
 * goods are picked up, of the destinations until the order is over. What was not known before, or is not
 * given any more, was not edited by anyone.
 */
function notifiedEdits(
  update: OrderUpdate,
  phase: OrderPhase | null,
): ReadonlyMap<EditEvent, readonly OrderEdit[]> {
  if (phase === null || isFinished(phase)) return new Map();
  const changes = update.changes.filter((change) => {
    if (change.field === 'pickup') return change.before !== null && change.after !== null;
    if (change.field !== 'destinations') return true;
    return change.before.length > 0 && change.after.length > 0;
  });
  const edits = orderEdits(changes).filter((edit) => {
    const isOfPickup =
      edit.kind === 'schedule' ||
      edit.kind === 'note' ||
      ('stop' in edit && edit.stop === 'pickup');
    if (isOfPickup && !beforePickup.has(phase)) return false;
    const isText = edit.kind === 'address' || edit.kind === 'name' || edit.kind === 'contact';
    return !isText || (edit.before !== null && edit.after !== null);
  });
  const byEvent = Map.groupBy(edits, ({ kind }) => editEventOf[kind]);
  return new Map(
    editEvents.flatMap((event) => {
      const ofEvent = byEvent.get(event);
      return ofEvent === undefined ? [] : [[event, ofEvent] as const];
    }),
  );
}

/** The change of the status, if an update has one. */
function statusChange({ changes }: OrderUpdate) {
  return changes.find((change) => change.field === 'status');
}

/** Whether a finished order is under way again. */
function isReopened(status: ReturnType<typeof statusChange>): boolean {
  return (
    status !== undefined &&
    isFinished(status.before.phase) &&
    !isFinished(status.after.phase) &&
    status.after.phase !== 'unknown'
  );
}

/**
 * The facts of an update that the wording table names, ready to stand in a sentence. Null means that the
 * service did not give the fact, or that the level leaves it out.
 */
function updateFacts(
  update: OrderUpdate,
  watched: WatchedOrder,
  options: WordingOptions,
  texts: NotificationTexts,
  level: WordedLevel,
) {
  const { order } = watched;
  const { before, after: status } = statusChange(update) ?? {};
  return {
    loss: repeatedLoss(watched),
    courier: courierFact(order, level, texts),
    /** Null when it is not given any more; its word when it may not be said. */
    status: status?.raw == null ? null : sayableStatus(status, level),
    /** The status before, when it changed: "matched". */
    was: before === undefined ? null : statusPiece(before, level, texts),
    move: update.move,
    calledStop: (stop: StopRef) => calledStop(stop, order?.destinations.length ?? 0),
    /** A free text of the service; null where the level leaves it out. */
    free: (text: string | null) => freePiece(text, level, 80),
    /** A time, with its day unless that is the day of the update. */
    moment: (atMs: number) => momentText(atMs, update.seenAtMs, options.locale, options.timeZone),
    seenAtMs: update.seenAtMs,
    /** Whether its status may have come long before, while the order was not checked. */
    isBefore: watched.isStatusSinceBefore && watched.statusSinceMs === update.seenAtMs,
    /** The service does not say when the order was created, so time counts from when it was watched. */
    watchedForMs: update.seenAtMs - watched.addedAtMs,
    price: moneyPiece(order?.price ?? null, level, options),
    priceDifference: sayableMoney(priceDifference(update), level),
    releaseReason: freePiece(
      reasonOf(update, 'order_released', /^Order was released because: (.+)/s),
      level,
      120,
    ),
    /** What a webhook said of the cancellation, for which the contract has no text. */
    cancelReason: freePiece(cancelReason(update), level, 120),
    amendmentReason: freePiece(
      reasonOf(update, 'amendment_added', /^Price amendment added for: (.+) \(price: [^()]*\)\.$/s),
      level,
      120,
    ),
  };
}

type UpdateFacts = ReturnType<typeof updateFacts>;

/** The courier as a notification names them: "Lau K., van". The name is short, because others can see the screen. */
function courierFact(order: Order | null, level: WordedLevel, texts: NotificationTexts): Sentence {
  const name = order?.courier?.name ?? null;
  const shown = freePiece(name === null ? null : shortName(name), level, 40);
  const vehicle = vehiclePiece(order?.vehicleType ?? null, level, texts);
  const isNotGiven = level === 'full' && shown === null && vehicle === null;
  return isNotGiven ? texts.facts.courierNotGiven : [shown, vehicle];
}

function priceDifference(update: OrderUpdate): Money | null {
  const change = update.changes.find(({ field }) => field === 'price');
  if (change?.field !== 'price' || change.before === null || change.after === null) return null;
  if (change.before.currency !== change.after.currency) return null;
  const amount = Number((change.after.amount - change.before.amount).toPrecision(12));
  return { amount, currency: change.after.currency };
}

function reasonOf(update: OrderUpdate, kind: UpdateKind, pattern: RegExp): string | null {
  return pattern.exec(update.reasons[update.kinds.indexOf(kind)] ?? '')?.[1] ?? null;
}

function cancelReason({ kinds, reasons }: OrderUpdate): string | null {
  const reason = reasons[kinds.indexOf('order_cancelled')] ?? '';
  if (reason === plainReasons.order_cancelled) return null;
  return /^Order was cancel\w+ because: (.+)/is.exec(reason)?.[1] ?? (reason || null);
}

/** An update's facts in the wording table of docs/notifications.md. */
function updateSaid(event: UpdateEvent, facts: UpdateFacts, texts: NotificationTexts): Said {
  const { hiddenTitles, facts: say } = texts;
  const { priceDifference: difference, status } = facts;
  const was = facts.was === null ? null : say.was(facts.was);
  const watchedFor = say.watchedFor(texts.duration(facts.watchedForMs));
  const nowPrice = facts.price === null ? null : say.now(facts.price);
  const losses = lossFacts(event, facts.loss, texts);
  switch (event) {
    case 'created':
      return { title: { say: event }, facts: [say.waiting] };
    case 'matched':
    case 'courierChanged':
      return { title: { say: event }, facts: [facts.courier, ...losses] };
    case 'released': {
      const reason = facts.releaseReason === null ? null : say.reason(facts.releaseReason);
      return { title: { say: event }, facts: [reason, ...losses] };
    }
    case 'courierMoved':
    case 'courierMovedOn':
      return {
        title: moveTitle(facts),
        facts: [stopFact(facts.move?.nextStop ?? null, facts.calledStop, texts)],
      };
    case 'failed':
    case 'statusChanged':
      return {
        title: status === null ? { say: 'statusGone' } : { say: 'statusChanged', status },
        facts: [was],
      };
    case 'unknownStatus':
      return {
        title: { say: event, status },
        facts: [status === null ? say.wordLeftOut : say.wordNotKnown],
        hiddenTitle: hiddenTitles.statusChanged,
      };
    case 'reopened':
      return {
        title: { say: event },
        facts: [status === null ? null : say.now(texts.status(status)), was],
      };
    case 'completed':
      return {
        title: { say: facts.isBefore ? 'completedBefore' : 'completed', atMs: facts.seenAtMs },
        facts: [[facts.price, watchedFor]],
      };
    case 'amended':
      return {
        title: { say: event, difference },
        facts: [facts.amendmentReason, nowPrice],
        hiddenTitle: hiddenTitles.amended,
      };
    case 'completedAndAmended':
      return {
        title: { say: event, difference },
        facts: [nowPrice],
        hiddenTitle: hiddenTitles.completedAndAmended,
      };
    case 'cancelled':
      return {
        title: { say: event },
        facts: [
          facts.cancelReason === null ? null : say.reason(facts.cancelReason),
          [was, watchedFor],
        ],
      };
  }
}

/** The most edits of one event that a notification names one by one. */
const mostNamedEdits = 3;

/** What a notification says of the edits of one event. What stands there now is named in full only. */
function editSaid(edits: readonly OrderEdit[], facts: UpdateFacts, texts: NotificationTexts): Said {
  const { titles, hiddenTitles, facts: say } = texts;
  const { free, moment } = facts;
  const nameOf = (stop: StopRef): string => stopName(facts.calledStop(stop), texts);
  const valued = (text: string | null, worded: (text: string) => string): string | null => {
    const piece = free(text);
    return piece === null ? null : worded(piece);
  };
  const named = edits.slice(0, mostNamedEdits);
  const [first, ...more] = named;
  if (first?.kind === 'address') {
    const others = more.map((edit) =>
      edit.kind === 'address' ? titles.addressChanged(nameOf(edit.stop)) : null,
    );
    return {
      title: { say: 'addressChanged', stop: facts.calledStop(first.stop) },
      facts: [valued(first.after, say.now), valued(first.before, say.was), ...others],
      hiddenTitle: hiddenTitles.addressChanged,
    };
  }
  if (first?.kind === 'schedule') {
    const { afterMs, beforeMs } = first;
    return {
      title: afterMs === null ? { say: 'plannedNoMore' } : { say: 'planned', atMs: afterMs },
      facts: [beforeMs === null ? null : say.was(moment(beforeMs))],
      hiddenTitle: hiddenTitles.scheduleChanged,
    };
  }
  if (first?.kind === 'note') {
    const now = first.after === null ? say.noteRemoved : valued(first.after, say.now);
    return {
      title: { say: 'noteChanged' },
      facts: [now, valued(first.before, say.was)],
    };
  }
  return {
    title: { say: 'stopsChanged' },
    facts: named.map((edit) => stopEditFact(edit, nameOf, texts)),
  };
}

/** "stop 2 added", "the pickup edited". */
function stopEditFact(
  edit: OrderEdit,
  nameOf: (stop: StopRef) => string,
  { facts: say }: Pick<NotificationTexts, 'facts'>,
): string | null {
  if (edit.kind === 'stopAdded') return say.stopAdded(edit.stop);
  if (edit.kind === 'stopRemoved') return say.stopRemoved(edit.stop);
  if (edit.kind === 'stopsReordered') return say.stopsReordered;
  return 'stop' in edit ? say.stopEdited(nameOf(edit.stop)) : null;
}

function moveTitle({ calledStop: called, move }: UpdateFacts): NotificationTitle {
  switch (move?.meaning) {
    case undefined:
      return { say: 'firstFix' };
    case 'firstFix':
    case 'leftPickup':
    case 'movesAgain':
      return { say: move.meaning };
    case 'nearStop':
      return { say: 'nearStop', stop: called(move.nextStop?.stop ?? 1) };
    case 'movedOn':
      return { say: 'movedOn', distanceMeters: move.distanceMeters };
  }
}

/**
 * "900 m from stop 2, straight line", or nothing when no stop's place is known.
 *
 * @param called what a stop is called, see {@link calledStop}
 */
export function stopFact(
  nextStop: { readonly stop: StopRef; readonly distanceMeters: number } | null,
  called: (stop: StopRef) => StopRef | 'destination',
  texts: NotificationTexts,
): string | null {
  if (nextStop === null) return null;
  const { stop, distanceMeters } = nextStop;
  return texts.facts.fromStop(texts.distance(distanceMeters), stopName(called(stop), texts));
}

/** What a stop is called: the only destination has no number. */
export function calledStop(stop: StopRef, destinationCount: number): StopRef | 'destination' {
  return stop === 'pickup' || destinationCount > 1 ? stop : 'destination';
}
