import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Chromium, launchChromium } from '../../tools/electron-host/host/chromium/launch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

beforeEach(() => {
  vi.stubEnv('HOST_CHROMIUM', join(import.meta.dirname, 'fake-chromium.mjs'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});

async function launch(isSandboxed: boolean, ...switches: string[]): Promise<Chromium> {
  const chromium = await launchChromium({ profileDir: temporaryFolder(), isSandboxed, switches });
  onTestFinished(() => chromium.kill('SIGKILL'));
  return chromium;
}

describe('starting Chromium', () => {
  test('where its sandbox cannot be used it starts without, and keeps to that', async () => {
    const chromium = await launch(true);
    expect(chromium.flags).toContain('--no-sandbox');
    expect(await chromium.cdp.browser.send('Browser.getVersion')).toBeDefined();
  });

  test('its pages may play a sound without a click, as those of Electron may', async () => {
    const { flags } = await launch(false);
    expect(flags).toContain('--autoplay-policy=no-user-gesture-required');
  });

  test('a browser that does not start is an error that says why', async () => {
    await expect(launch(false, '--fail')).rejects.toThrow('no display');
  });

  test('a browser that is not there is an error that names it', async () => {
    vi.stubEnv('HOST_CHROMIUM', '/nowhere/chromium');
    await expect(launch(false)).rejects.toThrow('/nowhere/chromium');
  });

  test('commands that wait when it ends are refused, and it has an exit code', async () => {
    const chromium = await launch(false);
    const { browser } = chromium.cdp;
    await browser.send('Browser.close');
    expect(await chromium.exited).toBe(0);
    await expect(browser.send('Browser.getVersion')).rejects.toThrow(/gone/);
  });
});
