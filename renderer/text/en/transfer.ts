import { count, orders } from './numbers.ts';

/** The words about files for the next dispatcher and the next computer, in English. */
export const transferWords = {
  lead: 'Files for the next dispatcher and the next computer. They hold no secrets.',
  save: 'Save the watch list',
  saveHelp: 'Uuids, labels, notes, groups, promised times, mutes and pins',
  saveButton: 'Save…',
  personal: 'With names, numbers and addresses',
  personalHelp: 'What the service said last, for whoever may read it. Off for every new file.',
  summary: 'Summary for a chat',
  summaryHelp: 'How many orders are open, and which need attention and why',
  summaryButton: 'Copy summary',
  summaryCopied: 'Summary copied',
  import: 'Import a file',
  importHelp: 'Or drop it on the window. Your own labels and notes stay.',
  importButton: 'Import…',
  settings: 'Settings',
  saveSettings: 'Save the settings',
  saveSettingsHelp: 'Without the connection and without what belongs to this computer',
  saved: 'Saved as',
  cancel: 'Cancel',
  offerTitle: {
    orderList: (many: number) => `Take over ${orders(many)}?`,
    settings: 'Use these settings?',
  },
  offerFrom: (time: string) => `Saved ${time}.`,
  offerOrders: (fresh: number, changed: number, known: number) =>
    [
      `${orders(fresh)} new`,
      known === 0 ? null : `${count.format(known)} watched already`,
      changed === 0 ? null : `${count.format(changed)} of these gain a label, a note or a pin`,
    ]
      .filter((part) => part !== null)
      .join(', '),
  offerSettings: (many: number) =>
    many === 1 ? '1 setting is replaced.' : `${count.format(many)} settings are replaced.`,
  skipped: (many: number) =>
    many === 1
      ? '1 entry does not fit and is left out.'
      : `${count.format(many)} entries do not fit and are left out.`,
  acceptOrders: (many: number) => `Import ${orders(many)}`,
  acceptSettings: 'Import settings',
  doneOrders: (added: number, changed: number) =>
    `${orders(added)} added, ${count.format(changed)} changed`,
  doneSettings: 'Settings imported',
};
