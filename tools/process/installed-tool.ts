import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Ended, type RunOptions, runQuietly } from './child-process.ts';
import { projectRoot } from '../project.ts';

/** The development tools that the commands run, and the packages that bring them. */
const packages = {
  knip: 'knip',
  oxfmt: 'oxfmt',
  oxlint: 'oxlint',
  tsc: 'typescript',
  vite: 'vite',
  vitest: 'vitest',
} as const;

/** A development tool that is installed with the project. */
export type InstalledTool = keyof typeof packages;

const manifestSchema = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]),
});

/**
 * The script of an installed tool, for Node to run.
 *
 * @param project the folder of the project, or of a copy
 */
export function toolScript(tool: InstalledTool, project: string = projectRoot): string {
  const folder = join(project, 'node_modules', packages[tool]);
  const { bin } = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const script = typeof bin === 'string' ? bin : bin[tool];
  if (script === undefined) throw new Error(`${packages[tool]} brings no ${tool}`);
  return join(folder, script);
}

/**
 * Runs the script of an installed tool on this Node in the project's folder and keeps its output. The
 * .cmd files that Windows has in node_modules/.bin start only through a shell, which splits paths that
 * have blanks. https://nodejs.org/en/blog/vulnerability/april-2024-security-releases-2
 */
export function runTool(
  tool: InstalledTool,
  args: readonly string[],
  options: Omit<RunOptions, 'cwd'> = {},
): Promise<Ended> {
  return runQuietly(process.execPath, [toolScript(tool), ...args], {
    ...options,
    cwd: projectRoot,
  });
}
