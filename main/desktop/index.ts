import '../engine/launch/engine-memory.ts';
import { app } from 'electron';
import { createWindowApp } from './window-app.ts';
import { profileCommand } from '../cli/commands/profile.ts';
import { parseBaseUrl } from '../engine/delivery/http/base-url.ts';
import { keepCertificateChecks } from '../engine/delivery/http/trusted-authorities.ts';
import {
  refuseForeign,
  refusePolicy,
  refuseStart,
  runApplication,
  runInstead,
} from './application.ts';
import { shutOutForeign } from './system/foreign-switches.ts';
import { ownVariables } from '../engine/launch/arguments.ts';
import { ownArguments, parseLaunchOptions, usage } from '../engine/launch/launch-options.ts';
import { namedOrders } from '../engine/launch/named-orders.ts';
import { policyPath, readPolicy } from '../engine/launch/policy-file.ts';
import { madeProfileFolder } from '../engine/launch/profile-folder.ts';
import { readTextFile } from '../engine/transfer/text-file.ts';
import { SystemClock } from '../engine/watch/system-clock.ts';

const clock = new SystemClock();

/*
 * The entry of the main process. Nothing here waits: Electron must get its folder, its schemes and
 * its instance lock before it is ready, and a top-level await would keep it from ever being ready.
 */

// Files that Electron and Chromium write into the profile are also readable by their owner only.
process.umask(0o077);

const warning = keepCertificateChecks(process.env);
if (warning !== null) process.stderr.write(warning);

// Only in a package: the tests drive the program from its source tree by such switches.
const foreign = app.isPackaged ? shutOutForeign(app.commandLine, process.env) : null;
for (const name of foreign?.removed ?? []) process.stderr.write(`${name} is not taken.\n`);

const own = ownArguments(process.argv, app.isPackaged);
// Comes first: `doctor` reads the secret from the environment, which is deleted below.
const command = profileCommand(own, app.getVersion());
const options = parseLaunchOptions(own, { env: process.env, workingDir: process.cwd() });
// The secrets must not reach a child process or a crash report.
for (const name of ownVariables) delete process.env[name];
const policy = readPolicy(policyPath(process.platform, app.getPath('exe')), parseBaseUrl);

if (foreign !== null && foreign.refused.length > 0) {
  refuseForeign(foreign.refused);
} else if (command !== null) {
  runInstead(command);
} else if (!policy.ok) {
  refusePolicy(policy.failure.message);
} else if (!options.ok) {
  refuseStart(`${options.failure.message}\n\n${usage}`);
} else {
  const { profileDir } = options.value;
  const texts = () => ({ nowMs: clock.wallMs(), read: readTextFile });
  const named = namedOrders(options.value, texts());
  const folder = profileDir === null ? null : madeProfileFolder(profileDir);
  if (!named.ok) refuseStart(`${named.failure.message}\n\n${usage}`);
  else if (folder?.ok === false) refuseStart(folder.failure.message);
  else {
    for (const note of named.value.notes) process.stderr.write(`${note}\n`);
    runApplication(
      { ...options.value, policy: policy.value, orders: named.value.orders },
      createWindowApp,
      (naming) => {
        const read = namedOrders(naming, texts());
        return read.ok ? read.value.orders : null;
      },
    );
  }
}
