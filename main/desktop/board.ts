import type { HandlersOf } from '../../core/bridge/bridge.ts';
import type { Clock } from '../../core/clock.ts';
import { ArchivePages } from '../engine/board/archive.ts';
import { BoardFeed, type BoardSources } from '../engine/board/board-feed.ts';
import { boardHandlers } from '../engine/board/board-handlers.ts';
import { OrderSearch } from '../engine/board/order-search.ts';
import { AnnotationChanges } from '../engine/board/annotation-changes.ts';
import type { ContactRetry } from '../engine/connection/contact-retry.ts';
import type { AppEvents } from '../engine/events.ts';
import type { Log } from '../engine/log/log.ts';
import { courierNumberMarks } from '../engine/privacy/courier-fingerprints.ts';
import type { Past } from '../engine/recorded-past.ts';
import type { Services } from '../engine/services.ts';
import type { Notifying } from './notifying.ts';
import { openTelephone } from './system/telephone.ts';
import type { Privacy } from './privacy.ts';
import type { MainWindow } from './window/main-window.ts';

/** What {@link createBoard} joins. */
interface BoardParts {
  readonly services: Pick<
    Services,
    | 'ageClock'
    | 'archive'
    | 'archived'
    | 'connection'
    | 'erasure'
    | 'forecasts'
    | 'history'
    | 'localisation'
    | 'orderFolder'
    | 'recorder'
    | 'settings'
    | 'team'
    | 'watcher'
    | 'webhooks'
  >;
  readonly past: Pick<Past, 'decisionsOf'>;
  readonly window: MainWindow;
  readonly contactRetry: ContactRetry;
  readonly notifying: Pick<
    Notifying,
    'learned' | 'notifier' | 'passedOn' | 'seenOrders' | 'waitRules'
  >;
  readonly privacy: Pick<Privacy, 'erasure' | 'phoneShown'>;
  /** What the window is told of this start. */
  readonly start: Pick<BoardSources, 'lockedBaseUrl' | 'platform' | 'startFault' | 'version'>;
  readonly events: AppEvents;
  readonly clock: Clock;
  readonly log: Log;
}

/** Builds what the window shows of the orders, and what it may do to them. */
export function createBoard(parts: BoardParts) {
  const { clock, contactRetry, events, log, notifying, privacy, services, window } = parts;
  const { archive, connection, forecasts, history, localisation, orderFolder } = services;
  const { recorder, settings, team, watcher, webhooks } = services;
  const { learned, notifier, seenOrders, waitRules } = notifying;
  const feed = new BoardFeed(
    {
      ...parts.start,
      watch: watcher,
      archiveChoice: (id) => archive.choiceOf(id),
      evictedCount: () => archive.evictedCount,
      connection: () => connection.state,
      ...(team === null
        ? {}
        : { team: () => team.state, passedOn: (watched) => notifying.passedOn(watched) }),
      numberMark: courierNumberMarks(services.erasure.courierSalt()),
      settings,
      localisation,
      webhooks: () => webhooks.state,
      orderFolder: () => orderFolder.state,
      notifications: () => notifier.health,
      longWait: () => learned.longWait,
      restLimits: () => learned.restLimits,
      erasing: () => privacy.erasure.progress,
      clockAheadMs: () => services.ageClock.aheadMs,
      waitRules,
    },
    clock,
  );
  const search = new OrderSearch(watcher, clock);
  const archivePages = new ArchivePages({ store: services.archived, watch: watcher, clock });
  const annotationChanges = new AnnotationChanges({ watch: watcher, clock });

  return {
    archivePages,
    annotationChanges,
    stateChanged: () => feed.stateChanged(),
    handlers: [
      boardHandlers({
        watch: watcher,
        contactRetry,
        feed,
        search,
        ordersChanged(ids) {
          recorder.archiveChosen(ids.flatMap((id) => watcher.find(id) ?? []));
          events.emit('ordersChanged', ids);
        },
        history,
        decisionsOf: parts.past.decisionsOf,
        forecastOf: (watched) =>
          forecasts.detailOf(watched, clock.wallMs(), settings.current.forecastsArrivals),
        archive,
        archived: archivePages,
        seenOrders,
        annotationChanges,
        settings,
        window,
        openTelephone,
        phoneShown: privacy.phoneShown,
        localisation,
        log,
      }),
      {
        'forecasts:grade': () => ({ ok: true, value: forecasts.grade(clock.wallMs()) }),
      } satisfies HandlersOf<'forecasts'>,
    ] as const,
    subscribe(): void {
      events.on('ordersChanged', (ids) => {
        feed.ordersChanged(ids);
        search.ordersChanged(ids);
      });
      events.on('ordersRemoved', (ids) => {
        feed.ordersRemoved(ids);
        search.ordersRemoved(ids);
      });
      events.on('ordersEvicted', (ids) => {
        feed.ordersEvicted(ids);
        search.ordersRemoved(ids);
      });
      events.on('ordersLoaded', (ids) => feed.ordersLoaded(ids));
      events.on('webhooksChanged', () => feed.stateChanged());
      events.on('erasureProgressed', () => feed.stateChanged());
      events.on('ordersRequested', (orders) => {
        feed.flush();
        window.reveal(orders);
      });
      events.on('pageGone', () => {
        feed.silence();
        search.silence();
        watcher.checks?.setInView([]);
        watcher.checks?.setOpen(null);
      });
    },
  };
}
