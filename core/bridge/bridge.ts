import { z } from 'zod';
import {
  type ArchivePage,
  archivePlaceSchema,
  archiveQuerySchema,
  largestArchivePage,
} from '../board/archive-page.ts';
import type {
  BoardChange,
  BoardPatch,
  BoardSnapshot,
  OrderDetail,
  OrderRow,
} from '../board/board.ts';
import type { AppUpdate } from './app-update.ts';
import type { EventChannel, RequestChannel, eventChannels, requestChannels } from './channels.ts';
import { type HeartbeatState, longestHeartbeatUrl } from './heartbeat-state.ts';
import type { ComputerState } from './computer.ts';
import type { ConnectionOptions } from '../delivery/connection-options.ts';
import { connectionOptionsSchema } from '../delivery/connection-options-schema.ts';
import type { ConnectionTest } from '../delivery/connection.ts';
import { longestStatusWord } from '../delivery/status-meanings.ts';
import { knownPhases } from '../order/order.ts';
import { type ContractNoteEntry, notesForms } from '../wire/contract-notes.ts';
import type { Diagnosis } from '../delivery/diagnosis.ts';
import type { NotificationTest } from '../notification/notification-fault.ts';
import {
  outcomeGroups,
  type NotificationPage,
  notificationKinds,
} from '../notification/notification.ts';
import { ownSounds } from '../notification/notification-sound.ts';
import { type DaySummary, summaryDays } from '../board/day-summary.ts';
import { annotationModes } from '../watch/newly-watched.ts';
import { longestNote } from '../watch/order-preferences.ts';
import { deeds } from '../watch/acknowledgement.ts';
import { longestCallWord, longestClaimReason } from '../watch/watched-order.ts';
import { longestQuery, type SearchHit } from '../watch/order-search.ts';
import { deskNameSchema } from '../team/desk.ts';
import { type HubSettingsState, hubSettingsChangeSchema } from '../team/hub-settings.ts';
import type { RewindRange, RewoundBoard } from '../board/rewind.ts';
import type { ClaimReport } from '../board/team.ts';
import type { ForecastGrade } from '../board/forecast-grade.ts';
import type { OrderId } from '../order/order-id.ts';
import type { FileIntake } from '../board/order-folder.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { namedPhoneOwners, type PrivacyEntry, type WholePhone } from '../privacy/privacy-ledger.ts';
import type { ReadableAnswer } from '../privacy/raw-json.ts';
import { farthestTimeMs, latestTimeMs } from '../text/time-range.ts';
import type { Result } from '../text/result.ts';
import { restorablePages } from '../settings/settings-pages.ts';
import { type Settings, type SettingsChange, settingsChangeSchema } from '../settings/settings.ts';
import {
  type Cancelled,
  longestOffered,
  transferKinds,
  type TransferOffer,
  type TransferReport,
} from '../transfer/transfer.ts';
import { longestWebhookSecret } from '../webhook/webhook-limits.ts';
import { unknownOrdersChoices, type WebhookTest } from '../webhook/webhook-state.ts';
import { mostWhatIfs, type WhatIf } from '../board/what-if.ts';
import type { WindowView } from '../board/window-view.ts';
import { windowViewSchema } from '../board/window-view.ts';

/*
 * The contract between the window and the main process. Every request has a schema, which main
 * applies before any handler runs, and an answer; every event that main pushes has a type. The
 * preload offers one function per request and no way to name a channel.
 */

/** The most orders that one request may name. */
const manyOrders = z.array(orderIdSchema).min(1).max(50_000);

/** Orders that the window holds, and all that a query finds of those that are evicted. */
const erasedOrders = z
  .strictObject({
    ids: z.array(orderIdSchema).max(1_000_000),
    archived: archiveQuerySchema.optional(),
  })
  .refine(({ archived, ids }) => ids.length > 0 || archived !== undefined);

/** Each claim is a request of its own to the hub. */
const claimedOrders = z.array(orderIdSchema).min(1).max(500);

const claimReason = z.string().trim().min(1).max(longestClaimReason);

/** A time that can be written out. */
const someTimeMs = z.int().positive().max(farthestTimeMs);
const timeMs = someTimeMs.nullable();

/** As late as a hub and a file take it. */
const promisedMs = z.int().positive().lt(latestTimeMs);

const label = z.string().trim().min(1).max(200).nullable();

const group = z.string().trim().min(1).max(80);

const connectionDraft = z.strictObject({
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().max(1200).regex(/\S/),
  /** Null keeps the secret that is stored for this base URL and client ID. */
  clientSecret: z.string().min(1).max(1200).nullable(),
  /** True keeps the secret in memory until the process ends, and out of the keychain. */
  isSessionOnly: z.boolean().optional(),
  /** Absent keeps the options that are stored for this base URL, or the defaults. */
  options: connectionOptionsSchema.optional(),
});

/** What the connect screen sends. */
export type ConnectionDraft = z.infer<typeof connectionDraft>;

/** Whose phone number of which order. */
const phoneSchema = z.strictObject({
  id: orderIdSchema,
  owner: z.union([z.enum(namedPhoneOwners), z.int().min(1).max(1000)]),
});

/** The schema of every request, by channel. A request that does not fit never reaches a handler. */
export const requestSchemas = {
  'board:snapshot': z.undefined(),
  'board:recent-changes': z.strictObject({
    sinceMs: someTimeMs,
    /** Absent for all orders. */
    ids: manyOrders.optional(),
  }),
  'board:search': z.strictObject({ text: z.string().trim().min(1).max(longestQuery) }),
  'connection:test': connectionDraft,
  'connection:save': connectionDraft,
  'connection:options': z.undefined(),
  /** Lets the dispatcher choose a certificate file; nothing is read or stored yet. */
  'connection:choose-ca-file': z.undefined(),
  'connection:try-demo': z.undefined(),
  'connection:forget': z.undefined(),
  'connection:retry': z.undefined(),
  /** What a status word of the service in use means from now on; null removes the meaning. */
  'connection:treat-status': z.strictObject({
    word: z.string().trim().min(1).max(longestStatusWord),
    meaning: z.enum(knownPhases).nullable(),
  }),
  'watch-list:add': z.strictObject({
    orders: z
      .array(
        z.strictObject({
          id: orderIdSchema,
          label,
          group: group.optional(),
          promisedAtMs: promisedMs.optional(),
        }),
      )
      .min(1)
      .max(50_000),
    /** What is done with the annotations of orders that are watched already; they are left out by default. */
    words: z.enum(annotationModes).optional(),
    /** Where their uuids were found; they were pasted by default. */
    origin: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('webhook') }),
        z.strictObject({ kind: z.literal('file'), name: z.string().max(1000) }),
      ])
      .optional(),
  }),
  /** Takes back what one `watch-list:add` or `transfer:accept` changed of watched orders, or does it again. */
  'watch-list:restore-words': z.strictObject({ change: z.int().positive(), isBack: z.boolean() }),
  'watch-list:remove': z.strictObject({ ids: manyOrders }),
  'order:detail': z.strictObject({ id: orderIdSchema }),
  'order:last-answer': z.strictObject({ id: orderIdSchema }),
  'order:relabel': z.strictObject({ id: orderIdSchema, label }),
  'order:note': z.strictObject({
    id: orderIdSchema,
    note: z.string().trim().min(1).max(longestNote).nullable(),
  }),
  'order:reveal-phone': phoneSchema,
  /** Hands the number to the system's program for calls; the window has asked. */
  'order:call-phone': phoneSchema,
  'orders:mute': z.strictObject({ ids: manyOrders, isMuted: z.boolean() }),
  'orders:archive': z.strictObject({ ids: manyOrders, isArchived: z.boolean() }),
  /** A page of the evicted orders. */
  'orders:archived': z.strictObject({
    query: archiveQuerySchema,
    /** Where the page before ended; null for the first page. */
    after: archivePlaceSchema.nullable(),
    /** 0 asks for the number of orders alone. */
    limit: z.int().min(0).max(largestArchivePage),
  }),
  /** Those of these orders that are evicted. */
  'orders:find': z.strictObject({ ids: manyOrders }),
  /** Takes back what one `orders:archive` changed. */
  'orders:unarchive': z.strictObject({ mark: z.int().positive() }),
  'orders:pin': z.strictObject({ ids: manyOrders, isPinned: z.boolean() }),
  'orders:mark-seen': z.strictObject({
    ids: manyOrders,
    /** When the window showed them as they were seen: what came later was not. */
    shownAtMs: z.int().positive(),
    /** Whether they were looked at or handled: see acknowledgement.ts. */
    deed: z.enum(deeds).optional(),
    /** The dispatcher called about them. */
    call: z
      .strictObject({ word: z.string().trim().min(1).max(longestCallWord).nullable() })
      .optional(),
  }),
  /** Takes back what one `orders:mark-seen` changed. */
  'orders:mark-unseen': z.strictObject({ mark: z.int().positive() }),
  'orders:check-now': z.strictObject({ ids: manyOrders }),
  'checking:pause': z.strictObject({ untilMs: timeMs }),
  'checking:resume': z.undefined(),
  'contract-notes:list': z.undefined(),
  'contract-notes:export': z.strictObject({ form: z.enum(notesForms) }),
  'settings:change': settingsChangeSchema,
  /** Null asks for the defaults of all pages. Nothing is changed. */
  'settings:defaults': z.strictObject({ page: z.enum(restorablePages).nullable() }),
  'clipboard:write': z.strictObject({
    text: z.string().max(2_000_000),
    /** True removes the text from the clipboard after a minute, if it is still there. */
    isPersonal: z.boolean().optional(),
  }),
  'clipboard:offer': z.undefined(),
  'computer:state': z.undefined(),
  'heartbeat:state': z.undefined(),
  /** Keeps the address in the keychain, and begins. */
  'heartbeat:turn-on': z.strictObject({
    address: z.string().trim().min(1).max(longestHeartbeatUrl),
  }),
  /** Also takes the address out of the keychain. */
  'heartbeat:turn-off': z.undefined(),
  /** Shows the profile folder in the system's file manager. */
  'computer:show-folder': z.undefined(),
  'computer:start-at-login': z.strictObject({ isOn: z.boolean() }),
  'update:state': z.undefined(),
  'update:look': z.undefined(),
  /** Waybell ends soon after, and starts again as the new version. */
  'update:restart': z.undefined(),
  'orders:erase': erasedOrders,
  'privacy:erase-everything': z.undefined(),
  'privacy:ledger': z.undefined(),
  'transfer:save': z.strictObject({
    what: z.enum(transferKinds),
    /** True adds each order's last answer, with names, numbers and addresses. */
    withPersonalData: z.boolean(),
    /** Orders that were over at this time or later go into a hand-over; none by default. */
    finishedSinceMs: z.int().min(0).nullable().optional(),
  }),
  /** Lets the dispatcher choose a file; nothing is imported yet. */
  'transfer:open': z.undefined(),
  /** Offers the text of a dropped file; nothing is imported yet. */
  'transfer:offer': z.strictObject({ text: z.string().max(longestOffered) }),
  /** Imports what was offered last. */
  'transfer:accept': z.undefined(),
  /** How good the forecasts of arrivals were. */
  'forecasts:grade': z.undefined(),
  'day:summary': z.strictObject({ day: z.enum(summaryDays) }),
  /** Saves the figures of a day as CSV, where the dispatcher chooses. */
  'day:save-csv': z.strictObject({ day: z.enum(summaryDays) }),
  'diagnosis:run': z.undefined(),
  /** Saves the last report as text, where the dispatcher chooses. */
  'diagnosis:save': z.undefined(),
  /** Saves what is recorded without what it says about people, where the dispatcher chooses. */
  'diagnosis:save-recording': z.undefined(),
  'orders:set-preferences': z.strictObject({
    ids: manyOrders,
    /** Only the properties that are named change. */
    change: z.strictObject({
      group: group.nullable().optional(),
      promisedAtMs: promisedMs.nullable().optional(),
      snoozedUntilMs: timeMs.optional(),
      remindAtMs: timeMs.optional(),
      tellsEveryMove: z.boolean().nullable().optional(),
    }),
  }),
  /** Claims orders of the team, or hands them on to a desk of this name. */
  'orders:claim': z.strictObject({
    ids: claimedOrders,
    desk: deskNameSchema.optional(),
    reason: claimReason.optional(),
    /** Also takes them from other desks that have them. */
    takesOver: z.boolean().optional(),
  }),
  'orders:release': z.strictObject({ ids: claimedOrders, reason: claimReason.nullable() }),
  /** Makes this computer a desk of a team; Waybell then starts again. */
  'team:join': z.strictObject({
    address: z.string().trim().min(1).max(2000),
    code: z.string().trim().min(1).max(100),
  }),
  /** Waybell starts again afterwards, alone. */
  'team:leave': z.undefined(),
  'team:hub-settings': z.undefined(),
  /** Sets something for all desks of the team; the hub confirms it or it is not made. */
  'team:change-hub-settings': z.strictObject({ change: hubSettingsChangeSchema }),
  'orders:groups': z.undefined(),
  'notifications:test': z.undefined(),
  /** Shows an example of a kind as it is set. */
  'notifications:try': z.strictObject({ kind: z.enum(notificationKinds) }),
  /** Plays one of Waybell's own sounds, whatever is quiet. */
  'notifications:play': z.strictObject({ sound: z.enum(ownSounds) }),
  'notifications:history': z.strictObject({
    kind: z.enum(notificationKinds).nullable(),
    order: orderIdSchema.nullable(),
    fate: z.enum(outcomeGroups).nullable(),
    /** Only those with a lower number; null begins with the newest. */
    beforeNo: z.int().positive().nullable(),
  }),
  /** What each of these changes would have meant. Nothing is changed. */
  'notifications:what-if': z.strictObject({
    changes: z.array(settingsChangeSchema).min(1).max(mostWhatIfs),
  }),
  /** Lets the dispatcher choose a folder or a file of another system, whose orders are watched. */
  'intake:choose': z.strictObject({ what: z.enum(['folder', 'file']) }),
  'intake:stop': z.undefined(),
  'webhooks:address': z.undefined(),
  'webhooks:new-path': z.undefined(),
  'webhooks:add-secret': z.strictObject({
    secret: z.string().min(1).max(longestWebhookSecret),
    /** True keeps the older secrets valid, so that the service can be switched over later. */
    keepsOlder: z.boolean(),
  }),
  'webhooks:forget-older': z.undefined(),
  'webhooks:test': z.undefined(),
  /** What becomes of orders that are not watched, for the service that is connected. */
  'webhooks:choose-unknown': z.strictObject({ choice: z.enum(unknownOrdersChoices) }),
  'webhooks:dismiss-offered': z.undefined(),
  'rewind:range': z.undefined(),
  /** The board as it was then. */
  'rewind:board': z.strictObject({ atMs: someTimeMs }),
  /** The details of an order as they were then. */
  'rewind:order': z.strictObject({ id: orderIdSchema, atMs: someTimeMs }),
  'window:open-order': z.strictObject({
    /** The order whose details are open; null for none. An open order does not notify. */
    id: orderIdSchema.nullable(),
  }),
  'window:recall': z.undefined(),
  'window:remember': z.strictObject({
    view: windowViewSchema,
    /** True when the page was asked to close and has nothing more to hand over. */
    isLeaving: z.boolean(),
  }),
  'window:look-at': z.strictObject({
    /** The orders whose rows are on the screen, none when the window is out of sight. */
    ids: z.array(orderIdSchema).max(500),
  }),
} as const satisfies Readonly<Record<RequestChannel, z.ZodType>>;

/** What a request carries, after the schema. */
export type RequestInput<Channel extends RequestChannel> = z.output<
  (typeof requestSchemas)[Channel]
>;

/** A file that was written. */
export interface Saved {
  readonly kind: 'saved';
  readonly fileName: string;
}

/** A file of a hand-over, or another one. */
export interface SavedTransfer extends Saved {
  /** How many orders are in a hand-over, and how many that are over were left out. */
  readonly count?: { readonly orders: number; readonly leftOut: number };
}

/** A file that the dispatcher chose, by its absolute path. */
export interface ChosenFile {
  readonly kind: 'chosen';
  readonly path: string;
}

/** What restoring defaults would change. */
export interface DefaultsOffer {
  readonly change: SettingsChange;
  /** What the change would do that has to be known before, in words for the dispatcher. */
  readonly warnings: readonly string[];
}

/** What happened to each pasted order. */
export interface AddReport {
  readonly added: readonly OrderId[];
  readonly alreadyWatched: readonly OrderId[];
  /** Those of the ones already watched that got a label, a group or a promised time. */
  readonly changed: readonly OrderId[];
}

/** What happened to each pasted order, and how to take it back. */
export interface PasteReport extends AddReport {
  /** The number with which the changes of watched orders can be taken back; null when there are none. */
  readonly annotationsChange: number | null;
}

/** The answers, by channel, of the requests that have one. */
interface Contents {
  'board:snapshot': BoardSnapshot;
  /** What changed in these orders since then, courier moves left out; the newest first and the newest only. */
  'board:recent-changes': readonly BoardChange[];
  /** The orders that hold every word of the text, without those that are evicted. */
  'board:search': readonly SearchHit[];
  /** The test at its end, or as far as it came when another test replaced it. */
  'connection:test': ConnectionTest;
  /**
   * Null once the connection is stored and in use. Otherwise nothing was stored, and this is the test
   * that failed or was replaced by another.
   */
  'connection:save': ConnectionTest | null;
  /** The options of the connection in use or, without one, of the stored one, or the defaults. */
  'connection:options': ConnectionOptions;
  'connection:choose-ca-file': ChosenFile | Cancelled;
  'watch-list:add': PasteReport;
  'order:detail': OrderDetail | null;
  /** The service's last answer about the order; null when none is kept. */
  'order:last-answer': ReadableAnswer | null;
  'order:reveal-phone': WholePhone | null;
  'orders:claim': ClaimReport;
  'orders:release': ClaimReport;
  'team:hub-settings': HubSettingsState;
  /** The same after the change. */
  'team:change-hub-settings': HubSettingsState;
  /** The rules of leniency that the present service's answers needed, the most frequent first. */
  'contract-notes:list': readonly ContractNoteEntry[];
  /** The contract notes as text for people or as JSON, without personal data. */
  'contract-notes:export': string;
  /** The settings after the change, so that the next change can build on them before a patch comes. */
  'settings:change': Settings;
  'settings:defaults': DefaultsOffer;
  /** Text with uuids on the clipboard, offered once; null when there is none or the setting is off. */
  'clipboard:offer': string | null;
  'computer:state': ComputerState;
  'heartbeat:state': HeartbeatState;
  /** The state after the request. */
  'heartbeat:turn-on': HeartbeatState;
  'heartbeat:turn-off': HeartbeatState;
  /** The state after the request. */
  'computer:start-at-login': ComputerState;
  'update:state': AppUpdate;
  'update:look': AppUpdate;
  /** The newest first. */
  'privacy:ledger': readonly PrivacyEntry[];
  /** The number with which it can be taken back. */
  'orders:archive': number;
  'orders:mark-seen': number;
  'orders:archived': ArchivePage;
  'orders:find': readonly OrderRow[];
  'transfer:save': SavedTransfer | Cancelled;
  'transfer:open': TransferOffer | Cancelled;
  'transfer:offer': TransferOffer;
  'transfer:accept': TransferReport;
  'forecasts:grade': ForecastGrade;
  'day:summary': DaySummary;
  'day:save-csv': Saved | Cancelled;
  'diagnosis:run': Diagnosis;
  'diagnosis:save': Saved | Cancelled;
  'diagnosis:save-recording': Saved | Cancelled;
  /** The groups that orders belong to, by name. */
  'orders:groups': readonly string[];
  /** The test at its beginning; `notifications:test-progressed` tells how it goes on. */
  'notifications:test': NotificationTest;
  'notifications:try': null;
  /** Whether it could be played. */
  'notifications:play': boolean;
  'notifications:history': NotificationPage;
  /** Null when nothing is recorded. */
  'notifications:what-if': WhatIf | null;
  /** The address for webhooks, with the secret path; null while nothing listens. */
  'webhooks:address': string | null;
  /** The result, once the test is over. */
  'webhooks:test': WebhookTest;
  'rewind:range': RewindRange;
  'rewind:board': RewoundBoard;
  /** Null for an order that was not watched then. */
  'rewind:order': OrderDetail | null;
  /** Where the dispatcher was when the window was closed; null in the first window. */
  'window:recall': WindowView | null;
}

/** The answer to every request, by channel; null for a request without one. */
export type RequestAnswers = {
  readonly [Channel in RequestChannel]: Channel extends keyof Contents ? Contents[Channel] : null;
};

/**
 * Why a request was not done. The message is written for the dispatcher; stack, path and the
 * service's own text stay in the log.
 */
export interface BridgeFailure {
  readonly code:
    | 'malformed-request'
    | 'untrusted-sender'
    | 'base-url-refused'
    | 'heartbeat-refused'
    | 'ca-file-refused'
    | 'options-refused'
    | 'folder-not-shown'
    | 'not-called'
    | 'keychain-failed'
    | 'demo-failed'
    | 'storage-failed'
    | 'transfer-refused'
    | 'setting-locked'
    | 'not-joined'
    | 'team-refused'
    | 'internal-error';
  readonly message: string;
}

export type BridgeAnswer<Channel extends RequestChannel> = Result<
  RequestAnswers[Channel],
  BridgeFailure
>;

/** What one request does. Its input has passed the schema. Throws only for defects. */
type BridgeHandler<Channel extends RequestChannel> = (
  input: RequestInput<Channel>,
) => BridgeAnswer<Channel> | Promise<BridgeAnswer<Channel>>;

/** A handler for every request: a new request does not compile until it has one. */
export type BridgeHandlers = { readonly [Channel in RequestChannel]: BridgeHandler<Channel> };

/** The handlers of the channels that begin with one of these words. */
export type HandlersOf<Prefix extends string> = Pick<
  BridgeHandlers,
  Extract<RequestChannel, `${Prefix}:${string}`>
>;

/** A part of the window that the tray asks for. */
export type WindowPlace =
  | 'credentials'
  | 'needsAttention'
  | 'notifications'
  | 'quietHours'
  | 'settings';

/** What the several orders of a card have in common: they need a person, or their news was told together. */
export type CardTopic =
  | { readonly kind: 'calls' }
  /** The news began at `sinceMs`, in milliseconds since 1970. */
  | { readonly kind: 'news'; readonly sinceMs: number };

/** Orders that were asked for from outside the window. */
export interface RevealedOrders {
  readonly ids: readonly OrderId[];
  /** Of a card that was clicked; null for an order that was asked for in another way. */
  readonly topic: CardTopic | null;
}

/** What main pushes to the window, by channel. Events are announced in the past tense. */
export interface BridgeEvents {
  'notifications:test-progressed': NotificationTest;
  /** The history of notifications changed. */
  'notifications:changed': null;
  'board:patched': BoardPatch;
  'connection:test-progressed': ConnectionTest;
  /** These orders were asked for from outside the window: by a notification, the tray or a link. */
  'orders:revealed': RevealedOrders;
  /** This part of the window was asked for by the tray. */
  'place:requested': { readonly place: WindowPlace };
  /** Text arrived from outside the window to be looked through for uuids, such as a dropped file, or could not be read. */
  'paste:offered': { readonly text: string } | { readonly refused: 'tooLarge' | 'unreadable' };
  /** A file of another system was accepted, or could not be. */
  'intake:taken': FileIntake;
  'update:changed': AppUpdate;
  /** The window was closed and its page will end; the page now hands over what it still holds. */
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

type Requests = {
  readonly [Name in keyof typeof requestChannels]: Ask<(typeof requestChannels)[Name]>;
};

type Events = {
  readonly [Name in keyof typeof eventChannels]: Listen<(typeof eventChannels)[Name]>;
};

/** The one global that the preload gives to the window, as `window.waybell`, frozen. */
export interface WaybellBridge extends Requests, Events {}
