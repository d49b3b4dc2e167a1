import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);

/**
 * Compiles some files as if they lay in a process's folder.
 *
 * @returns the compiler's errors as `file: TSnumber`
 */
async function compileIn(folder: string, sources: Readonly<Record<string, string>>) {
  // Inside the project, so that packages and the folder's own settings are found.
  mkdirSync(join(root, '.tsbuild'), { recursive: true });
  const place = mkdtempSync(join(root, '.tsbuild', 'wrong-process-'));
  try {
    const toRoot = relative(place, root);
    const settings = {
      extends: `${toRoot}/${folder}/tsconfig.json`,
      compilerOptions: { outDir: './out', rootDir: toRoot },
      include: ['./*.ts'],
      references: [{ path: `${toRoot}/core` }],
    };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(settings));
    for (const [name, text] of Object.entries(sources)) {
      writeFileSync(join(place, `${name}.ts`), text.replaceAll('@/', `${toRoot}/`));
    }
    const said = await new Promise<string>((resolve) => {
      execFile(
        join(root, 'node_modules/.bin/tsc'),
        ['-b', '--pretty', 'false', place],
        (_, stdout) => resolve(stdout),
      );
    });
    return [...said.matchAll(/([a-z-]+)\.ts\(\d+,\d+\): error (TS\d+)/gu)].map(
      ([, file, code]) => `${file}: ${code}`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Fine in every program: what is refused below is not refused by accident. */
const fine = `import type { OrderId } from '@/core/order/order-id.ts';
export const first = (ids: readonly OrderId[]): OrderId | undefined => ids[0];`;

describe('an import of another program does not compile', () => {
  it('the window has no Node and no main process', async () => {
    const errors = await compileIn('renderer', {
      fine,
      'reads-files': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
      'asks-process': 'export const env = process.env;',
      'imports-main': "export type { Log } from '@/main/engine/log/log.ts';",
    });
    expect(errors).toContain('reads-files: TS2591');
    expect(errors).toContain('asks-process: TS2591');
    expect(errors).toContain('imports-main: TS6307');
    expect(errors.filter((error) => error.startsWith('fine'))).toEqual([]);
  });

  it.each(['engine', 'hub', 'cli'])(
    '%s has no document, no Electron and nothing of the desktop program',
    async (program) => {
      const errors = await compileIn(`main/${program}`, {
        fine,
        'reads-files': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
        'asks-document': 'export const title = document.title;',
        'asks-electron': "import { app } from 'electron';\nexport const path = app.getAppPath();",
        'imports-desktop': "export type { Program } from '@/main/desktop/lifecycle.ts';",
        'imports-window': "export { App } from '@/renderer/app.tsx';",
      });
      expect(errors).toContain('asks-document: TS2584');
      expect(errors).toContain('asks-electron: TS2305');
      expect(errors).toContain('imports-desktop: TS6307');
      expect(errors.some((error) => error.startsWith('imports-window'))).toBe(true);
      expect(errors.filter((error) => /^(?:fine|reads-files)/u.test(error))).toEqual([]);
    },
  );

  it('the engine knows neither hub nor command line, the hub no command line', async () => {
    const cli = "export type { TextSink } from '@/main/cli/ports.ts';";
    expect(
      await compileIn('main/engine', {
        cli,
        hub: "export type { TeamLog } from '@/main/hub/log/ports.ts';",
      }),
    ).toEqual(expect.arrayContaining(['cli: TS6307', 'hub: TS6307']));
    expect(await compileIn('main/hub', { cli })).toContain('cli: TS6307');
  });

  it('the core has neither', async () => {
    const errors = await compileIn('core', {
      fine,
      'asks-document': 'export const title = document.title;',
      'reads-files': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
      waits: 'export const wait = () => setTimeout(() => undefined, 1);',
    });
    expect(errors.map((error) => error.split(':')[0])).toEqual(
      expect.arrayContaining(['asks-document', 'reads-files', 'waits']),
    );
    expect(errors.filter((error) => error.startsWith('fine'))).toEqual([]);
  });
});
