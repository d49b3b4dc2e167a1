import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startCli, type CliRun } from '../../support/cli/cli-run.ts';
import { startMonitor } from '../../support/heartbeat/started-monitor.ts';

let service: DeliveryService;
// One for all: a test that ends first does not take it from another that runs beside it.
beforeAll(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});
afterAll(() => service.close());

/** Three beats would have come. Only real time shows that a process that is dead sends none. */
async function silence(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 70_000);
  });
}

async function beating() {
  const monitor = await startMonitor();
  const { clientId, clientSecret } = service.credentials;
  const id = service.addOrder({ status: 'active' });
  const watch: CliRun = startCli(
    ['watch', '--json', '--base-url', service.baseUrl, '--client-id', clientId, id],
    { env: { WAYBELL_CLIENT_SECRET: clientSecret, WAYBELL_HEARTBEAT_URL: monitor.url } },
  );
  await monitor.heard(2);
  return { monitor, watch };
}

test.concurrent('a process that is killed sends no beat more, and no last word', async () => {
  const { monitor, watch } = await beating();
  watch.kill('SIGKILL');
  await silence();
  expect(monitor.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
});

test.concurrent('a process that is stopped sends none, and goes on when it may', async () => {
  const { monitor, watch } = await beating();
  watch.kill('SIGSTOP');
  await silence();
  expect(monitor.requests).toHaveLength(2);
  watch.kill('SIGCONT');
  await monitor.heard(3);
});
