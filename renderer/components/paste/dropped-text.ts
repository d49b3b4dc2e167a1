import { decodeText } from '../../../core/paste/decode-text.ts';

/** The most text that is looked through, from one drop or paste, in bytes. */
export const mostDroppedBytes = 10_000_000;

/** The endings of files whose text may hold uuids. */
const readable = /\.(?:txt|csv|tsv|json|eml)$/i;

/** Why a drop could not be looked through. */
export type DropRefusal = 'tooLarge' | 'notText' | 'unreadable' | 'empty';

/** What a drop held: text to look through, or why not. Null when there was nothing of use in it. */
export type Dropped =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Null unless the text is that of one file. */
      readonly fileName: string | null;
      /** Other files were dropped with it that hold no text. */
      readonly isPartly: boolean;
    }
  | { readonly kind: 'refused'; readonly why: DropRefusal };

/** The parts of a drop, or of a clipboard, that matter; a `DataTransfer` has them. */
export interface Drop {
  readonly files: Iterable<Pick<File, 'name' | 'size' | 'type' | 'arrayBuffer'>>;
  readonly getData: (format: string) => string;
}

/** Whether a paste is text alone, not too much of it, and can be looked through at once. */
export function isPlainPaste(drop: Drop): boolean {
  return textFilesOf(drop.files).length === 0 && isShort(drop.getData('text/plain'));
}

function textFilesOf<Each extends Pick<File, 'name' | 'type'>>(files: Iterable<Each>): Each[] {
  return [...files].filter(({ name, type }) => readable.test(name) || type.startsWith('text/'));
}

function isShort(text: string): boolean {
  return text !== '' && text.length <= mostDroppedBytes;
}

/** Whether something that is being dragged may hold uuids. */
export function mayHoldText(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/plain');
}

/**
 * The text of what was dropped or pasted: of files, all of them together, or of a selection. A spreadsheet gives a
 * picture of its cells beside their text. HTML is not read: what of it people see is in the text beside it. It is
 * read here and goes nowhere else.
 */
export async function droppedText(drop: Drop): Promise<Dropped | null> {
  // The drop loses its data as soon as the event is over, so it is taken before anything is awaited.
  const files = [...drop.files];
  const text = drop.getData('text/plain');
  const texts = textFilesOf(files);
  if (texts.length === 0) {
    if (text === '' && files.length === 0) {
      return drop.getData('text/html') === '' ? null : { kind: 'refused', why: 'empty' };
    }
    if (text === '') return { kind: 'refused', why: 'notText' };
    return isShort(text)
      ? { kind: 'text', text, fileName: null, isPartly: false }
      : { kind: 'refused', why: 'tooLarge' };
  }
  if (texts.reduce((sum, { size }) => sum + size, 0) > mostDroppedBytes) {
    return { kind: 'refused', why: 'tooLarge' };
  }
  const read = await Promise.all(texts.map(textOf)).catch(() => null);
  if (read === null) return { kind: 'refused', why: 'unreadable' };
  // Also a pipe or a device, of which nothing is read.
  if (read.every((each) => each.trim() === '')) return { kind: 'refused', why: 'empty' };
  const [only, ...others] = texts;
  return {
    kind: 'text',
    text: read.join('\n'),
    fileName: others.length === 0 ? (only?.name ?? null) : null,
    isPartly: texts.length < files.length,
  };
}

async function textOf(file: Pick<File, 'arrayBuffer'>): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
