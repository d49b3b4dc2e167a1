import { join } from 'node:path';
import { createBuilder } from 'vite';
import { hasDisplay, keptHome, runCommand } from './command.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { type Program, startProgram } from './process/child-process.ts';
import { projectRoot } from './project.ts';
import { runAsOrdinaryUser, sandbox } from './runtime/ordinary-user.ts';
import { chooseRuntime, runtimeLine } from './runtime/runtime.ts';

/** Builds that end within this time of each other make one restart. */
const settleMs = 200;

/** The app, started again whenever it was built anew. */
class RestartingApp {
  readonly #start: () => Program;
  readonly #quit = Promise.withResolvers<number>();
  #running: Program | null = null;
  #settling: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(start: () => Program) {
    this.#start = start;
  }

  /** Settles with its exit code when the user quits it. */
  get quit(): Promise<number> {
    return this.#quit.promise;
  }

  restartSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#turn = this.#turn.then(() => this.#restart());
    }, settleMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#settling);
    await this.#turn;
    await this.#end();
  }

  async #restart(): Promise<void> {
    await this.#end();
    if (this.#isStopped) return;
    const app = this.#start();
    this.#running = app;
    void app.ended.then((code) => {
      if (this.#running === app) this.#quit.resolve(code);
    });
  }

  async #end(): Promise<void> {
    const app = this.#running;
    this.#running = null;
    await app?.stop();
  }
}

/** `npm start` of a copy of the project as it is now. */
function startedAsOrdinaryUser(args: readonly string[]): Program {
  const stopping = new AbortController();
  const ended = runAsOrdinaryUser({
    script: (project) => [join(project, 'tools/start.ts'), ...args],
    env: process.env,
    signal: stopping.signal,
    isShown: true,
    home: keptHome,
  }).then(({ code }) => code);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  return { ended, stop };
}

/**
 * Builds every program of vite.config.ts again whenever its sources change.
 *
 * @param built called after each build, for the first time when all of them are there
 */
async function watchBuilds(built: () => void): Promise<() => Promise<void>> {
  const builder = await createBuilder({ mode: 'development', build: { watch: {} } });
  // Vite always makes one for server-side rendering, which nothing here uses.
  const environments = Object.values(builder.environments).filter(({ name }) => name !== 'ssr');
  const unbuilt = new Set(environments.map(({ name }) => name));
  const closers: (() => Promise<void>)[] = [];
  for (const environment of environments) {
    const watcher = await builder.build(environment);
    if (!('close' in watcher)) throw new Error(`${environment.name} is not watched`);
    watcher.on('event', async (event) => {
      if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result.close();
      if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
      if (event.code !== 'END') return;
      unbuilt.delete(environment.name);
      if (unbuilt.size === 0) built();
    });
    closers.push(() => watcher.close());
  }
  return async () => {
    for (const close of closers) await close();
  };
}

// npm run dev: the app, built and started again whenever a source file changes.
await runCommand(async () => {
  if (!hasDisplay()) {
    process.stderr.write('There is no display. To work without one: npm run demo\n');
    return 2;
  }
  const stopped = interruption();
  const runtime = await chooseRuntime();
  process.stderr.write(`${runtimeLine(runtime)}\n`);
  const args = process.argv.slice(2);
  const isHandedOver = (await sandbox()) === 'asOrdinaryUser';
  const app = new RestartingApp(() =>
    isHandedOver
      ? startedAsOrdinaryUser(args)
      : startProgram(runtime.executable, [...runtime.args, projectRoot, ...args], {
          env: process.env,
        }),
  );
  if (stopped.aborted) return interruptedCode(stopped) ?? 0;
  const interrupted = new Promise<number>((resolve) => {
    stopped.addEventListener('abort', () => resolve(interruptedCode(stopped) ?? 0));
  });
  const close = await watchBuilds(() => app.restartSoon());
  const code = await Promise.race([app.quit, interrupted]);
  await app.stop();
  await close();
  return code;
});
