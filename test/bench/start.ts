import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureBuilt } from '../../tools/build.ts';
import { handedOver } from '../../tools/command.ts';
import { interruption } from '../../tools/process/interruption.ts';
import { ensureDesktopPackages } from '../../tools/runtime/desktop-packages.ts';
import { withDesktop } from '../../tools/desktop/throw-away-desktop.ts';
import { inProject, projectRoot } from '../../tools/project.ts';
import { chooseRuntime, runtimeLine } from '../../tools/runtime/runtime.ts';
import { benchOrderId } from '../support/storage/bench-order.ts';
import { exitCodeOf, writePage } from './shared/report.ts';
import { type StartMeasurement, startReport, type StartRun, startTargets } from './start/report.ts';
import { atRest, type Started, startMeasured } from './start/run.ts';

/*
 * How fast Waybell is there, and what it costs while it waits in the tray, beside the least app on the
 * same runtime. Linux alone: it reads /proc and hears the tray icon on the session bus.
 *
 *   npm run bench -- start [rounds] [seconds of rest] [orders]
 *
 * Without arguments three rounds, twenty seconds and 100 orders, about two minutes. Writes docs/bench/start.md. Ends
 * with 1 when a target is missed.
 */

const pastedCount = 60;
const intervalSeconds = 30;
const [rounds = 3, restSeconds = 20, orderCount = 100] = process.argv.slice(2).map(Number);
const bare = inProject('test/bench/start/bare');

if (process.platform !== 'linux') {
  process.stderr.write('This measurement reads /proc and the session bus: it needs Linux.\n');
  process.exit(2);
}
await ensureBuilt();
await ensureDesktopPackages();
const runtime = await chooseRuntime();
process.stderr.write(`${runtimeLine(runtime)}\n`);
const handed = await handedOver('test/bench/start.ts', interruption(), {
  kept: 'docs/bench/start.md',
});
if (handed !== null) process.exit(handed);

const service = fork(join(import.meta.dirname, 'watcher/server.ts'), {
  execArgv: ['--disable-warning=ExperimentalWarning'],
});
const [port]: number[] = await once(service, 'message');
const baseUrl = `http://127.0.0.1:${port}`;
const ids = Array.from({ length: orderCount }, (_, index) => benchOrderId(index));

function waybell(profile: string, ...args: readonly string[]): readonly string[] {
  return [projectRoot, '--profile', profile, ...args];
}

async function measure(env: NodeJS.ProcessEnv, folder: string): Promise<StartMeasurement> {
  const watching = mkdtempSync(join(folder, 'watching-'));
  const open = mkdtempSync(join(folder, 'open-'));
  const empty = mkdtempSync(join(folder, 'empty-'));
  const names = join(folder, 'orders.txt');
  writeFileSync(names, ids.join('\n'));
  const connection = ['--base-url', baseUrl, '--client-id', 'bench'];
  const secret = { ...env, WAYBELL_CLIENT_SECRET: 'bench' };

  const run = async (args: readonly string[], environment = env) =>
    startMeasured(runtime, args, environment);

  // The first starts fill the profiles and the keychain; it is also the warm-up.
  for (const profile of [watching, open]) {
    const first = await run(
      waybell(profile, '--interval', String(intervalSeconds), ...connection, names),
      secret,
    );
    await first.until('usable');
    await first.stop();
  }
  const unused = await run(waybell(empty, '--hidden', ...connection), secret);
  await unused.until('tray');
  await wait(3000);
  await unused.stop();

  const starts: StartRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const least = await run([bare]);
    const readyMs = await least.until('ready');
    await least.stop();
    const ours = await run(waybell(watching));
    const [ownReadyMs, trayMs, usableMs] = await Promise.all([
      ours.until('ready'),
      ours.until('tray'),
      ours.until('usable'),
    ]);
    await ours.stop();
    const hidden = await run(waybell(watching, '--hidden'));
    const hiddenTrayMs = await hidden.until('tray');
    await hidden.stop();
    const pasting = await run(waybell(mkdtempSync(join(folder, 'pasting-')), ...connection), {
      ...secret,
      WAYBELL_BENCH_PASTE: ids.slice(0, pastedCount).join('\n'),
    });
    const [pastedMs, previewedMs, watchedMs] = await Promise.all([
      pasting.until('pasted'),
      pasting.until('previewed'),
      pasting.until('watched'),
    ]);
    await pasting.stop();
    starts.push({
      readyMs,
      ownReadyMs,
      trayMs,
      usableMs,
      hiddenTrayMs,
      previewMs: previewedMs - pastedMs,
      watchedMs: watchedMs - previewedMs,
    });
  }

  const addresses = JSON.stringify(ids.map((id) => `${baseUrl}/api/v2/orders/${id}`));
  const atWork: readonly (readonly [args: readonly string[], environment: NodeJS.ProcessEnv])[] = [
    [[bare], env],
    // A folder of its own: Chromium opens one only once.
    [
      [`--user-data-dir=${join(folder, 'script')}`, bare],
      { ...env, WAYBELL_BENCH_ADDRESSES: addresses },
    ],
    [waybell(empty, '--hidden'), env],
    [waybell(watching, '--interval', String(intervalSeconds)), env],
    [waybell(open, '--interval', String(intervalSeconds)), env],
  ];
  const programs: Started[] = [];
  try {
    for (const [args, environment] of atWork) {
      const program = await run(args, environment);
      programs.push(program);
      const hasWindow = args.includes(watching) || args.includes(open);
      await program.until(hasWindow ? 'usable' : 'ready');
      if (!args.includes(watching)) continue;
      program.closeWindows();
      await program.until('closed');
    }
    // The first round of checks, the page's farewell and what is written late are over by then.
    await wait(intervalSeconds * 1000 + 5000);
    // Side by side: what wakes one does not wake another, and what they share is shared alike.
    const [least, script, nothingWatched, closedWindow, openWindow] = await Promise.all(
      programs.map(({ pid }) => atRest(pid, restSeconds * 1000)),
    );
    if (!least || !script || !nothingWatched || !closedWindow || !openWindow) {
      throw new Error('one is missing');
    }
    const rests = { bare: least, script, nothingWatched, closedWindow, openWindow };
    return { runtime: runtimeLine(runtime), orderCount, pastedCount, restSeconds, starts, rests };
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
}

try {
  const measured = await withDesktop({}, ({ env, folder }) => measure(env, folder));
  const text = startReport(measured);
  writePage('start.md', text);
  process.stdout.write(text);
  process.exitCode = exitCodeOf(startTargets(measured));
} finally {
  service.kill('SIGKILL');
}
