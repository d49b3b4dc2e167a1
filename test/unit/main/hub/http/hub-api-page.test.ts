import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../../../../main/hub/http/operations.ts';
import { refusals } from '../../../../../main/hub/http/refusals.ts';

const page = readFileSync('docs/hub-api.md', 'utf8');

it('docs/hub-api.md names every path of the API', () => {
  const missing = Object.values(operations)
    .map(({ path }) => path)
    .filter((path) => !page.includes(path.replace('/v1/orders/{uuid}', '$ORDER')));
  expect(missing).toEqual([]);
});

it('docs/hub-api.md has every refusal beside its status, and no other', () => {
  const rows = [...page.matchAll(/^\| ([\d, ]+?) *\| (`.*) \|$/gm)];
  const named = rows.flatMap(([, , codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => String(code)),
  );
  const codes = named.filter((word) => Object.keys(refusals).includes(word));
  expect(codes.toSorted()).toEqual(Object.keys(refusals).toSorted());
  for (const [, statuses = '', words = ''] of rows) {
    for (const [code, [status]] of Object.entries(refusals)) {
      if (words.includes(`\`${code}\``)) expect(statuses).toContain(String(status));
    }
  }
});
