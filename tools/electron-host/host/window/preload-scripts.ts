import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CdpSession } from '../cdp/session.ts';
import { createBridge } from '../renderer/bridge.ts';
import { createCodec } from '../renderer/codec.ts';
import { createEmitterClass } from '../renderer/emitter.ts';
import { isolatedWorld, pageWorld } from '../renderer/worlds.ts';
import type { IsolatedWorldConfig } from '../renderer/wire.ts';

/** Electron's own name for the world that a preload runs in. */
export const ISOLATED_WORLD = 'Electron Isolated Context';

/** The isolated world's global that calls the main process (Runtime.addBinding). */
export const BINDING = '__electronHostSend';

/** The isolated world's global that takes messages from the main process. */
export const RECEIVE = '__electronHostReceive';

const RUN = '__electronHostRun';

/**
 * Installs what runs at the start of every document: the two ends of the bridge and the preload.
 *
 * @param preload the preload's file; undefined for a window without one
 * @throws the reading's error when the file cannot be read; the bridge is installed even so
 */
export async function installPreload(
  session: CdpSession,
  preload: string | undefined,
): Promise<void> {
  const secret = `_${randomBytes(12).toString('hex')}`;
  const config: IsolatedWorldConfig = {
    secret,
    binding: BINDING,
    receive: RECEIVE,
    run: RUN,
    process: {
      type: 'renderer',
      platform: process.platform,
      arch: process.arch,
      sandboxed: true,
      contextIsolated: true,
      isMainFrame: true,
      version: process.version,
      versions: { ...process.versions },
      env: {},
      argv: process.argv.slice(0, 1),
      execPath: process.execPath,
      resourcesPath: process.resourcesPath,
    },
  };
  const parts = `{createBridge:${String(createBridge)},createCodec:${String(createCodec)},createEmitterClass:${String(createEmitterClass)}}`;
  const add = (source: string, worldName?: string) =>
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source,
      ...(worldName === undefined ? {} : { worldName }),
    });
  await add(`(${String(pageWorld)})(${String(createBridge)},${JSON.stringify(secret)});`);
  await add(
    `(${String(isolatedWorld)})(${parts},${JSON.stringify(config)});\n//# sourceURL=electron-host/preload-runtime.js`,
    ISOLATED_WORLD,
  );
  if (preload === undefined) return;
  const code = readFileSync(preload, 'utf8');
  const names = 'require, module, exports, process, global, setImmediate, clearImmediate';
  await add(
    `globalThis.${RUN}?.(function (${names}) { ${code}\n});\n//# sourceURL=${pathToFileURL(preload).href}`,
    ISOLATED_WORLD,
  );
}
