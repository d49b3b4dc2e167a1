import { compose } from './compose.ts';
import { isPackaged, refuseStart, runApplication } from './desktop/application.ts';
import { ownArguments, parseLaunchOptions, secretVariable, usage } from './launch-options.ts';

/*
 * The entry of the main process. Nothing here waits: Electron must be told its folder, its schemes and
 * its instance lock before it is ready, and a top-level await would keep it from ever being ready.
 */

const options = parseLaunchOptions(ownArguments(process.argv, isPackaged()), {
  env: process.env,
  workingDir: process.cwd(),
});
// No child process and no crash report may find it.
delete process.env[secretVariable];

if (options.ok) runApplication(options.value, compose);
else refuseStart(`${options.failure.message}\n\n${usage}`);
