import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startDeliveryService } from '@waybell/simulator';
import { startCli } from '../../support/cli/cli-run.ts';
import { missing } from '../../support/operating/operating-page.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const noPrometheus = missing('prometheus', 'prometheus');
const folder = 'docs/monitoring';

test.skipIf(noPrometheus !== null)(
  `promtool accepts the rules, their tests and the configuration${noPrometheus ?? ''}`,
  () => {
    for (const args of [
      ['check', 'rules', `${folder}/waybell.rules.yml`],
      ['check', 'config', `${folder}/prometheus.yml`],
      ['test', 'rules', `${folder}/waybell.rules.test.yml`],
    ]) {
      const { status, stderr, stdout } = spawnSync('promtool', args, { encoding: 'utf8' });
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({
        status: 0,
        said: '',
      });
    }
  },
);

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

const answer = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()) })) }),
});

test.skipIf(noPrometheus !== null)(
  `Prometheus reads a watch by the configuration, answers every panel and sees it go${noPrometheus ?? ''}`,
  async () => {
    const service = await startDeliveryService({ clock: 'manual' });
    onTestFinished(() => service.close());
    const { clientId, clientSecret } = service.credentials;
    const id = service.addOrder({ status: 'active' });
    const watch = startCli(
      `watch --json --base-url ${service.baseUrl} --client-id ${clientId} --interval 1 --metrics 0 ${id}`.split(
        ' ',
      ),
      { env: { WAYBELL_CLIENT_SECRET: clientSecret } },
    );
    await watch.until(({ event }) => event === 'order');
    const [, target = ''] = /Giving figures at http:\/\/([^/]+)/.exec(watch.stderr()) ?? [];
    const place = temporaryFolder();
    const config = readFileSync(`${folder}/prometheus.yml`, 'utf8')
      .replace(/targets: .*/, `targets: ['${target}']`)
      .replaceAll('15s', '1s')
      .replace('waybell.rules.yml', resolve(folder, 'waybell.rules.yml'));
    writeFileSync(join(place, 'prometheus.yml'), config);
    const listen = '127.0.0.1:19464';
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(place, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(place, 'data')}`,
        `--web.listen-address=${listen}`,
      ],
      { stdio: 'ignore' },
    );
    onTestFinished(() => void prometheus.kill('SIGKILL'));
    const asked = async (expr: string): Promise<number> => {
      const url = `http://${listen}/api/v1/query?query=${encodeURIComponent(expr)}`;
      const { body } = await request(url);
      return answer.parse(await body.json()).data.result.length;
    };
    const countOf = (expr: string) => () => asked(expr).catch(() => 0);
    await expect.poll(countOf('waybell_checks_total'), { timeout: 60_000 }).toBeGreaterThan(0);
    const { panels } = dashboard.parse(
      JSON.parse(readFileSync(`${folder}/waybell.dashboard.json`, 'utf8')),
    );
    const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(exprs.length).toBeGreaterThan(20);
    for (const expr of exprs) {
      const filled = expr.replaceAll('$job', '.*').replaceAll('$instance', '.*');
      // Some are empty where nothing failed; all of them are understood.
      await expect(asked(filled)).resolves.toBeGreaterThanOrEqual(0);
    }
    watch.kill('SIGKILL');
    const pending = async (): Promise<readonly string[]> => {
      const { body } = await request(`http://${listen}/api/v1/alerts`);
      return alerts
        .parse(await body.json())
        .data.alerts.map(({ labels }) => labels['alertname'] ?? '');
    };
    await expect.poll(pending, { timeout: 60_000 }).toEqual(['WaybellDown']);
  },
);
