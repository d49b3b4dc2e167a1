/** What a utility process runs in place of its module, whose path is its first argument. */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { completeBuiltins } from './node24.mjs';

completeBuiltins();
register(new URL('./hooks.mjs', import.meta.url).href);
const [modulePath = ''] = process.argv.splice(2, 1);
process.argv[1] = modulePath;
await import(pathToFileURL(modulePath).href);
