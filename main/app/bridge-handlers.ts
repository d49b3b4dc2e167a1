import type { BridgeEvents, BridgeFailure } from '../../core/bridge/bridge.ts';
import type { ConnectionTest } from '../../core/delivery/connection.ts';
import { contractNotesExport } from '../../core/wire/contract-note-text.ts';
import type { Language } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Result } from '../../core/text/result.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import type { BoardSnapshot } from '../../core/bridge/board.ts';
import type { PhoneOwner } from '../../core/privacy/privacy-ledger.ts';
import type { WindowView } from '../../core/bridge/window-view.ts';
import { orderDetail, phoneNumber } from '../board/order-detail.ts';
import type { HistoryReader } from '../board/ports.ts';
import type { ConnectionService } from '../connection/connection-service.ts';
import type { ContractNoteCounter } from '../connection/contract-note-counter.ts';
import type { Archive } from './compose-archive.ts';
import type { Updates } from './compose-updates.ts';
import type { PrivacyHandlers } from '../privacy/erasure.ts';
import type { NotificationHandlers } from './compose-notifications.ts';
import type { ComputerHandlers } from './computer-desk.ts';
import type { DiagnosisHandlers } from '../diagnosis/diagnosis-handlers.ts';
import type { BridgeHandlers } from '../desktop/bridge/bridge-server.ts';
import type { Log } from '../log/log.ts';
import type { TransferHandlers } from '../transfer/transfer-service.ts';
import type { Watch } from '../watch/ports.ts';
import type { WebhookHandlers } from './webhook-handlers.ts';

/** What the window's requests act on. */
export interface BridgeTargets {
  readonly watch: Watch;
  readonly connection: Pick<
    ConnectionService,
    'options' | 'test' | 'save' | 'tryDemo' | 'forgetConnection'
  >;
  readonly contractNotes: Pick<ContractNoteCounter, 'entries'>;
  readonly history: HistoryReader;
  /** Tries the connection and the checks again at once. */
  readonly retry: () => Promise<void>;
  /** Begins to send patches and answers with what they count on from. */
  readonly beginBoard: () => BoardSnapshot;
  readonly testProgressed: (test: BridgeEvents['connection:test-progressed']) => void;
  /** @throws when it could not be written */
  readonly changeSettings: (change: SettingsChange) => Settings;
  /** Requests that are answered elsewhere. */
  readonly others: ComputerHandlers &
    DiagnosisHandlers &
    TransferHandlers &
    PrivacyHandlers &
    NotificationHandlers &
    WebhookHandlers &
    Updates['handlers'] &
    Archive['handlers'];
  /** A whole phone number is about to be shown or copied. */
  readonly phoneShown: (id: OrderId, owner: PhoneOwner) => void;
  readonly orderOpened: (id: OrderId | null) => void;
  readonly recallView: () => WindowView | null;
  readonly viewRemembered: (view: WindowView, isLeaving: boolean) => void;
  /** The dispatcher looked at these orders or stopped watching them. */
  readonly ordersSettled: (ids: readonly OrderId[]) => void;
  readonly language: () => Language;
  readonly log: Log;
}

const done = { ok: true, value: null } as const;

/** What each request of the window does. The payloads have passed their schemas. */
export function bridgeHandlers(targets: BridgeTargets): BridgeHandlers {
  const { watch, connection, history } = targets;
  const inTurn = oneTestAtATime(targets.testProgressed);
  return {
    ...targets.others,
    'board:snapshot': () => ({ ok: true, value: targets.beginBoard() }),
    'connection:test': (draft) =>
      inTurn((progress, signal) => connection.test(draft, progress, signal)),
    'connection:save': (draft) =>
      inTurn((progress, signal) => connection.save(draft, progress, signal)),
    'connection:options': () => ({ ok: true, value: connection.options }),
    async 'connection:try-demo'() {
      const demo = await connection.tryDemo();
      if (!demo.ok) return demo;
      await watch.add(demo.value);
      return done;
    },
    'connection:forget': () => connection.forgetConnection(),
    async 'connection:retry'() {
      await targets.retry();
      return done;
    },
    'watch-list:add': async ({ orders }) => ({ ok: true, value: await watch.add(orders) }),
    'watch-list:remove'({ ids }) {
      watch.remove(ids);
      targets.ordersSettled(ids);
      return done;
    },
    'order:detail': ({ id }) => ({ ok: true, value: orderDetail(id, watch, history) }),
    'order:relabel'({ id, label }) {
      watch.relabel(id, label);
      return done;
    },
    'order:note'({ id, note }) {
      watch.wish([id], { note });
      return done;
    },
    'order:reveal-phone'({ id, owner }) {
      const number = phoneNumber(watch.get(id)?.order ?? null, owner);
      if (number !== null) targets.phoneShown(id, owner);
      return { ok: true, value: number };
    },
    'orders:mute'({ ids, isMuted }) {
      watch.mute(ids, isMuted);
      return done;
    },
    'orders:pin'({ ids, isPinned }) {
      watch.pin(ids, isPinned);
      return done;
    },
    'orders:mark-seen'({ ids }) {
      watch.markSeen(ids);
      targets.ordersSettled(ids);
      return done;
    },
    'orders:mark-unseen'({ ids }) {
      watch.markUnseen(ids);
      return done;
    },
    'orders:check-now'({ ids }) {
      watch.checkNow(ids);
      return done;
    },
    'checking:pause'({ untilMs }) {
      watch.pause(untilMs);
      return done;
    },
    'checking:resume'() {
      watch.resume();
      return done;
    },
    'contract-notes:list': () => ({ ok: true, value: targets.contractNotes.entries }),
    'contract-notes:export': ({ form }) => ({
      ok: true,
      value: contractNotesExport(targets.contractNotes.entries, form, targets.language()),
    }),
    'settings:change': (change) => changeSettings(targets, change),
    'window:open-order'({ id }) {
      targets.orderOpened(id);
      return done;
    },
    'window:recall': () => ({ ok: true, value: targets.recallView() }),
    'window:remember'({ view, isLeaving }) {
      targets.viewRemembered(view, isLeaving);
      return done;
    },
    'window:look-at'({ ids }) {
      watch.setInView(ids);
      return done;
    },
  };
}

const untested: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'waiting' },
    { name: 'certificate', state: 'waiting' },
    { name: 'token', state: 'waiting' },
  ],
};

type Progress = (test: ConnectionTest) => void;
type Tried<Value> = Result<Value | ConnectionTest, BridgeFailure>;

/**
 * A newer test makes the one before it pointless: the window shows one at a time. The older one ends as
 * an ordinary answer, with what it had found by then, and is silent from then on.
 */
function oneTestAtATime(
  progressed: Progress,
): <Value>(
  run: (progress: Progress, signal: AbortSignal) => Promise<Tried<Value>>,
) => Promise<Tried<Value>> {
  let running = new AbortController();
  return async (run) => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    let found = untested;
    const progress: Progress = (test) => {
      if (signal.aborted) return;
      found = test;
      progressed(test);
    };
    try {
      return await run(progress, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      const [reach, certificate, token] = found.steps;
      return {
        ok: true,
        value: { steps: [stopped(reach), stopped(certificate), stopped(token)] },
      };
    }
  };
}

/** A step that was under way when its test was stopped has found nothing. */
function stopped(step: ConnectionTest['steps'][number]): ConnectionTest['steps'][number] {
  return step.state === 'running' ? { name: step.name, state: 'waiting' } : step;
}

function changeSettings(
  { changeSettings: change, language, log }: BridgeTargets,
  wanted: SettingsChange,
): Result<Settings, BridgeFailure> {
  try {
    return { ok: true, value: change(wanted) };
  } catch (error) {
    log.defect('settingsNotWritten', error);
    const { settingsNotWritten: message } = refusalWordsIn[language()];
    return { ok: false, failure: { code: 'storage-failed', message } };
  }
}
