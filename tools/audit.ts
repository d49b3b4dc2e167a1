import { readFileSync } from 'node:fs';
import { argv, execPath, exit, stderr, stdout } from 'node:process';
import { z } from 'zod';
import { npmProgram } from './install/npm-program.mjs';
import { runQuietly } from './process/child-process.ts';
import { inProject } from './project.ts';

/*
 * Compares the locked versions with the advisories of the registry: `node tools/audit.ts [npm's options]`. It ends
 * with 1 where one is about what is shipped, with 2 where the registry gave no answer that can be read.
 */

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(
        z.union([z.string(), z.object({ title: z.string(), url: z.string(), range: z.string() })]),
      ),
    }),
  ),
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** What the advisories say, in lines. */
export interface Findings {
  /** About packages that reach a dispatcher's computer. */
  readonly shipped: readonly string[];
  /** About tools that build and test. */
  readonly others: readonly string[];
}

/** The packages of the table below “Shipped”; Electron is one of them. */
function shippedRoots(dependenciesPage: string): readonly string[] {
  const [, shipped = ''] = /^## Shipped\n([^]*?)^## /m.exec(dependenciesPage) ?? [];
  return [...shipped.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

/** The packages that these bring, themselves included, by name. */
function withTheirs(
  roots: readonly string[],
  lock: z.infer<typeof lockSchema>,
): ReadonlySet<string> {
  const names = new Set(roots);
  for (const name of names) {
    for (const [path, found] of Object.entries(lock.packages)) {
      if (!path.endsWith(`node_modules/${name}`)) continue;
      const theirs = { ...found.dependencies, ...found.optionalDependencies };
      // Electron's own are for fetching its binary; they are not packed.
      if (name !== 'electron') for (const other of Object.keys(theirs)) names.add(other);
    }
  }
  return names;
}

/**
 * Reads what `npm audit --json` printed.
 *
 * @throws Error when it is no report, as where the registry does not answer
 */
export function readFindings(report: string, lock: string, dependenciesPage: string): Findings {
  let content: unknown;
  try {
    content = JSON.parse(report);
  } catch {
    throw new Error('npm audit printed no JSON');
  }
  const parsed = reportSchema.safeParse(content);
  if (!parsed.success) throw new Error('npm audit printed no report');
  const roots = shippedRoots(dependenciesPage);
  if (!roots.includes('electron')) throw new Error('docs/dependencies.md names no Electron');
  const names = withTheirs(roots, lockSchema.parse(JSON.parse(lock)));
  const shipped: string[] = [];
  const others: string[] = [];
  for (const [name, { severity, via }] of Object.entries(parsed.data.vulnerabilities)) {
    for (const each of via) {
      // A package named here is vulnerable through another, which has a line of its own.
      if (typeof each === 'string') continue;
      const line = `${name} ${each.range}: ${severity}: ${each.title} (${each.url})`;
      (names.has(name) ? shipped : others).push(line);
    }
  }
  return { shipped, others };
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Asks the registry about the packages of a folder. @returns the code to end with, and what to say */
export async function audit(folder: string, options: readonly string[]): Promise<[number, string]> {
  const { args, file, shell } = npmProgram(execPath);
  // Silent, because what it would say on standard error is no part of the report.
  const asked = ['audit', '--json', '--package-lock-only', '--loglevel=silent', ...options];
  const { output } = await runQuietly(file, [...args, ...asked], { cwd: folder, shell });
  let found: Findings;
  try {
    const page = readFileSync(inProject('docs', 'dependencies.md'), 'utf8');
    found = readFindings(output, readFileSync(`${folder}/package-lock.json`, 'utf8'), page);
  } catch (error) {
    return [2, `The advisories could not be read: ${String(error)}\n`];
  }
  const said =
    listed('Advisories about what is shipped:', found.shipped) +
    listed('Advisories about tools alone:', found.others);
  return [found.shipped.length > 0 ? 1 : 0, said || 'No advisory is about a locked version.\n'];
}

if (argv[1] === import.meta.filename) {
  const [code, said] = await audit(inProject(), argv.slice(2));
  (code === 0 ? stdout : stderr).write(said);
  exit(code);
}
