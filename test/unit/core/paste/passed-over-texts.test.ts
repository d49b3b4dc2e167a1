import { expect, test } from 'vitest';
import { passedOverTexts } from '../../../../core/paste/passed-over-texts.ts';
import { transferTexts } from '../../../../renderer/text/zh-hant/settings.ts';
import { chineseFaults } from '../../../support/source/chinese-rules.ts';

const all = {
  finished: 2000,
  repeated: 3,
  rejected: 4,
  withoutUuid: 1,
  timesUnread: 1,
  isGarbled: true,
};
const nothing = {
  finished: 0,
  repeated: 0,
  rejected: 0,
  withoutUuid: 0,
  timesUnread: 0,
  isGarbled: false,
};

test('each thing that was not accepted as it stands is named with its number', () => {
  expect(passedOverTexts(all, 'en')).toEqual([
    '2,000 left out as finished',
    '3 named again',
    '4 not a uuid',
    '1 row without a uuid',
    '1 time not read',
    'labels and groups left out whose encoding is not known',
  ]);
  expect(passedOverTexts({ ...nothing, timesUnread: 2 }, 'en')).toEqual(['2 times not read']);
  expect(passedOverTexts({ ...nothing, withoutUuid: 2 }, 'en')).toEqual(['2 rows without a uuid']);
});

test.each(['en', 'zh-Hant'] as const)(
  'nothing is said in %s where all was accepted',
  (language) => {
    expect(passedOverTexts(nothing, language)).toEqual([]);
  },
);

test('what came of a file keeps the rules of writing in Chinese', () => {
  const taken = { found: 9, added: 1, changed: 1, leftOut: 1, isCutOff: true, passedOver: all };
  const said = transferTexts.fileAccepted(taken) ?? '';
  expect(said).toMatch(
    /略過 2,000 筆已結束的，重複 3 次，4 個不是 uuid，1 列沒有 uuid，1 個時間讀不懂/,
  );
  expect(
    chineseFaults([['fileAccepted', said.replace('2,000', '2000').replace('50,000', '50000')]]),
  ).toEqual([]);
});
