import { app } from 'electron';

/** What the system's own "About" shows, in the menu bar of macOS too. */
export function prepareAbout(version: string, iconPath: string): void {
  app.setAboutPanelOptions({
    applicationName: 'Waybell',
    applicationVersion: version,
    copyright: 'The Waybell team. MIT License.',
    iconPath,
  });
}

/** Opens the system's own "About". */
export function showAbout(): void {
  app.showAboutPanel();
}
