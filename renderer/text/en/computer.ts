import type { ShortcutName, StartAtLogin } from '../../../core/bridge/computer.ts';

const startAtLogin: Record<Exclude<StartAtLogin['kind'], 'foreign'>, string> = {
  on: 'In the tray, without a window',
  off: 'In the tray, without a window',
  toBeAllowed: 'Waits for you to allow it in System Settings, under Login Items',
  failed: 'The system did not take the change. Check that your home folder can be written to.',
};

const shortcuts: Record<ShortcutName, { readonly title: string; readonly help: string }> = {
  window: { title: 'Open Waybell', help: 'From any program' },
  clipboard: {
    title: 'Watch the uuids on the clipboard',
    help: 'Shows what was found first; nothing is watched before you say so',
  },
};

/** The words of the settings about this computer, in English. */
export const computerWords = {
  lead: 'How Waybell starts and how it is reached from other programs.',
  startAtLogin: 'Open at login',
  startAtLoginHelp: startAtLogin,
  startAtLoginForeign: (fileName: string) =>
    `The autostart file ${fileName} was made by something else and is left as it is.`,
  shortcuts,
  anywhere: 'Keys that work in every program',
  none: 'No key',
  set: 'Set',
  change: 'Change',
  remove: 'Remove',
  press: 'Press the keys',
  pressHelp: 'Control, Alt or a function key; Escape keeps what was set.',
  setKeyOf: (title: string) => `Set the key for: ${title}`,
  removeKeyOf: (title: string) => `Remove the key for: ${title}`,
  taken: 'Another program has these keys, or the desktop gives none away. Choose others.',
  power: 'Power',
  battery: 'Check half as often on battery',
  batteryHelp: 'Every order waits twice as long between two checks',
  onBatteryNow: 'On battery now',
};
