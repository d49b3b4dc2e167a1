import { expect, test } from 'vitest';
import {
  droppedText,
  isPlainPaste,
  mayHoldText,
  mostDroppedBytes,
} from '../../../renderer/components/paste/dropped-text.ts';

const drop = (files: readonly File[], text = '', html = '') => ({
  files,
  getData: (format: string) => ({ 'text/plain': text, 'text/html': html })[format] ?? '',
});

const never = () => Promise.reject(new Error('it cannot be read'));

test('the texts of all files that may hold uuids are looked through together', async () => {
  const files = [
    new File(['one'], 'list.TXT'),
    new File(['two'], 'orders.csv'),
    new File(['three'], 'orders.json'),
    new File(['four'], 'mail.eml'),
    new File(['five'], 'README', { type: 'text/plain' }),
    new File(['six'], 'orders.tsv'),
    new File(['no'], 'photo.png', { type: 'image/png' }),
  ];
  expect(await droppedText(drop(files))).toEqual({
    kind: 'text',
    text: 'one\ntwo\nthree\nfour\nfive\nsix',
    fileName: null,
    isPartly: true,
  });
});

test('the name of a single file with text is known', async () => {
  const dropped = await droppedText(drop([new File(['one'], 'orders.csv')]));
  expect(dropped).toEqual({ kind: 'text', text: 'one', fileName: 'orders.csv', isPartly: false });
});

test('a dragged selection is looked through as it is', async () => {
  expect(await droppedText(drop([], 'c0ffee'))).toEqual({
    kind: 'text',
    text: 'c0ffee',
    fileName: null,
    isPartly: false,
  });
  expect(await droppedText(drop([]))).toBeNull();
});

test('what cannot be looked through says why', async () => {
  const image = new File(['no'], 'photo.png', { type: 'image/png' });
  expect(await droppedText(drop([image]))).toEqual({ kind: 'refused', why: 'notText' });
  const large = { name: 'a.txt', type: '', size: mostDroppedBytes + 1, arrayBuffer: never };
  expect(await droppedText({ files: [large], getData: () => '' })).toEqual({
    kind: 'refused',
    why: 'tooLarge',
  });
  const gone = { name: 'a.txt', type: '', size: 1, arrayBuffer: never };
  expect(await droppedText({ files: [gone], getData: () => '' })).toEqual({
    kind: 'refused',
    why: 'unreadable',
  });
});

test('only what may hold text is accepted', () => {
  expect(mayHoldText(['Files'])).toBe(true);
  expect(mayHoldText(['text/plain', 'text/html'])).toBe(true);
  expect(mayHoldText(['text/uri-list'])).toBe(false);
});

test.each([
  ['a pipe, a device or an empty file', [new File([], 'pipe.csv')]],
  ['several of them', [new File([], 'a.csv'), new File([' \n'], 'b.txt')]],
])('that there is no text in %s is said', async (_what, files) => {
  expect(await droppedText(drop(files))).toEqual({ kind: 'refused', why: 'empty' });
});

test('the text that people see goes before the HTML beside it, and HTML alone is not read', async () => {
  const html = '<table hidden><tr><td>c0ffee</td></tr></table>'.repeat(200_000);
  expect(await droppedText(drop([], 'one\ttwo', html))).toMatchObject({ text: 'one\ttwo' });
  expect(await droppedText(drop([], '', html))).toEqual({ kind: 'refused', why: 'empty' });
});

test('the text of cells goes before their picture, and a text file before its path', async () => {
  const picture = new File(['no'], 'image.png', { type: 'image/png' });
  expect(await droppedText(drop([picture], 'one\ttwo'))).toMatchObject({ text: 'one\ttwo' });
  expect(isPlainPaste(drop([picture], 'one\ttwo'))).toBe(true);
  const file = new File(['one'], 'list.csv');
  expect(await droppedText(drop([file], '/home/lau/list.csv'))).toMatchObject({ text: 'one' });
  expect(isPlainPaste(drop([file], '/home/lau/list.csv'))).toBe(false);
});

test('a paste that is too long for one look is none', () => {
  expect(isPlainPaste(drop([], 'x'.repeat(mostDroppedBytes)))).toBe(true);
  expect(isPlainPaste(drop([], 'x'.repeat(mostDroppedBytes + 1)))).toBe(false);
  expect(isPlainPaste(drop([]))).toBe(false);
});

test('a file is read in its encoding', async () => {
  const wide = Buffer.from('uuid\tlabel\r\n3f2b8c1e\t林', 'utf16le');
  const big5 = Buffer.concat([Buffer.from('3f2b8c1e,'), Buffer.from('aa4ca470a96a', 'hex')]);
  const files = [new File([wide], 'a.txt'), new File([big5], 'b.csv')];
  expect(await droppedText(drop(files))).toMatchObject({
    text: 'uuid\tlabel\r\n3f2b8c1e\t林\n3f2b8c1e,林小姐',
  });
});
