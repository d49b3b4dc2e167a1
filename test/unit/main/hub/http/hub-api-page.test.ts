import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routes } from '../../../../../main/hub/http/routes.ts';
import { refusals } from '../../../../../main/hub/http/refusals.ts';

const page = readFileSync('docs/hub-api.md', 'utf8');

it('docs/hub-api.md names every path of the API', () => {
  const missing = Object.values(routes)
    .map(({ path }) => path)
    .filter((path) => !page.includes(path.replace('/v1/orders/{uuid}', '$ORDER')));
  expect(missing).toEqual([]);
});

it('docs/hub-api.md has every refusal beside its status, and no other', () => {
  const rows = [...page.matchAll(/^\| ([\d, ]+?) *\| (`.*) \|$/gm)];
  for (const [code, [status]] of Object.entries(refusals)) {
    const statuses = rows.filter(([row]) => row.includes(`\`${code}\``)).map(([, text]) => text);
    expect(statuses).toEqual([expect.stringContaining(String(status))]);
  }
  const named = rows.flatMap(([row]) => [...row.matchAll(/`(\w+)`/g)].map(([, word]) => word));
  const known = new Set<string | undefined>([
    ...Object.keys(refusals),
    'desk', // details that some of them have
    'most',
    'name',
  ]);
  expect(named.filter((word) => !known.has(word))).toEqual([]);
});
