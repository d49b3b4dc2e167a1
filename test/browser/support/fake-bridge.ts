import type { ClaimReport } from '../../../core/board/team.ts';
import {
  type BridgeAnswer,
  type RequestAnswers,
  type RequestInput,
  requestSchemas,
} from '../../../core/bridge/bridge.ts';
import type { RequestChannel } from '../../../core/bridge/channels.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { restoredDefaults } from '../../../core/settings/restored-defaults.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import type { TransferOffer } from '../../../core/transfer/transfer.ts';
import { contractNotesExport } from '../../../core/wire/contract-note-text.ts';
import { createBridge } from '../../../preload/bridge.ts';
import { FakeMain } from './fake-main.ts';

type Answer<Channel extends RequestChannel> = (
  input: RequestInput<Channel>,
) => RequestAnswers[Channel];

/** The channels whose answer says something. */
type Telling = {
  [Channel in RequestChannel]: null extends RequestAnswers[Channel] ? never : Channel;
}[RequestChannel];

/** What main answers; null on the channels that are left out. */
type Answers = { readonly [Channel in Telling]: Answer<Channel> } & {
  readonly [Channel in Exclude<RequestChannel, Telling>]?: Answer<Channel>;
};

/** The main process behind the bridge that its window has. */
export class FakeBridge extends FakeMain {
  /** What the preload puts at `window.waybell`. */
  readonly bridge = createBridge({
    invoke: (channel, input) => this.#answer(channel as RequestChannel, input),
    on: (channel, listener) => {
      this.listeners.set(channel, (this.listeners.get(channel) ?? new Set()).add(listener));
    },
    removeListener: (channel, listener) => this.listeners.get(channel)?.delete(listener),
  });

  readonly #answers: Answers = {
    'board:snapshot': () => this.boardNow(),
    'board:search': ({ text }) => this.found(text),
    'board:recent-changes': ({ ids }) => this.recent.filter(({ id }) => ids?.includes(id) ?? true),
    'connection:test': () => this.testResult ?? passedTest,
    'connection:save': ({ baseUrl, clientId }) =>
      this.testResult ?? this.connect(baseUrl, clientId, false),
    'connection:options': () => this.options,
    'connection:choose-ca-file': () =>
      this.chosenPath === null ? { kind: 'cancelled' } : { kind: 'chosen', path: this.chosenPath },
    'connection:try-demo': () => this.connect('http://127.0.0.1:40117', 'demo', true),
    'connection:forget': () => this.changeApp({ connection: { kind: 'none' } }),
    'connection:treat-status': ({ meaning, word }) => {
      const ids = [...this.rows.values()].filter(({ status }) => status?.raw === word);
      return this.change(
        ids.map(({ id }) => id),
        (row) => ({ ...row, status: { raw: word, phase: meaning ?? 'unknown' } }),
      );
    },
    'watch-list:add': ({ orders, words }) => this.add(orders, words ?? 'kept'),
    'watch-list:remove': ({ ids }) => this.remove(...ids),
    'order:detail': ({ id }) => this.details.get(id) ?? null,
    'order:last-answer': ({ id }) => this.answers.get(id) ?? null,
    'order:relabel': ({ id, label }) => this.change([id], (row) => ({ ...row, label })),
    'order:note': ({ id, note }) => this.setPreferences([id], { note }),
    'order:reveal-phone': ({ owner }) => this.phones.get(String(owner)) ?? null,
    'order:call-phone': () => null,
    'orders:mute': ({ ids, isMuted }) => this.change(ids, (row) => ({ ...row, isMuted })),
    'orders:archive': ({ ids, isArchived }) =>
      this.undoable(ids, (row) => ({
        ...row,
        isArchived,
        isUnseen: row.isUnseen && !isArchived,
        attention: isArchived ? null : row.attention,
      })),
    'orders:archived': (input) => this.archivePage(input),
    'orders:find': ({ ids }) => ids.flatMap((id) => this.archived.get(id) ?? []),
    'orders:unarchive': ({ mark }) => this.undo(mark),
    'orders:pin': ({ ids, isPinned }) => this.change(ids, (row) => ({ ...row, isPinned })),
    'orders:set-preferences': ({ change, ids }) => this.setPreferences(ids, change),
    'orders:claim': ({ ids }) => this.claimReport ?? doneFor(ids),
    'orders:release': ({ ids }) => doneFor(ids),
    'team:hub-settings': () => this.hubSettings,
    'team:change-hub-settings': ({ change }) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const settings = { ...this.hubSettings.settings, ...Object.fromEntries(given) };
      this.hubSettings = { ...this.hubSettings, settings };
      return this.hubSettings;
    },
    'orders:groups': () => this.groups,
    'orders:mark-seen': (input) => this.markSeen(input),
    'orders:mark-unseen': ({ mark }) => this.undo(mark),
    'orders:erase': ({ archived, ids }) => {
      if (archived !== undefined) this.eraseArchived(archived);
      return this.remove(...ids);
    },
    'notifications:test': () => this.notificationTest,
    'notifications:play': () => this.canPlay,
    'notifications:history': (input) => this.notificationPage(input),
    'notifications:what-if': (input) => this.whatIf(input),
    'checking:pause': ({ untilMs }) =>
      this.changeApp({ pause: { kind: 'paused', sinceMs: this.nowMs(), untilMs } }),
    'checking:resume': () => this.changeApp({ pause: { kind: 'running' } }),
    'contract-notes:list': () => this.notes,
    'contract-notes:export': ({ form }) =>
      contractNotesExport(this.notes, form, this.app.speech.language),
    'settings:change': (input) => {
      const given = Object.entries(input).filter(([, value]) => value !== undefined);
      this.changeApp({ settings: { ...this.app.settings, ...Object.fromEntries(given) } });
      return this.app.settings;
    },
    'settings:defaults': (input) => {
      const { settings, speech } = this.app;
      const change = restoredDefaults(settings, input.page);
      return { change, warnings: settingsWarnings(change, settings, speech.language) };
    },
    'clipboard:offer': () => this.clipboard,
    'privacy:erase-everything': () => {
      this.remove(...this.rows.keys());
      return this.changeApp({ connection: { kind: 'none' } });
    },
    'privacy:ledger': () => this.ledger,
    'computer:state': () => this.computer,
    'computer:start-at-login': ({ isOn }) => {
      this.computer = { ...this.computer, startAtLogin: { kind: isOn ? 'on' : 'off' } };
      return this.computer;
    },
    'heartbeat:state': () => this.heartbeat,
    'heartbeat:turn-on': () => {
      this.heartbeat = { kind: 'on', acceptedAtMs: null, trouble: null };
      return this.heartbeat;
    },
    'heartbeat:turn-off': () => {
      this.heartbeat = { kind: 'off' };
      return this.heartbeat;
    },
    'update:state': () => this.update,
    'update:look': () => this.update,
    'transfer:save': ({ what }) => ({
      kind: 'saved',
      fileName: 'hand-over.json',
      ...(what === 'orderList' ? { count: { orders: 31, leftOut: 12 } } : {}),
    }),
    'transfer:open': () => this.transferOffer ?? { kind: 'cancelled' },
    'transfer:offer': () => this.transferOffer ?? nothingOffered,
    'transfer:accept': () =>
      this.transferOffer?.kind === 'settings'
        ? { kind: 'settings', change: { theme: 'dark' }, before: { theme: 'light' } }
        : {
            kind: 'orderList',
            added: [...this.rows.keys()].slice(0, 9),
            changed: 1,
            annotationsChange: 1,
          },
    'forecasts:grade': () => this.forecastGrade,
    'day:summary': ({ day }) => this.days[day],
    'day:save-csv': () => ({ kind: 'saved', fileName: 'day.csv' }),
    'diagnosis:run': () => this.diagnosis,
    'diagnosis:save': () => ({ kind: 'saved', fileName: 'report.txt' }),
    'diagnosis:save-recording': () => ({ kind: 'saved', fileName: 'recording.jsonl' }),
    'intake:choose': ({ what }) => {
      const path = `/srv/shop/${what}`;
      return this.changeApp({
        orderFolder: { path, fault: null, faultSinceMs: null, unreadFile: null, fileIntakes: [] },
      });
    },
    'intake:stop': () => this.changeApp({ orderFolder: null }),
    'webhooks:address': () => this.webhookAddress,
    'webhooks:add-secret': ({ keepsOlder }) => {
      const { webhooks } = this.app;
      const secretCount = keepsOlder ? webhooks.secretCount + 1 : 1;
      return this.changeApp({ webhooks: { ...webhooks, secretCount } });
    },
    'webhooks:forget-older': () =>
      this.changeApp({ webhooks: { ...this.app.webhooks, secretCount: 1 } }),
    'webhooks:test': () => this.webhookTest,
    'webhooks:choose-unknown': ({ choice }) =>
      this.changeApp({ webhooks: { ...this.app.webhooks, unknownChoice: choice } }),
    'rewind:range': () => this.rewindRange(),
    'rewind:board': ({ atMs }) => this.rewound(atMs),
    'rewind:order': ({ atMs, id }) => this.pastDetail(id, atMs),
    'window:recall': () => this.view,
    'window:remember': ({ view }) => {
      this.view = view;
      return null;
    },
  };

  async #answer<Channel extends RequestChannel>(
    channel: Channel,
    input: unknown,
  ): Promise<BridgeAnswer<Channel>> {
    this.requests.push({ channel, input: structuredClone(input) });
    // Main refuses input that does not fit its schema, so a test that sends such input must fail.
    const asked = requestSchemas[channel].parse(input) as RequestInput<Channel>;
    const held = this.untilLetGo(channel);
    if (held !== null) await held;
    const failure = this.failing.get(channel);
    if (failure) return { ok: false, failure };
    const answer = this.#answers[channel] as Answer<Channel> | undefined;
    return structuredClone({ ok: true, value: answer?.(asked) ?? null }) as BridgeAnswer<Channel>;
  }
}

const doneFor = (ids: readonly OrderId[]): ClaimReport => ({ done: ids, refused: [] });

const nothingOffered: TransferOffer = {
  kind: 'settings',
  settings: 0,
  same: 0,
  skipped: 0,
  retired: [],
  warnings: [],
};

/** A connection test in which every step passed. */
export const passedTest: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'passed', elapsedMs: 38, detail: null },
    { name: 'certificate', state: 'passed', elapsedMs: 44, detail: 'TLS 1.3' },
    { name: 'token', state: 'passed', elapsedMs: 212, detail: 'Valid for 60 min' },
  ],
};
