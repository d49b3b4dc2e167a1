import { EventEmitter } from 'node:events';
import type { Protocol } from './protocol.ts';

/** Every command of the protocol by name, such as `Page.navigate`. */
export type Command = keyof Protocol.CommandParameters & keyof Protocol.CommandReturnValues;

/** Every event of the protocol by name, with its payload. */
export type ProtocolEvents = {
  readonly [Name in keyof Protocol.EventMap]: Protocol.EventMap[Name][0];
} & {
  /** Sent by the host itself: the target is gone or the browser is. */
  readonly detached: undefined;
};

/**
 * One conversation with a DevTools target (the browser itself, or a page).
 *
 * Commands are answered in the order they were sent; events arrive in the order Chromium sent
 * them.
 */
export class CdpSession {
  readonly #post: (method: string, params: object) => Promise<unknown>;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #isClosed = false;

  /** @param post sends a command to this session's target */
  constructor(post: (method: string, params: object) => Promise<unknown>) {
    this.#post = post;
  }

  on<Name extends keyof ProtocolEvents>(
    name: Name,
    listener: (payload: ProtocolEvents[Name]) => void,
  ): void {
    this.#events.on(name, listener);
  }

  once<Name extends keyof ProtocolEvents>(
    name: Name,
    listener: (payload: ProtocolEvents[Name]) => void,
  ): void {
    this.#events.once(name, listener);
  }

  /** @throws Error when Chromium refuses the command, or the target or the browser is gone */
  async send<Name extends Command>(
    method: Name,
    params?: Protocol.CommandParameters[Name],
  ): Promise<Protocol.CommandReturnValues[Name]> {
    if (this.#isClosed) throw new Error(`CDP ${method}: the target is gone`);
    const answer = await this.#post(method, params ?? {});
    return answer as Protocol.CommandReturnValues[Name];
  }

  /** Sends without waiting. A failure means that the target went away meanwhile, which it may. */
  tell<Name extends Command>(method: Name, params?: Protocol.CommandParameters[Name]): void {
    this.send(method, params).catch(() => {});
  }

  /** For the connection only: hands in an event that arrived for this session. */
  deliver(method: string, payload: unknown): void {
    this.#events.emit(method, payload);
  }

  /** For the connection only: nothing will come any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.emit('detached');
  }
}
