import { count } from './numbers.ts';

/** The words about personal data in English. */
export const privacyWords = {
  lead: 'Courier names, phone numbers and addresses are personal data. They stay on this computer.',
  days: 'Forget people in finished orders',
  daysHelp: (days: number): string =>
    days === 0
      ? 'Names, numbers and positions go at once when an order is over. Status and prices stay.'
      : 'Names, numbers and the courier’s trail go; positions are coarse from the end on. Status and prices stay.',
  daysField: 'Days that people stay in a finished order',
  daysUnit: 'days',
  phones: 'Phone numbers are masked',
  phonesHelp: 'Shown one at a time, for 30\u00A0s; each time is written down below.',
  capture: 'Hide the window from screen sharing',
  captureHelp: 'Screenshots and shared screens leave it out or show it black.',
  captureNever: 'Linux offers no way to do this.',
  ledger: 'Looked up on this desk',
  ledgerLead: 'Phone numbers that were shown or copied',
  ledgerHelp: 'The newest first, never with the number itself',
  ledgerEmpty: 'None so far',
  phoneShown: (whom: string) => `Phone number of ${whom}`,
  orderErased: 'Order erased',
  noOrder: 'The order was erased',
  erase: 'Erase',
  everything: 'Erase everything',
  everythingHelp: 'Orders, history, settings, log and credentials. Cannot be undone.',
  everythingButton: 'Erase…',
  erasing: 'Erasing',
  everythingTitle: 'Erase everything on this computer?',
  everythingBody:
    'All orders with their history, notes and labels, the settings, the log, and the client ID, the secret and those of webhooks with their keychain entries. Files that you exported stay. This cannot be undone.',
  everythingAct: 'Erase everything',
  everythingDone: 'Everything was erased',
  order: 'Erase this order…',
  orders: (many: number) => `Erase ${count.format(many)} orders…`,
  ordersTitle: (subject: string) => `Erase ${subject}?`,
  ordersBody:
    'Watching stops, and everything that Waybell keeps about it on this computer goes: label, note, history, courier and positions. This cannot be undone.',
  ordersAct: (many: number) => (many === 1 ? 'Erase order' : `Erase ${count.format(many)} orders`),
  ordersDone: (many: number) => (many === 1 ? 'Erased' : `${count.format(many)} orders erased`),
  cancel: 'Cancel',
};
