import * as undici from 'undici';
import { expect, test } from 'vitest';
import { undiciConnector, UndiciClient, UndiciPool } from '../../../../main/delivery/undici.ts';

test('what is taken from undici piece by piece is what its index gives', () => {
  expect(UndiciClient).toBe(undici.Client);
  expect(UndiciPool).toBe(undici.Pool);
  expect(undiciConnector).toBe(undici.buildConnector);
});
