import type { Locator, Page } from 'playwright-core';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { DeliveryService } from '@waybell/simulator';
import type { RunningProgram } from './app.ts';
import { eventually } from './eventually.ts';
import './window-bridge.ts';

/** Arguments and environment that connect a start to this service, checking every second. */
export function connectedTo(
  service: DeliveryService,
): [args: readonly string[], env: Readonly<Record<string, string>>] {
  const { clientId, clientSecret } = service.credentials;
  return [
    ['--interval', '1', '--base-url', service.baseUrl, '--client-id', clientId],
    { WAYBELL_CLIENT_SECRET: clientSecret },
  ];
}

/** Fills in the connect screen without sending it. */
export async function fillConnectForm(page: Page, service: DeliveryService): Promise<void> {
  const { clientId, clientSecret } = service.credentials;
  await page.getByLabel('Base URL').fill(service.baseUrl);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
}

/** Connects by the connect screen. */
export async function connectByForm(page: Page, service: DeliveryService): Promise<void> {
  await fillConnectForm(page, service);
  await page.getByRole('button', { name: /^Connect/ }).click();
  await page.getByText('No orders yet').waitFor();
}

/** Watches orders that wait for a courier, on an empty board, until each was checked. */
export async function watchWaiting(
  page: Page,
  orders: readonly { readonly id: OrderId; readonly label: string | null }[],
): Promise<void> {
  await page.getByText('No orders yet').waitFor();
  await page.evaluate(
    (watched) => globalThis.waybell.addToWatchList({ orders: [...watched] }),
    orders,
  );
  const rows = page.getByRole('option').filter({ hasText: 'Waiting' });
  await eventually('the checked rows', async () => (await rows.count()) === orders.length);
}

/** How often the service was asked for an order. */
export const checksOf = (service: DeliveryService, id: string): number =>
  service.requests().filter(({ path }) => path.endsWith(id)).length;

/** An order's row, whatever it is called there. */
export const rowOf = (page: Page, id: string): Locator =>
  page.getByRole('option').and(page.locator(`#order-${id}`));

/** Opens a page of the settings by its name. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Pastes as the system would, into the page itself. */
export async function pasteIntoPage(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Makes the system's file dialogs choose this file. */
export const chooseFile = ({ app }: RunningProgram, path: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, path);

/** How many rows the window shows. Does not use Playwright's page, which is unusable after a crash. */
export const rowCount = ({ app }: RunningProgram): Promise<number> =>
  app
    .evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelectorAll("[role=option]").length',
      ),
    )
    .catch(() => 0)
    .then((count: unknown) => (typeof count === 'number' ? count : 0));

/** The dispatcher turns to the window, or to another program. */
export async function attendWindow(
  { app }: Pick<RunningProgram, 'app'>,
  isThere: boolean,
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, has) => {
    for (const each of BrowserWindow.getAllWindows()) each.isFocused = () => has;
  }, isThere);
}
