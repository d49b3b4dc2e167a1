import { nextZoomPercent, usualZoomPercent } from '../core/settings/zoom.ts';
import type { Stop } from './stores/window-time.ts';
import type { WindowModel } from './window-model.ts';

/** The size that a key asks for, as every browser has it, or null for any other key. */
export function zoomWanted(key: string, percent: number): number | null {
  switch (key) {
    case '+':
    case '=':
      return nextZoomPercent(percent, 1);
    case '-':
    case '_':
      return nextZoomPercent(percent, -1);
    case '0':
      return usualZoomPercent;
    default:
      return null;
  }
}

/** Makes everything larger and smaller by key, on every page of the window. */
export function listenForZoom(model: Pick<WindowModel, 'board' | 'settings'>): Stop {
  const controller = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      const { desk } = model.board.getState();
      if (!desk || event.altKey) return;
      if (!(desk.platform === 'macos' ? event.metaKey : event.ctrlKey)) return;
      const wanted = zoomWanted(event.key, desk.settings.zoomPercent);
      if (wanted === null) return;
      event.preventDefault();
      if (wanted !== desk.settings.zoomPercent) void model.settings.change({ zoomPercent: wanted });
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}
