import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fullTime } from '../../../renderer/components/controls/times.tsx';
import { realTime, type WindowTime } from '../../../renderer/stores/window-time.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import { accessibilityFaults, drawn } from '../support/drawn.tsx';
import { rewindableBoard } from './rewindable-board.ts';
import { sampleId, sampleRows } from '../support/sample-board.ts';
import { sampleNotifications } from '../support/sample-detail.ts';

const hourMs = 3_600_000;
const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const past = () => page.getByRole('region', { name: 'Rewind' });
const bar = () => page.getByRole('slider', { name: 'Time of the board' });
const row = (name: RegExp) => page.getByRole('option', { name });

/** The requests that only read, or that tell where the dispatcher is. */
const harmless = /^(?:board|rewind|window):|^(?:update:state|orders:groups)$/;

/** Stands still until a test lets it pass, but for what happens once. */
class PlayedTime implements WindowTime {
  readonly #runs = new Set<() => void>();
  #nowMs = realTime.nowMs();
  readonly after = realTime.after;
  readonly nowMs = (): number => this.#nowMs;
  readonly every = (_periodMs: number, run: () => void) => {
    this.#runs.add(run);
    return () => this.#runs.delete(run);
  };

  pass(ms: number): void {
    this.#nowMs += ms;
    for (const run of this.#runs) run();
  }
}

async function openBoard(time?: WindowTime) {
  const fake = rewindableBoard();
  const model = await drawn(fake, time);
  await expect.element(row(/Sheung Wan/)).toBeVisible();
  focusList();
  return { fake, model };
}

async function openPast(time?: WindowTime) {
  const { fake, model } = await openBoard(time);
  await userEvent.keyboard('w');
  await expect.element(past()).toBeVisible();
  await expect.element(row(/Sheung Wan/)).toBeVisible();
  return { fake, model, rewind: model.rewind };
}

test('a button of the board opens the past, too', async () => {
  await openBoard();
  await page.getByRole('button', { name: 'Rewind the board' }).click();
  await expect.element(past()).toBeVisible();
});

test('W opens the past, which says that it is not now, and Escape shows the present', async () => {
  await openPast();
  await expect.element(past().getByText('This is not now.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('listbox')).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(past()).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: /Paste/ })).toBeVisible();
});

test('the command palette opens it too', async () => {
  await openBoard();
  await userEvent.keyboard('{Control>}k{/Control}rewind{Enter}');
  await expect.element(past()).toBeVisible();
});

test('the board is that of the chosen second, with its time in large and its ages of then', async () => {
  const { fake, rewind } = await openPast();
  const { fromMs, untilMs } = rewind.getState().range ?? { fromMs: 0, untilMs: 0 };
  fake.pastBoard = (atMs) => ({
    rows: sampleRows(atMs).map((each) =>
      each.id === kennedy ? { ...each, label: 'As it was' } : each,
    ),
  });
  await bar().fill(String(fromMs + 5 * hourMs));
  await expect.element(row(/As it was/)).toBeVisible();
  const time = fullTime(fromMs + 5 * hourMs, 'en');
  await expect.element(page.getByRole('heading', { level: 1, name: time })).toBeVisible();
  expect(fake.requestsTo('rewind:board')).toContainEqual({ atMs: fromMs + 5 * hourMs });
  await expect.element(row(/Sheung Wan.*20.s ago/)).toBeVisible();
  rewind.goTo(untilMs + hourMs);
  expect(rewind.getState().atMs).toBe(untilMs);
  rewind.goTo(fromMs - hourMs);
  expect(rewind.getState().atMs).toBe(fromMs);
});

test('the arrows go from event to event, and with Shift by a second; the bar has a mark for each', async () => {
  const { fake, rewind } = await openPast();
  const { events, untilMs } = rewind.getState().range ?? { events: [], untilMs: 0 };
  fake.pastBoard = (atMs) => ({
    rows: sampleRows(atMs).map((each) =>
      each.id === kennedy ? { ...each, changedAtMs: atMs } : { ...each, changedAtMs: atMs - 1 },
    ),
  });
  await userEvent.keyboard('{ArrowLeft}');
  // The order that changed then is selected.
  await expect.element(row(/Kennedy/)).toHaveAttribute('aria-selected', 'true');
  expect(rewind.getState().atMs).toBe(events.at(-1)?.atMs);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}');
  expect(rewind.getState().atMs).toBe(events.at(-2)?.atMs);
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(rewind.getState().atMs).toBe((events.at(-2)?.atMs ?? 0) - 1000);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(rewind.getState().atMs).toBe(untilMs);
  await past().getByRole('button', { name: 'Previous event' }).click();
  expect(rewind.getState().atMs).toBe(events.at(-1)?.atMs);
  expect(document.querySelectorAll('.marks i')).toHaveLength(events.length);
  expect(document.querySelectorAll('.marks .contactLost')).toHaveLength(1);
});

function isHealthShown() {
  return document.querySelector('.health.then')?.checkVisibility({ visibilityProperty: true });
}

test('a time in which Waybell did not run is marked on the bar, and the board of then says so', async () => {
  const { rewind } = await openPast();
  const { rests, untilMs } = rewind.getState().range ?? { rests: [], untilMs: 0 };
  expect(document.querySelectorAll('.idle-periods i')).toHaveLength(rests.length);
  const items = [...document.querySelectorAll('.time-bar li')].map(
    ({ textContent }) => textContent,
  );
  expect(items).toEqual([
    expect.stringMatching(/^Waybell was not running from .+ to .+$/),
    expect.stringMatching(/^The computer was asleep from .+ to .+$/),
  ]);
  expect(isHealthShown()).toBe(true);
  rewind.goTo(untilMs - 30 * hourMs);
  await expect.element(past().getByText(/^Waybell was not running then\./)).toBeVisible();
  expect(bar().element().ariaValueText).toContain('Waybell was not running then');
  expect(isHealthShown()).toBe(false);
  expect(await accessibilityFaults()).toEqual([]);
  rewind.goTo(untilMs - 3.5 * hourMs);
  await expect.element(past().getByText(/^The computer was asleep then\./)).toBeVisible();
  rewind.goTo(untilMs - hourMs);
  await expect.element(past().getByText(/asleep then/)).not.toBeInTheDocument();
  expect(isHealthShown()).toBe(true);
});

test('it plays sixty times as fast as the clock, until it is paused or the present is reached', async () => {
  const time = new PlayedTime();
  const { fake, rewind } = await openPast(time);
  const startMs = (rewind.getState().range?.untilMs ?? 0) - 2 * hourMs;
  rewind.goTo(startMs);
  await userEvent.keyboard(' ');
  await expect.element(past().getByRole('button', { name: 'Stop playing' })).toBeVisible();
  time.pass(60_000);
  const { atMs } = rewind.getState();
  expect(atMs).toBe(startMs + hourMs);
  await expect.poll(() => fake.requestsTo('rewind:board')).toContainEqual({ atMs });
  await userEvent.keyboard(' ');
  time.pass(60_000);
  expect(rewind.getState()).toMatchObject({ atMs, isPlaying: false });
  await userEvent.keyboard(' ');
  time.pass(10 * 60_000);
  expect(rewind.getState().isPlaying).toBe(false);
  expect(rewind.getState().atMs).toBe(rewind.getState().range?.untilMs);
});

test('no key and no menu does anything about orders in the past', async () => {
  const { fake } = await openPast();
  await row(/Sheung Wan/).click();
  await expect.element(page.getByRole('complementary', { name: /Sheung Wan/ })).toBeVisible();
  await row(/Kennedy/).click({ button: 'right' });
  await row(/Kennedy/).click({ modifiers: ['Shift'] });
  focusList();
  fake.requests.length = 0;
  const keys = [
    'r',
    'm',
    's',
    'S',
    't',
    'd',
    'c',
    'C',
    'e',
    'p',
    'h',
    'b',
    '/',
    '?',
    '{F2}',
    '{Delete}',
  ];
  const withControl = ['k', 'z', 'y', 'a', 'c', ','].map((key) => `{Control>}${key}{/Control}`);
  for (const key of [...keys, ...withControl, '{Shift>}{F10}{/Shift}', '{ContextMenu}']) {
    await userEvent.keyboard(key);
  }
  await userEvent.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
  expect(document.querySelector('[role="menu"], dialog, .popover')).toBeNull();
  expect(fake.requests.filter(({ channel }) => !harmless.test(channel))).toEqual([]);
  await expect.element(past()).toBeVisible();
});

test('every button of the past only moves, reads or leaves, and numbers stay masked', async () => {
  const { fake } = await openPast();
  await row(/Sheung Wan/).click();
  const details = page.getByRole('complementary', { name: /Sheung Wan/ });
  await expect.element(details.getByText(/•/).first()).toBeVisible();
  expect(fake.requestsTo('rewind:order')).not.toEqual([]);
  fake.requests.length = 0;
  const leaves = /Back to now|Close details/;
  const buttons = [...document.querySelectorAll<HTMLElement>('#root button, #root summary')];
  expect(buttons.length).toBeGreaterThan(8);
  for (const button of buttons) {
    if (!leaves.test(`${button.textContent} ${button.ariaLabel}`)) button.click();
  }
  expect(document.querySelector('.detail input, .detail textarea, .detail select')).toBeNull();
  await expect.element(past()).toBeVisible();
  expect(fake.requests.filter(({ channel }) => !harmless.test(channel))).toEqual([]);
});

test('notifications that were showing are there with what became of them, and lead to their orders', async () => {
  await openPast();
  const showing = page.getByRole('region', { name: 'Notifications that stood' });
  await expect.element(showing.getByText('Courier released the order')).toBeVisible();
  await showing.getByRole('button', { name: 'Courier released the order' }).first().click();
  await expect.element(page.getByRole('complementary', { name: /Kennedy/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  await expect.element(past()).toBeVisible();
});

test('a notification about contact that was showing is there, and leads to no order', async () => {
  const { fake, rewind } = await openPast();
  fake.pastBoard = (atMs) => ({
    rows: sampleRows(atMs),
    shown: sampleNotifications(atMs)
      .slice(0, 1)
      .map((entry) => ({ ...entry, orderId: null, event: 'connectionLost', title: 'No contact' })),
  });
  rewind.step(-1);
  const showing = page.getByRole('region', { name: 'Notifications that stood' });
  await expect.element(showing.getByText('No contact')).toBeVisible();
  await expect.element(showing.getByRole('button')).not.toBeInTheDocument();
});

test('the present goes on meanwhile, and leaving shows it at once', async () => {
  const { fake, model } = await openPast();
  model.rewind.goTo((model.rewind.getState().range?.untilMs ?? 0) - hourMs);
  const before = fake.row(kennedy);
  if (before === undefined) throw new Error('The sample has lost an order.');
  fake.upsert({ ...before, label: 'Changed meanwhile' });
  await expect
    .poll(() => model.board.getState().rows.get(kennedy)?.label)
    .toBe('Changed meanwhile');
  await expect.element(row(/Kennedy/)).toBeVisible();
  await expect.element(row(/Changed meanwhile/)).not.toBeInTheDocument();
  const asked = fake.requestsTo('board:snapshot').length;
  await past().getByRole('button', { name: 'Back to now' }).click();
  await expect.element(row(/Changed meanwhile/)).toBeVisible();
  expect(fake.requestsTo('board:snapshot')).toHaveLength(asked);
});

test('an order that is open notifies while the past is shown, and what is asked for from outside leaves it', async () => {
  const { fake, model } = await openBoard();
  model.reveal(florist);
  await userEvent.keyboard('w');
  await expect.element(past()).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: /Sheung Wan/ })).toBeVisible();
  expect(fake.requestsTo('window:open-order').at(-1)).toEqual({ id: null });
  fake.reveal(florist);
  await expect.element(past()).not.toBeInTheDocument();
  expect(fake.requestsTo('window:open-order').at(-1)).toEqual({ id: florist });
});

test('a past that cannot be read says why', async () => {
  const { fake, rewind } = await openPast();
  fake.failing.set('rewind:board', { code: 'internal-error', message: 'The disk is gone.' });
  rewind.step(-1);
  await expect.element(past().getByText('The disk is gone.')).toBeVisible();
});
