import { createHash } from 'node:crypto';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import type { WebhookSettings } from '../../core/webhook/webhook-settings.ts';
import type {
  WebhookFault,
  WebhookListening,
  WebhookTest,
} from '../../core/webhook/webhook-state.ts';
import type { WebhookState } from '../../core/webhook/webhook-state.ts';
import { EventDesk } from './event-desk.ts';
import { Intake } from './intake.ts';
import type { ReportedWatch, WebhookClock, WebhookLog, WebhookQueue } from './ports.ts';
import { receiverPath, startReceiver } from './receiver.ts';
import type { Receiver, ReceiverRules } from './receiver.ts';
import { SecretBox } from './secret-box.ts';
import type { SecretKeeper } from './secret-box.ts';
import { TestEvents } from './test-event.ts';

/** What a {@link WebhookService} is made of. */
export interface WebhookServiceParts {
  readonly clock: WebhookClock;
  readonly log: WebhookLog;
  readonly queue: WebhookQueue;
  readonly watch: () => ReportedWatch;
  readonly settings: () => WebhookSettings;
  /** Keeps the port that was chosen, so that the address stays the same. */
  readonly keepPort: (port: number) => void;
  readonly keeper: SecretKeeper;
  /** Reads an order as the answer of a check would be; null when it cannot be read. */
  readonly readOrder: (data: unknown, id: OrderId) => Order | null;
  /** Runs something in a later turn of the event loop. */
  readonly soon: (run: () => void) => void;
  /** Something that the window shows changed. */
  readonly changed: () => void;
}

/** The receiving of webhooks as a whole: off, or listening as the settings say. */
export class WebhookService {
  readonly desk: EventDesk;
  readonly #parts: WebhookServiceParts;
  readonly #box: SecretBox;
  readonly #intake: Intake;
  readonly #tests: TestEvents;
  #listening: WebhookListening = { kind: 'off' };
  #receiver: Receiver | null = null;
  #inUse = '';
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: WebhookServiceParts) {
    const { clock, log, queue } = parts;
    this.#parts = parts;
    this.#box = new SecretBox(parts.keeper);
    this.#tests = new TestEvents(clock);
    this.desk = new EventDesk({
      ...parts,
      digest: (text) => createHash('sha256').update(text).digest('base64'),
      isTest: (event, isDuplicate) => this.#tests.isTest(event, isDuplicate),
    });
    this.#intake = new Intake({
      queue,
      soon: parts.soon,
      stored: () => this.desk.stored(),
      reportDefect: (error) => log.defect('webhooksNotStored', error),
    });
  }

  get state(): WebhookState {
    const { tally, flow } = this.desk;
    tally.withdraw((id) => this.#parts.watch().get(id) !== undefined);
    return {
      listening: this.#listening,
      secretCount: this.#box.secrets?.proofs.length ?? 0,
      lastEventAtMs: flow.lastEventAtMs,
      accepted: tally.accepted,
      duplicates: tally.duplicates,
      late: tally.late,
      unknownOrders: tally.unknownOrders,
      rejected: tally.rejected,
      lastRejection: tally.lastRejection,
      silentSinceMs: flow.silentSinceMs,
      auditedCount: flow.auditedCount,
      offered: tally.offered,
    };
  }

  /** Where webhooks are to be sent, secret path and all; null while nothing listens. */
  get address(): string | null {
    const { secrets } = this.#box;
    if (this.#listening.kind !== 'listening' || secrets === null) return null;
    const { address, port } = this.#listening;
    const host = address.includes(':') ? `[${address}]` : address;
    const base = this.#parts.settings().publicUrl ?? `http://${host}:${port}`;
    return base.replace(/\/$/, '') + receiverPath(secrets.path);
  }

  start(): void {
    void this.apply();
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
    await this.#box.changePath();
    this.#parts.changed();
  }

  /** @throws what the keychain throws */
  async addSecret(secret: string, keepsOlder: boolean): Promise<void> {
    await this.#box.addProof(secret, keepsOlder);
    await this.apply();
    this.#parts.changed();
  }

  /**
   * Erases path and secrets and stops receiving. While the keychain refuses, nothing changes.
   *
   * @throws what the keychain throws
   */
  async eraseSecrets(): Promise<void> {
    const erased = this.#turn.then(() => this.#erase());
    // One after the other: what is just opening would draw a path behind our back.
    this.#turn = erased.catch(() => undefined);
    await erased;
  }

  async #erase(): Promise<void> {
    const { isOn, port } = this.#parts.settings();
    const wasUsed = isOn || port !== 0 || this.#box.secrets !== null;
    try {
      await this.#box.erase();
    } catch (error) {
      // A computer without a keychain has no entry in it.
      if (wasUsed) throw error;
    }
    await this.#close();
    this.#now({ kind: 'off' });
  }

  /** Only the newest secret stays good. @throws what the keychain throws */
  async forgetOlderSecrets(): Promise<void> {
    await this.#box.forgetOlder();
    this.#parts.changed();
  }

  /** Nobody wants to watch the orders that are offered. */
  dismissOffered(): void {
    this.desk.tally.withdraw(() => true);
    this.#parts.changed();
  }

  /** Sends a test event through the whole chain; no steps while nothing listens. */
  async test(): Promise<WebhookTest> {
    const { proof } = this.#parts.settings();
    if (this.#receiver === null) return { steps: [], proof };
    return this.#tests.run(this.#receiver.port, this.#rules());
  }

  async #apply(): Promise<void> {
    const settings = this.#parts.settings();
    const isWanted = settings.isOn && !this.#isStopped;
    const wanted = isWanted ? `${settings.address} ${settings.port}` : '';
    const isProvable = settings.proof === 'none' || (this.#box.secrets?.proofs.length ?? 0) > 0;
    if (this.#receiver !== null && wanted === this.#inUse && isProvable) return;
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
      const { proofs } = await this.#box.open();
      // Asked to prove it, nobody could: better nothing is received than anything is believed.
      if (settings.proof !== 'none' && proofs.length === 0) return 'no-proof';
    } catch {
      return 'keychain';
    }
    try {
      this.#intake.measure();
      this.#receiver = await startReceiver(settings.port, {
        clock,
        rules: () => this.#rules(),
        store: (webhook) => this.#intake.store(webhook),
        rejected: (reason) => {
          this.desk.tally.reject(reason, clock.wallMs());
          this.#parts.changed();
        },
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EADDRINUSE' || code === 'EACCES') return 'port-taken';
      if (code === 'EADDRNOTAVAIL') return 'address-unavailable';
      log.defect('webhookReceiverNotStarted', error);
      return 'failed';
    }
    const { port } = this.#receiver;
    this.#inUse = `${settings.address} ${port}`;
    if (settings.port !== port) this.#keepPort(port);
    this.desk.start();
    log.info('webhooksReceived', { isLoopback: settings.address === '127.0.0.1' });
    this.#now({ kind: 'listening', address: settings.address, port });
    return null;
  }

  async #close(): Promise<void> {
    if (this.#receiver === null) return;
    const receiver = this.#receiver;
    this.#receiver = null;
    this.#inUse = '';
    await receiver.close();
    this.desk.stop();
  }

  #keepPort(port: number): void {
    try {
      this.#parts.keepPort(port);
    } catch (error) {
      // It serves this run; the next one chooses again.
      this.#parts.log.defect('webhookPortNotKept', error);
    }
  }

  #rules(): ReceiverRules {
    const { secrets } = this.#box;
    if (secrets === null) throw new Error('the receiver has no secrets');
    return { ...this.#parts.settings(), path: secrets.path, secrets: secrets.proofs };
  }

  #now(listening: WebhookListening): void {
    this.#listening = listening;
    this.#parts.changed();
  }
}
