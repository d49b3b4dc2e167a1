import { z } from 'zod';
import type { BoardPatch, BoardSnapshot, OrderDetail } from './board.ts';
import { type AppUpdate, type UpdateAnswers, updateRequests } from './app-update.ts';
import { computerRequests, type ComputerAnswers } from './computer.ts';
import type { ConnectionOptions } from '../delivery/connection-options.ts';
import { connectionOptionsSchema } from '../delivery/connection-options-schema.ts';
import type { ConnectionTest } from '../delivery/connection.ts';
import { type ContractNoteEntry, notesForms } from '../wire/contract-notes.ts';
import { diagnosisRequests, type DiagnosisAnswers } from './diagnosis-requests.ts';
import type { NotificationTest } from '../notification/notification-test.ts';
import { longestNote } from '../watch/order-wishes.ts';
import type { OrderId } from '../order/order-id.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import {
  namedPhoneOwners,
  privacyRequests,
  type PrivacyAnswers,
} from '../privacy/privacy-ledger.ts';
import type { Result } from '../text/result.ts';
import { type Settings, settingsChangeSchema } from '../settings/settings.ts';
import { transferRequests, type TransferAnswers } from './transfer-requests.ts';
import { tellingRequests, type TellingAnswers } from './telling-requests.ts';
import { webhookRequests, type WebhookAnswers } from './webhook-requests.ts';
import type { WindowView } from './window-view.ts';
import { windowViewSchema } from './window-view.ts';

/*
 * The contract between the window and the main process. Every request has a schema, which main
 * applies before any handler runs, and an answer; every event that main pushes has a type. The
 * preload offers one function per request and no way to name a channel.
 */

/** The most orders that one request may name. */
const manyOrders = z.array(orderIdSchema).min(1).max(50_000);

const label = z.string().trim().min(1).max(200).nullable();

const connectionDraft = z.strictObject({
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().trim().min(1).max(1200),
  /** Null keeps the secret that is stored for this base URL and client ID. */
  clientSecret: z.string().min(1).max(1200).nullable(),
  /** A secret that is handed over is kept in memory until the process ends, never in the keychain. */
  isSessionOnly: z.boolean().optional(),
  /** Absent keeps the options that are stored for this base URL, or the defaults. */
  options: connectionOptionsSchema.optional(),
});

/** What the connect screen sends. */
export type ConnectionDraft = z.infer<typeof connectionDraft>;

/** The schema of every request, by channel. Anything that does not fit never reaches a handler. */
export const requestSchemas = {
  'board:snapshot': z.undefined(),
  'connection:test': connectionDraft,
  'connection:save': connectionDraft,
  'connection:options': z.undefined(),
  'connection:try-demo': z.undefined(),
  'connection:forget': z.undefined(),
  'connection:retry': z.undefined(),
  'watch-list:add': z.strictObject({
    orders: z
      .array(z.strictObject({ id: orderIdSchema, label }))
      .min(1)
      .max(50_000),
  }),
  'watch-list:remove': z.strictObject({ ids: manyOrders }),
  'order:detail': z.strictObject({ id: orderIdSchema }),
  'order:relabel': z.strictObject({ id: orderIdSchema, label }),
  'order:note': z.strictObject({
    id: orderIdSchema,
    note: z.string().trim().min(1).max(longestNote).nullable(),
  }),
  'order:reveal-phone': z.strictObject({
    id: orderIdSchema,
    owner: z.union([z.enum(namedPhoneOwners), z.int().min(1).max(1000)]),
  }),
  'orders:mute': z.strictObject({ ids: manyOrders, isMuted: z.boolean() }),
  'orders:archive': z.strictObject({ ids: manyOrders, isArchived: z.boolean() }),
  'orders:pin': z.strictObject({ ids: manyOrders, isPinned: z.boolean() }),
  'orders:mark-seen': z.strictObject({ ids: manyOrders }),
  'orders:mark-unseen': z.strictObject({ ids: manyOrders }),
  'orders:check-now': z.strictObject({ ids: manyOrders }),
  'checking:pause': z.strictObject({ untilMs: z.int().positive().nullable() }),
  'checking:resume': z.undefined(),
  'contract-notes:list': z.undefined(),
  'contract-notes:export': z.strictObject({ form: z.enum(notesForms) }),
  'settings:change': settingsChangeSchema,
  'clipboard:write': z.strictObject({
    text: z.string().max(2_000_000),
    /** Taken off the clipboard again after a minute, if it is still there. */
    isPersonal: z.boolean().optional(),
  }),
  'clipboard:offer': z.undefined(),
  ...computerRequests,
  ...updateRequests,
  ...privacyRequests,
  ...transferRequests,
  ...diagnosisRequests,
  ...tellingRequests,
  ...webhookRequests,
  'window:open-order': z.strictObject({
    /** The order whose details are open, or null: an open order does not notify. */
    id: orderIdSchema.nullable(),
  }),
  'window:recall': z.undefined(),
  'window:remember': z.strictObject({
    view: windowViewSchema,
    /** The page was asked to go and has nothing more to hand over. */
    isLeaving: z.boolean(),
  }),
  'window:look-at': z.strictObject({
    /** The orders whose rows are on the screen, none when the window is out of sight. */
    ids: z.array(orderIdSchema).max(500),
  }),
} as const;

export type RequestChannel = keyof typeof requestSchemas;

/** What a request carries, after the schema. */
export type RequestInput<Channel extends RequestChannel> = z.output<
  (typeof requestSchemas)[Channel]
>;

/** What happened to each pasted order. */
export interface AddReport {
  readonly added: readonly OrderId[];
  readonly alreadyWatched: readonly OrderId[];
}

/** The answer to every request, by channel. */
export interface RequestAnswers
  extends
    ComputerAnswers,
    DiagnosisAnswers,
    PrivacyAnswers,
    TellingAnswers,
    TransferAnswers,
    UpdateAnswers,
    WebhookAnswers {
  'board:snapshot': BoardSnapshot;
  /** The test as far as it came when another one took its place. */
  'connection:test': ConnectionTest;
  /**
   * Null once stored and in use; otherwise the test that did not pass or was replaced by another, and
   * nothing was stored.
   */
  'connection:save': ConnectionTest | null;
  /** The options of the connection in use or, without one, of the stored one, or the defaults. */
  'connection:options': ConnectionOptions;
  'connection:try-demo': null;
  'connection:forget': null;
  'connection:retry': null;
  'watch-list:add': AddReport;
  'watch-list:remove': null;
  'order:detail': OrderDetail | null;
  'order:relabel': null;
  'order:note': null;
  'order:reveal-phone': string | null;
  'orders:mute': null;
  'orders:archive': null;
  'orders:pin': null;
  'orders:mark-seen': null;
  'orders:mark-unseen': null;
  'orders:check-now': null;
  'checking:pause': null;
  'checking:resume': null;
  /** What reading the answers of the present service needed, the most frequent first. */
  'contract-notes:list': readonly ContractNoteEntry[];
  /** The same as text for people or as JSON, to be copied or saved. Holds no personal data. */
  'contract-notes:export': string;
  /** The settings as they are now: the next change builds on them, before any patch tells of this one. */
  'settings:change': Settings;
  'clipboard:write': null;
  /** Text with uuids that is on the clipboard, once; null for nothing, or while it is not wished. */
  'clipboard:offer': string | null;
  'window:open-order': null;
  /** Where the dispatcher was when the window was closed; null in a window that is the first. */
  'window:recall': WindowView | null;
  'window:remember': null;
  'window:look-at': null;
}

/**
 * Why a request was not done. The message is written for the dispatcher; stack, path and the
 * service's own text stay in the log.
 */
export interface BridgeFailure {
  readonly code:
    | 'malformed-request'
    | 'untrusted-sender'
    | 'base-url-refused'
    | 'ca-file-refused'
    | 'keychain-failed'
    | 'demo-failed'
    | 'storage-failed'
    | 'transfer-refused'
    | 'internal-error';
  readonly message: string;
}

export type BridgeAnswer<Channel extends RequestChannel> = Result<
  RequestAnswers[Channel],
  BridgeFailure
>;

/** The names of all events, for the preload's closed list. */
export const eventChannels = [
  'board:patched',
  'connection:test-progressed',
  'order:revealed',
  'paste:offered',
  'notifications:test-progressed',
  'update:changed',
  'window:leaving',
] as const;

export type EventChannel = (typeof eventChannels)[number];

/** What main pushes to the window, by channel. Events are announced in the past tense. */
export interface BridgeEvents {
  'notifications:test-progressed': NotificationTest;
  'board:patched': BoardPatch;
  'connection:test-progressed': ConnectionTest;
  /** Somebody asked for this order from outside the window: a notification, the tray, a link. */
  'order:revealed': { readonly id: OrderId };
  /** Text arrived from outside the window to be looked through for uuids, such as a dropped file. */
  'paste:offered': { readonly text: string };
  'update:changed': AppUpdate;
  /** The window was closed and its page will be ended: time to hand over what it still holds. */
  'window:leaving': null;
}

/** Stops the listener it came with. */
export type Unsubscribe = () => void;

type Ask<Channel extends RequestChannel> =
  RequestInput<Channel> extends undefined
    ? () => Promise<BridgeAnswer<Channel>>
    : (input: z.input<(typeof requestSchemas)[Channel]>) => Promise<BridgeAnswer<Channel>>;

type Listen<Channel extends EventChannel> = (
  listener: (event: BridgeEvents[Channel]) => void,
) => Unsubscribe;

/** The one global that the preload gives to the window, as `window.waybell`, frozen. */
export interface WaybellBridge {
  readonly snapshot: Ask<'board:snapshot'>;
  readonly testConnection: Ask<'connection:test'>;
  readonly saveConnection: Ask<'connection:save'>;
  readonly connectionOptions: Ask<'connection:options'>;
  readonly tryDemo: Ask<'connection:try-demo'>;
  readonly forgetConnection: Ask<'connection:forget'>;
  readonly retryConnection: Ask<'connection:retry'>;
  readonly addToWatchList: Ask<'watch-list:add'>;
  readonly removeFromWatchList: Ask<'watch-list:remove'>;
  readonly orderDetail: Ask<'order:detail'>;
  readonly relabelOrder: Ask<'order:relabel'>;
  readonly noteOrder: Ask<'order:note'>;
  readonly revealPhone: Ask<'order:reveal-phone'>;
  readonly muteOrders: Ask<'orders:mute'>;
  /** Puts orders into the archive, or takes them out to stay on the list. */
  readonly archiveOrders: Ask<'orders:archive'>;
  readonly pinOrders: Ask<'orders:pin'>;
  readonly wishForOrders: Ask<'orders:wish'>;
  readonly orderGroups: Ask<'orders:groups'>;
  readonly testNotifications: Ask<'notifications:test'>;
  readonly notificationHistory: Ask<'notifications:history'>;
  readonly markSeen: Ask<'orders:mark-seen'>;
  readonly markUnseen: Ask<'orders:mark-unseen'>;
  readonly checkNow: Ask<'orders:check-now'>;
  readonly pauseChecking: Ask<'checking:pause'>;
  readonly resumeChecking: Ask<'checking:resume'>;
  readonly contractNotes: Ask<'contract-notes:list'>;
  readonly exportContractNotes: Ask<'contract-notes:export'>;
  readonly changeSettings: Ask<'settings:change'>;
  readonly writeClipboard: Ask<'clipboard:write'>;
  readonly offeredClipboard: Ask<'clipboard:offer'>;
  readonly eraseOrders: Ask<'orders:erase'>;
  readonly eraseEverything: Ask<'privacy:erase-everything'>;
  readonly privacyLedger: Ask<'privacy:ledger'>;
  readonly computerState: Ask<'computer:state'>;
  readonly startAtLogin: Ask<'computer:start-at-login'>;
  readonly updateState: Ask<'update:state'>;
  readonly lookForUpdate: Ask<'update:look'>;
  readonly restartForUpdate: Ask<'update:restart'>;
  readonly saveTransfer: Ask<'transfer:save'>;
  readonly openTransfer: Ask<'transfer:open'>;
  readonly offerTransfer: Ask<'transfer:offer'>;
  readonly acceptTransfer: Ask<'transfer:accept'>;
  readonly diagnose: Ask<'diagnosis:run'>;
  readonly saveDiagnosis: Ask<'diagnosis:save'>;
  readonly webhookAddress: Ask<'webhooks:address'>;
  readonly newWebhookPath: Ask<'webhooks:new-path'>;
  readonly addWebhookSecret: Ask<'webhooks:add-secret'>;
  readonly forgetOlderWebhookSecrets: Ask<'webhooks:forget-older'>;
  readonly testWebhooks: Ask<'webhooks:test'>;
  readonly dismissOfferedOrders: Ask<'webhooks:dismiss-offered'>;
  readonly tellOpenOrder: Ask<'window:open-order'>;
  readonly recallView: Ask<'window:recall'>;
  readonly rememberView: Ask<'window:remember'>;
  readonly tellOrdersInView: Ask<'window:look-at'>;
  readonly onBoardPatched: Listen<'board:patched'>;
  readonly onConnectionTestProgressed: Listen<'connection:test-progressed'>;
  readonly onOrderRevealed: Listen<'order:revealed'>;
  readonly onPasteOffered: Listen<'paste:offered'>;
  readonly onNotificationTestProgressed: Listen<'notifications:test-progressed'>;
  readonly onUpdateChanged: Listen<'update:changed'>;
  readonly onWindowLeaving: Listen<'window:leaving'>;
}
