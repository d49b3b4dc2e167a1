/**
 * Runs one of the project's commands on whatever Node (20 or newer) a machine has:
 *
 *     node tools/run.mjs demo|test|start|dev|setup|waybell|bench|fuzz|roads|package [arguments]
 *
 * Brings Node 24 and the packages where they are missing, then runs tools/<command>.ts on that Node, or
 * the command line itself. Plain JavaScript without packages, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmProgram } from './install/npm-program.mjs';
import { oneAtATime } from './install/one-at-a-time.mjs';
import { step } from './install/progress.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = [
  'demo',
  'test',
  'start',
  'dev',
  'setup',
  'waybell',
  'bench',
  'fuzz',
  'replay',
  'roads',
  'package',
];

/** The first Node 24 whose node:sqlite and type stripping the project was tried with. */
const oldestNode = [24, 15];

/** @param {string} version such as 24.21.0 */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** @param {string} message */
function giveUp(message) {
  process.stderr.write(`${message}\n`);
  return process.exit(2);
}

/**
 * Runs npm silently; what it said is shown only when it fails.
 *
 * @param {string} node the Node that runs npm
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function npm(node, args) {
  const { file, args: first, shell } = npmProgram(node);
  return new Promise((resolve) => {
    const child = spawn(file, [...first, ...args, '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: root,
      env: environment(node),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
    });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (said += text));
    child.once('error', (error) => giveUp(`npm could not be started: ${error.message}`));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else giveUp(`${said}\nnpm ${args.join(' ')} ended with ${code}.`);
    });
  });
}

/**
 * The environment in which scripts and their children find this Node first.
 *
 * @param {string} node
 */
function environment(node) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''];
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The Node to use: this one, or the one that tools/node24 brings. */
async function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const bundled = join(root, 'tools/node24/node_modules/.bin/node');
  const runs = () =>
    existsSync(bundled) &&
    isNewEnough(
      spawnSync(bundled, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '',
    );
  if (runs()) return bundled;
  const isServed = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  if (isServed) {
    await step('Fetching Node 24', () =>
      oneAtATime(async () => {
        const args = ['ci', '--prefix', 'tools/node24', '--include=optional'];
        if (!runs()) await npm(process.execPath, args);
      }),
    );
    if (runs()) return bundled;
  }
  // npm takes a package that it cannot fetch for one that this system has no use for, and says nothing.
  const why = isServed
    ? 'its own could not be fetched from the npm registry'
    : `for ${process.platform} ${process.arch} it does not bring its own`;
  return giveUp(
    `Waybell needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}, and ${why}. ` +
      'Install it from nodejs.org and run this again.',
  );
}

/**
 * @param {string} file a lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/**
 * Whether node_modules is what package-lock.json says. npm writes its own record of what it
 * installed as the last thing it does, so an installation that was cut short counts as none.
 */
function isInstalled() {
  try {
    const locked = packages('package-lock.json');
    const installed = packages('node_modules/.package-lock.json');
    return (
      Object.entries(locked).every(
        ([path, { version, optional }]) =>
          path === '' ||
          (installed[path] ? installed[path].version === version : optional === true),
      ) && Object.keys(installed).every((path) => path in locked)
    );
  } catch {
    return false;
  }
}

/**
 * The parent of a process where the system tells it (Linux), otherwise nothing.
 *
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

const [command = '', ...args] = process.argv.slice(2);
if (!commands.includes(command)) {
  giveUp(`Usage: node tools/run.mjs ${commands.join('|')} [arguments]`);
}
const node = await findNode();
if (!isInstalled()) {
  await step('Installing packages', () =>
    oneAtATime(async () => {
      if (!isInstalled()) await npm(node, ['ci', '--include=dev', '--include=optional']);
    }),
  );
}

const program = command === 'waybell' ? 'main/cli/index.ts' : `tools/${command}.ts`;
// npm runs scripts in the project's folder, but the files that the user names are in the user's folder.
const folder = ['waybell', 'replay'].includes(command) ? process.env['INIT_CWD'] : undefined;
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', join(root, program), ...args],
  // The channel carries no messages. It closes when this process ends, even when it is killed.
  { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], cwd: folder, env: environment(node) },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
// A command that npm started ends with npm, even when npm was killed and could pass on no signal. A
// shell between the two would live on, so the parent of the parent is watched as well.
if (process.env['npm_lifecycle_event'] !== undefined) {
  const ancestors = `${process.ppid} ${parentOf(process.ppid)}`;
  setInterval(() => {
    if (`${process.ppid} ${parentOf(process.ppid)}` !== ancestors) child.kill('SIGTERM');
  }, 1000).unref();
}
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
});
