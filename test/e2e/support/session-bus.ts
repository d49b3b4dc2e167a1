import { desktopCommand } from './desktop.ts';

/** Calls a method of a program on the session bus. Gives what it answered as GVariant text. */
function busCall(
  name: string,
  path: string,
  method: string,
  ...args: readonly string[]
): Promise<string> {
  const called = ['call', '--session', '-d', name, '-o', path, '-m', method];
  return desktopCommand('gdbus', ...called, '--', ...args);
}

/** A property of an object on the session bus, as GVariant text. */
function busProperty(
  name: string,
  path: string,
  holder: string,
  property: string,
): Promise<string> {
  return busCall(name, path, 'org.freedesktop.DBus.Properties.Get', holder, property);
}

const watcher = 'org.kde.StatusNotifierWatcher';

/** The items that the panel's tray shows, as the tray's watcher lists them. */
export const trayItems = (): Promise<string> =>
  busProperty(watcher, '/StatusNotifierWatcher', watcher, 'RegisteredStatusNotifierItems');

/** The bus name of the program with the first tray item; empty when there is none. */
async function trayOwner(): Promise<string> {
  const [, name = ''] = /'([^'/]+)/.exec(await trayItems()) ?? [];
  return name;
}

/** The tooltip of the first tray item. */
export const trayTexts = async (): Promise<string> =>
  busProperty(await trayOwner(), '/StatusNotifierItem', 'org.kde.StatusNotifierItem', 'ToolTip');

/** The texts of the tray's menu, as the panel reads them. */
export async function trayMenu(): Promise<string> {
  const owner = await trayOwner();
  const getLayout = 'com.canonical.dbusmenu.GetLayout';
  return busCall(owner, '/com/canonical/dbusmenu', getLayout, '0', '-1', '@as []');
}

/**
 * Chooses an entry of the tray's menu, as the panel does after a click.
 *
 * @param under the submenu's text, where the entry is in one
 * @throws Error when there is no such entry
 */
export async function chooseInTrayMenu(text: string, under = ''): Promise<void> {
  const menu = await trayMenu();
  const at = menu.indexOf(`'label': <'${text}'>`, Math.max(menu.indexOf(`<'${under}'>`), 0));
  const [, id] = [...menu.slice(0, at + 1).matchAll(/\((\d+), \{/g)].at(-1) ?? [];
  if (at === -1 || id === undefined) throw new Error(`the tray's menu has no entry ${text}`);
  const event = 'com.canonical.dbusmenu.Event';
  await busCall(await trayOwner(), '/com/canonical/dbusmenu', event, id, 'clicked', '<0>', '0');
}
