import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { startControlServer } from './control-server.ts';
import { startDeliveryService } from './delivery-service.ts';
import { commandUsage, parseCommandLine } from './command-line.ts';
import { scenarioNamed } from './orders/scenario-library.ts';
import { testIdentity } from './tls/test-certificate.ts';

/**
 * Calls once the program that started this one is gone: always for a program started with a message
 * channel (a fork, or Electron's utility process), and for any other when its standard input ends,
 * if `watchesInput`.
 */
function onParentGone(watchesInput: boolean, gone: () => void): void {
  process.once('disconnect', gone);
  // Electron gives its utility processes `process.parentPort`, which Node's types do not know.
  const port: unknown = Reflect.get(process, 'parentPort');
  if (port instanceof EventEmitter) {
    port.once('close', gone);
  }
  if (watchesInput) {
    process.stdin.once('end', gone);
    process.stdin.once('error', gone);
    process.stdin.resume();
  }
}

/** How many uuids the first line names at most. */
const announcedOrders = 1000;

const parsed = parseCommandLine(process.argv.slice(2));
if (!parsed.ok) {
  process.stderr.write(`${parsed.failure}\n\n${commandUsage}\n`);
  process.exitCode = 2;
} else if (parsed.value.wantsHelp) {
  process.stdout.write(`${commandUsage}\n`);
} else {
  const { options, scenarioNames, exitsWithParent, certificate } = parsed.value;
  const scenarios = await Promise.all(scenarioNames.map(scenarioNamed));
  const identity = certificate === null ? null : testIdentity(certificate, Date.now());
  const service = await startDeliveryService({
    ...options,
    scenarios,
    ...(identity === null ? {} : { tls: identity }),
  });
  const control = await startControlServer(service, randomBytes(12).toString('hex'));
  const orders = service.orderIds().slice(0, announcedOrders);
  const announcement = {
    baseUrl: service.baseUrl,
    ...service.credentials,
    controlUrl: control.url,
    orders,
    labels: orders.map((uuid) => service.labelOf(uuid)),
    orderCount: service.orderCount,
    ...(identity === null ? {} : { authorityPem: identity.authorityPem }),
  };
  process.stdout.write(`${JSON.stringify(announcement)}\n`);

  let isEnding = false;
  const end = async (): Promise<void> => {
    if (!isEnding) {
      isEnding = true;
      await Promise.all([control.close(), service.close()]);
      process.exit(0);
    }
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
  // The process that reads our output may end before this one.
  process.stdout.on('error', () => void end());
  onParentGone(exitsWithParent, () => void end());
}
