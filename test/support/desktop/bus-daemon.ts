import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A real dbus-daemon for a test. */
export interface BusDaemon {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts a dbus-daemon that starts nothing on demand but what is named: the machine's own programs stay out.
 *
 * @param folder for its configuration and its socket; short, because a socket's path may have 107 bytes
 * @param env for what it starts
 */
export async function startBusDaemon(
  folder: string,
  startedOnDemand: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<BusDaemon> {
  const config = join(folder, 'bus.conf');
  const services = join(folder, 'services');
  await mkdir(services);
  for (const service of startedOnDemand) {
    const file = `${service}.service`;
    await copyFile(join('/usr/share/dbus-1/services', file), join(services, file));
  }
  await writeFile(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  const child = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
    env,
    // It complains about file limits that an ordinary user cannot raise.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { address: await firstLine(child, 'dbus-daemon'), stop: () => endProcess(child) };
}

async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error(`${name} has no output`);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    createInterface({ input: stdout }).once('line', resolve);
  });
}

/** Ends a program that a test started, by force after two seconds. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 2000);
  await ended;
  clearTimeout(force);
}
