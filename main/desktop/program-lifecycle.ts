import type { OrderId } from '../../core/order/order-id.ts';
import type { BridgeServer } from './bridge/bridge-server.ts';
import type { Program } from './lifecycle.ts';
import type { OpenRequest } from './second-instance.ts';
import type { TrayPresenter } from './tray/tray.ts';
import type { MainWindow } from './window/main-window.ts';
import type { Log } from '../engine/log/log.ts';
import { type Clock, settledWithin } from '../../core/clock.ts';
import type { Watch } from '../engine/watch/ports.ts';

/** The parts whose beginning and end have an order. */
export interface ProgramLifecycleParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly bridge: Pick<BridgeServer, 'start' | 'stop'>;
  /** Takes up a connection; may wait for the keychain or the service. */
  readonly connect: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
  readonly watcher: Pick<Watch, 'start' | 'stop' | 'add' | 'find'>;
  /** Whether orders can be added now: a desk may only look on at what its team watches. */
  readonly mayAdd: () => boolean;
  /** What else starts after the watcher and stops with it. */
  readonly services: readonly { start?(): void; stop(): void | Promise<void> }[];
  readonly tray: Pick<TrayPresenter, 'start' | 'destroy'>;
  readonly window: Pick<MainWindow, 'show' | 'startHidden' | 'send' | 'prepareToQuit' | 'destroy'>;
  /** Opens the window with the details of an order. */
  readonly reveal: (id: OrderId) => void;
  readonly closeStorage: () => void;
  /** What the start of the program asked for. */
  readonly launch: OpenRequest & { readonly isHidden: boolean };
}

/**
 * Starts and ends the parts of the program in order. The connection is taken up first, so that the
 * first check already waits for it; the storage is closed last, when nothing can write any more.
 */
export class ProgramLifecycle implements Program {
  readonly #parts: ProgramLifecycleParts;

  constructor(parts: ProgramLifecycleParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { bridge, connect, launch, log, services, tray, watcher, window } = this.#parts;
    bridge.start();
    connect().catch((error: unknown) => log.defect('notConnected', error));
    watcher.start();
    for (const service of services) service.start?.();
    tray.start();
    log.info('started');
    if (!launch.isHidden) {
      this.open(launch);
      return;
    }
    this.#watch(launch.orders);
    await window.startHidden();
  }

  open({ orders, offeredIds }: OpenRequest): void {
    const { reveal, window } = this.#parts;
    window.show();
    const refused = this.#watch(orders);
    const first = orders.find(({ id }) => !refused.includes(id));
    if (first !== undefined) reveal(first.id);
    // The paste bar says why orders cannot be added.
    const offered = [...refused, ...offeredIds];
    if (offered.length > 0) window.send('paste:offered', { text: offered.join('\n') });
  }

  prepareToQuit(): void {
    this.#parts.window.prepareToQuit();
  }

  async stop(): Promise<void> {
    const { bridge, clock, closeStorage, disconnect, log, services, tray, watcher, window } =
      this.#parts;
    window.prepareToQuit();
    bridge.stop();
    const endings = services.map((service) => service.stop());
    await Promise.all([
      watcher.stop(),
      ...[disconnect(), ...endings].map((ending) => settledWithin(endWithinMs, ending, clock)),
    ]);
    tray.destroy();
    window.destroy();
    closeStorage();
    log.info('stopped');
  }

  /** @returns the orders that were not added and are not watched */
  #watch(orders: OpenRequest['orders']): readonly OrderId[] {
    const { mayAdd, watcher } = this.#parts;
    if (orders.length === 0) return [];
    if (mayAdd()) {
      void watcher.add(orders, 'filledIn', { kind: 'commandLine' });
      return [];
    }
    return orders.map(({ id }) => id).filter((id) => watcher.find(id) === undefined);
  }
}

/** A service that takes longer to end is not waited for, such as a keychain that waits for its prompt. */
const endWithinMs = 1000;
