import type { OrderId } from '../../core/order/order-id.ts';
import type { BridgeServer } from './bridge/bridge-server.ts';
import type { Program } from './lifecycle.ts';
import type { OpenRequest } from './second-instance.ts';
import type { TrayPresenter } from './tray/tray.ts';
import type { MainWindow } from './window/main-window.ts';
import type { Log } from '../engine/log/log.ts';
import type { Clock } from '../../core/clock.ts';
import { type Group, type Part, Run } from '../engine/run.ts';
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
  readonly services: readonly Part[];
  readonly tray: Pick<TrayPresenter, 'start' | 'destroy'>;
  readonly window: Pick<MainWindow, 'show' | 'startHidden' | 'send' | 'prepareToQuit' | 'destroy'>;
  /** Opens the window with the details of an order. */
  readonly reveal: (id: OrderId) => void;
  readonly closeStorage: () => void;
  /** What the start of the program asked for. */
  readonly launch: OpenRequest & { readonly isHidden: boolean };
}

/**
 * Starts and ends the parts of the program in order. The connection is made first, so that the
 * first check already waits for it; the storage is closed last, when nothing can write any more.
 */
export class ProgramLifecycle implements Program {
  readonly #parts: ProgramLifecycleParts;
  readonly #run: Run;

  constructor(parts: ProgramLifecycleParts) {
    const { bridge, clock, closeStorage, log, services, tray, watcher, window } = parts;
    this.#parts = parts;
    const groups: readonly Group[] = [
      [{ stop: () => log.info('stopped') }],
      [{ stop: closeStorage }],
      [{ stop: () => window.destroy() }],
      [{ stop: () => tray.destroy() }],
      [{ start: () => bridge.start() }],
      [
        { start: () => this.#connect() },
        { start: () => watcher.start() },
        ...services,
        { stop: () => watcher.stop(), isAwaited: true },
        { stop: parts.disconnect },
      ],
      [{ start: () => tray.start() }],
      [{ stop: () => bridge.stop() }],
      [{ stop: () => window.prepareToQuit() }],
    ];
    this.#run = new Run(groups, { clock, stopWithinMs: endWithinMs });
  }

  async start(): Promise<void> {
    const { launch, log, window } = this.#parts;
    await this.#run.start();
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

  stop(): Promise<void> {
    return this.#run.stop();
  }

  #connect(): void {
    const { connect, log } = this.#parts;
    connect().catch((error: unknown) => log.defect('notConnected', error));
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
