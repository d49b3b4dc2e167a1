import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule that a page of docs/ quotes behind the test that holds it: `[file](address) “rule”`. */
export interface QuotedRule {
  /** The test's file, as seen from the project's root. */
  readonly file: string;
  readonly rule: string;
}

/** Every quoted rule of a page, in its order. */
export function quotedRules(page: string): readonly QuotedRule[] {
  return [...page.matchAll(/\]\((\S+\.(?:test|spec)\.tsx?)\) “([^”]+)”/g)].map(
    ([, address = '', rule = '']) => ({ file: join('docs', address), rule }),
  );
}

/** Whether the file has a test by the very name that is quoted. */
export function hasTest({ file, rule }: QuotedRule): boolean {
  if (!existsSync(file)) return false;
  const source = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${rule}${quote}`));
}
