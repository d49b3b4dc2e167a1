/**
 * What `resources/app` of the registry's Electron runs: it starts the app whose folder is the first argument, as
 * Electron's own default app does (https://github.com/electron/electron/blob/v33.2.1/default_app/main.ts), after
 * node24.mjs made up for what this Electron's Node 20 lacks.
 */
import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app, utilityProcess } from 'electron';
import { completeBuiltins } from './node24.mjs';

const hooks = new URL('./hooks.mjs', import.meta.url).href;
completeBuiltins();
register(hooks);

// Neither the hooks of this process nor an `--import` reach into another one.
const fork = utilityProcess.fork.bind(utilityProcess);
const withHooks = fileURLToPath(new URL('./utility-process.mjs', import.meta.url));
utilityProcess.fork = (modulePath, args = [], options = {}) =>
  fork(withHooks, [modulePath, ...args], options);

// `-r file`, before the app's folder, names a module to load first.
const given = process.argv.slice(1).filter((argument) => !argument.startsWith('--'));
while (given[0] === '-r') {
  const [, file = ''] = given.splice(0, 2);
  createRequire(import.meta.url)(resolve(file));
}
const folder = resolve(given[0] ?? '.');
const { desktopName, main, name, version } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);
// As the default app does, by names of Electron that its types leave out.
Object.assign(process, { defaultApp: true });
const whole =
  /** @type {import('electron').App & Record<'setAppPath' | 'setVersion', (text: string) => void>} */ (
    app
  );
whole.setName(name);
whole.setVersion(version);
whole.setDesktopName(desktopName ?? `${name}.desktop`);
whole.setPath('userData', join(app.getPath('appData'), name));
whole.setAppPath(folder);
await import(pathToFileURL(join(folder, main)).href);
