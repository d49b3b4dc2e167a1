import { join } from 'node:path';

/**
 * The environment of every Chromium process that the host starts: ours, with what keeps Chromium
 * from leaving files outside its profile. Its crash handler would make ~/.config/chromium, whatever
 * profile is in use; without a session's runtime folder, dconf would make ~/.cache/dconf.
 */
export function chromiumEnvironment(profileDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    BREAKPAD_DUMP_LOCATION: join(profileDir, 'crashes'),
    ...(process.env['XDG_RUNTIME_DIR'] ? {} : { GSETTINGS_BACKEND: 'memory' }),
  };
}
