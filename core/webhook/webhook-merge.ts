import { createdUpdate, plainReasons } from '../order/order-update.ts';
import type { OrderUpdate, UpdateKind, UpdateSource } from '../order/order-update.ts';
import type { OrderId } from '../order/order-id.ts';
import { isFinished } from '../order/order-status.ts';
import type { Order } from '../order/order.ts';
import type { WebhookClaim } from './wire-webhook.ts';

/** What a webhook reported about an order, without the order itself. */
export interface WebhookReport {
  /** Its number in the queue; null when its sender proved nothing: it claims nothing and is not kept. */
  readonly no: number | null;
  readonly claims: readonly WebhookClaim[];
  /** The reasons it reports beyond its claims, in the service's words. */
  readonly reportedReasons: readonly string[];
  /** When the event was triggered, by the service's clock. */
  readonly createdAtMs: number | null;
  /** When the webhook came, by our clock. */
  readonly receivedAtMs: number;
}

/** An update that is in the history already. */
export interface PastUpdate {
  readonly no: number;
  readonly seenAtMs: number;
  readonly source: UpdateSource;
  readonly kinds: readonly UpdateKind[];
  readonly reasons: readonly string[];
}

/** An update with what webhooks say about it. */
export interface Explanation {
  readonly update: OrderUpdate | null;
  /** The reports that the update confirms; others may be about a change that is not visible yet. */
  readonly used: readonly WebhookReport[];
}

/** The reasons that Waybell derives by itself; a webhook's reason replaces them. */
const derivedReasons: ReadonlySet<string> = new Set([
  plainReasons.order_matched,
  plainReasons.order_released,
  plainReasons.order_completed,
  plainReasons.order_cancelled,
]);

/** `created_at` has whole seconds and comes from another clock. */
const clockToleranceMs = 5000;
/** A webhook that comes later than this after its change explains nothing any more. */
const amendWithinMs = 15 * 60_000;

/**
 * Joins an update that a check found with the webhooks that reported it: one update, with the
 * webhooks' reasons. What happened is decided by the two observations alone, so a webhook can neither
 * add a kind nor an update of its own; what it says beside that is added by {@link withReportedReasons}.
 *
 * The one exception: an order's first answer has nothing before it to differ from. When a webhook said
 * that it was created and the answer shows it waiting, that is an update.
 *
 * @param reports the reports about this order that no update has confirmed yet
 */
export function explained(
  before: Order | null,
  after: Order,
  update: OrderUpdate | null,
  reports: readonly WebhookReport[],
  nowMs: number,
): Explanation {
  const inTime = reports.toSorted((one, other) => timeOf(one) - timeOf(other));
  if (update === null) return before === null ? created(after, inTime, nowMs) : nothing;
  const used = new Set<WebhookReport>();
  const reasons = [...update.reasons];
  for (const [index, kind] of update.kinds.entries()) {
    const report = inTime.findLast((one) => one.claims.some((claim) => claim.kind === kind));
    if (report === undefined) continue;
    used.add(report);
    const reason = reasonFor(report, kind);
    if (reason !== null) reasons[index] = reason;
  }
  if (used.size === 0) return { update, used: [] };
  // An older report is confirmed too when the update shows all that it claims.
  for (const one of inTime) {
    if (one.claims.length > 0 && one.claims.every(({ kind }) => update.kinds.includes(kind))) {
      used.add(one);
    }
  }
  return {
    update: { ...update, ...happenedAt(used), source: 'webhook', reasons },
    used: [...used],
  };
}

/** Kinds of which one shows that the order went on in another way than a report says. */
export const speaksAgainst: ReadonlySet<UpdateKind> = new Set([
  'order_matched',
  'order_released',
  'order_completed',
  'order_cancelled',
  'status_changed',
]);

/** Whether a report says something that the service does not show yet and may show later. */
export function isToCome({ claims }: WebhookReport, { courier, status }: Order): boolean {
  const isOver = isFinished(status.phase);
  return claims.some(({ kind }) => {
    switch (kind) {
      case 'order_created':
        return false;
      case 'order_matched':
        return (
          !isOver &&
          (status.phase === 'searching' || status.phase === 'unknown') &&
          courier === null
        );
      case 'order_released':
        return !isOver && (status.phase !== 'searching' || courier !== null);
      case 'order_completed':
      case 'order_cancelled':
        return !isOver;
      case 'amendment_added':
        return true;
      default:
        return kind satisfies never;
    }
  });
}

/** What a webhook says that no update can confirm. */
export type ReportedReasons = Pick<WebhookReport, 'createdAtMs' | 'reportedReasons'>;

/** The most texts that are announced at once. */
const mostReportedReasons = 20;
/** Texts that say nothing that a kind does not. */
const plainTexts: ReadonlySet<string> = new Set(Object.values(plainReasons));

/**
 * An explained update with what webhooks report beside it: further reasons, and those of their claims that the
 * update does not show. Without an update these make one of their own.
 *
 * @param reported what was not announced yet
 * @param recentReasons gives the reasons of the order's latest updates: they are not announced again
 */
export function withReportedReasons(
  orderId: OrderId,
  { update, used }: Explanation,
  reported: readonly ReportedReasons[],
  recentReasons: () => readonly string[],
  nowMs: number,
): OrderUpdate | null {
  const all = [
    ...reported.flatMap(({ reportedReasons }) => reportedReasons),
    ...used.flatMap(({ claims }) => reasonsBeyond(claims, update?.kinds ?? [])),
  ];
  const fresh = [...new Set(all)].filter((text) => !plainTexts.has(text));
  if (fresh.length === 0) return update;
  const known = new Set([...recentReasons(), ...(update?.reasons ?? [])]);
  const reportedReasons = fresh.filter((text) => !known.has(text)).slice(0, mostReportedReasons);
  if (reportedReasons.length === 0) return update;
  const kinds = reportedReasons.map((): UpdateKind => 'service_reported');
  if (update === null) {
    const seen = { source: 'webhook', seenAtMs: nowMs, ...happenedAt(reported) } as const;
    return { orderId, ...seen, kinds, reasons: reportedReasons, changes: [], move: null };
  }
  return {
    ...update,
    kinds: [...update.kinds, ...kinds],
    reasons: [...update.reasons, ...reportedReasons],
  };
}

/** The reasons of claims of other kinds than these. */
function reasonsBeyond(
  claims: readonly WebhookClaim[],
  kinds: readonly UpdateKind[],
): readonly string[] {
  return claims.flatMap(({ kind, reason }) => (kinds.includes(kind) ? [] : (reason ?? [])));
}

/** When the last of these events happened, as far as the webhooks say. */
function happenedAt(
  reports: Iterable<Pick<WebhookReport, 'createdAtMs'>>,
): Pick<OrderUpdate, 'createdAtMs'> {
  const times = [...reports].flatMap(({ createdAtMs }) => createdAtMs ?? []);
  return times.length === 0 ? {} : { createdAtMs: Math.max(...times) };
}

const nothing: Explanation = { update: null, used: [] };

function created(after: Order, reports: readonly WebhookReport[], nowMs: number): Explanation {
  const report = reports.find(({ claims }) => claims.some(({ kind }) => kind === 'order_created'));
  if (report === undefined || after.status.phase !== 'searching') return nothing;
  const reason = reasonFor(report, 'order_created') ?? plainReasons.order_created;
  return {
    update: createdUpdate(
      after.id,
      { source: 'webhook', seenAtMs: nowMs, ...happenedAt([report]) },
      reason,
    ),
    used: [report],
  };
}

/** What a late webhook adds to the history. */
export interface Amendment {
  readonly updates: readonly { readonly no: number; readonly reasons: readonly string[] }[];
  /** Whether anything that it claims is in the history. */
  readonly isKnown: boolean;
  /** The reasons of claims whose kinds none of these updates has. */
  readonly reportedReasons: readonly string[];
}

/**
 * A late webhook gives its reasons to updates that checks found before it came: for each kind to the
 * earliest update that is not older than the event and has no reason from another webhook.
 *
 * @param updates the order's latest updates, the oldest first
 */
export function amendment(updates: readonly PastUpdate[], report: WebhookReport): Amendment {
  const amended = new Map<number, string[]>();
  for (const claim of report.claims) {
    const update = updates.find((one) => isAbout(one, claim, report));
    if (update === undefined) continue;
    const reasons = amended.get(update.no) ?? [...update.reasons];
    if (claim.reason !== null) reasons[update.kinds.indexOf(claim.kind)] = claim.reason;
    amended.set(update.no, reasons);
  }
  return {
    updates: [...amended].map(([no, reasons]) => ({ no, reasons })),
    isKnown: amended.size > 0,
    reportedReasons: reasonsBeyond(
      report.claims,
      updates.flatMap(({ kinds }) => kinds),
    ),
  };
}

function isAbout(update: PastUpdate, claim: WebhookClaim, report: WebhookReport): boolean {
  const at = update.kinds.indexOf(claim.kind);
  if (at < 0) return false;
  const isOpen = update.source === 'poll' || derivedReasons.has(update.reasons[at] ?? '');
  const createdAtMs = report.createdAtMs ?? update.seenAtMs;
  return (
    isOpen &&
    update.seenAtMs >= createdAtMs - clockToleranceMs &&
    report.receivedAtMs - update.seenAtMs <= amendWithinMs
  );
}

function reasonFor(report: WebhookReport, kind: UpdateKind): string | null {
  return report.claims.find((claim) => claim.kind === kind)?.reason ?? null;
}

function timeOf(report: WebhookReport): number {
  return report.createdAtMs ?? report.receivedAtMs;
}
