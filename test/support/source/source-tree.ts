import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

/** One import, export from, dynamic import or type import of a source file. */
export interface Import {
  /** The path from the project's root for a file of the project, otherwise the specifier as written. */
  readonly target: string;
  /** The import has no effect when the program runs. */
  readonly isTypeOnly: boolean;
}

/** What the architecture tests look at in one source file. */
export interface SourceFile {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly lineCount: number;
  readonly imports: readonly Import[];
  /** Global names that it refers to, such as `setTimeout`, and members such as `Date.now`. */
  readonly references: ReadonlySet<string>;
  /** Every identifier, property name and string in it. */
  readonly words: ReadonlySet<string>;
  /** Names of the interfaces and classes that it declares. */
  readonly typeNames: readonly string[];
}

/** A node of the syntax tree: https://github.com/estree/estree with TypeScript's additions. */
interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Every TypeScript source file below some folders of the project. */
export function sourceFiles(folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file) && !file.includes('node_modules'))
      .map((file) => readSource(join(folder, file).replaceAll('\\', '/'))),
  );
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const imports: Import[] = [];
  const references = new Set<string>();
  const words = new Set<string>();
  const ownNames = new Set<string>();
  const typeNames: string[] = [];
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), null, (node, isReference) => {
    const found = importIn(node, path);
    if (found) imports.push(found);
    const { type, name, value } = node;
    if (type === 'Identifier' && typeof name === 'string') {
      words.add(name);
      if (isReference) references.add(name);
    }
    if (type === 'Literal' && typeof value === 'string') words.add(value);
    for (const own of namesBoundBy(node)) ownNames.add(own);
    const member = memberIn(node);
    if (member) references.add(member);
    if (type === 'NewExpression' && isEmpty(node['arguments'])) {
      references.add(`new ${nameOf(node['callee'])}()`);
    }
    if (type === 'TSInterfaceDeclaration' || type === 'ClassDeclaration') {
      typeNames.push(nameOf(node['id']));
    }
  });
  for (const own of ownNames) references.delete(own);
  return { path, lineCount: text.split('\n').length - 1, imports, references, words, typeNames };
}

/** Visits every node of a tree, and says of each whether a name there refers to something. */
function walk(
  value: unknown,
  field: string | null,
  visit: (node: SyntaxNode, isReference: boolean) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, field, visit);
    return;
  }
  if (!isNode(value)) return;
  visit(value, field !== 'name only');
  for (const [name, below] of Object.entries(value)) {
    walk(below, isNameOnly(value, name) ? 'name only' : name, visit);
  }
}

/** Whether a field holds a mere name: of a property, a type's member, a parameter of a type. */
function isNameOnly(node: SyntaxNode, field: string): boolean {
  if (field === 'property') return node['computed'] === false;
  if (field === 'key') return node['computed'] === false && node['shorthand'] !== true;
  return field === 'params' && node.type.startsWith('TS');
}

function importIn(node: SyntaxNode, path: string): Import | null {
  const { type, source, importKind, exportKind } = node;
  const isImport =
    type === 'ImportDeclaration' ||
    type === 'ImportExpression' ||
    type === 'ExportAllDeclaration' ||
    (type === 'ExportNamedDeclaration' && source !== null) ||
    type === 'TSImportType';
  if (!isImport) return null;
  const specifier = isNode(source) ? source['value'] : undefined;
  if (typeof specifier !== 'string') return { target: '(computed)', isTypeOnly: false };
  const isTypeOnly = type === 'TSImportType' || importKind === 'type' || exportKind === 'type';
  const isOurs = specifier.startsWith('.');
  const target = isOurs ? join(dirname(path), specifier).replaceAll('\\', '/') : specifier;
  return { target: isOurs ? relative('.', target) : target, isTypeOnly };
}

/** The parameters and variables that a node declares: they hide global names. */
function namesBoundBy(node: SyntaxNode): readonly string[] {
  const isFunction = /Function(?:Declaration|Expression)$/u.test(node.type);
  const bound = isFunction ? node['params'] : node.type === 'VariableDeclarator' && [node['id']];
  return Array.isArray(bound) ? bound.map(nameOf).filter((name) => name !== '') : [];
}

/** `Date.now` of `Date.now()`. */
function memberIn(node: SyntaxNode): string | null {
  if (node.type !== 'MemberExpression') return null;
  const object = nameOf(node['object']);
  const property = nameOf(node['property']);
  return object && property ? `${object}.${property}` : null;
}

function nameOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
