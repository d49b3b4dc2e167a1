import { expect, test } from 'vitest';
import {
  droppedText,
  mayHoldText,
  mostDroppedBytes,
} from '../../../renderer/components/paste/dropped-text.ts';

const drop = (files: readonly File[], text = '') => ({ files, getData: () => text });

test('the texts of all files that may hold uuids are looked through together', async () => {
  const files = [
    new File(['one'], 'list.TXT'),
    new File(['two'], 'orders.csv'),
    new File(['three'], 'orders.json'),
    new File(['four'], 'mail.eml'),
    new File(['five'], 'README', { type: 'text/plain' }),
    new File(['no'], 'photo.png', { type: 'image/png' }),
  ];
  expect(await droppedText(drop(files))).toEqual({
    kind: 'text',
    text: 'one\ntwo\nthree\nfour\nfive',
    fileName: null,
  });
});

test('the name of a single file with text is known', async () => {
  const image = new File(['no'], 'photo.png', { type: 'image/png' });
  const dropped = await droppedText(drop([image, new File(['one'], 'orders.csv')]));
  expect(dropped).toEqual({ kind: 'text', text: 'one', fileName: 'orders.csv' });
});

test('a dragged selection is looked through as it is', async () => {
  expect(await droppedText(drop([], 'c0ffee'))).toEqual({
    kind: 'text',
    text: 'c0ffee',
    fileName: null,
  });
  expect(await droppedText(drop([]))).toBeNull();
});

test('what cannot be looked through says why', async () => {
  const image = new File(['no'], 'photo.png', { type: 'image/png' });
  expect(await droppedText(drop([image]))).toEqual({ kind: 'refused', why: 'notText' });
  const large = { name: 'a.txt', type: '', size: mostDroppedBytes + 1, text: async () => 'never' };
  expect(await droppedText({ files: [large], getData: () => '' })).toEqual({
    kind: 'refused',
    why: 'tooLarge',
  });
  const gone = { name: 'a.txt', type: '', size: 1, text: () => Promise.reject(new Error('gone')) };
  expect(await droppedText({ files: [gone], getData: () => '' })).toEqual({
    kind: 'refused',
    why: 'unreadable',
  });
});

test('only what may hold text is taken', () => {
  expect(mayHoldText(['Files'])).toBe(true);
  expect(mayHoldText(['text/plain', 'text/html'])).toBe(true);
  expect(mayHoldText(['text/uri-list'])).toBe(false);
});
