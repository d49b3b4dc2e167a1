import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app/app.ts';
import { assumeIdentity, becomeReady, findApp, life } from './app/life.ts';
import { type HostArguments, readCommandLine } from './app/command-line.ts';
import { launchChromium, refuseRequests } from './chromium/launch.ts';
import { preventableEvent } from './electron-types.ts';
import { interceptRequests } from './protocol/interception.ts';
import { runtime } from './runtime.ts';
import { watchTargets } from './window/targets.ts';

/** Switches of the app's command line that Chromium is to have too. */
const PASSED_ON = [
  'lang',
  'force-device-scale-factor',
  'proxy-server',
  'ignore-certificate-errors',
];

/** How long an app that was told to end by a signal may take for it. */
const END_WITHIN_MS = 5000;

/** The host's program: reads the command line as Electron does, loads the app, says `ready`. */
async function run(): Promise<void> {
  const raw = process.argv.slice(2);
  const args = readCommandLine(raw, process.cwd());
  // as in Electron: the program, then everything that followed it
  process.argv = [process.env['HOST_LAUNCHER'] ?? process.execPath, ...raw];
  if (args.entry === undefined) throw new Error('usage: electron [switches] <app> [arguments]');
  const manifest = findApp(args.entry);
  assumeIdentity(manifest);
  Object.assign(process, { defaultApp: true, resourcesPath: manifest.appPath });
  for (const [name, value] of args.switches) app.commandLine.appendSwitch(name, value);
  const userDataDir = args.switches.get('user-data-dir');
  if (userDataDir) app.setPath('userData', userDataDir);
  endOnSignals();

  const require = createRequire(manifest.main);
  for (const file of args.preloads) require(file);
  // import() takes CommonJS files too
  await import(pathToFileURL(manifest.main).href);
  // an app that is a second instance has already said that it quits
  if (life.stage === 'running') await startChromium(args);
}

async function startChromium({ debuggingPort, switches }: HostArguments): Promise<void> {
  const { HOST_PROFILE: profile, HOST_DEBUG_PORT: wantedPort } = process.env;
  runtime.profileDir = profile ?? join(app.getPath('userData'), 'chromium-host');
  mkdirSync(runtime.profileDir, { recursive: true });
  const port = debuggingPort ?? wantedPort;
  const chromium = await launchChromium({
    profileDir: runtime.profileDir,
    isSandboxed: process.getuid?.() !== 0 && !switches.has('no-sandbox'),
    switches: [
      ...(runtime.isHeadless ? ['--headless'] : []),
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
      ...PASSED_ON.filter((name) => app.commandLine.hasSwitch(name)).map((name) => {
        const value = app.commandLine.getSwitchValue(name);
        return value === '' ? `--${name}` : `--${name}=${value}`;
      }),
    ],
  });
  runtime.chromium = chromium;
  process.on('exit', () => chromium.kill('SIGKILL'));
  void chromium.exited.then((code) => {
    if (runtime.isQuitting) return;
    process.stderr.write(`electron-host: Chromium exited with ${code}\n`);
    app.exit(1);
  });
  await Promise.all([interceptRequests(), watchTargets(), refuseRequests(chromium.cdp.browser)]);
  becomeReady(() => {
    app.emit('will-finish-launching');
    app.emit('ready', preventableEvent({}), {});
  });
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      app.quit();
      setTimeout(() => app.exit(0), END_WITHIN_MS).unref();
    });
}

// Electron shows a dialog and goes on
process.on('uncaughtException', (error) => {
  process.stderr.write(`Uncaught exception in the main process: ${error.stack ?? error.message}\n`);
});

try {
  await run();
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
