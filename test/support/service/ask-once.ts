import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import { shutOutForeign } from '../../../main/desktop/system/foreign-switches.ts';
import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { orderIdOf } from '../order-id-of.ts';

/*
 * One check in a process of its own, for tests that need another store of authorities or another
 * network. `ask-once.ts BASE_URL UUID [CA_FILE] [package]` prints the kind of the answer or the code of the
 * failure; with `package` the environment is that of an installed program.
 */

const [, , baseUrl = '', uuid = '', caFile = '', as = ''] = process.argv;
if (as === 'package') {
  shutOutForeign({ hasSwitch: () => false, removeSwitch: () => undefined }, process.env);
}
const id = orderIdOf(uuid);
const link = new HttpDeliveryOpener({
  clock: new SystemClock(),
  random: Math.random,
  userAgent: 'Waybell/test',
}).open(
  { baseUrl, clientId: 'desk-7', options: { ...defaultConnectionOptions, caFile: caFile || null } },
  'secret',
);
const said = await link.check(id, new AbortController().signal).then(
  ({ kind }) => kind,
  (error: unknown) =>
    error instanceof Error && 'code' in error ? String(error.code) : String(error),
);
process.stdout.write(`${said}\n`);
await link.close();
