/** The most text that is looked through, from one drop, in bytes. */
export const mostDroppedBytes = 10_000_000;

/** The endings of files whose text may hold uuids. */
const readable = /\.(?:txt|csv|json|eml)$/i;

/** Why a drop could not be looked through. */
export type DropRefusal = 'tooLarge' | 'notText' | 'unreadable';

/** What a drop held: text to look through, or why not. Null when there was nothing of use in it. */
export type Dropped =
  /** `fileName` is null unless the text is that of one file. */
  | { readonly kind: 'text'; readonly text: string; readonly fileName: string | null }
  | { readonly kind: 'refused'; readonly why: DropRefusal };

/** The parts of a drop that matter; a `DataTransfer` has them. */
export interface Drop {
  readonly files: Iterable<Pick<File, 'name' | 'size' | 'type' | 'text'>>;
  readonly getData: (format: string) => string;
}

/** Whether something that is being dragged may hold uuids. */
export function mayHoldText(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/plain');
}

/**
 * The text of what was dropped: of files, all of them together, or of a dragged selection. It is read
 * here and goes nowhere else.
 */
export async function droppedText(drop: Drop): Promise<Dropped | null> {
  // The drop loses its data as soon as the event is over, so it is taken before anything is awaited.
  const files = [...drop.files];
  if (files.length === 0) {
    const text = drop.getData('text/plain');
    if (text === '') return null;
    return text.length > mostDroppedBytes
      ? { kind: 'refused', why: 'tooLarge' }
      : { kind: 'text', text, fileName: null };
  }
  const texts = files.filter(({ name, type }) => readable.test(name) || type.startsWith('text/'));
  if (texts.length === 0) return { kind: 'refused', why: 'notText' };
  if (texts.reduce((sum, { size }) => sum + size, 0) > mostDroppedBytes) {
    return { kind: 'refused', why: 'tooLarge' };
  }
  try {
    const read = await Promise.all(texts.map((file) => file.text()));
    const [only, ...others] = texts;
    const fileName = others.length === 0 ? (only?.name ?? null) : null;
    return { kind: 'text', text: read.join('\n'), fileName };
  } catch {
    return { kind: 'refused', why: 'unreadable' };
  }
}
