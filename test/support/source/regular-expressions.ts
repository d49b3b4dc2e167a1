import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { checkSync } from 'recheck';
import { parseAst } from 'vite';

// The back end of the package that is plain JavaScript: the others start programs.
env['RECHECK_BACKEND'] = 'pure';

const root = join(import.meta.dirname, '../../..');

/** What the judge says of an expression, on any machine and whatever it is busy with. */
export function judged(pattern: string, flags: string): ReturnType<typeof checkSync> {
  // Its own time limits would make the verdict depend on how busy the machine is.
  const unhurried = { attackTimeout: null, incubationTimeout: null };
  return checkSync(pattern, flags, { randomSeed: 1, timeout: 60_000, ...unhurried });
}

/** The first of each text of our expressions that is `vulnerable` or not decided, with a text that shows it. */
export function slowExpressions(expressions: readonly FoundExpression[]): readonly string[] {
  return expressions.flatMap(({ flags, path, pattern, text }) => {
    if (pattern === null) return [];
    const verdict = judged(pattern, flags);
    if (verdict.status === 'safe') return [];
    const attack = verdict.status === 'vulnerable' ? verdict.attack.pattern : 'not decided';
    return [`${path} ${text}: ${attack}`];
  });
}

/** Every regular expression of the product and the simulator, its tests left out. */
export function ourExpressions(): readonly FoundExpression[] {
  return regularExpressions(['core', 'main', 'preload', 'renderer', 'simulator']).filter(
    ({ path }) => !path.startsWith('simulator/test/'),
  );
}

/** A regular expression as it stands in the source. */
export interface FoundExpression {
  /** From the project's root, with slashes. */
  readonly path: string;
  /** Null when it is put together while the program runs: `text` is then what puts it together. */
  readonly pattern: string | null;
  readonly flags: string;
  readonly text: string;
}

/** Every regular expression of the TypeScript files below some folders of the project. */
function regularExpressions(folders: readonly string[]): readonly FoundExpression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .flatMap((file) => expressionsIn(join(folder, file).replaceAll('\\', '/'))),
  );
}

function expressionsIn(path: string): readonly FoundExpression[] {
  const source = readFileSync(join(root, path), 'utf8');
  const expressions: FoundExpression[] = [];
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const text = source.slice(Number(node['start']), Number(node['end']));
    const { regex, callee } = node;
    if (isObject(regex)) {
      const pattern = String(regex['pattern']);
      expressions.push({ path, pattern, flags: String(regex['flags']), text });
    }
    const isMade = node['type'] === 'NewExpression' || node['type'] === 'CallExpression';
    if (isMade && isObject(callee) && callee['name'] === 'RegExp') {
      expressions.push({ path, pattern: null, flags: '', text });
    }
  });
  return expressions;
}

function visit(value: unknown, see: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see);
  } else if (isObject(value)) {
    see(value);
    for (const each of Object.values(value)) visit(each, see);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}
