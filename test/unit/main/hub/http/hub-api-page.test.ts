import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApi } from '../../../../../main/hub/http/open-api.ts';
import { refusals } from '../../../../../main/hub/http/refusals.ts';

const page = readFileSync('docs/hub-api.md', 'utf8');

it('docs/hub-api.md has a section with an example for every route, and for no other', () => {
  const { paths } = openApi() as { readonly paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const sections = page.split(/^### /m).slice(1);
  const named = sections.map((section) => String(/^`([^`]+)`/.exec(section)?.[1]));
  expect(named.toSorted()).toEqual(routes.toSorted());
  expect(sections.filter((section) => !section.includes('curl '))).toEqual([]);
});

it('docs/hub-api.md has every refusal with its status, and no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` *\| *(\d+) \|/gm)].map(
    ([, code, status]) => `${code} ${status}`,
  );
  const known = Object.entries(refusals).map(([code, [status]]) => `${code} ${status}`);
  expect(rows.toSorted()).toEqual(known.toSorted());
});
