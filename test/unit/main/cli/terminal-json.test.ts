import { expect, test } from 'vitest';
import { terminalJson } from '../../../../main/cli/terminal-text.ts';

test('JSON on a terminal has nothing that a terminal acts on or hides, and is the same value', () => {
  const value = {
    name: 'a\u009b31mb\u007f\u202egnp\u2066\u200b\u2028\ufeff\u2060c',
    label: '陳先生 🚚',
  };
  const printed = terminalJson(JSON.stringify(value));
  expect(JSON.parse(printed)).toEqual(value);
  expect(printed).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(printed).toContain(String.raw`a\u009b31mb`);
  expect(printed).toContain('陳先生 🚚');
});
