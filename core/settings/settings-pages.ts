/** The pages of the settings whose defaults can be restored. */
export const restorablePages = [
  'checking',
  'notifications',
  'appearance',
  'privacy',
  'computer',
] as const;

export type RestorablePage = (typeof restorablePages)[number];

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
  | 'pace'
  | 'people'
  | 'power'
  | 'reminder'
  | 'shown'
  | 'updates';
