import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApi } from '../../../../../tools/hub-open-api.ts';

/*
 * After a change of the interface:
 * node -e "import('./tools/hub-open-api.ts').then(({ openApi }) => console.log(JSON.stringify(openApi())))" > docs/hub-openapi.json && npx oxfmt docs/hub-openapi.json
 */
it('docs/hub-openapi.json is the interface as it is', () => {
  const path = new URL('../../../../../docs/hub-openapi.json', import.meta.url);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(openApi())));
});
