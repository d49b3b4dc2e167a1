import { setFlagsFromString } from 'node:v8';

/*
 * Memory settings for a program that waits in the tray for days; V8's defaults are made for a server.
 * Imported before anything else, because V8 rarely gives the young generation back once it has grown.
 * V8 reads all of these flags whenever it needs them. The sizes that it reads only at its start would
 * have to stand on the command line, which Electron's main process does not have.
 *
 * Why and at what price: docs/adr/0011-engine-memory.md.
 */

/** V8's flags. A later V8 ignores a flag that it no longer has. */
const flags = [
  // The young generation stays as small as it begins (1 MB and its copy) and does not grow to 128 MB.
  '--semi-space-growth-factor=1',
  // A generation this small is cleared by the main thread, without waking another one.
  '--no-parallel-scavenge',
  // The old generation grows in small steps, and not to four times what is alive. With steps of a tenth the lists of
  // a day would be collected every minute.
  '--heap-growing-percent=30',
  // undici's parser is one huge WebAssembly function. With unrolled loops it takes half as much memory
  // again to compile, which the compiling thread often keeps, and it runs no faster.
  '--no-wasm-loop-unrolling',
  '--no-wasm-loop-peeling',
  // With generations this small the thread of the fastest compiler often asks the main thread for a collection,
  // which hangs a program that ends with process.exit() just then (nodejs/node#54918).
  '--no-concurrent-sparkplug',
];

for (const flag of flags) setFlagsFromString(flag);
