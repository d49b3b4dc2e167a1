import { z } from 'zod';
import type { OrderId } from '../../core/order/order-id.ts';
import { orderIdSchema } from '../../core/order/order-id-schema.ts';
import type { DeskEvent } from '../../core/team/team-event.ts';
import { isClaimOver } from '../../core/watch/claim.ts';
import { overSinceMs } from '../../core/watch/archive.ts';
import { isOver } from '../../core/transfer/portable-order.ts';
import { withShared } from '../../core/team/shared-order.ts';
import { isClaimOfClosed } from '../../core/team/presence.ts';
import type { Claim, WatchedOrder, WatchOrigin } from '../../core/watch/watched-order.ts';
import { EntryRefused, type Leases, type TeamLog } from './log/ports.ts';
import type { Clock } from '../../core/clock.ts';
import type { OrderSource, Watch, WatchStore } from '../engine/watch/ports.ts';
import type { ReceivedWebhook } from '../engine/webhooks/ports.ts';
import { TeamDesks } from './hub-desks.ts';
import { alwaysChecking, type Checking, LeasedChecking } from './checking.ts';
import { type Contact, LeasedContact, noOthers } from './contact.ts';
import { HubOrders } from './hub-orders.ts';
import { HubSettingsLog, type OwnSettings, TeamSettings } from './hub-settings.ts';
import { HubStatuses } from './hub-statuses.ts';
import { HubWatching } from './hub-watching.ts';
import { LogWriter } from './log-writer.ts';
import type { NewTeamOrder } from './ports.ts';
import { readPublished } from './published.ts';
import { deskKey, orderKey, TeamView } from './team-view.ts';

const dayMs = 24 * 60 * 60_000;
/** How long the log keeps an entry. */
const logKeptMs = 7 * dayMs;
/** A last entry that is older than this is written again. */
const keptAgainAfterMs = logKeptMs / 2;
const housekeepingEveryMs = 60_000;
/** How many last entries are written again, and orders removed, in one housekeeping. */
const mostKeptAgain = 500;

const topics = { check: 'check', webhook: 'webhook' };

/** A webhook as one hub publishes it to the others; its body is base64. */
const publishedWebhook = z.object({
  id: orderIdSchema,
  receivedAtMs: z.number(),
  isProven: z.boolean(),
  body: z.base64(),
});

/** Receives webhooks, as the receiver of this hub does. */
interface WebhookSink {
  receive(webhook: ReceivedWebhook): boolean;
}

/** What a {@link Hub} works with. */
export interface HubParts {
  readonly log: TeamLog;
  /** What says which of several hubs checks the orders; null for a hub that is alone. */
  readonly leases: Leases | null;
  readonly clock: Clock;
  /** Whether the clock may say what is too old to be kept: what ages away cannot be brought back. */
  readonly isClockBelieved: () => boolean;
  /** A name that no other hub and no earlier run of this one has. */
  readonly hubId: string;
  /** Which Waybell this is. */
  readonly version: string;
  /** What this hub goes by; what its team set is laid over it. */
  readonly settings: OwnSettings;
  /** What this hub may use of the cap changed; while that is nothing, the watcher is paused. */
  readonly limitChanged: (requestsPerMinute: number) => void;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * A team's hub without its HTTP interface: the log, what it publishes, and the watcher that checks the orders. The
 * watcher is made with {@link store} and {@link guarded}, and handed over by {@link attach}.
 */
export class Hub {
  readonly board: HubOrders;
  readonly desks: TeamDesks;
  /** Where desks reach this hub; null while that is not known. */
  url: string | null = null;
  readonly #parts: HubParts;
  readonly #view: TeamView;
  readonly #writer: LogWriter;
  readonly #settingsLog: HubSettingsLog;
  readonly #settings: TeamSettings;
  readonly #checking: Checking;
  readonly #contact: Contact;
  readonly #statuses: HubStatuses;
  readonly #watching: HubWatching;
  #watch: Watch | null = null;
  #limit: number | null = null;
  #webhooks: WebhookSink | null = null;
  #subscriptions: readonly (() => void)[] = [];
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;

  constructor(parts: HubParts) {
    const { clock, hubId, leases, log, reportDefect, version } = parts;
    this.#parts = parts;
    const view = new TeamView({ log, reportDefect });
    const writer = new LogWriter(log, view);
    this.#view = view;
    this.#writer = writer;
    this.desks = new TeamDesks({ view, writer, clock });
    this.#settingsLog = new HubSettingsLog({ view, writer, clock });
    const settings = new TeamSettings(this.#settingsLog, {
      get current() {
        return parts.settings.current;
      },
      get lockedNames() {
        return parts.settings.lockedNames;
      },
      change: (change) => {
        parts.settings.change(change);
        this.#settingsChanged();
      },
    });
    this.#settings = settings;
    view.onHubSettings(() => settings.apply());
    this.#contact =
      leases === null ? noOthers : new LeasedContact({ leases, hubId, url: () => this.url, clock });
    this.#statuses = new HubStatuses({
      log,
      desks: this.desks,
      clock,
      hubId,
      version,
      lastEntryOf: (id) => view.lastSequence(orderKey(id)),
      isOnItsWay: (id) => this.#watching.isOnItsWay(id),
      url: () => this.url,
      isChecking: () => this.#checking.isOurs,
      capPerMinute: () => parts.settings.current.requestsPerMinute,
      contact: this.#contact,
    });
    this.#checking =
      leases === null
        ? alwaysChecking
        : new LeasedChecking({
            leases,
            hubId,
            clock,
            sentPerSecond: () => this.#watch?.checks?.sentPerSecond ?? [],
            mostWithin: (ms) => mostWithin(parts.settings.current.requestsPerMinute, ms),
            changed: () => this.#checkingChanged(),
            failed: reportDefect,
          });
    this.board = new HubOrders({
      log,
      view,
      writer,
      clock,
      hubId,
      statuses: this.#statuses,
      contact: this.#contact,
      settings,
      logMetrics: () => this.#watching.metrics,
      checkNow: (ids) => log.publish(topics.check, JSON.stringify(ids)),
    });
    this.#watching = new HubWatching({
      log,
      view,
      writer,
      mayCheck: () => this.#checking.isOurs,
      mayAsk: () => this.#checking.isOurs && this.#limit !== 0,
      clock,
      hubId,
      reportDefect,
      add: (orders, { origin }) => {
        this.#addByItself(orders, origin ?? { kind: 'webhook' }).catch(reportDefect);
      },
    });
  }

  /** Where the watcher's findings go. */
  get store(): WatchStore {
    return this.#watching.store;
  }

  /** The watcher's way to the service, as far as this hub is the one to ask. */
  guarded(source: OrderSource): OrderSource {
    return this.#watching.guarded(source);
  }

  /** @param webhooks gets those about orders of this hub that came to another one */
  attach(watch: Watch, webhooks: WebhookSink | null = null): void {
    this.#watch = watch;
    this.#webhooks = webhooks;
    this.#watching.attach(watch);
    this.#statuses.attach(watch);
  }

  /** Whether this hub is the one that checks the orders. */
  get isChecking(): boolean {
    return this.#checking.isOurs;
  }

  /** Hands a webhook to the hub that checks its order. @returns whether that is another one than this */
  passWebhookOn(id: OrderId, { body, ...webhook }: ReceivedWebhook): boolean {
    if (!this.#view.orders.has(id) || this.#checking.isOurs) return false;
    const published = { ...webhook, id, body: Buffer.from(body).toString('base64') };
    this.#parts.log.publish(
      topics.webhook,
      JSON.stringify(published satisfies z.infer<typeof publishedWebhook>),
    );
    return true;
  }

  /** The orders of the team, as this hub knows them. */
  orders(): readonly WatchedOrder[] {
    return this.board.orders().map(({ order }) => withShared(undefined, order));
  }

  /** Calls with each order that changed, at whichever hub; null for one that was removed. */
  onOrders(listener: (id: OrderId, watched: WatchedOrder | null) => void): void {
    this.#view.onEntries((entries) => {
      for (const { id, order } of entries.map(({ event }) => event)) {
        listener(id, order && withShared(undefined, order));
      }
    });
  }

  /** These orders of the watcher were checked, or changed. */
  ordersChanged(ids: readonly OrderId[]): void {
    this.#statuses.ordersChanged(ids);
  }

  /** Reads the log, and checks orders from then on. @throws when the log cannot be read */
  async start(): Promise<void> {
    await this.#view.start();
    this.desks.started();
    const { log } = this.#parts;
    this.#subscriptions = [
      log.subscribe(topics.check, (body) => this.#askedToCheck(body)),
      log.subscribe(topics.webhook, (body) => this.#receivedWebhook(body)),
    ];
    this.#statuses.start();
    this.#contact.start();
    this.#checking.start();
    this.#checkingChanged();
    this.#housekeep();
  }

  /** Lets others check the orders, and writes what was found. The watcher is to be stopped before. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    for (const stop of this.#subscriptions) stop();
    this.#statuses.stop();
    await this.#watching.stop();
    await Promise.all([this.#checking.stop(), this.#contact.stop()]);
    this.#view.stop();
  }

  /** An order for which the team has no room is not checked either: no desk would see it. */
  async #addByItself(orders: readonly NewTeamOrder[], origin: WatchOrigin): Promise<void> {
    await this.board.addByItself(orders, origin);
    const left = orders.map(({ id }) => id).filter((id) => !this.#view.orders.has(id));
    if (left.length > 0) this.#watch?.remove(left);
  }

  #checkingChanged(): void {
    const { limitChanged, settings } = this.#parts;
    const { isOurs, spentByOthers } = this.#checking;
    const limit = isOurs ? Math.max(0, settings.current.requestsPerMinute - spentByOthers) : 0;
    if (limit !== this.#limit) {
      const wasPaused = this.#limit === 0;
      this.#limit = limit;
      limitChanged(Math.max(1, limit));
      if (limit === 0) this.#watch?.checks?.pause(null);
      else if (wasPaused) this.#watch?.checks?.resume();
    }
    this.#watching.checkingChanged();
  }

  /** The watcher goes by other limits from now on. */
  #settingsChanged(): void {
    if (this.#watch === null || this.#limit === null) return;
    this.#parts.limitChanged(Math.max(1, this.#limit));
    this.#checkingChanged();
  }

  #askedToCheck(body: string): void {
    const ids = readPublished(orderIdSchema.array(), body) ?? [];
    const here = ids.filter((id) => this.#watch?.get(id) !== undefined);
    if (here.length > 0) this.#watch?.checkNow(here);
  }

  #receivedWebhook(text: string): void {
    const webhook = readPublished(publishedWebhook, text);
    if (webhook === undefined || this.#watch?.get(webhook.id) === undefined) return;
    const { body, id: _known, ...rest } = webhook;
    this.#webhooks?.receive({ ...rest, body: Buffer.from(body, 'base64') });
  }

  #housekeep(): void {
    const { clock, reportDefect } = this.#parts;
    this.#goBySettings();
    this.#keepHouse()
      .catch((error: unknown) => {
        // What is under way when the hub stops ends with the log.
        if (!this.#isStopped) reportDefect(error);
      })
      .finally(() => {
        if (this.#isStopped) return;
        this.#cancelTimer = clock.schedule(() => this.#housekeep(), housekeepingEveryMs);
      });
  }

  #goBySettings(): void {
    try {
      this.#settings.apply();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }

  /** Ends claims that are over, removes what is over for long, and keeps the rest of the log from ageing away. */
  async #keepHouse(): Promise<void> {
    const { clock, isClockBelieved, log, settings } = this.#parts;
    const nowMs = clock.wallMs();
    const mayAge = isClockBelieved();
    const { isOurs } = this.#checking;
    let left = mostKeptAgain;
    const aged: OrderId[] = [];
    for (const [id, { event }] of isOurs ? this.#view.orders : []) {
      const { order } = event;
      if (order === null || left === 0) continue;
      const watched = withShared(undefined, order);
      const { claim } = order.team;
      if (
        mayAge &&
        isOver(watched, nowMs) &&
        nowMs - overSinceMs(watched) > settings.current.archiveDays * dayMs
      ) {
        aged.push(id);
        left -= 1;
      } else if (claim !== null && (isClaimOver(watched, nowMs) || this.#isOfClosed(claim))) {
        await this.#unlessRefused(() => this.board.releaseByItself(id, claim.deskId));
      } else if (nowMs - event.atMs > keptAgainAfterMs) {
        await this.#unlessRefused(() => this.#keep(id, event.atMs, nowMs));
        left -= 1;
      }
    }
    if (isOurs) await this.#keepDesks(nowMs);
    if (isOurs) await this.#settingsLog.keep(keptAgainAfterMs, this.#parts.hubId);
    // An erasure that another process holds up does not let the rest of the log age away.
    for (const id of aged) await this.board.remove(null, id, `aged.${nowMs}`);
    if (isOurs) await this.#eraseRemoved(left);
    // After a long sleep there is more to be written again than one housekeeping does, and it must not age away.
    if (mayAge && left > 0) await log.prune(nowMs - logKeptMs);
  }

  /** Whether the desk of a claim has been closed for long; also one that was given to a closed desk is kept so long. */
  #isOfClosed({ atMs, deskId }: Claim): boolean {
    const heldForMs = this.#parts.clock.wallMs() - atMs;
    return isClaimOfClosed(Math.min(this.#statuses.closedForMs(deskId), heldForMs));
  }

  async #keep(id: OrderId, atMs: number, nowMs: number): Promise<void> {
    const { hubId } = this.#parts;
    await this.#writer.write(orderKey(id), `${hubId}.kept.${id}.${nowMs}`, () => {
      const known = this.#view.orders.get(id)?.event;
      if (known === undefined || known.order === null || known.atMs !== atMs) return null;
      return { change: 'kept', id, atMs: nowMs, hub: hubId, by: null, order: known.order };
    });
  }

  /** One order whose entry the log never accepts does not hold up the others. */
  async #unlessRefused(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!(error instanceof EntryRefused)) throw error;
      this.#parts.reportDefect(error);
    }
  }

  /** Erases what a hub left that died between the removal of an order and the erasure of its past. */
  async #eraseRemoved(most: number): Promise<void> {
    for (const id of [...this.#view.removed].slice(0, most)) {
      await this.#parts.log.eraseBefore(orderKey(id));
      this.#view.erased(id);
    }
  }

  async #keepDesks(nowMs: number): Promise<void> {
    for (const { id, keptAtMs, revokedAtMs, tokenHash } of this.#view.desks.values()) {
      if (tokenHash === null && revokedAtMs === null) continue;
      if (nowMs - keptAtMs < keptAgainAfterMs) continue;
      await this.#writer.write(deskKey(id), `${this.#parts.hubId}.kept.${id}.${nowMs}`, () => {
        const desk = this.#view.desks.get(id);
        if (desk === undefined || desk.keptAtMs !== keptAtMs) return null;
        return { desk: { ...desk, keptAtMs: nowMs } } satisfies DeskEvent;
      });
    }
  }
}

/** The most requests that leave within a time, those of a burst among them. */
function mostWithin(requestsPerMinute: number, ms: number): number {
  return Math.ceil((requestsPerMinute * ms) / 60_000) + Math.ceil(requestsPerMinute / 10) + 1;
}
