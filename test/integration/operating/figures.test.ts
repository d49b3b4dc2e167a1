import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startDeliveryService } from '@waybell/simulator';
import { startCli } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = 'docs/monitoring';
const files = ['waybell.rules.yml', 'waybell.rules.test.yml', 'waybell.dashboard.json'] as const;

/** The names of our figures in a text. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\bwaybell_[a-z_]+/g));
}

/** What a collector reads of a program, once it gives anything. */
async function scraped(url: string): Promise<string> {
  const { body } = await request(url);
  return await body.text();
}

/** What a watch and a hub give, those that the real programs gave in a real scrape. */
async function scrapedFromBoth(): Promise<string> {
  const service = await startDeliveryService({ clock: 'manual' });
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId];
  const env = { WAYBELL_CLIENT_SECRET: clientSecret };
  const id = service.addOrder({ status: 'active' });
  const hub = startCli(
    ['hub', ...connection, '--profile', temporaryFolder(), '--listen', '127.0.0.1:0'],
    { env },
  );
  await hub.until(({ event }) => event === 'hub');
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(hub.lines[0] ?? ''));
  const watch = startCli(['watch', '--json', ...connection, '--metrics', '0', id], { env });
  await watch.until(({ event }) => event === 'order');
  const [, watchUrl = ''] = /Giving figures at (\S+)/.exec(watch.stderr()) ?? [];
  const texts = [await scraped(watchUrl), await scraped(`${url}/metrics`)];
  for (const run of [watch, hub]) {
    run.kill('SIGTERM');
    await run.ended;
  }
  await service.close();
  return texts.join('');
}

test('the rules and the dashboard name what a watch and a hub give, and all of it is shown and explained', async () => {
  const given = namesIn(await scrapedFromBoth());
  for (const file of files) {
    const named = namesIn(readFileSync(`${folder}/${file}`, 'utf8'));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !given.has(name))).toEqual([]);
  }
  const shown = namesIn(readFileSync(`${folder}/waybell.dashboard.json`, 'utf8'));
  expect([...given].filter((name) => !shown.has(name))).toEqual([]);
  const page = readFileSync('docs/cli.md', 'utf8');
  const ofWatch = [...given].filter((name) => !name.startsWith('waybell_hub_'));
  expect(ofWatch.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test('every alert is tried by a test of its own, once it fires and once it does not', () => {
  const rules = readFileSync(`${folder}/waybell.rules.yml`, 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  const tried = readFileSync(`${folder}/waybell.rules.test.yml`, 'utf8');
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) {
    expect(tried).toMatch(new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:\\n`));
    expect(tried).toContain(`alertname: ${alert}, exp_alerts: [] }`);
  }
});
