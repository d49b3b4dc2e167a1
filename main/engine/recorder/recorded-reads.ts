import type { OrderId } from '../../../core/order/order-id.ts';
import type { Situation } from '../../../core/recording/recorded-state.ts';
import type { DesktopNotifications } from '../notify/ports.ts';
import type { Watch } from '../watch/ports.ts';
import type { Recorder } from './recorder.ts';

/** A value that is recorded whenever it is read and is another one than before. */
export function recordedRead<Name extends keyof Situation>(
  recorder: Recorder,
  name: Name,
  read: () => Situation[Name],
): { readonly current: Situation[Name] } {
  return {
    get current() {
      return recorder.read(name, read());
    },
  };
}

/** What decisions about notifications read beside the settings and the language. */
interface Sources {
  readonly watch: Pick<
    Watch,
    'count' | 'find' | 'get' | 'list' | 'setPreferences' | 'serviceHealth' | 'pauseState'
  >;
  readonly window: { readonly orderInFront: OrderId | null; readonly isAttended: boolean };
  readonly screenLock: { readonly isLocked: boolean };
  readonly desktop: DesktopNotifications;
}

/** The same, recorded as it is read. */
export function recordedSources(
  recorder: Recorder,
  { desktop, screenLock, watch, window }: Sources,
) {
  const orderInFront = (): OrderId | null => recorder.readOpen(window.orderInFront);
  const isAtWindow = (): boolean => recorder.read('isAtWindow', window.isAttended);
  const isScreenLocked = (): boolean => recorder.read('isScreenLocked', screenLock.isLocked);
  return {
    watch: {
      get count() {
        return watch.count;
      },
      get serviceHealth() {
        return recorder.read('serviceHealth', watch.serviceHealth);
      },
      get pauseState() {
        return recorder.read('pause', watch.pauseState);
      },
      find: (id) => watch.find(id),
      get: (id) => watch.get(id),
      list: () => watch.list(),
      setPreferences: (ids, change) => watch.setPreferences(ids, change),
    } satisfies Sources['watch'],
    orderInFront,
    isAtWindow,
    desktop: {
      show: (card, events) => {
        recorder.showed();
        desktop.show(card, events);
      },
      close: (tag) => desktop.close(tag),
      isHeld: (tag) => desktop.isHeld(tag),
      programEnds: () => desktop.programEnds(),
    } satisfies Sources['desktop'],
    screenLock: {
      get isLocked() {
        return isScreenLocked();
      },
    },
    /** Records where the dispatcher is: orders changed, of which other settings may tell. */
    look(): void {
      orderInFront();
      isAtWindow();
      isScreenLocked();
    },
  };
}
