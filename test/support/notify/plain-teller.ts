import { defaultSettings } from '../../../core/settings/settings.ts';
import { tellingVerdict } from '../../../core/notification/telling-gate.ts';
import type { NotificationDesk, Outbox } from '../../../main/notify/ports.ts';
import { Notifier } from '../../../main/notify/notifier.ts';
import { RetryingOutbox } from '../../../main/notify/retrying-outbox.ts';
import type { Clock } from '../../../main/watch/clock.ts';
import type { Watch } from '../../../main/watch/ports.ts';

/** A teller with the settings of the first start, while nobody looks at the window. */
export function plainTeller(parts: {
  readonly outbox: Outbox;
  readonly desk: NotificationDesk;
  readonly clock: Clock;
  readonly watch: () => Pick<Watch, 'get'>;
}): Notifier {
  const { clock, desk, outbox, watch } = parts;
  return new Notifier({
    outbox: new RetryingOutbox(outbox, clock),
    desk,
    clock,
    verdict: (telling) =>
      tellingVerdict(telling, {
        settings: defaultSettings,
        watched: telling.orderId === null ? null : (watch().get(telling.orderId) ?? null),
        openOrderId: null,
        isLocked: false,
        nowMs: clock.wallMs(),
      }),
    privacy: () => 'full',
    nameOf: (id) => id,
    healthChanged: () => undefined,
    opened: () => undefined,
  });
}
