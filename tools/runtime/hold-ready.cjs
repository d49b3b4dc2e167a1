/*
 * Keeps the app from being ready until Playwright is attached to it. Playwright does this for an Electron that it finds
 * itself, with a loader that also changes the app's switches; one that is named by its path it attaches to while it
 * starts, and about one start in two hundred was then never told of (seen with playwright-core 1.65.1).
 */
/** @type {typeof import('electron')} */
const { app } = module.require('electron');

// The app finds its own arguments behind its folder.
process.argv.splice(process.argv.indexOf('-r'), 2);

const emit = app.emit.bind(app);
const whenReady = app.whenReady();
const held = Promise.withResolvers();
/** @type {unknown[]} */
let readyArguments = [];
let isReady = false;

/** @type {(event: string, ...values: unknown[]) => boolean} */
const emitButReady = (event, ...values) => {
  if (event !== 'ready') return emit(event, ...values);
  readyArguments = values;
  return app.listenerCount('ready') > 0;
};

const attached = async () => {
  const value = await whenReady;
  isReady = true;
  held.resolve(value);
  emit('ready', ...readyArguments);
};

Object.assign(app, { emit: emitButReady, isReady: () => isReady, whenReady: () => held.promise });
// Playwright calls it by this name.
Object.assign(globalThis, { ['__playwright_run']: attached });
