import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { constants, homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Ended, runQuietly } from '../process/child-process.ts';
import { projectRoot } from '../project.ts';

/*
 * Chromium's sandbox on Linux stands on user namespaces, and refuses root. Root therefore hands the commands that
 * start the app over to an account that exists and owns nothing, with a copy of the project that it may read.
 */

/** Whether the app can have its sandbox here: as it is, after root handed over to an ordinary user, or not at all. */
export type Sandbox = 'here' | 'asOrdinaryUser' | 'refused';

const isRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/** Asks the kernel; elsewhere than on Linux the sandbox asks for nothing. */
export async function sandbox(): Promise<Sandbox> {
  if (process.platform !== 'linux') return 'here';
  const makeNamespace = ['unshare', '--user', '--map-root-user', 'true'];
  const [file = '', ...args] = isRoot() ? [...becoming(), ...makeNamespace] : makeNamespace;
  const { code } = await runQuietly(file, args);
  if (code !== 0) return 'refused';
  return isRoot() ? 'asOrdinaryUser' : 'here';
}

/** The command that goes on as the account `nobody`, which every Linux has. */
function becoming(): readonly string[] {
  const { gid, uid } = ordinaryUser();
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all', '--'];
}

/** The account by passwd(5); its usual numbers where no line names it. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** What is not copied: it is large, and no command needs it. */
const leftOut = new Set(['.git', '.demo', '.mutants', '.pictures', 'coverage', 'release']);

/** Files that may hold passwords. Nothing that is run from a copy needs them. */
const isSecret = (name: string): boolean => /^\.(?:env|npmrc)/u.test(name);

/** What runs as the ordinary user. */
export interface HandedOver {
  /** The script and its arguments for Node. @param project the folder of the copy */
  readonly script: (project: string) => readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Whether its output goes to this terminal; it is given back otherwise. */
  readonly isShown: boolean;
  /** Its home, which stays; one that goes with the copy unless it is given. */
  readonly home?: string;
  /** Called with the folder of the copy once it has ended, before that goes. */
  readonly ended?: (project: string) => void;
}

/**
 * Runs a script of the project as an ordinary user, on this Node, with a home of its own that goes with it.
 *
 * @returns how it ended; 130 when it was interrupted before it began
 * @throws the system's error when the copy cannot be made
 */
export async function runAsOrdinaryUser(handedOver: HandedOver): Promise<Ended> {
  const { ended, env, isShown, script, signal } = handedOver;
  // Not TMPDIR, which may lie in a folder of root's own. No third user may enter it.
  const folder = mkdtempSync('/tmp/waybell-');
  try {
    const home = handedOver.home ?? join(folder, 'home');
    const project = await layOut(folder, home, env, signal);
    if (signal.aborted) return { code: 130, output: '' };
    const node = join(folder, 'bin/node');
    const [file = '', ...args] = [...becoming(), node, ...process.execArgv, ...script(project)];
    const child = spawn(file, args, {
      cwd: project,
      env: ownEnvironment(env, { folder, home, project }),
      stdio: [
        'ignore',
        ...(isShown ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)),
      ],
      // A process group of its own, so that all of it ends when we say so.
      detached: true,
    });
    const end = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // It has ended.
      }
    };
    signal.addEventListener('abort', end, { once: true });
    const result = await endOf(child);
    signal.removeEventListener('abort', end);
    ended?.(project);
    return result;
  } finally {
    // What ends last may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Lays out what the ordinary user needs. @returns the folder of the project's copy */
async function layOut(
  folder: string,
  home: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const { gid, uid } = ordinaryUser();
  const project = join(folder, 'project');
  for (const name of ['project', 'bin', 'tmp', 'run']) mkdirSync(join(folder, name));
  mkdirSync(home, { recursive: true, mode: 0o700 });
  lchownSync(home, uid, gid);
  copyFileSync(process.execPath, join(folder, 'bin/node'));
  const key = env['XAUTHORITY'] ?? join(homedir(), '.Xauthority');
  if (existsSync(key)) {
    copyFileSync(key, join(folder, keyName));
    lchownSync(join(folder, keyName), uid, gid);
  }
  // An X server that is not root's cannot make its folder.
  if (!existsSync('/tmp/.X11-unix')) {
    mkdirSync('/tmp/.X11-unix');
    chmodSync('/tmp/.X11-unix', 0o1777);
  }
  const names = readdirSync(projectRoot).filter((name) => !leftOut.has(name) && !isSecret(name));
  const paths = names.map((name) => join(projectRoot, name));
  // Folders alone: a linked file is the original itself, which stays root's.
  const handFolders = ['find', folder, '-type', 'd', '-exec', 'chown', `${uid}:${gid}`, '{}', '+'];
  const isLinked = await succeeds(['cp', '-al', ...paths, project]);
  await mustSucceed(handFolders);
  if (signal.aborted || (isLinked && (await canRead(project)))) return project;
  // Another disk, or files that only root may read.
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  for (const command of [
    ['cp', '-a', ...paths, project],
    ['chmod', '-R', 'a+rX', project],
    handFolders,
  ]) {
    if (!signal.aborted) await mustSucceed(command);
  }
  return project;
}

async function succeeds([file = '', ...args]: readonly string[]): Promise<boolean> {
  return (await runQuietly(file, args)).code === 0;
}

async function mustSucceed([file = '', ...args]: readonly string[]): Promise<void> {
  const { code, output } = await runQuietly(file, args);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output.trim()}`);
}

/** Whether the ordinary user can read the files of the copy, and of the packages in it. */
function canRead(project: string): Promise<boolean> {
  const files = ['package.json', 'node_modules/.package-lock.json'];
  return succeeds([...becoming(), 'cat', ...files.map((name) => join(project, name))]);
}

/** The key to the display. */
const keyName = 'xauthority';

function ownEnvironment(
  env: NodeJS.ProcessEnv,
  {
    folder,
    home,
    project,
  }: { readonly folder: string; readonly home: string; readonly project: string },
): NodeJS.ProcessEnv {
  const path = [join(folder, 'bin'), join(project, 'node_modules/.bin'), env['PATH'] ?? ''];
  const own: NodeJS.ProcessEnv = {
    ...Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value?.replaceAll(projectRoot, project)]),
    ),
    PATH: path.join(delimiter),
    HOME: home,
    XAUTHORITY: join(folder, keyName),
    TMPDIR: join(folder, 'tmp'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    USER: 'nobody',
    LOGNAME: 'nobody',
  };
  // Root's own folders and bus are closed to it.
  for (const name of Object.keys(own)) {
    const isRoots = /^(?:XDG_(?:CONFIG|CACHE|DATA|STATE)_HOME|DBUS_SESSION_BUS_ADDRESS)$/u.test(
      name,
    );
    if (isRoots || name.startsWith('npm_')) delete own[name];
  }
  return own;
}

function endOf(child: ChildProcess): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, signal) => {
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
    });
  });
}
