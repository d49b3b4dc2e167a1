import type { CdpSession } from '../cdp/session.ts';

/** What a page may ask for that Chromium would show a question about; names of the Permissions API. */
const ASKED_FOR = [
  'camera',
  'clipboard-read',
  'geolocation',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'notifications',
  'storage-access',
  'window-management',
];

/**
 * Refuses every page every permission, and every download. Chromium asks nobody over DevTools, so the app's permission
 * handlers cannot be asked; a question in a bar of the browser would be worse than a no.
 * A download would go to the person's own folder without `will-download` having been raised.
 */
export async function refuseRequests(browser: CdpSession): Promise<void> {
  const refusals = ASKED_FOR.map((name) =>
    browser
      .send('Browser.setPermission', { permission: { name }, setting: 'denied' })
      // a name that this Chromium does not know cannot be asked for either
      .catch(() => {}),
  );
  await Promise.all([
    ...refusals,
    browser.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
  ]);
}
