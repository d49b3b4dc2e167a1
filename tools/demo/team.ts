import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { z } from 'zod';
import { type Program, startProgram } from '../process/child-process.ts';
import { inProject, projectRoot } from '../project.ts';
import type { Runtime } from '../runtime/runtime.ts';

const run = promisify(execFile);

/** What Node runs as the command line. */
export const cli = ['--disable-warning=ExperimentalWarning', inProject('main/cli/index.ts')];

/** How long a step in a window may take on a busy machine. */
const withinMs = 30_000;

const announcement = z.object({ event: z.literal('hub'), url: z.url() });

/** How a hub is started. */
export interface HubStart {
  /** What Node runs as the command line, with Node's own switches before it. */
  readonly program: readonly string[];
  readonly profile: string;
  /** The connection to the service. */
  readonly serviceArgs: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
}

/** A running hub. */
export interface RunningHub extends Program {
  readonly url: string;
  readonly profile: string;
}

/** Starts a hub on a port of its own. @throws when its first line does not say where it is */
export async function startHub(start: HubStart): Promise<RunningHub> {
  const { env, logFile, profile, program, serviceArgs } = start;
  const firstLine = Promise.withResolvers<string>();
  let said = '';
  const hub = startProgram(
    process.execPath,
    [...program, 'hub', '--profile', profile, '--listen', '0', ...serviceArgs],
    {
      env,
      logFile,
      read(text) {
        said += text;
        if (said.includes('\n')) firstLine.resolve(said.slice(0, said.indexOf('\n')));
      },
    },
  );
  try {
    const line = await Promise.race([firstLine.promise, hub.ended.then(String)]);
    return { ...hub, profile, url: announcement.parse(JSON.parse(line)).url };
  } catch (error) {
    await hub.stop();
    throw error;
  }
}

/** Makes a profile the one of a new desk of the hub's team. */
export async function joinHub(
  hub: RunningHub,
  name: string,
  profile: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const invite = [...cli, 'hub', 'invite', '--profile', hub.profile, '--name', name];
  const { stdout: code } = await run(process.execPath, invite, { env });
  await run(process.execPath, [...cli, 'join', '--profile', profile, hub.url], {
    env: { ...env, WAYBELL_JOIN_CODE: code.trim() },
  });
}

/** A running app and its window. */
export interface Desk {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Starts the built app on a profile, and waits for its window. */
export async function startDesk(
  runtime: Runtime,
  profile: string,
  env: NodeJS.ProcessEnv,
  more: readonly string[],
): Promise<Desk> {
  const app = await _electron.launch({
    executablePath: runtime.executable,
    args: [
      ...runtime.args,
      '-r',
      inProject('tools/runtime/hold-ready.cjs'),
      projectRoot,
      '--profile',
      profile,
      ...more,
    ],
    chromiumSandbox: !runtime.args.includes('--no-sandbox'),
    env: definedOnly(env),
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(withinMs);
  return { app, page };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
