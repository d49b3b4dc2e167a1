import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import { isArchived } from '../../../core/watch/archive.ts';
import { attentionText, handledText } from '../../../core/watch/attention-texts.ts';
import { type Attention, attention, byUrgency, handled } from '../../../core/watch/attention.ts';
import { standingClaim } from '../../../core/watch/claim.ts';
import { safeSnippet } from '../../../core/text/safe-text.ts';
import { orderNameAt } from '../../../core/notification/notification-pieces.ts';
import type { Notification, NotificationPrivacy } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Language, Speech } from '../../../core/text/language.ts';
import type { TrayChange, TrayOrder } from '../../../core/tray/tray-face.ts';
import { repeatedLoss } from '../../../core/watch/order-flags.ts';
import type { WaitRules } from '../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** An order that needs attention, and why. */
export interface NeedyOrder {
  readonly watched: WatchedOrder;
  readonly attention: Attention;
}

/** The orders that the index judges, and the rules for it. */
export interface AttentionSources {
  readonly watch: Pick<Watch, 'count' | 'get'> & {
    /** The orders that are read: others are judged once they are read from the disk. */
    known(): readonly WatchedOrder[];
  };
  /** Whether the dispatcher put the order into the archive or took it out; neither unless given. */
  readonly archiveChoice?: (id: OrderId) => ArchiveChoice | null;
  /** How long a wait may be before it counts as long; the usual limits unless given. */
  readonly waitRules?: (watched: WatchedOrder) => WaitRules;
  /** Whether the order is the affair of another desk alone, so that it is not counted here; of none unless given. */
  readonly isLeftToOther?: (watched: WatchedOrder) => boolean;
  /** Called with orders that are in the archive, each about once a minute. */
  readonly archived?: (ids: readonly OrderId[]) => void;
  /** Called with each order that is judged. */
  readonly judged?: (watched: WatchedOrder, nowMs: number) => void;
}

const refreshEveryMs = 60_000;
/** Judging more orders at once would hold up the checks and the window. */
const mostAtOnce = 250;

/**
 * The orders that need attention now, and how many are on the list. A change judges only the orders that
 * changed. Waiting also grows with time alone, so `refresh` judges the whole watch list once a minute, a
 * long list in several goes.
 */
export class AttentionIndex {
  readonly #clock: Clock;
  #sources: AttentionSources | null = null;
  readonly #needy = new Map<OrderId, Attention>();
  readonly #archived = new Set<OrderId>();
  readonly #judged = new Set<OrderId>();
  #refreshedAtMs = Number.NEGATIVE_INFINITY;
  /** The orders that are still to be judged in this minute. */
  #rest: readonly OrderId[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Says what is judged; until then no order needs attention. */
  attach(sources: AttentionSources): void {
    this.#sources = sources;
  }

  /** How many orders need attention. */
  get count(): number {
    return this.#needy.size;
  }

  /** Whether one of them was not seen yet. */
  get hasUnseen(): boolean {
    return [...this.#needy.values()].some(({ isSeen }) => isSeen !== true);
  }

  /** How many orders are on the list, which the archive is no part of: the number beside "All". */
  get listedCount(): number {
    return (this.#sources?.watch.count ?? 0) - this.#archived.size;
  }

  /** Whether this order needs attention, as it was last judged. */
  has(id: OrderId): boolean {
    return this.#needy.has(id);
  }

  /**
   * @returns whether what the tray shows may have changed: one of these orders is new here, needs
   *   attention or did before, came or went to the archive, or every order is due to be judged anew
   */
  ordersChanged(ids: readonly OrderId[]): boolean {
    let isNews = this.#rest.length > 0 || this.#isRefreshDue();
    for (const id of ids) {
      const wasNewOrNeedy = !this.#judged.has(id) || this.#needy.has(id);
      const wasArchived = this.#archived.has(id);
      this.#judge(id);
      this.#judged.add(id);
      if (wasNewOrNeedy || this.#needy.has(id)) isNews = true;
      if (wasArchived !== this.#archived.has(id)) isNews = true;
    }
    return isNews;
  }

  /** These orders were removed or evicted. */
  ordersGone(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#needy.delete(id);
      this.#archived.delete(id);
      this.#judged.delete(id);
    }
  }

  /** Goes on judging every order anew, once a minute. */
  refresh(): void {
    if (this.#rest.length === 0) {
      if (!this.#isRefreshDue()) return;
      this.#refreshedAtMs = this.#clock.monotonicMs();
      this.#rest = this.#sources?.watch.known().map(({ id }) => id) ?? [];
    }
    const ids = this.#rest.slice(0, mostAtOnce);
    for (const id of ids) this.#judge(id);
    this.#rest = this.#rest.slice(mostAtOnce);
    const archived = ids.filter((id) => this.#archived.has(id));
    if (archived.length > 0) this.#sources?.archived?.(archived);
  }

  /** The neediest first; of equals the one that has waited longest since its last change. */
  top(limit: number): readonly NeedyOrder[] {
    return [...this.#needy]
      .flatMap(([id, reason]) => {
        const watched = this.#sources?.watch.get(id);
        return watched === undefined ? [] : [{ watched, attention: reason }];
      })
      .toSorted(
        (one, other) =>
          byUrgency(one.attention, other.attention) ||
          (one.watched.changedAtMs ?? 0) - (other.watched.changedAtMs ?? 0) ||
          (one.watched.id < other.watched.id ? -1 : 1),
      )
      .slice(0, limit);
  }

  #isRefreshDue(): boolean {
    return this.#clock.monotonicMs() - this.#refreshedAtMs >= refreshEveryMs;
  }

  #judge(id: OrderId): void {
    const nowMs = this.#clock.wallMs();
    const watched = this.#sources?.watch.get(id);
    if (watched !== undefined) this.#sources?.judged?.(watched, nowMs);
    const rules = watched === undefined ? undefined : this.#sources?.waitRules?.(watched);
    const reason = watched === undefined ? null : attention(watched, nowMs, rules);
    const isLeftToOther = watched !== undefined && this.#sources?.isLeftToOther?.(watched) === true;
    if (reason === null || isLeftToOther) this.#needy.delete(id);
    else this.#needy.set(id, reason);
    const choice = this.#sources?.archiveChoice?.(id) ?? null;
    if (watched !== undefined && isArchived(watched, reason, choice, nowMs)) this.#archived.add(id);
    else this.#archived.delete(id);
  }
}

/** The longest name in a menu, so that one order cannot make it as wide as the screen. */
const longestName = 40;
/** The longest text of how an order was handled: a word of a call, a time and a desk. */
const longestHandled = 80;

/** The orders that need attention as the tray's menu lists them. */
export function trayOrders(
  needy: readonly NeedyOrder[],
  language: Language,
  privacy: NotificationPrivacy,
): readonly TrayOrder[] {
  return needy.map(({ watched, attention: claim }) => ({
    id: watched.id,
    // A label is the dispatcher's own, and the menu opens by a click alone: it stands there at every level.
    name: menuName(orderNameAt(privacy === 'countOnly' ? 'noNames' : privacy, watched)),
    reason: attentionText(claim, repeatedLoss(watched), language).toLowerCase(),
    ...(claim.isSeen === true && { isSeen: true }),
  }));
}

/** What the tray's list of changes rests on. */
export interface TrayChangeOptions {
  readonly privacy: NotificationPrivacy;
  readonly nowMs: number;
  readonly speech: Speech;
  readonly waitRules: (watched: WatchedOrder) => WaitRules;
  /** Null where there is no team. */
  readonly myDeskId: string | null;
}

/** What happened to orders that are watched, as the tray's menu lists it: no more than notifications may show. */
export function trayChanges(
  notifications: readonly Notification[],
  watch: Pick<Watch, 'get'>,
  { myDeskId, nowMs, privacy, speech, waitRules }: TrayChangeOptions,
): readonly TrayChange[] {
  return notifications.flatMap(({ decidedAtMs, orderId, texts }) => {
    const watched = orderId === null ? undefined : watch.get(orderId);
    if (watched === undefined) return [];
    const { id } = watched;
    const name = menuName(orderNameAt(privacy, watched));
    const claim = standingClaim(watched, nowMs);
    const holder = claim === null ? {} : { holder: menuName(claim.desk) };
    const done = handled(watched, nowMs, waitRules(watched));
    const desk = done?.desk?.deskId === myDeskId ? null : (done?.desk?.desk ?? null);
    // The word of a call is the dispatcher's own, and may be a name.
    const said = done !== null && privacy === 'countOnly' ? { ...done, call: null } : done;
    return [
      {
        id,
        name,
        title: texts[privacy].title,
        atMs: decidedAtMs,
        ...holder,
        ...(said !== null && {
          handled: safeSnippet(handledText(said, desk, nowMs, speech), longestHandled),
        }),
      },
    ];
  });
}

/** A name on one line, without characters that change the writing direction, and cut to menu length. */
function menuName(text: string): string {
  const name = safeSnippet(text, longestName);
  return name === safeSnippet(text, longestName + 1)
    ? name
    : `${safeSnippet(text, longestName - 1)}…`;
}
