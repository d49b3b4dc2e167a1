import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { orderIdOf } from '../order-id-of.ts';

/*
 * Measures the memory of many checks in a process of its own:
 * `ask-often.ts BASE_URL CLIENT_ID WARM_UUID UUID COUNT` with the secret in SECRET. Checks the first
 * order 100 times, so that the memory has grown to its usual size, then the second order COUNT times.
 * Prints one line of JSON: the outcomes, and the growth of the peak memory in bytes.
 */

const [, , baseUrl = '', clientId = '', warmUuid = '', uuid = '', count = '0'] = process.argv;
const [warm, id] = [orderIdOf(warmUuid), orderIdOf(uuid)];
const link = new HttpDeliveryOpener({
  clock: new SystemClock(),
  random: Math.random,
  userAgent: 'Waybell/test',
}).open({ baseUrl, clientId }, process.env['SECRET'] ?? '');
const { signal } = new AbortController();
const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

async function ask(order: typeof warm): Promise<string> {
  if (order === null) return 'nothing';
  link.forget(order);
  return link.check(order, signal).then(
    ({ kind }) => kind,
    (error: unknown) =>
      error instanceof Error && 'code' in error ? String(error.code) : String(error),
  );
}

const outcomes: Record<string, number> = {};
const note = (outcome: string): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
};
for (let at = 0; at < 100; at += 1) note(await ask(warm));
const beforeBytes = peakBytes();
for (let at = 0; at < Number(count); at += 1) note(await ask(id));
const grownBytes = peakBytes() - beforeBytes;
process.stdout.write(`${JSON.stringify({ outcomes, grownBytes })}\n`);
await link.close();
