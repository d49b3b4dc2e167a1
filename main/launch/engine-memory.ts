import { setFlagsFromString } from 'node:v8';

/*
 * How the JavaScript engine is to keep house: as a program that waits in the tray for days, and not as
 * the server that V8's defaults are made for. Imported before anything else, because V8 gives the young
 * generation back only rarely once it has grown. All of these are read by V8 whenever it needs them; the
 * sizes that it reads once only, when it starts, would have to be given on the command line, where
 * Electron's main process has nobody to give them.
 *
 * Why and at what price: docs/adr/0011-engine-memory.md.
 */

/** V8's flags for it; one that a later V8 no longer has is passed over by it. */
const flags = [
  // The young generation stays as small as it begins (1 MB and its copy) and does not grow to 128 MB.
  '--semi-space-growth-factor=1',
  // One so small is cleared by the thread that is awake anyway, without waking another.
  '--no-parallel-scavenge',
  // The old generation grows in small steps, and what a collection frees goes back to the system.
  '--optimize-for-size',
  // Not by a tenth, though, which that flag implies: then the lists of a day are collected every minute.
  '--heap-growing-percent=30',
  // undici's parser is one huge WebAssembly function: its loops unrolled take half as much memory again to
  // compile, which the compiling thread often keeps, and run no faster.
  '--no-wasm-loop-unrolling',
  '--no-wasm-loop-peeling',
];

for (const flag of flags) setFlagsFromString(flag);
