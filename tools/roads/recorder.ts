import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { inProject, projectRoot } from '../project.ts';
import { type BuiltScript, filesCalledInAct, type ScriptCoverage } from './road-files.ts';

/** One JavaScript engine, to which commands of the DevTools protocol are sent. */
export interface Engine {
  send(this: void, method: string, params?: Record<string, unknown>): Promise<unknown>;
  /** Ends the inspection; a process that is still inspected does not end. */
  close(this: void): unknown;
}

/** What an act passed through. */
export interface Road {
  /** Paths in the project, sorted. */
  readonly files: readonly string[];
  readonly actMs: number;
}

/** The folders whose files are counted. */
const countedFolders = /^(?:core|main|preload|renderer)\//u;

/** How long the start may go on before the pause is measured. */
const settledAfterMs = 5000;

/** What an act sets going is over this long after its last effect was seen; without it the count is chance. */
const overAfterMs = 1000;

/** At least as long as an act may take. */
export const pauseMs = 20_000;

/** The files that an act passes through in any of these engines. @throws Error when it takes longer than the pause */
export async function roadOf(
  openings: readonly (() => Promise<Engine>)[],
  stopped: AbortSignal,
  act: () => Promise<void>,
): Promise<Road> {
  const engines: Engine[] = [];
  try {
    for (const open of openings) engines.push(await open());
    await wait(settledAfterMs, undefined, { signal: stopped });
    for (const { send } of engines) {
      await send('Profiler.enable');
      await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    }
    const readings = () => Promise.all(engines.map(reading));
    await wait(pauseMs, undefined, { signal: stopped });
    const pauses = await readings();
    const sinceMs = performance.now();
    await act();
    const actMs = performance.now() - sinceMs;
    await wait(overAfterMs, undefined, { signal: stopped });
    const acts = await readings();
    if (actMs > pauseMs) throw new Error(`An act took ${actMs} ms, more than the pause before it.`);
    const files = new Set<string>();
    for (const [at, engine] of engines.entries()) {
      for (const [id, called] of acts[at] ?? []) {
        const script = await builtScript(called, engine);
        if (script === null) continue;
        const pause = pauses[at]?.get(id) ?? { functions: [] };
        for (const source of filesCalledInAct({ pause, act: called }, script)) {
          const file = relative(projectRoot, resolve(script.folder, source));
          if (countedFolders.test(file)) files.add(file);
        }
      }
    }
    return { files: [...files].toSorted(), actMs };
  } finally {
    for (const { close } of engines) close();
  }
}

const coverageSchema = z.object({
  result: z.array(
    z.object({
      scriptId: z.string(),
      url: z.string(),
      functions: z.array(
        z.object({
          ranges: z.array(
            z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() }),
          ),
        }),
      ),
    }),
  ),
});

type ReadScript = z.infer<typeof coverageSchema>['result'][number] & ScriptCoverage;

/** What was called since the last reading, by the script's id. */
async function reading({ send }: Engine): Promise<ReadonlyMap<string, ReadScript>> {
  const { result } = coverageSchema.parse(await send('Profiler.takePreciseCoverage'));
  return new Map(result.map((script) => [script.scriptId, script]));
}

/** A script of dist/ with the folder that the names in its map are relative to; null for one of another origin. */
async function builtScript(
  { scriptId, url }: ReadScript,
  { send }: Engine,
): Promise<(BuiltScript & { readonly folder: string }) | null> {
  if (url.startsWith(inDist)) return readBuilt(fileURLToPath(url), 0);
  if (url.startsWith(windowOrigin)) {
    return readBuilt(inProject('dist/renderer', new URL(url).pathname), 0);
  }
  if (url !== '') return null;
  // Electron runs a sandboxed preload without a name, in a function of its own.
  await send('Debugger.enable');
  const { scriptSource } = z
    .object({ scriptSource: z.string() })
    .parse(await send('Debugger.getScriptSource', { scriptId }));
  const movedBy = scriptSource.indexOf(readFileSync(preloadFile, 'utf8'));
  return movedBy < 0 ? null : readBuilt(preloadFile, movedBy);
}

const inDist = `${pathToFileURL(inProject('dist')).href}/`;
const windowOrigin = 'app://waybell/';
const preloadFile = inProject('dist/preload/index.cjs');

function readBuilt(
  file: string,
  movedBy: number,
): (BuiltScript & { readonly folder: string }) | null {
  // A file that only passes on what others export has no map.
  if (!existsSync(`${file}.map`)) return null;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return { text: readFileSync(file, 'utf8'), map, movedBy, folder: dirname(file) };
}

/** Inspects a Node or Electron main process whose inspector is open at this address. */
export async function inspectProcess(url: string): Promise<Engine> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = answerSchema.parse(JSON.parse(String(data)));
    const asked = id === undefined ? undefined : waiting.get(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(error.message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${url} answers no more`));
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', () => failed(new Error(`No inspector answers at ${url}`)));
  });
  let lastId = 0;
  return {
    send(method, params = {}) {
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}

const answerSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
