/**
 * The name by which the system knows the program. Equal to `appId` in electron-builder.yml, or Windows shows no
 * notifications and forgets their clicks (https://github.com/electron/electron/issues/32585).
 */
export const appId = 'app.waybell.desktop';

/** The scheme of links that offer an order: `waybell://watch/<uuid>`. */
export const linkScheme = 'waybell';

/**
 * What Windows starts when a notification of an earlier run is clicked. Fixed for this program: Electron
 * would make up another one at each start, and such a click would lead nowhere.
 */
export const toastActivatorId = '{5C0B3D3E-6E0B-4E2B-9A0F-1E7C2B9D4A61}';

/** The owner's name and the licence's, for the system's "About". */
export const copyright = 'The Waybell team. MIT License.';

/** What people call the program; `productName` in package.json. */
export const programName = 'Waybell';

/** The name of the program's .desktop file, without its ending; `desktopName` in package.json. */
export const desktopEntry = 'waybell';
