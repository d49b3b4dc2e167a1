import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../support/source/source-tree.ts';

/** Where texts for people stand in both languages, or are said in a terminal, which is English. */
const placesOfWords = [
  /^core\/.*(?:-english|-chinese|-words|-text|-fault)\.ts$/,
  /^renderer\/text\//,
  /^main\/(?:diagnosis\/diagnosis-words|board\/start-fault|desktop\/window\/application-menu)\.ts$/,
  /^main\/delivery\/connection-test\/connection-words\.ts$/,
  /^main\/(?:cli\/|cli\.ts$|app\/(?:cli-app|hub-app|hub-commands|profile-commands|replay-command|run-connection|team|why-command)\.ts$)/,
  /^main\/(?:launch\/(?:arguments|launch-options|named-orders)|connection\/connect-at-launch)\.ts$/,
  /^main\/desktop\/application\.ts$/,
  // The contract's own words for reasons; core/notification/update-notification.ts and the timeline read them.
  /^core\/(?:order\/order-update|webhook\/webhook-merge)\.ts$/,
  // The owner's name and the licence's.
  /^main\/desktop\/app-identity\.ts$/,
  // What a hub tells other programs is English: docs/hub-api.md.
  /^main\/hub\/http\/(?:refusals|routes|open-api)\.ts$/,
  // Reasons of thrown errors, for the log.
  /^core\/wire\/wire-envelope\.ts$/,
];

/** A sentence for people: begins with a capital, has several words and ends with a full stop. */
const sentence = /(['"`])[A-Z][a-z’]+ [^'"`\n]*[a-z)]\.(?:\\n)?\1/;

test('no sentence for people stands outside of the dictionaries', () => {
  const found = sourceFiles(['core', 'main', 'preload', 'renderer'])
    .filter(({ path }) => !placesOfWords.some((place) => place.test(path)))
    .flatMap(({ path }) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\*|\/\*)|throw new|new \w*Error\(/.test(line))
        .filter((line) => sentence.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
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
