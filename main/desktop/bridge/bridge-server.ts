import type { BridgeFailure, BridgeHandlers } from '../../../core/bridge/bridge.ts';
import type { RequestChannel } from '../../../core/bridge/channels.ts';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { RefusalTexts } from '../../../core/bridge/refusal-texts.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Log } from '../../engine/log/log.ts';
import { appOrigin } from '../window/app-protocol.ts';

/** The frame that a message came from; fits Electron's WebFrameMain. */
export interface SenderFrame {
  readonly url: string;
  readonly origin: string;
  readonly parent: unknown;
}

/** The sender of a message; fits Electron's IpcMainInvokeEvent. */
export interface BridgeSender {
  readonly sender: { readonly id: number };
  readonly senderFrame: SenderFrame | null;
}

/** Where requests arrive; fits Electron's ipcMain. */
export interface RequestDoor {
  handle(
    channel: string,
    listener: (event: BridgeSender, ...args: unknown[]) => Promise<unknown>,
  ): void;
  removeHandler(channel: string): void;
}

/** What handlers did to orders, on its way to the disk; fits the watcher. */
export interface ActsOnDisk {
  readonly actCount: number;
  /** Resolves when all of it is on the disk, or at once while the disk refuses. */
  actsKept(): Promise<void>;
}

/** What the bridge server needs beside its handlers. */
export interface BridgeServerParts {
  readonly door: RequestDoor;
  readonly handlers: BridgeHandlers;
  /** The id of the window's web contents, or null while there is no window. */
  readonly trustedContentsId: () => number | null;
  readonly acts: ActsOnDisk;
  readonly log: Log;
  /** English unless given. */
  readonly localisation?: Localisation;
}

/**
 * Answers the window's requests. Before any handler runs, the sender must be the top frame of our own
 * window at our own address, and the payload must fit the request's schema. Whatever a handler
 * throws stays here: the window gets `internal-error` without a word of it.
 *
 * An answer confirms. So one that did something to an order is given when that is on the disk, also where the
 * handler only began it; a power cut takes nothing that the window was told of.
 */
export class BridgeServer {
  readonly #parts: BridgeServerParts;

  constructor(parts: BridgeServerParts) {
    this.#parts = parts;
  }

  start(): void {
    for (const channel of channels()) {
      this.#parts.door.handle(channel, (event, ...args) => this.#answer(channel, event, args));
    }
  }

  stop(): void {
    for (const channel of channels()) this.#parts.door.removeHandler(channel);
  }

  async #answer(
    channel: RequestChannel,
    event: BridgeSender,
    args: readonly unknown[],
  ): Promise<unknown> {
    const { acts, handlers, log, trustedContentsId } = this.#parts;
    if (!isTrustedSender(event, trustedContentsId())) {
      log.warn('bridgeSenderRefused', { channel });
      return this.#failed('untrusted-sender');
    }
    const isPlain = args.length <= 1 && isPlainPayload(args[0]);
    const parsed = isPlain ? requestSchemas[channel].safeParse(args[0]) : null;
    if (parsed?.success !== true) {
      log.warn('bridgePayloadRefused', { channel });
      return this.#failed('malformed-request');
    }
    try {
      // The table pairs each channel's schema with its own handler, which TypeScript cannot follow
      // through a union of channels.
      const handler: (input: never) => unknown = handlers[channel];
      const actsBefore = acts.actCount;
      const answer = await handler(parsed.data as never);
      if (acts.actCount !== actsBefore) await acts.actsKept();
      return answer;
    } catch (error) {
      log.defect('bridgeHandlerFailed', error, { channel });
      return this.#failed('internal-error');
    }
  }

  #failed(code: keyof RefusalTexts['bridge']): {
    readonly ok: false;
    readonly failure: BridgeFailure;
  } {
    const texts = refusalTextsIn[this.#parts.localisation?.current.language ?? 'en'];
    return { ok: false, failure: { code, message: texts.bridge[code] } };
  }
}

type HandlerParts = readonly Partial<BridgeHandlers>[];

/** The channels that two of these parts answer, and those that none does. */
type Misassigned<Parts extends HandlerParts, Answered = never> = Parts extends readonly [
  infer First,
  ...infer Rest extends HandlerParts,
]
  ? (keyof First & Answered) | Misassigned<Rest, Answered | keyof First>
  : Exclude<RequestChannel, Answered>;

/**
 * The handlers of all channels, from those of each service: one for each channel. The call does not compile where
 * two services answer a channel or none does; the error names the channel.
 *
 * @throws RangeError where two answer a channel or none does
 */
export function joinedHandlers<const Parts extends HandlerParts>(
  parts: Parts,
  ..._misassigned: [Misassigned<Parts>] extends [never] ? [] : [channel: Misassigned<Parts>]
): BridgeHandlers {
  for (const channel of channels()) {
    const count = parts.filter((part) => channel in part).length;
    if (count !== 1) throw new RangeError(`${count} handlers answer ${channel}`);
  }
  return Object.assign({}, ...parts) as BridgeHandlers;
}

/** Whether a message comes from the top frame of our window, showing our own page. */
function isTrustedSender(event: BridgeSender, contentsId: number | null): boolean {
  const frame = event.senderFrame;
  return (
    contentsId !== null &&
    event.sender.id === contentsId &&
    frame !== null &&
    frame.parent === null &&
    frame.origin === appOrigin &&
    frame.url.startsWith(`${appOrigin}/`)
  );
}

function channels(): readonly RequestChannel[] {
  return Object.keys(requestSchemas) as RequestChannel[];
}

/** The contract nests five levels at most; what is deeper is no request of ours. */
const deepest = 12;

const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a payload is what our own window sends: plain objects, lists, texts, numbers, truth values,
 * null and nothing. Structured cloning lets through more, such as dates, maps and objects that hold
 * themselves, and a schema whose keys are all optional would take a date for an empty change.
 */
function isPlainPayload(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'bigint' && typeof value !== 'symbol' && typeof value !== 'function';
  }
  if (depth === deepest) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainPayload(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.entries(value).every(
      ([key, inner]) => !prototypeKeys.has(key) && isPlainPayload(inner, depth + 1),
    )
  );
}
