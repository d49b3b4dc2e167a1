import type { SortName } from '../../../core/bridge/window-view.ts';
import { count } from './numbers.ts';

const sorts: Record<SortName, string> = {
  attention: 'Attention first',
  latest: 'Latest change first',
  named: 'By label',
};

/** The words that the list and the details share, in English. */
export const boardWords = {
  sorts,
  sortBy: (sort: string) => `Order of the list: ${sort}`,
  firstCheck: (done: number, all: number) =>
    `First check ${count.format(done)} of ${count.format(all)}`,
  firstCheckLeft: (duration: string, rate: number) =>
    `, about ${duration} left at ${count.format(rate)}/min`,
  resizeDetails: 'Width of the details',
  stale: (every: string, age: string) =>
    `Still checked every ${every}. The position is ${age} old.`,
  staleUnchecked: (age: string) => `The position is ${age} old.`,
  copyPhone: 'Copy phone',
  remind: 'Remind in 5\u00A0min',
  remindsAt: (time: string) => `Reminder at ${time}`,
  pasteCorrected: 'Paste a corrected uuid',
  seenFix: (time: string, age: string) => `Seen ${time}, ${age}`,
  zoom: 'Size of everything',
  zoomHelp: 'Ctrl or Command with + and −; with 0 as usual',
  percent: (percent: number) =>
    new Intl.NumberFormat('en', { style: 'percent' }).format(percent / 100),
  markedSeen: 'Marked as seen',
};
