/**
 * Who the program is to the system. Equal to `appId` in electron-builder.yml, or Windows shows no
 * notifications and forgets their clicks (https://github.com/electron/electron/issues/32585).
 */
export const appId = 'app.waybell.desktop';

/** The scheme of links that offer an order: `waybell://watch/<uuid>`. */
export const linkScheme = 'waybell';
