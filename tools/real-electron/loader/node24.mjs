/**
 * What the product takes from Node 24 and Electron 33.2.1 (Node 20.18.1) lacks, as functions that are added to the
 * built-in modules. For tests and the demo alone: a hook loads it, and no package of the product contains it.
 */
import tls from 'node:tls';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';

/**
 * An answer that cannot be unpacked is an error, as with every other content coding that is not known.
 *
 * @param {Uint8Array} _bytes
 * @param {object} _options
 * @param {(error: Error) => void} done
 */
const zstdDecompress = (_bytes, _options, done) => done(new Error('zstd is not known here'));
const noZstd = () => {
  throw new Error('zstd is not known here');
};

/** @type {Readonly<Record<string, readonly [module: object, additions: Readonly<Record<string, unknown>>]>>} */
const additions = {
  'node:tls': [
    tls,
    {
      // Those that Electron brings. No API of Node 20 reads those of the system.
      getCACertificates: (type = 'default') =>
        type === 'default' ? [...tls.rootCertificates] : [],
    },
  ],
  'node:worker_threads': [workerThreads, { markAsUncloneable: () => undefined }],
  'node:zlib': [zlib, { createZstdDecompress: noZstd, zstdCompressSync: noZstd, zstdDecompress }],
};

/** Adds what is lacking to the built-in modules themselves, which `require` and default imports give. */
export function completeBuiltins() {
  for (const [module, added] of Object.values(additions)) Object.assign(module, added);
}

/**
 * The source of a module for `import`: a built-in module with the names that were added to it. A program that
 * imports a name that a module lacks ends before its first line.
 *
 * @param {string} name such as `node:tls`
 * @returns {string | null} null for a module that lacks nothing
 */
export function completedModule(name) {
  const names = Object.keys(additions[name]?.[1] ?? {});
  if (names.length === 0) return null;
  return [
    `import builtin from '${name}';`,
    `export * from '${name}';`,
    'export default builtin;',
    `export const { ${names.join(', ')} } = builtin;`,
  ].join('\n');
}
