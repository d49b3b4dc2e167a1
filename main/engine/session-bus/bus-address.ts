/**
 * The sockets that an address of a bus names, in its order, as Node's `connect` accepts them. Other transports and
 * what cannot be read are left out.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
 *
 * @param address such as `unix:path=/run/user/1000/bus;unix:abstract=/tmp/dbus-1`
 */
export function busSockets(address: string | undefined): readonly string[] {
  return (address ?? '').split(';').flatMap((entry) => {
    const colon = entry.indexOf(':');
    if (entry.slice(0, colon) !== 'unix') return [];
    const values = new Map(
      entry
        .slice(colon + 1)
        .split(',')
        .map((pair) => {
          const equals = pair.indexOf('=');
          return [pair.slice(0, equals), unescaped(pair.slice(equals + 1))] as const;
        }),
    );
    const path = values.get('path');
    const abstract = values.get('abstract');
    if (path !== undefined && path !== null) return [path];
    // The name of an abstract socket begins with a zero byte.
    return abstract === undefined || abstract === null ? [] : [`\0${abstract}`];
  });
}

/** @returns null when it holds a percent sign without two digits of UTF-8 behind it, or nothing */
function unescaped(value: string): string | null {
  try {
    const text = decodeURIComponent(value);
    return text === '' || text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
