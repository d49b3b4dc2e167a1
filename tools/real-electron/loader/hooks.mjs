import { completedModule } from './node24.mjs';

/*
 * Module hooks (https://nodejs.org/docs/latest-v20.x/api/module.html#customization-hooks): built-in modules that
 * Node 20 lacks, or has in part, are taken from node24.mjs and sqlite.mjs.
 */

const sqlite = new URL('./sqlite.mjs', import.meta.url).href;
const completed = 'completed:';

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) => {
  const isOurs = context.parentURL?.startsWith(completed) === true;
  if (specifier === 'node:sqlite') return { url: sqlite, format: 'module', shortCircuit: true };
  if (isOurs || completedModule(specifier) === null) return next(specifier, context);
  return { url: `${completed}${specifier}`, format: 'module', shortCircuit: true };
};

/** @type {import('node:module').LoadHook} */
export const load = (url, context, next) => {
  if (!url.startsWith(completed)) return next(url, context);
  const source = completedModule(url.slice(completed.length));
  return { format: 'module', source: source ?? '', shortCircuit: true };
};
