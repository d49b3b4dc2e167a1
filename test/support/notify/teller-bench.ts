import type { NotificationHealth } from '../../../core/bridge/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderWishes } from '../../../core/watch/order-wishes.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { tellingVerdict } from '../../../core/notification/telling-gate.ts';
import type { NotificationPrivacy, Telling } from '../../../core/notification/telling.ts';
import type { Notifier } from '../../../main/notify/notifier.ts';
import { RetryingOutbox } from '../../../main/notify/retrying-outbox.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemoryOutbox } from '../storage/memory-outbox.ts';
import { plainNotifier } from './plain-notifier.ts';
import { RecordingDesk } from './recording-desk.ts';
import { orderIdAt, someTelling } from '../watched-orders.ts';

/** A teller with everything around it in memory, and what became of what was decided. */
export interface TellerBench {
  readonly clock: FakeClock;
  readonly outbox: MemoryOutbox;
  readonly desk: RecordingDesk;
  readonly teller: Notifier;
  readonly health: NotificationHealth[];
  readonly opened: (OrderId | null)[];
  readonly acted: string[];
  readonly muted: Set<OrderId>;
  readonly wishes: Map<OrderId, OrderWishes>;
  settings: Partial<Settings>;
  isLocked: boolean;
  openOrderId: OrderId | null;
  privacy: NotificationPrivacy;
  /** Decides to tell something of the order of that number, and puts it into the outbox. */
  readonly decide: (index: number, parts?: Partial<Telling>) => Telling;
}

/** Starts a teller. A second one on the same outbox and clock is a restart. */
export function tellerBench(
  outbox = new MemoryOutbox(),
  clock = new FakeClock(),
  settings: Partial<Settings> = {},
): TellerBench {
  const desk = new RecordingDesk();
  let count = 0;
  const made: TellerBench = {
    clock,
    outbox,
    desk,
    health: [],
    opened: [],
    acted: [],
    muted: new Set(),
    wishes: new Map(),
    settings,
    isLocked: false,
    openOrderId: null,
    privacy: 'full',
    teller: plainNotifier({
      outbox: new RetryingOutbox(outbox, clock),
      desk,
      clock,
      verdict: (telling) =>
        tellingVerdict(telling, {
          settings: { ...defaultSettings, ...made.settings },
          watched: {
            isMuted: telling.orderId !== null && made.muted.has(telling.orderId),
            wishes: telling.orderId === null ? null : (made.wishes.get(telling.orderId) ?? null),
          },
          openOrderId: made.openOrderId,
          isLocked: made.isLocked,
          nowMs: clock.wallMs(),
        }),
      privacy: () => made.privacy,
      nameOf: (id) => `Order ${id.slice(-2)}`,
      healthChanged: (health) => made.health.push(health),
      opened: (id) => made.opened.push(id),
      acted: (action, id) => made.acted.push(`${action} ${id}`),
    }),
    decide: (index, parts = {}) => {
      count += 1;
      const telling = someTelling(`${index}.${count}`, {
        orderId: orderIdAt(index),
        decidedAtMs: clock.wallMs(),
        ...parts,
      });
      outbox.put(telling);
      return telling;
    },
  };
  made.teller.start();
  return made;
}
