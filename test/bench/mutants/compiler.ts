import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { runTool } from '../../../tools/process/installed-tool.ts';
import { inProject, projectRoot } from '../../../tools/project.ts';
import type { Mutant } from './mutation-score.ts';

/** What core and main need to be compiled. */
const sources = ['core', 'main'];

/**
 * The mutants that do not compile. Each becomes a file of its own beside the file that it changes, in a copy
 * of the source, so that the compiler runs once for all. An error that it causes in another file is not seen.
 *
 * @param folder for the copy; it is removed again
 * @throws Error when the copy does not compile without mutants, or the source is not that of the mutants
 */
export async function mutantsThatDoNotCompile(
  mutants: readonly Mutant[],
  folder: string,
): Promise<ReadonlySet<Mutant>> {
  if (mutants.length === 0) return new Set();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const source of sources)
    cpSync(inProject(source), join(folder, source), { recursive: true });
  const byFile = new Map(
    mutants.map((mutant, index) => {
      const file = mutant.file.replace(/\.ts$/, `.mutant-${index}.ts`);
      const text = readFileSync(inProject(mutant.file), 'utf8');
      if (text.slice(mutant.start, mutant.end) !== mutant.original) {
        throw new Error(`${mutant.file} was changed while its mutants were tried`);
      }
      const changed = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
      writeFileSync(join(folder, file), changed);
      return [file, mutant];
    }),
  );
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { noEmit: true, composite: false, emitDeclarationOnly: false };
  writeFileSync(
    config,
    JSON.stringify({
      // The part that may import all others.
      extends: inProject('main/desktop/tsconfig.json'),
      compilerOptions: { ...compilerOptions, rootDir: folder },
      include: sources.map((source) => join(folder, source)),
      references: [],
    }),
  );
  const { code, output } = await runTool('tsc', ['-p', config, '--pretty', 'false']);
  const refused = new Set<Mutant>();
  for (const [, path = ''] of output.matchAll(/^(\S+\.ts)\(\d+,\d+\): error TS\d+/gm)) {
    const file = relative(folder, resolve(projectRoot, path)).replaceAll('\\', '/');
    const mutant = byFile.get(file);
    if (!mutant) throw new Error(`The copy of the source does not compile:\n${output}`);
    refused.add(mutant);
  }
  if (code !== 0 && refused.size === 0) throw new Error(`The compiler failed:\n${output}`);
  rmSync(folder, { recursive: true, force: true });
  return refused;
}
