import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../tools/project.ts';

/** What React's development build calls for each element, and the app never does. */
const ofDevelopment = 'jsxDEV';

test('the window that is built has the fast React, also where a test builds it', () => {
  const folder = inProject('dist/renderer/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  const slow = scripts.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes(ofDevelopment),
  );
  expect(slow).toEqual([]);
});
