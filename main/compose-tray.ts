import { join } from 'node:path';
import { trayFace } from '../core/tray-face.ts';
import type { AttentionBook } from './board/attention-book.ts';
import { trayOrders } from './board/tray-orders.ts';
import type { ConnectionService } from './connection/connection-service.ts';
import * as desktop from './desktop/electron-desktop.ts';
import { electronTray } from './desktop/electron-tray.ts';
import { trayCommands, type TrayTargets } from './desktop/tray-commands.ts';
import { trayImageFile, TrayPresenter } from './desktop/tray.ts';
import type { Clock } from './watch/clock.ts';
import type { Watch } from './watch/ports.ts';

/** The tray's menu names at most this many orders. */
const trayOrderLimit = 5;

/** Joins the tray with what its face shows and what its menu does. */
export function composeTray(parts: {
  readonly place: desktop.Surroundings;
  readonly clock: Clock;
  readonly connection: Pick<ConnectionService, 'state'>;
  readonly watcher: Pick<Watch, 'sight' | 'pauseState' | 'list'>;
  readonly attention: Pick<AttentionBook, 'refresh' | 'count' | 'top'>;
  readonly commands: TrayTargets;
}): TrayPresenter {
  const { place, clock, connection, watcher, attention } = parts;
  const actOnTray = trayCommands(parts.commands);
  return new TrayPresenter({
    open: (imagePath) => electronTray(imagePath, place.platform, actOnTray),
    face: () => {
      attention.refresh();
      return trayFace({
        connection: connection.state,
        sight: watcher.sight,
        pause: watcher.pauseState,
        watchedCount: watcher.list().length,
        attentionCount: attention.count,
        attentionOrders: trayOrders(attention.top(trayOrderLimit)),
        locale: place.locale,
      });
    },
    imagePath: (icon) =>
      join(
        place.assetsDir,
        trayImageFile(icon, desktop.trayScene(place.platform), desktop.scaleFactor()),
      ),
    clock,
  });
}
