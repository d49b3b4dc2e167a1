import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clockText } from '../../../core/order/format.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { FakeWindowTime } from '../../unit/renderer/support/fake-window-time.ts';
import { accessibilityFaults, drawn } from '../support/drawn.tsx';
import { FakeBridge } from '../support/fake-bridge.ts';
import { sampleRows } from '../support/sample-board.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The board on a clock of its own, with these settings. */
async function board(settings: (nowMs: number, was: Settings) => Partial<Settings>) {
  await page.viewport(1180, 760);
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs, sampleRows(time.nowMs()));
  const { settings: was } = fake.app;
  fake.changeApp({ settings: { ...was, ...settings(time.nowMs(), was) } });
  await drawn(fake, time);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  return { fake, time };
}

/** Quiet hours of every day that begin and end so many hours from now, to the minute. */
function quietHours(fromHours: number, toHours: number) {
  return (nowMs: number, { quietHours: was }: Settings): Partial<Settings> => {
    const minuteAt = (hours: number): number => {
      const at = new Date(nowMs + hours * hourMs);
      return at.getHours() * 60 + at.getMinutes();
    };
    const days = [1, 2, 3, 4, 5, 6, 7];
    const times = [{ days, fromMinute: minuteAt(fromHours), toMinute: minuteAt(toHours) }];
    return { quietHours: { ...was, isOn: true, times, timeZone: null } };
  };
}

const line = (said: string | RegExp) => page.getByRole('button', { name: said });

test('quiet hours stand in the sidebar with their end as long as they last, and lead to their setting', async () => {
  const { time } = await board(quietHours(1, 3));
  await expect.element(line(/Notifications: Quiet/)).not.toBeInTheDocument();
  time.pass(hourMs + minuteMs);
  const endMs = time.nowMs() + 2 * hourMs - minuteMs;
  await expect
    .element(line(`Notifications: Quiet until ${clockText(endMs, 'en')}. Show the setting`))
    .toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await line(/Notifications: Quiet/).click();
  await expect.element(page.getByRole('switch', { name: 'Quiet hours' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to orders' }).click();
  time.pass(2 * hourMs);
  await expect.element(line(/Notifications: Quiet/)).not.toBeInTheDocument();
});

test('that notifications are muted stands there too, and can be ended where it leads', async () => {
  const { fake, time } = await board((nowMs) => ({ notificationsMutedUntilMs: nowMs + hourMs }));
  const until = clockText(time.nowMs() + hourMs, 'en');
  await line(`Notifications: Muted until ${until}. Show the setting`).click();
  await expect.element(page.getByText(`Notifications are muted until ${until}`)).toBeVisible();
  await page.getByRole('button', { name: 'Unmute', exact: true }).click();
  expect(fake.requestsTo('settings:change')).toEqual([{ notificationsMutedUntilMs: null }]);
  await expect.element(page.getByText(/^Notifications are muted/)).not.toBeInTheDocument();
});

test('quiet hours without an end are said without one', async () => {
  await board(quietHours(0, 0));
  await expect.element(line('Notifications: Quiet hours. Show the setting')).toBeVisible();
});
