import { expect, test } from 'vitest';
import { busSockets } from '../../../../../main/engine/session-bus/bus-address.ts';

test.each<[string | undefined, readonly string[]]>([
  ['unix:path=/run/user/1000/bus', ['/run/user/1000/bus']],
  ['unix:path=/run/user/1000/bus,guid=7f', ['/run/user/1000/bus']],
  ['unix:guid=7f,abstract=/tmp/dbus-x', ['\0/tmp/dbus-x']],
  ['tcp:host=localhost,port=1;unix:path=/a;unix:abstract=b', ['/a', '\0b']],
  ['unix:path=/tmp/with%20blank/%e6%97%a9', ['/tmp/with blank/早']],
  ['unix:path=/a=b', ['/a=b']],
  ['unix:path=/run/100%/bus;unix:path=/b', ['/b']],
  ['unix:path=%00/a', []],
  ['unix:path=%ff', []],
  ['unix:dir=/tmp', []],
  ['unix:path', []],
  ['', []],
  [undefined, []],
])('the sockets of %j', (address, sockets) => {
  expect(busSockets(address)).toEqual(sockets);
});
