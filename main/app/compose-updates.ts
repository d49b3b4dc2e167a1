import type { HandlersOf } from '../desktop/bridge/bridge-server.ts';
import { packedFeed } from '../desktop/system/electron-updates.ts';
import { UpdateService, type UpdateParts } from '../updates/update-service.ts';

/** The part of the program that looks for newer versions, and what the window may ask of it. */
export interface Updates {
  readonly service: UpdateService;
  readonly handlers: HandlersOf<'update'>;
}

/** Joins the updates with the feed that this copy was packed with. */
export function composeUpdates(parts: Omit<UpdateParts, 'feed'>): Updates {
  const service = new UpdateService({ ...parts, feed: packedFeed() });
  return {
    service,
    handlers: {
      'update:state': () => ({ ok: true, value: service.state }),
      'update:look'() {
        void service.look();
        return { ok: true, value: service.state };
      },
      'update:restart'() {
        service.restart();
        return { ok: true, value: null };
      },
    },
  };
}
