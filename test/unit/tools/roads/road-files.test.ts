import { SourceMap } from 'node:module';
import { expect, it } from 'vitest';
import { filesCalledInAct, type ScriptCoverage } from '../../../../tools/roads/road-files.ts';

/* A built script of two lines: a function of paste.ts, then one of row.ts and one that the builder added. */
const paste = 'function paste(){}';
const row = 'function row(){}';
const added = 'function added(){}';
const text = `${paste}\n${row}${added}`;
const map = new SourceMap({
  version: 3,
  file: 'index.js',
  sources: ['paste.ts', 'row.ts'],
  sourcesContent: [],
  names: [],
  // Line 1: paste.ts from column 0. Line 2: row.ts from column 0, no source from column 16.
  mappings: 'AAAA;ACAA,gB;',
  sourceRoot: '',
});
const script = { text, map, movedBy: 0 };

/** A reading in which these functions were called so many times. */
function called(counts: Readonly<Record<string, number>>, movedBy = 0): ScriptCoverage {
  const functions = Object.entries(counts).map(([code, count]) => {
    const startOffset = text.indexOf(code) + movedBy;
    return { ranges: [{ startOffset, endOffset: startOffset + code.length, count }] };
  });
  return { functions };
}

it('counts a file of which a function was called in the act alone', () => {
  const act = called({ [paste]: 1, [row]: 0 });
  expect(filesCalledInAct({ pause: called({}), act }, script)).toEqual(new Set(['paste.ts']));
});

it('tells files on the same line of the script from each other', () => {
  const act = called({ [row]: 1, [added]: 1 });
  expect(filesCalledInAct({ pause: called({}), act }, script)).toEqual(new Set(['row.ts']));
});

it('leaves out what was called in the pause too, were it called more often in the act', () => {
  const readings = {
    pause: called({ [paste]: 1, [row]: 0 }),
    act: called({ [paste]: 9, [row]: 1 }),
  };
  expect(filesCalledInAct(readings, script)).toEqual(new Set(['row.ts']));
});

it('counts no file for what the builder added, nor for the top level of a script that is loaded', () => {
  const act = called({ [text]: 1, [added]: 1 });
  expect(filesCalledInAct({ pause: called({}), act }, script)).toEqual(new Set());
});

it('finds the functions of a script that runs in a wrapper', () => {
  const head = '(function (require) {'.length;
  const act = called({ [row]: 1 }, head);
  const wrapper = { ranges: [{ startOffset: 0, endOffset: head + text.length + 2, count: 1 }] };
  const all = { functions: [wrapper, ...act.functions] };
  const wrapped = { ...script, movedBy: head };
  expect(filesCalledInAct({ pause: called({}), act: all }, wrapped)).toEqual(new Set(['row.ts']));
});
