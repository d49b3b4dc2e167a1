/** A program's command line as Chromium sees it; fits Electron's `app.commandLine`. */
export interface SwitchLine {
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
}

/**
 * Chromium's switches that give control of the program to any program that can start it: a port or pipe
 * that reads and drives the window, a program that runs in place of a process of ours, and switches that
 * open the page's boundaries. A fuse closes Node's own switches; these are Chromium's.
 */
const foreignSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'js-flags',
  'load-extension',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'allow-file-access-from-files',
] as const;

/**
 * Takes these switches off the command line of a package. Must be called before Electron is ready,
 * which reads them then.
 *
 * @returns the switches that were there
 */
export function dropForeignSwitches(line: SwitchLine): readonly string[] {
  const found = foreignSwitches.filter((name) => line.hasSwitch(name));
  for (const name of found) line.removeSwitch(name);
  return found;
}
