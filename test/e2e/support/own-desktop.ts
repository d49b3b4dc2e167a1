import { afterAll } from 'vitest';
import { withDesktop } from '../../../tools/desktop/throw-away-desktop.ts';
import { onThrowAwayDesktop } from './desktop.ts';

/*
 * Runs before each file of specs: brings up a throw-away desktop for it alone. Two files can then run at
 * once, and none meets the notifications, the tray or the keyring of another.
 */

if (onThrowAwayDesktop) {
  const isUp = Promise.withResolvers<NodeJS.ProcessEnv>();
  const isDone = Promise.withResolvers<void>();
  const desktop = withDesktop({}, ({ env }) => {
    isUp.resolve(env);
    return isDone.promise;
  });
  // A desktop that does not come up fails the file.
  desktop.catch(isUp.reject);
  const env = await isUp.promise;
  // In place, because the keychain's native code reads the process' own environment.
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  afterAll(() => {
    isDone.resolve();
    return desktop;
  });
}
