import type {
  PasteReport,
  RevealedOrders,
  WaybellBridge,
  WindowPlace,
} from '../core/bridge/bridge.ts';
import { english, type Speech } from '../core/text/language.ts';
import { shortId } from '../core/order/format.ts';
import type { OrderRow } from '../core/board/board.ts';
import type { OrderId } from '../core/order/order-id.ts';
import { everyNotification } from '../core/notification/notification.ts';
import { createActions, orderName } from './actions.ts';
import { notNarrowed } from '../core/settings/list-show.ts';
import { groupOf, isNarrowed } from './board/arrangement.ts';
import { courierOf, isViewName, ordersOfCourier } from './board/views.ts';
import { answering } from './bridge.ts';
import { isolated } from './components/controls/received.tsx';
import { isOverNow, noCourierText, rowLook } from './components/list/row-look.ts';
import { createAnnouncer } from './stores/announcer.ts';
import { createArchiveStore } from './stores/archive-store.ts';
import { createBoardStore } from './stores/board-store.ts';
import { createComputerStore } from './stores/settings/computer-store.ts';
import { createHeartbeatStore } from './stores/settings/heartbeat-store.ts';
import { createHubSettingsStore } from './stores/settings/hub-settings-store.ts';
import { createNotificationStore } from './stores/settings/notification-store.ts';
import { createConnectStore } from './stores/settings/connect-store.ts';
import { createDiagnosisStore } from './stores/settings/diagnosis-store.ts';
import { createDetailStore } from './stores/detail-store.ts';
import { createListStore } from './stores/list-store.ts';
import { createOptionsStore } from './stores/settings/options-store.ts';
import { createNotificationHistoryStore } from './stores/notification-history-store.ts';
import { createPasteStore } from './stores/paste-store.ts';
import { createPrivacyStore } from './stores/settings/privacy-store.ts';
import { createRecentStore } from './stores/recent-store.ts';
import { createRewindStore } from './stores/rewind-store.ts';
import { createRestoreStore } from './stores/settings/restore-store.ts';
import { createSelectionStore } from './stores/selection-store.ts';
import { createSettingsStore } from './stores/settings/settings-store.ts';
import { createTeamStore } from './stores/team-store.ts';
import { createToastStore } from './stores/toast-store.ts';
import { createUpdateStore } from './stores/settings/update-store.ts';
import {
  createLayerStore,
  createLayoutStore,
  createScrollStore,
  createViewMemory,
} from './stores/window-place.ts';
import { createViewReporter } from './stores/view-reporter.ts';
import { createDayStore } from './stores/settings/day-store.ts';
import { createForecastStore } from './stores/settings/forecast-store.ts';
import { createTransferStore } from './stores/settings/transfer-store.ts';
import { createWhatIfStore } from './stores/settings/what-if-store.ts';
import { createWebhookStore } from './stores/settings/webhook-store.ts';
import { createTicker, type Stop, type WindowTime } from './stores/window-time.ts';
import { createTextsStore } from './stores/texts-store.ts';
import type { Dictionary } from './text/en/dictionary.ts';

/**
 * The model of one window.
 *
 * @param spokenFirst the language until the snapshot names it
 * @param isPast it shows the past, and nothing in it can act
 */
export function createWindowModel(
  preloadBridge: WaybellBridge,
  time: WindowTime,
  spokenFirst: Speech = english,
  isPast = false,
) {
  const bridge = answering(preloadBridge);
  const ticker = createTicker(time);
  const board = createBoardStore(bridge);
  const texts = createTextsStore(board, spokenFirst);
  const currentTexts = texts.getState;
  const toasts = createToastStore(time);
  const settings = createSettingsStore(bridge, board.adoptSettings);
  const list = createListStore({
    bridge,
    board,
    time,
    keepNarrowing: (listShow) => void settings.change({ listShow }),
    fail: toasts.fail,
  });
  const actions = createActions({ bridge, board, list, toasts, time, texts: currentTexts });
  const announcer = createAnnouncer(board, time, ([row, ...others]) =>
    others.length === 0
      ? currentTexts().announcement.one(
          orderName(row),
          rowLook(row, currentTexts(), time.nowMs()).text,
        )
      : currentTexts().announcement.many(others.length + 1),
  );
  const view = createViewReporter(bridge, time);
  const recent = createRecentStore(bridge, board, time);
  const notificationHistory = createNotificationHistoryStore(bridge, board);
  const layers = createLayerStore();
  const connect = createConnectStore(bridge);
  const team = createTeamStore(bridge);
  const options = createOptionsStore(bridge, connect, toasts);
  const restore = createRestoreStore(bridge, board, toasts, currentTexts);
  const computer = createComputerStore(bridge, settings.change);
  const heartbeat = createHeartbeatStore(bridge);
  const hubSettings = createHubSettingsStore(bridge);
  const notifications = createNotificationStore(bridge);
  const whatIf = createWhatIfStore(bridge, board, time);
  const webhooks = createWebhookStore(bridge);
  const update = createUpdateStore(bridge, toasts, currentTexts);
  const diagnosis = createDiagnosisStore(bridge, toasts, currentTexts);
  const transfer = createTransferStore(
    bridge,
    toasts,
    currentTexts,
    time,
    (report, text) => {
      list.unhide(report.added);
      list.sortNow();
      actions.showAdded({ ...report, changed: [], text });
    },
    (report) => restore.imported(report),
  );
  const day = createDayStore(bridge, toasts, currentTexts);
  const forecast = createForecastStore(bridge);
  const privacy = createPrivacyStore(bridge, toasts, currentTexts, settings.close);

  const selection = createSelectionStore(list, (id) => {
    const row = board.getState().rows.get(id);
    const { filter, hidden, narrowing } = list.getState();
    if (!row || hidden.has(id) || filter !== '' || isNarrowed(narrowing)) return;
    if (list.isMoving(id) || row.isArchived || list.getState().view === 'archive') return;
    const isInGroup = !isViewName(list.getState().view);
    const group = row.group === null ? currentTexts().groupsNav.none : isolated(row.group);
    toasts.tell({
      icon: 'all',
      text: currentTexts().toast.movedTo(isInGroup ? group : currentTexts().groups[groupOf(row)]),
      subject: orderName(row),
    });
  });

  const detail = createDetailStore(bridge, board, time, toasts);

  const rewind = createRewindStore({
    bridge,
    time,
    openId: () => detail.getState().openId,
    leaving: () => {
      layers.close();
      toasts.settle();
    },
    fail: toasts.fail,
  });

  const archive = createArchiveStore({ bridge, board, list, time, fail: toasts.fail });
  /** Rows of evicted orders are kept while they are on the screen. */
  const holdShown = () => {
    const { cardIds, view: shown } = list.getState();
    const { openId } = detail.getState();
    const newsIds = new Set(layers.getState().cardNews?.ids);
    board.holdOnly(
      (id) => shown === 'archive' || id === openId || cardIds?.has(id) === true || newsIds.has(id),
    );
  };

  const layout = createLayoutStore();
  const scroll = createScrollStore();
  const viewMemory = createViewMemory(bridge, {
    board,
    list,
    layers,
    selection,
    detail,
    layout,
    scroll,
    flush: actions.flush,
  });

  /** Leaves the view and the filter if they hide some of these watched orders. */
  const showInList = (ids: readonly OrderId[]) => {
    const { arrangement, isLooking } = list.getState();
    if (!isLooking && ids.every((id) => arrangement.groups.has(id))) return;
    const { rows } = board.getState();
    list.setFilter('');
    list.narrow(notNarrowed);
    list.openView(ids.every((id) => rows.get(id)?.isArchived === true) ? 'archive' : 'all');
  };

  /** What was asked for before the board was there. */
  let openWanted: (() => void) | null = null;
  const reveal = (id: OrderId) => {
    const { app, phase, rows } = board.getState();
    if (rows.has(id)) revealKnown(id);
    // The window may have been opened for this order and has no board yet.
    else if (phase.kind !== 'ready') openWanted = () => reveal(id);
    else if (app?.putAwayCount === 0) revealKnown(id);
    else void archive.bring([id]).then(() => revealKnown(id));
  };

  const revealKnown = (id: OrderId) => {
    rewind.close();
    if (!board.getState().rows.has(id)) {
      // A notification may be older than the decision not to watch its order any more.
      toasts.show({ icon: 'info', text: currentTexts().toast.notWatched, subject: shortId(id) });
      return;
    }
    settings.close();
    actions.keepWatching(id);
    showInList([id]);
    selection.select(id);
    detail.open(id);
  };

  /** Opens the orders of a card alone: those that need a person in the list, news in “What changed”. */
  const openCard = async ({ ids, topic }: RevealedOrders): Promise<void> => {
    if (board.getState().phase.kind !== 'ready') {
      openWanted = () => void openCard({ ids, topic });
      return;
    }
    if (topic !== null && ids.length > 1) await archive.bring(ids);
    const watched = ids.filter((id) => board.getState().rows.has(id));
    const [only = ids[0], ...others] = watched;
    if (topic === null || others.length === 0) {
      if (only !== undefined) reveal(only);
      return;
    }
    rewind.close();
    settings.close();
    if (topic.kind === 'news') {
      layers.openNews({ ids: watched, sinceMs: topic.sinceMs });
      return;
    }
    layers.close();
    layers.setFiltering(false);
    list.setFilter('');
    list.openCard(watched);
    selection.select(null);
  };

  /** Shows the orders on the list that the courier of this one has. */
  const showSameCourier = (id: OrderId) => {
    const { rows } = board.getState();
    const row = rows.get(id);
    const courier = courierOf(row);
    const ids = ordersOfCourier(rows, id);
    if (courier === null || ids.every((each) => each === id)) {
      const text = currentTexts();
      toasts.show({ icon: 'info', text: nothingElseText(row, courier, text) });
      return;
    }
    layers.close();
    layers.setFiltering(false);
    list.setFilter('');
    list.openCard(ids, courier);
    selection.select(id);
  };

  /** Opens the one watched order, or selects the several where the list shows them. */
  const show = (ids: readonly OrderId[]) => {
    const { app, rows } = board.getState();
    if (app?.putAwayCount === 0 || ids.every((id) => rows.has(id))) showKnown(ids);
    else void archive.bring(ids).then(() => showKnown(ids));
  };

  const showKnown = (ids: readonly OrderId[]) => {
    const watched = ids.filter((id) => board.getState().rows.has(id));
    const [first = ids[0]] = watched;
    if (watched.length < 2) {
      if (first !== undefined) reveal(first);
      return;
    }
    showInList(watched);
    const wanted = new Set(watched);
    const shown = list.getState().arrangement.orderIds.filter((id) => wanted.has(id));
    const [topmost] = shown;
    if (topmost !== undefined) selection.restore(topmost, shown);
    const archived = watched.length - shown.length;
    if (archived > 0)
      toasts.show({ icon: 'archive', text: currentTexts().toast.othersArchived(archived) });
  };

  const watched = ({ added, alreadyWatched, changed, annotationsChange }: PasteReport) => {
    list.unhide(added);
    list.sortNow();
    const [first] = added;
    const { toast } = currentTexts();
    if (added.length + changed.length > 0) {
      const text =
        changed.length === 0
          ? toast.watching(added.length)
          : added.length === 0
            ? toast.updated(changed.length)
            : toast.watchingAndUpdated(added.length, changed.length);
      actions.showAdded({ added, changed, annotationsChange, text });
    }
    if (first === undefined) {
      show(alreadyWatched);
      return;
    }
    if (list.getState().arrangement.groups.has(first)) selection.select(first);
  };

  const paste = createPasteStore(bridge, {
    board,
    list,
    toasts,
    time,
    aboutToWatch: toasts.settle,
    bring: archive.bring,
    watched,
    show,
  });

  /** Opens the history of notifications: of one order, or all of it. */
  const openNotifications = (order: OrderId | null = null) => {
    settings.close();
    void notificationHistory.narrow({ ...everyNotification, order });
    layers.open('notifications');
  };

  /** Goes to the part of the window that the tray asks for. */
  const goTo = (place: WindowPlace) => {
    rewind.close();
    switch (place) {
      case 'settings':
        settings.open();
        return;
      case 'quietHours':
        settings.openPlace('quiet');
        return;
      case 'notifications':
        openNotifications();
        return;
      case 'credentials': {
        const connection = board.getState().app?.connection ?? null;
        if (connection === null || connection.kind === 'none') return;
        connect.open(connection.baseUrl, connection.clientId, false);
        return;
      }
      case 'needsAttention':
        settings.close();
        list.setFilter('');
        layers.setFiltering(false);
        list.openView(place);
    }
  };

  /** While the panel is open it shows the selected order, except while one of its fields has the focus. */
  const followSelection = () => {
    const { activeId, selectedIds } = selection.getState();
    const { openId, isTyping } = detail.getState();
    detail.setAmongMany(selectedIds.size > 1);
    if (openId === null || activeId === openId || isTyping) return;
    if (activeId === null) detail.close();
    else detail.open(activeId);
  };

  /** A dispatcher who types into the details of an order, or says what came of a call, is at that order until then. */
  const tellEdited = () => {
    const { isRenaming, isTyping, openId } = detail.getState();
    const { layer } = layers.getState();
    const isAsked = layer === 'call' || layer === 'claim' || layer === 'dial';
    list.setEdited(isRenaming || isTyping || isAsked ? openId : null);
  };

  const offerClipboard = async () => {
    if (board.getState().app?.settings.offersClipboard !== true) return;
    const answer = await bridge.offeredClipboard();
    if (answer.ok && answer.value !== null) paste.offer(answer.value);
  };

  return {
    /** Called when the window comes to the front: offers uuids from the clipboard, if that setting is on. */
    offerClipboard,
    texts,
    /** The texts at the moment: ask anew each time, for the language may change. */
    get text(): Dictionary {
      return texts.getState();
    },
    time,
    ticker,
    board,
    list,
    archive,
    selection,
    layout,
    scroll,
    paste,
    detail,
    rewind,
    isPast,
    toasts,
    connect,
    team,
    options,
    layers,
    recent,
    notificationHistory,
    openNotifications,
    showSameCourier,
    settings,
    restore,
    computer,
    heartbeat,
    hubSettings,
    notifications,
    whatIf,
    webhooks,
    update,
    transfer,
    day,
    forecast,
    privacy,
    diagnosis,
    announcer,
    view,
    actions,
    /** Opens the details of an order, in a view that shows it. */
    reveal,
    /** Begins to listen and asks for the board. */
    start: (): Stop => {
      const stops = [
        ticker.start(),
        list.start(),
        selection.start(),
        selection.subscribe(followSelection),
        detail.subscribe((state, before) => {
          if (before.isTyping && !state.isTyping) followSelection();
          tellEdited();
          if (before.openId !== state.openId) {
            list.keepPlace(state.openId);
            holdShown();
          }
        }),
        list.subscribe((state, before) => {
          if (before.view !== state.view || before.cardIds !== state.cardIds) holdShown();
        }),
        layers.subscribe((state, before) => {
          if (before.cardNews !== state.cardNews) holdShown();
          tellEdited();
        }),
        archive.start(),
        detail.start(),
        viewMemory.start(),
        board.subscribe(({ phase }) => {
          if (openWanted === null || phase.kind !== 'ready') return;
          const open = openWanted;
          openWanted = null;
          open();
        }),
        connect.start(),
        announcer.start(),
        update.start(),
        transfer.start(),
        view.stop,
        bridge.onOrdersRevealed((orders) => void openCard(orders)),
        bridge.onPlaceRequested(({ place }) => goTo(place)),
        bridge.onPasteOffered((offer) => {
          // The paste bar is on the board of the present.
          rewind.close();
          settings.close();
          if ('text' in offer) paste.paste(offer.text);
          else
            toasts.tell({ icon: 'st-attention', text: currentTexts().drop.refused[offer.refused] });
        }),
        board.start(),
      ];
      return () => {
        actions.flush();
        for (const stop of stops) stop();
      };
    },
  };
}

/** Why no other order of an order's courier is shown. */
function nothingElseText(
  row: OrderRow | undefined,
  courier: string | null,
  text: Dictionary,
): string {
  const { isOver, nothingElse, notNamed } = text.courierWay;
  if (row === undefined || courier !== null) return nothingElse;
  if (isOverNow(row)) return isOver;
  return row.courier.kind === 'known' ? notNamed : noCourierText(row, text);
}

/** Everything the window knows and can do, without anything that draws. */
export type WindowModel = ReturnType<typeof createWindowModel>;
