import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

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
export function regularExpressions(folders: readonly string[]): readonly FoundExpression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .flatMap((file) => expressionsIn(join(folder, file).replaceAll('\\', '/'))),
  );
}

function expressionsIn(path: string): readonly FoundExpression[] {
  const source = readFileSync(join(root, path), 'utf8');
  const found: FoundExpression[] = [];
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const text = source.slice(Number(node['start']), Number(node['end']));
    const { regex, callee } = node;
    if (isObject(regex)) {
      const pattern = String(regex['pattern']);
      found.push({ path, pattern, flags: String(regex['flags']), text });
    }
    const isMade = node['type'] === 'NewExpression' || node['type'] === 'CallExpression';
    if (isMade && isObject(callee) && callee['name'] === 'RegExp') {
      found.push({ path, pattern: null, flags: '', text });
    }
  });
  return found;
}

function visit(value: unknown, found: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, found);
  } else if (isObject(value)) {
    found(value);
    for (const each of Object.values(value)) visit(each, found);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}
