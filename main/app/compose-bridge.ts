import type { BoardFeed } from '../board/board-feed.ts';
import type { BridgeTargets } from './bridge-handlers.ts';
import { bridgeHandlers } from './bridge-handlers.ts';
import { BridgeServer } from '../desktop/bridge/bridge-server.ts';
import { requestDoor } from '../desktop/electron-desktop.ts';
import type { MainWindow } from '../desktop/window/main-window.ts';

/** What the window's requests are joined to; what the window itself answers for is left out. */
export interface BridgeChoices extends Omit<
  BridgeTargets,
  'beginBoard' | 'testProgressed' | 'orderOpened' | 'recallView' | 'viewRemembered'
> {
  readonly window: MainWindow;
  readonly feed: Pick<BoardFeed, 'listen' | 'snapshot'>;
}

/** Joins the window's requests with what answers them, for this window alone. */
export function composeBridge({ feed, window, ...targets }: BridgeChoices): BridgeServer {
  return new BridgeServer({
    door: requestDoor,
    trustedContentsId: () => window.contentsId,
    language: targets.language,
    log: targets.log,
    handlers: bridgeHandlers({
      ...targets,
      beginBoard() {
        feed.listen((patch) => window.sendIfListening('board:patched', patch));
        window.listens();
        return feed.snapshot();
      },
      testProgressed: (test) => window.sendIfListening('connection:test-progressed', test),
      orderOpened: (id) => window.orderOpened(id),
      recallView: () => window.view,
      viewRemembered: (view, isLeaving) => window.remembered(view, isLeaving),
    }),
  });
}
