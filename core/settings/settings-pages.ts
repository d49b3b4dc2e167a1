/** The pages of the settings whose defaults can be restored. */
export const restorablePages = [
  'checking',
  'notifications',
  'timing',
  'appearance',
  'privacy',
  'computer',
] as const;

export type RestorablePage = (typeof restorablePages)[number];

/** Those with the settings by which it is decided what notifies: what, and when and how. */
export const notificationPages: ReadonlySet<RestorablePage> = new Set(['notifications', 'timing']);

/** A part of a page in which settings stand together, in the order of the table. */
export type SettingsCard =
  | 'amounts'
  | 'archive'
  | 'cap'
  | 'capture'
  | 'claims'
  | 'digest'
  | 'forecast'
  | 'history'
  | 'keys'
  | 'lockedScreen'
  | 'look'
  | 'news'
  | 'option'
  | 'pace'
  | 'people'
  | 'power'
  | 'reminder'
  | 'shown'
  | 'updates';
