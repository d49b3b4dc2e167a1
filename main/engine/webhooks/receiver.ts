import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import type {
  WebhookFault,
  WebhookListening,
  WebhookState,
  WebhookTest,
} from '../../../core/webhook/webhook-state.ts';
import type { ContractNote } from '../../../core/wire/contract-notes.ts';
import type { Clock } from '../../../core/clock.ts';
import { hostInUrl } from '../http-edge/host-name.ts';
import { startWebhookServer, webhookPath } from './http-server.ts';
import type { ServerRules, WebhookServer } from './http-server.ts';
import { WebhookInbox } from './inbox.ts';
import type { PassWebhookOn, UnknownOrders, WebhookLog, WebhookStore } from './ports.ts';
import { WebhookSecrets } from './secrets.ts';
import type { GivenSecrets, SecretKeeper } from './secrets.ts';
import { proofHeaders } from './signature.ts';

/** A test event that is not answered by then failed. */
const answerWithinMs = 5000;

/** What a {@link WebhookReceiver} is made of. */
export interface WebhookReceiverParts {
  readonly clock: Clock;
  readonly log: WebhookLog;
  readonly store: WebhookStore;
  readonly settings: () => WebhookSettings;
  /** Keeps the port that was chosen, so that the address stays the same. */
  readonly keepPort: (port: number) => void;
  readonly keeper: SecretKeeper;
  /** Default: nothing. */
  readonly given?: GivenSecrets | undefined;
  /** Default: webhooks of orders that are not watched are ignored. */
  readonly unknown?: UnknownOrders;
  /** Hands on a webhook whose order another hub checks. Default: none does. */
  readonly passOn?: PassWebhookOn;
  /** A proven webhook needed these rules of leniency. Default: they are not counted. */
  readonly noted?: (notes: readonly ContractNote[]) => void;
  /** Something that the window shows changed. */
  readonly changed: () => void;
}

/** Receives webhooks: it is off, or listens as the settings say. */
export class WebhookReceiver {
  readonly inbox: WebhookInbox;
  readonly #parts: WebhookReceiverParts;
  readonly #secrets: WebhookSecrets;
  /** Orders of test events that are under way. */
  readonly #tests = new Set<OrderId>();
  #listening: WebhookListening = { kind: 'off' };
  #server: WebhookServer | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: WebhookReceiverParts) {
    this.#parts = parts;
    this.#secrets = new WebhookSecrets(parts.keeper, parts.given);
    this.inbox = new WebhookInbox({ ...parts, isTest: (id) => this.#tests.has(id) });
  }

  get state(): WebhookState {
    return {
      ...this.inbox.state,
      listening: this.#listening,
      secretCount: this.#secrets.current?.proofs.length ?? 0,
    };
  }

  /** Where webhooks are to be sent, secret path and all; null while nothing listens. */
  get address(): string | null {
    const secrets = this.#secrets.current;
    if (this.#listening.kind !== 'listening' || secrets === null) return null;
    const { address, port } = this.#listening;
    const base = this.#parts.settings().publicUrl ?? `http://${hostInUrl(address)}:${port}`;
    return base.replace(/\/$/, '') + webhookPath(secrets.path);
  }

  /** Does what the settings say now; resolves once it is done. */
  apply(): Promise<void> {
    this.#turn = this.#turn
      .then(() => this.#apply())
      .catch((error: unknown) => this.#parts.log.defect('webhooksNotApplied', error));
    return this.#turn;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.apply();
  }

  /** @throws what the keychain throws */
  async newPath(): Promise<void> {
    await this.#secrets.changePath();
    this.#parts.changed();
  }

  /** @throws what the keychain throws */
  async addSecret(secret: string, keepsOlder: boolean): Promise<void> {
    await this.#secrets.addProof(secret, keepsOlder);
    if (!keepsOlder) this.inbox.proofDropped();
    await this.apply();
    this.#parts.changed();
  }

  /** Only the newest secret stays good. @throws what the keychain throws */
  async forgetOlderSecrets(): Promise<void> {
    await this.#secrets.forgetOlder();
    this.inbox.proofDropped();
    this.#parts.changed();
  }

  /**
   * Erases path and secrets and stops receiving. While the keychain refuses, nothing changes.
   *
   * @throws what the keychain throws
   */
  async eraseSecrets(): Promise<void> {
    const erased = this.#turn.then(() => this.#erase());
    // After what is under way: a server that is just starting would draw a new path afterwards.
    this.#turn = erased.catch(() => undefined);
    await erased;
  }

  /** Sends a test event to the receiver; nothing answers while it does not listen. */
  async test(): Promise<WebhookTest> {
    const id = parseOrderId(randomUUID());
    if (this.#server === null || id === null) return { httpStatus: null, afterMs: 0 };
    this.#tests.add(id);
    try {
      return await sendTestEvent(id, this.#server, this.#rules(), this.#parts.clock);
    } finally {
      this.#tests.delete(id);
    }
  }

  async #erase(): Promise<void> {
    const { isOn, port } = this.#parts.settings();
    const wasUsed = isOn || port !== 0 || this.#secrets.current !== null;
    try {
      await this.#secrets.erase();
    } catch (error) {
      // A computer without a keychain has no entry in it.
      if (wasUsed) throw error;
    }
    await this.#close();
    this.#now({ kind: 'off' });
  }

  async #apply(): Promise<void> {
    const settings = this.#parts.settings();
    if (settings.proof === 'none') this.inbox.proofDropped();
    const isWanted = settings.isOn && !this.#isStopped;
    if (isWanted && this.#isListeningAt(settings) && this.#isProvable(settings)) return;
    await this.#close();
    if (!isWanted) {
      this.#now({ kind: 'off' });
      return;
    }
    this.#now({ kind: 'starting' });
    const fault = await this.#open(settings);
    if (fault !== null) {
      this.#parts.log.warn('webhooksNotReceived', { fault });
      this.#now({ kind: 'failed', fault });
    }
  }

  async #open(settings: WebhookSettings): Promise<WebhookFault | null> {
    const { log, clock } = this.#parts;
    try {
      await this.#secrets.open(settings.proof !== 'none');
      // Without a secret every sender would be refused, so the dispatcher is told.
      if (!this.#isProvable(settings)) return 'no-proof';
    } catch {
      return 'keychain';
    }
    try {
      this.#server = await startWebhookServer(settings.port, {
        clock,
        rules: () => this.#rules(),
        receive: (webhook) => this.inbox.receive(webhook),
        rejected: (reason) => this.inbox.reject(reason),
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EADDRINUSE' || code === 'EACCES') return 'port-taken';
      if (code === 'EADDRNOTAVAIL') return 'address-unavailable';
      log.defect('webhookReceiverNotStarted', error);
      return 'failed';
    }
    const { address, port } = this.#server;
    if (settings.port !== port) this.#keepPort(port);
    this.inbox.start();
    log.info('webhooksReceived', { isLoopback: address === '127.0.0.1' });
    this.#now({ kind: 'listening', address, port });
    return null;
  }

  #isListeningAt({ address, port }: WebhookSettings): boolean {
    return this.#server?.address === address && this.#server.port === port;
  }

  #isProvable({ proof }: WebhookSettings): boolean {
    return proof === 'none' || (this.#secrets.current?.proofs.length ?? 0) > 0;
  }

  async #close(): Promise<void> {
    if (this.#server === null) return;
    const server = this.#server;
    this.#server = null;
    await server.close();
    this.inbox.stop();
  }

  #keepPort(port: number): void {
    try {
      this.#parts.keepPort(port);
    } catch (error) {
      // It serves this run; the next one chooses again.
      this.#parts.log.defect('webhookPortNotKept', error);
    }
  }

  #rules(): ServerRules {
    const secrets = this.#secrets.current;
    if (secrets === null) throw new Error('the receiver has no secrets');
    return { ...this.#parts.settings(), path: secrets.path, secrets: secrets.proofs };
  }

  #now(listening: WebhookListening): void {
    this.#listening = listening;
    this.#parts.changed();
  }
}

/** Sends an event about this order over the network to our own receiver, with the proof that it asks for. */
async function sendTestEvent(
  id: OrderId,
  { address, port }: WebhookServer,
  rules: ServerRules,
  clock: Clock,
): Promise<WebhookTest> {
  const event = {
    kinds: ['order_matched'],
    reasons: ['Order Matched'],
    created_at: Math.floor(clock.wallMs() / 1000),
    data: { uuid: id },
  };
  const body = Buffer.from(JSON.stringify(event));
  const [secret = ''] = rules.secrets;
  const proof = proofHeaders(rules, secret, body, clock.wallMs());
  const startedMs = clock.monotonicMs();
  const answered = request(
    `http://${hostInUrl(reachable(address))}:${port}${webhookPath(rules.path)}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...proof },
      body,
      reset: true,
      signal: AbortSignal.timeout(answerWithinMs),
    },
  );
  const httpStatus = await answered.then(
    async (answer) => {
      await answer.body.dump();
      return answer.statusCode;
    },
    () => null,
  );
  return { httpStatus, afterMs: Math.round(clock.monotonicMs() - startedMs) };
}

/** A server that listens at every address is reached at loopback. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}
