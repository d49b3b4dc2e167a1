import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** ADRs and the change log tell of their own time; what they name may be gone. */
const pages = globSync(['*.md', '{docs,seeds,simulator,test,tools}/**/*.md'], {
  exclude: ['**/node_modules/**'],
}).filter((page) => !/^(?:CHANGELOG|docs\/adr\/)/.test(page));

/** The places within the project that a page links to, as seen from the project's root. */
function linksOf(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)]
    .flatMap(([, address]) => (address === undefined ? [] : [address]))
    .filter((address) => !/^\w+:/.test(address))
    .map((address) => join(dirname(page), address));
}

/** The headings that a page links to, in itself or in another one, which are not there. */
function missingHeadings(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)].flatMap(
    ([, address = '', heading = '']) => {
      const target = address === '' ? page : join(dirname(page), address);
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)];
      const isThere = headings.some(([, text = '']) => slugOf(text) === heading);
      return isThere ? [] : [`${target}#${heading}`];
    },
  );
}

/** The name that GitHub gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** The files and folders that a page names between backticks by their whole path. */
function pathsOf(page: string): readonly string[] {
  const path =
    /`((?:assets|core|docs|main|preload|renderer|seeds|simulator|test|tools)\/[\w./-]*[\w/])`/g;
  return [...readFileSync(page, 'utf8').matchAll(path)].flatMap(([, each]) => each ?? []);
}

describe.each(pages)('%s', (page) => {
  test('every link leads to a file that is there', () => {
    expect(linksOf(page).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('every heading that it links to is there', () => {
    expect(missingHeadings(page)).toEqual([]);
  });

  test('every file and folder that it names is there', () => {
    expect(pathsOf(page).filter((path) => !existsSync(path))).toEqual([]);
  });
});

test('every picture in docs/images is shown by a page', () => {
  const shown = new Set(pages.flatMap(linksOf));
  expect(globSync('docs/images/*').filter((picture) => !shown.has(picture))).toEqual([]);
});
