import { expect, test } from 'vitest';
import { connectionLostTelling } from '../../../../core/notification/desk-telling.ts';
import { orderUpdate } from '../../../../core/order/order-update.ts';
import type { TellingWords } from '../../../../core/notification/telling-dictionary.ts';
import { englishTelling } from '../../../../core/notification/telling-english.ts';
import { updateTelling } from '../../../../core/notification/telling-text.ts';
import { digestText } from '../../../../main/notify/digest-text.ts';
import { someTelling } from '../../../support/watched-orders.ts';
import { courier, noonMs, order, watched } from '../order/order-samples.ts';

/** A language of one's own: everything that is said comes from the dictionary. */
const loud: TellingWords = {
  ...englishTelling,
  titles: { ...englishTelling.titles, matched: 'MATCHED' },
  order: (shortId) => `ORDER ${shortId}`,
  desk: {
    ...englishTelling.desk,
    connectionLost: () => ({ title: 'LOST', body: 'BODY', hiddenBody: 'HIDDEN' }),
  },
  digest: { ...englishTelling.digest, changes: (count) => `${count} CHANGES` },
};

test('a second dictionary is a second language, for updates, the desk and digests alike', () => {
  const before = order({ word: 'pending' });
  const after = order({ courier: courier(null) });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const options = { priceUnit: 'major', locale: 'en', words: loud } as const;
  const draft = updateTelling(update, watched({ order: after }), options);
  expect(draft?.texts.countOnly).toEqual({ title: 'MATCHED', body: 'ORDER 3f2b8c1e' });
  expect(connectionLostTelling(1000, 2, loud).texts.countOnly.body).toBe('HIDDEN');
  const tellings = [someTelling('1'), someTelling('2', { event: 'completed' })];
  expect(digestText(tellings, { kind: 'away' }, 'countOnly', () => '', loud).body).toBe(
    '2 CHANGES',
  );
});

test('a finished order that goes on is flagged as open again, once and aloud', () => {
  const before = order({ word: 'completed' });
  const after = order({ word: 'pending' });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const draft = updateTelling(update, watched({ order: after }), {
    priceUnit: 'major',
    locale: 'en',
  });
  expect(draft).toMatchObject({ event: 'reopened', isCritical: true });
  expect(draft?.texts.full).toEqual({
    title: 'Finished order is open again',
    body: 'Sheung Wan florist. Now waiting for courier. Was: completed.',
  });
});
