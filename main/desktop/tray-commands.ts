import type { OrderId } from '../../core/order-id.ts';
import type { TrayCommand } from '../../core/tray-face.ts';

/** What the tray's menu acts on. */
export interface TrayTargets {
  readonly showWindow: () => void;
  readonly revealOrder: (id: OrderId) => void;
  /** Pauses checking from now on for so long. */
  readonly pauseFor: (forMs: number) => void;
  readonly resume: () => void;
  /** Holds notifications back from now on for so long. */
  readonly muteFor: (forMs: number) => void;
  readonly muteUntilTomorrow: () => void;
  readonly unmute: () => void;
  readonly retry: () => void;
  readonly quit: () => void;
}

/** Does what an entry of the tray's menu says. */
export function trayCommands(targets: TrayTargets): (command: TrayCommand) => void {
  return (command) => {
    switch (command.kind) {
      case 'openWindow':
      case 'showAttention':
        return targets.showWindow();
      case 'openOrder':
        return targets.revealOrder(command.id);
      case 'pause':
        return targets.pauseFor(command.forMs);
      case 'resume':
        return targets.resume();
      case 'mute':
        return targets.muteFor(command.forMs);
      case 'muteUntilTomorrow':
        return targets.muteUntilTomorrow();
      case 'unmute':
        return targets.unmute();
      case 'retry':
        return targets.retry();
      case 'quit':
        return targets.quit();
    }
  };
}

/** Before this hour it is still today for whoever works at night. */
const morningHour = 6;

/**
 * The next morning by the wall clock of this computer, in milliseconds since 1970: what "until
 * tomorrow" means, also on a day on which the clock is changed.
 */
export function tomorrowMs(nowMs: number): number {
  const morning = new Date(nowMs);
  morning.setHours(morningHour, 0, 0, 0);
  if (morning.getTime() <= nowMs) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}
