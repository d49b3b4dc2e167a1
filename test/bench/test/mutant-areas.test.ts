import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../tools/project.ts';
import { areas, filesAskedFor } from '../mutants/areas.ts';

const filesOf = (pattern: string) => globSync(pattern, { cwd: projectRoot });

const all = filesOf('core/paste/*.ts').length;
const paste = areas().filter(({ name }) => name === 'core/paste');

test('every file of the core is mutated in one area', () => {
  const files = areas().flatMap((area) => area.files);
  expect(files.filter((file) => file.startsWith('core/')).toSorted()).toEqual(
    filesOf('core/*/*.ts')
      .map((file) => file.replaceAll('\\', '/'))
      .toSorted(),
  );
});

test.each(areas())(
  '$name has tests that judge it, and files that are there',
  ({ files, tests }) => {
    for (const pattern of [...tests, ...files]) expect(filesOf(pattern)).not.toEqual([]);
  },
);

test.each([
  ['everything', [], all],
  ['a folder above', ['core'], all],
  ['the folder', ['core/paste/'], all],
  ['a file', ['core/paste/line-facts.ts'], 1],
  ['a folder whose name begins alike', ['core/past'], 0],
])('of an area %s asks for as many files', (_what, targets, count) => {
  expect(paste.flatMap((area) => filesAskedFor(area, targets))).toHaveLength(count);
});
