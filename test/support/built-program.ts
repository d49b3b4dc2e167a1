/*
 * Before the tests that start the command line: they start the built one, as people do. Reading its six hundred
 * sources costs each start three times as much.
 */
export { ensureBuilt as setup } from '../../tools/build.ts';
