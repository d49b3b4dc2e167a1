import { claimedFormat } from './transfer-look.ts';

/** What `waybell export` writes. */
export const exportKinds = ['orderList', 'settings', 'summary', 'recording'] as const;

export type ExportKind = (typeof exportKinds)[number];

const summaryHead = /^[\d,]+ open, [\d,]+ needs? attention(?:, [\d,]+ handled)?:?$/;
const summaryEnd = /^and [\d,]+ more$/;

/**
 * A whole summary in English (`watchListSummary`), so that notes that were written below one are not taken for
 * one.
 */
function isSummary(text: string): boolean {
  const [head = '', ...rest] = text.split('\n');
  const lines = rest.at(-1) === '' ? rest.slice(0, -1) : rest;
  return (
    summaryHead.test(head) &&
    lines.every(
      (line, at) => line.startsWith('• ') || (at === lines.length - 1 && summaryEnd.test(line)),
    )
  );
}

/** What an earlier export of each kind is known by. */
const signs: Readonly<Record<ExportKind, (beginning: string) => boolean>> = {
  orderList: (text) => claimedFormat(text) === 'waybell-hand-over',
  settings: (text) => claimedFormat(text) === 'waybell-settings',
  summary: isSummary,
  recording: (text) => text.startsWith('{"waybellRecording":'),
};

/** How much of a file has to be read to know it, in bytes: more than any summary has. */
export const signBytes = 64 * 1024;

/** Whether a file is an export of this kind, by its first {@link signBytes}. */
export function isExport(beginning: string, kind: ExportKind): boolean {
  return signs[kind](beginning);
}
