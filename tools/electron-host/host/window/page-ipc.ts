import type { CdpSession } from '../cdp/session.ts';
import type { ToMain, ToPreload } from '../renderer/wire.ts';
import { BINDING, ISOLATED_WORLD, RECEIVE } from './preload-scripts.ts';

/** What the conversation with a preload asks of its page. */
export interface PageIpcOwner {
  /** The main frame's id. */
  readonly targetId: string;
  received(message: ToMain): void;
}

/**
 * Carries messages between the main process and the preload's world of one page, for one document at a
 * time: a message that is sent while there is no document, and an answer to one that is gone, is
 * dropped, as in Electron.
 */
export class PageIpc {
  readonly #session: CdpSession;
  #contextId: number | undefined;
  #outgoing: ToPreload[] = [];
  #isFlushing = false;

  constructor(session: CdpSession, owner: PageIpcOwner) {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const auxiliary = context.auxData as { readonly frameId?: string } | undefined;
      if (context.name !== ISOLATED_WORLD || auxiliary?.frameId !== owner.targetId) return;
      this.#contextId = context.id;
      this.#outgoing = [];
      // Chromium asks (beforeunload) before a window closes only if the document had a user
      // activation, which it then keeps; without the question the app could not refuse
      session.tell('Runtime.evaluate', {
        expression: '0',
        contextId: context.id,
        userGesture: true,
      });
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.#contextId) this.#contextId = undefined;
    });
    session.on('Runtime.executionContextsCleared', () => this.drop());
    session.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
      // the binding exists in the isolated world only, so the page cannot forge this text
      if (executionContextId === this.#contextId) owner.received(JSON.parse(payload) as ToMain);
    });
  }

  /** Asks Chromium for the binding in every isolated world to come. */
  async install(): Promise<void> {
    await this.#session.send('Runtime.addBinding', {
      name: BINDING,
      executionContextName: ISOLATED_WORLD,
    });
  }

  /** Sends to the document that is there now. */
  push(message: ToPreload): void {
    if (this.#contextId === undefined) return;
    this.#outgoing.push(message);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // what one turn of the event loop sends travels in one call
    setImmediate(() => this.#flush());
  }

  /** Sends answers to the document that asked, and to no later one. */
  answerer(): (message: ToPreload) => void {
    const asker = this.#contextId;
    return (message) => {
      if (asker === this.#contextId) this.push(message);
    };
  }

  /** The document is gone. */
  drop(): void {
    this.#contextId = undefined;
  }

  #flush(): void {
    this.#isFlushing = false;
    const batch = this.#outgoing;
    this.#outgoing = [];
    if (batch.length === 0 || this.#contextId === undefined) return;
    this.#session.tell('Runtime.callFunctionOn', {
      executionContextId: this.#contextId,
      functionDeclaration: `function (text) { ${RECEIVE}(JSON.parse(text)); }`,
      arguments: [{ value: JSON.stringify(batch) }],
    });
  }
}
