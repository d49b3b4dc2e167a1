import type { OrderId } from '../../../core/order/order-id.ts';
import type { TrayCommand } from '../../../core/tray/tray-face.ts';

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
  /** Opens the system's own box about the program. */
  readonly about: () => void;
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
      case 'about':
        return targets.about();
      case 'quit':
        return targets.quit();
    }
  };
}
