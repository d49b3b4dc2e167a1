import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataFaults } from './rows/data-faults.ts';
import { machineFaults } from './rows/machine-faults.ts';
import { networkFaults } from './rows/network-faults.ts';
import { serviceFaults } from './rows/service-faults.ts';
import { tokenFaults } from './rows/token-faults.ts';

const played = [tokenFaults, networkFaults, serviceFaults, dataFaults, machineFaults].flat();
const page = readFileSync(new URL('../../../docs/faults.md', import.meta.url), 'utf8');
const listed = [...page.matchAll(/^\| +(\d+) \|/gm)].map(([, number]) => Number(number));
const upTo44 = Array.from({ length: 44 }, (_, at) => at + 1);

test('docs/faults.md lists each fault from 1 to 44, and the faults 63 and from 68 on, once', () => {
  expect(listed.toSorted((one, other) => one - other)).toEqual([
    ...upTo44,
    63,
    68,
    69,
    70,
    71,
    72,
    73,
  ]);
});

test('every listed fault has a test row, and every fault with a row is listed', () => {
  const numbers = new Set(played.map(({ fault }) => fault));
  expect(numbers).toEqual(new Set(listed));
});

test('no two rows have the same name', () => {
  const names = played.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
