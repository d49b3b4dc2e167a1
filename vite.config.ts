import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { writeIcons } from './tools/tray-icons.ts';

const root = import.meta.dirname;
const builtins = [/^node:/, ...builtinModules];

/** Beside each program: the packages that went into it, for tools/packaging/shipped-packages.ts. */
const license = { fileName: 'packages.json' };

/** Puts the icons that the main process reads beside it. */
const icons: Plugin = {
  name: 'icons',
  applyToEnvironment: ({ name }) => name === 'main',
  writeBundle({ dir = '' }) {
    writeIcons(join(dir, 'assets'));
  },
};

/**
 * One build, five programs: the main process, the command line, the demo delivery service that it can start, the
 * sandboxed preload (one CommonJS file: a sandboxed preload cannot be an ES module) and the window.
 * All five are bundled whole; only Electron, Node's own modules and the keychain's native package
 * stay outside.
 */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), icons],
  builder: {
    async buildApp(builder) {
      for (const name of ['main', 'simulator', 'preload', 'client']) {
        const environment = builder.environments[name];
        if (!environment) throw new Error(`vite.config.ts declares no environment ${name}`);
        await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: resolve(root, 'dist/renderer'),
        emptyOutDir: true,
        license,
        target: 'chrome150',
        modulePreload: false,
        assetsInlineLimit: 0,
        sourcemap: 'hidden',
        rolldownOptions: {
          input: [resolve(root, 'renderer/index.html'), resolve(root, 'renderer/sound.html')],
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, conditions: ['node', 'import', 'module', 'default'] },
      build: {
        outDir: resolve(root, 'dist/main'),
        emptyOutDir: true,
        license,
        target: 'node24',
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            index: resolve(root, 'main/desktop/index.ts'),
            cli: resolve(root, 'main/cli/index.ts'),
          },
          external: ['electron', '@napi-rs/keyring', ...builtins],
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            // What is imported when it is first needed has a file of its own.
            chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? '[name].js' : 'services.js'),
          },
        },
      },
    },
    simulator: {
      consumer: 'server',
      resolve: { noExternal: true, conditions: ['node', 'import', 'module', 'default'] },
      build: {
        outDir: resolve(root, 'dist/simulator'),
        emptyOutDir: true,
        license,
        target: 'node24',
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: { index: resolve(root, 'simulator/index.ts') },
          external: builtins,
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: resolve(root, 'dist/preload'),
        emptyOutDir: true,
        license,
        target: 'node24',
        minify: false,
        // Beside the file and not in it: what is packed leaves *.map out (electron-builder.yml).
        sourcemap: 'hidden',
        rolldownOptions: {
          input: { index: resolve(root, 'preload/index.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
});
