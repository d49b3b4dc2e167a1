import { shortId } from '../../core/order/format.ts';
import type { NotificationHealth } from '../../core/bridge/board.ts';
import type { Speech } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { shownPrivacy, tellingVerdict } from '../../core/notification/telling-gate.ts';
import { spokenTelling } from '../../core/notification/spoken-words.ts';
import type { Telling } from '../../core/notification/telling.ts';
import { LearnedRules, rememberMs } from '../notify/learned-rules.ts';
import { WaitTellings } from '../notify/wait-tellings.ts';
import { FlapDamper } from '../notify/flap-damper.ts';
import type {
  NotificationAction,
  NotificationDesk,
  Outbox,
  PastMatch,
  RecentTelling,
} from '../notify/ports.ts';
import { SightTellings } from '../notify/sight-tellings.ts';
import { Teller } from '../notify/teller.ts';
import { TellingStore } from '../notify/telling-store.ts';
import { ToldAgain } from '../notify/told-again.ts';
import { NotificationSelfTest } from '../notify/self-test.ts';
import type { BridgeHandlers, HandlersOf } from '../../core/bridge/bridge.ts';
import type { MainWindow } from '../desktop/window/main-window.ts';
import type { PolicyOptions } from '../notify/policy.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** What the window asks about notifications. */
export type TellingHandlers = HandlersOf<'notifications'> &
  Pick<BridgeHandlers, 'orders:wish' | 'orders:groups'>;

/** So many notifications are listed. */
const historyLimit = 500;

/** What telling people needs of the rest. */
export interface TellingChoices {
  readonly clock: Clock;
  readonly outbox: Outbox & { recent(limit: number): readonly RecentTelling[] };
  readonly desk: NotificationDesk;
  readonly watch: Pick<Watch, 'count' | 'get' | 'list' | 'wish' | 'sight'>;
  readonly settings: () => Settings;
  readonly window: Pick<MainWindow, 'orderInFront' | 'show' | 'sendIfListening'>;
  readonly isLocked: () => boolean;
  readonly healthChanged: (health: NotificationHealth) => void;
  /** Opens the window on an order. */
  readonly reveal: (orderId: OrderId) => void;
  /** The matches and releases since a time, oldest first. */
  readonly matchesSince: (sinceMs: number) => readonly PastMatch[];
  readonly copyUuid: (id: OrderId) => void;
  readonly speech: () => Speech;
}

/** How an update is worded, as the dispatcher has it at the moment. */
export function tellingOptions(
  settings: Settings,
  speech: Speech,
): PolicyOptions & { readonly settings: Settings } {
  return {
    priceUnit: settings.priceUnit,
    locale: speech.locale,
    words: spokenTelling(speech),
    settings,
  };
}

/** Everything that tells. */
export interface TellingServices {
  readonly teller: Teller;
  readonly sightTellings: SightTellings;
  readonly learned: LearnedRules;
  readonly waitTellings: WaitTellings;
  /** The dispatcher looked at these orders or stopped watching them. */
  readonly seen: (ids: readonly OrderId[]) => void;
  readonly handlers: TellingHandlers;
  /** Somebody pressed a button on a notification about an order. */
  readonly act: (action: NotificationAction, id: OrderId) => void;
  /** These orders left the watch list. */
  readonly forget: (ids: readonly OrderId[]) => void;
  /** In the order in which they begin. */
  readonly lives: readonly { start?(): void; stop(): void }[];
}

/** Joins what tells people: what is damped, held back, shown, put off and told again. */
export function createNotifications(choices: TellingChoices): TellingServices {
  const { clock, outbox, desk, watch, window, settings } = choices;
  const store = new TellingStore({ outbox, clock, stored: () => teller.tellingsStored() });
  const tell = (telling: Telling): void => store.tell(telling);
  const words = () => spokenTelling(choices.speech());
  const damper = new FlapDamper({ clock, watched: (id) => watch.get(id), tell, words });
  const again = new ToldAgain({
    clock,
    remindEveryMinutes: () => settings().remindEveryMinutes,
    tell,
    snooze: (id, snoozedUntilMs) => watch.wish([id], { snoozedUntilMs }),
  });
  const act = (action: NotificationAction, id: OrderId): void => {
    switch (action) {
      case 'open':
        return choices.reveal(id);
      case 'snooze':
        again.snooze(id);
        return teller.seen(id);
      case 'copyUuid':
        return choices.copyUuid(id);
    }
  };
  const teller = new Teller({
    outbox,
    desk,
    clock,
    verdict: (telling) =>
      tellingVerdict(telling, {
        settings: settings(),
        watched: telling.orderId === null ? null : (watch.get(telling.orderId) ?? null),
        openOrderId: window.orderInFront,
        isLocked: choices.isLocked(),
        nowMs: clock.wallMs(),
      }),
    privacy: () => shownPrivacy(settings(), choices.isLocked()),
    isDamped: (telling) => damper.isDamped(telling),
    nameOf: (id) => watch.get(id)?.label ?? shortId(id),
    healthChanged: choices.healthChanged,
    words,
    opened: (id) => (id === null ? window.show() : choices.reveal(id)),
    acted: act,
    followed: (key, hop) => selfTest.followed(key, hop),
    shownAlone: (telling) => again.shown(telling),
  });
  const sightTellings = new SightTellings({
    clock,
    outbox,
    watchedCount: () => watch.count,
    sight: () => watch.sight,
    tellingsStored: () => teller.tellingsStored(),
    recovered: () => teller.gatherAfterAway(),
    speech: choices.speech,
  });
  const selfTest = new NotificationSelfTest({
    clock,
    outbox,
    tellingsStored: () => teller.tellingsStored(),
    progressed: (test) => window.sendIfListening('notifications:test-progressed', test),
    speech: choices.speech,
  });
  const learned = new LearnedRules(clock, settings);
  const waitTellings = new WaitTellings({
    rules: (watched) => learned.rulesFor(watched),
    options: () => tellingOptions(settings(), choices.speech()),
    tell,
  });
  return {
    teller,
    sightTellings,
    learned,
    waitTellings,
    act,
    seen(ids) {
      for (const id of ids) {
        again.seen(id);
        teller.seen(id);
      }
    },
    handlers: {
      'orders:wish'({ ids, change }) {
        watch.wish(ids, change);
        teller.situationChanged();
        return { ok: true, value: null };
      },
      'orders:groups': () => {
        const groups = watch.list().flatMap(({ wishes }) => wishes?.group ?? []);
        return { ok: true, value: [...new Set(groups)].toSorted((a, b) => a.localeCompare(b)) };
      },
      'notifications:test': () => ({ ok: true, value: selfTest.start() }),
      'notifications:history': () => ({
        ok: true,
        value: outbox.recent(historyLimit).map(({ telling, outcome }) => ({
          key: telling.key,
          orderId: telling.orderId,
          event: telling.event,
          atMs: telling.decidedAtMs,
          ...telling.texts[settings().notificationPrivacy],
          outcome,
        })),
      }),
    },
    forget(ids) {
      store.forget(ids);
      for (const id of ids) {
        learned.orderRemoved(id);
        waitTellings.forget(id);
      }
    },
    lives: [
      recalling(clock, () => {
        learned.recall(choices.matchesSince(clock.wallMs() - rememberMs));
      }),
      teller,
      sightTellings,
      damper,
      again,
      store,
      { stop: () => selfTest.stop() },
      { stop: () => desk.programEnds() },
    ],
  };
}

/** So long after the start the window is there, and nothing was waiting long enough to be told. */
const recallAfterMs = 3000;

/** Recalls what earlier runs learned, once the start is over. */
function recalling(clock: Clock, recall: () => void): { start(): void; stop(): void } {
  let cancel: (() => void) | null = null;
  return {
    start() {
      cancel = clock.schedule(recall, recallAfterMs);
    },
    stop: () => cancel?.(),
  };
}
