import type { Language } from '../../../core/text/language.ts';

/** How opening the stored watch list went; fits main/storage. */
export interface StorageOpening {
  /** What was found and could not be used. */
  readonly setAside: {
    readonly reason: 'damaged' | 'newer';
    readonly path: string;
    readonly adopted: number;
  } | null;
  /** It is in use and not what was left. */
  readonly isAltered: boolean;
  /** Why nothing can be kept; null when everything is. */
  readonly fault: string | null;
}

/** What went wrong with the stored watch list at the start. */
export type StartFault =
  /** Nothing is kept at all. */
  | { readonly kind: 'notKept' }
  /** The list is in use, and something in it may be wrong or missing. */
  | { readonly kind: 'altered' }
  /** A list was set aside under this name and a new one is kept. */
  | {
      readonly kind: 'setAside';
      readonly reason: 'damaged' | 'newer';
      readonly keptAs: string;
      /** How many of its orders are on the new list. */
      readonly adopted: number;
    };

/** @returns null when the watch list was opened as it should be */
export function startFault({ setAside, fault, isAltered }: StorageOpening): StartFault | null {
  if (fault !== null) return { kind: 'notKept' };
  if (setAside === null) return isAltered ? { kind: 'altered' } : null;
  const keptAs = setAside.path.replace(/^.*[/\\]/, '');
  const { reason, adopted } = setAside;
  return { kind: 'setAside', reason, keptAs, adopted };
}

/** A start fault for the log. */
export function startFaultFields(fault: StartFault): Readonly<Record<string, string>> {
  return fault.kind === 'setAside'
    ? { reason: fault.reason, keptAs: fault.keptAs, takenOver: String(fault.adopted) }
    : { reason: fault.kind };
}

const textsIn = {
  en: {
    notKept: 'This computer’s disk takes nothing from Waybell.',
    altered:
      'What Waybell had stored is not what it left on the disk, by a fault of the disk, by another program, or because it was ended in the middle of writing. All that can be read is in use, but a label, a note or a time may be wrong, and the last changes may be missing.',
    setAside: {
      damaged: (keptAs: string) =>
        `The stored watch list was damaged and could not be read. It is kept as ${keptAs} for seven days at most, and a new list was started.`,
      newer: (keptAs: string) =>
        `The stored watch list was written by a newer Waybell and could not be read. It is kept as ${keptAs} for seven days at most, and a new list was started.`,
    },
    adopted: (orders: number) =>
      orders === 1
        ? ' One order could be taken over from it.'
        : ` ${orders.toLocaleString('en')} orders could be taken over from it.`,
  },
  'zh-Hant': {
    notKept: '這台電腦的磁碟無法寫入 Waybell 的資料。',
    altered:
      '磁碟上的資料與 Waybell 存下的不同，可能是磁碟故障、其他程式所致，或 Waybell 在寫入途中被中止。讀得到的都已使用，但標籤、備註或時間可能有誤，最後的變更也可能遺失。',
    setAside: {
      damaged: (keptAs: string) =>
        `已存的追蹤清單損壞，無法讀取。它以 ${keptAs} 保留，最多七天，並已開始新的清單。`,
      newer: (keptAs: string) =>
        `已存的追蹤清單由較新的 Waybell 寫成，無法讀取。它以 ${keptAs} 保留，最多七天，並已開始新的清單。`,
    },
    adopted: (orders: number) => `其中 ${orders.toLocaleString('zh-Hant')} 張訂單已移入新清單。`,
  },
};

/** What the dispatcher reads about it. */
export function startFaultText(fault: StartFault, language: Language): string {
  const texts = textsIn[language];
  if (fault.kind !== 'setAside') return texts[fault.kind];
  const adoptedText = fault.adopted === 0 ? '' : texts.adopted(fault.adopted);
  return texts.setAside[fault.reason](fault.keptAs) + adoptedText;
}
