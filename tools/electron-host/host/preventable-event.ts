/**
 * Electron's event object: the first argument of most events.
 *
 * @param params what the event says besides, such as `{ url }`
 */
export function preventableEvent<Params extends object>(params: Params): Electron.Event<Params> {
  let isPrevented = false;
  const event = {
    preventDefault() {
      isPrevented = true;
    },
    get defaultPrevented() {
      return isPrevented;
    },
  };
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(params)) as typeof event &
    Params;
}
