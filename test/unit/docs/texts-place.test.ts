import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../support/source/source-tree.ts';

/** Where texts for people stand in both languages, or are said in a terminal, which is English. */
const placesOfTexts = [
  /^core\/.*(?:-english|-chinese|-texts?|-fault)\.ts$/,
  /^renderer\/text\//,
  /^main\/cli\//,
  /^main\/.*-texts\.ts$/,
];

/** Single files with such texts. */
const filesOfTexts = [
  'main/cli/commands/watch.ts',
  'main/cli/commands/hub.ts',
  'main/cli/commands/hub-settings.ts',
  'main/cli/commands/team-log.ts',
  'main/cli/commands/import.ts',
  'main/cli/commands/join.ts',
  'main/cli/run-parts.ts',
  'main/cli/commands/why.ts',
  'main/engine/board/start-fault.ts',
  'main/cli/index.ts',
  'main/desktop/application.ts',
  'main/engine/launch/arguments.ts',
  // A setting is described in one place, with its words in both languages.
  'core/settings/settings-table.ts',
  // The contract's own words for reasons; core/notification/update-notification.ts and the timeline read them.
  'core/order/order-update.ts',
  // The owner's name and the licence's.
  'main/desktop/app-identity.ts',
  // What a hub tells other programs is English: docs/hub-api.md.
  'main/hub/http/refusals.ts',
  // Reasons of thrown errors, for the log.
  'core/wire/wire-envelope.ts',
];

/** A sentence for people: begins with a capital, has several words and ends with a full stop. */
const sentence = /(['"`])[A-Z][a-z’]+ [^'"`\n]*[a-z)]\.(?:\\n)?\1/;

/** The lines of a file that hold one. */
function sentencesIn(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)|throw new|new \w*Error\(/.test(line))
    .filter((line) => sentence.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

test('no sentence for people stands outside of the dictionaries', () => {
  const found = sourceFiles(['core', 'main', 'preload', 'renderer'])
    .filter(({ path }) => !placesOfTexts.some((place) => place.test(path)))
    .filter(({ path }) => !filesOfTexts.includes(path))
    .flatMap(({ path }) => sentencesIn(path));
  expect(found).toEqual([]);
});

test('each single file that may hold sentences is there and holds one', () => {
  const paths = new Set(sourceFiles(['core', 'main']).map(({ path }) => path));
  const without = filesOfTexts.filter((path) => !paths.has(path) || sentencesIn(path).length === 0);
  expect(without).toEqual([]);
});

test('no word stands in a component', () => {
  const inMarkup = />\s*[A-Z][a-z]+(?: [a-z]+)*\s*<\/|(?:title|label|placeholder|alt)="[A-Z][a-z]/;
  const found = sourceFiles(['renderer'])
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path }) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => inMarkup.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
