import { afterEach, describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { zoomSteps } from '../../core/settings/zoom.ts';
import { focusList } from '../../renderer/window-keys.ts';
import { accessibilityFaults, drawnBoard, drawnScene } from './support/drawn.tsx';
import { knownCourier, sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');

interface DevTools {
  readonly send: (method: string, parameters: object) => Promise<unknown>;
}

/** Vitest's own type of this needs a package that is not installed. */
function isSession(session: unknown): session is DevTools {
  return typeof session === 'object' && session !== null && 'send' in session;
}

/** Emulates a preference of the operating system; without one, the machine's own counts. */
async function asked(features: Readonly<Record<string, string>>): Promise<void> {
  const session: unknown = cdp();
  if (!isSession(session)) throw new Error('The browser has no developer tools.');
  await session.send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

/** The texts of the elements that stick out of the window sideways and cannot be scrolled to. */
function stickingOut(): readonly string[] {
  const { clientWidth } = document.documentElement;
  return [...document.querySelectorAll<HTMLElement>('button, input, select, h1, h2, a')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && !element.closest('.vh') && (left < -1 || right > clientWidth + 1);
    })
    .map((element) => element.getAttribute('aria-label') ?? element.textContent);
}

describe('at every size from 80 to 200 percent', () => {
  const pages = ['board', 'paste', 'paste-bulk', 'connect-secret', 'settings-checking', 'help'];

  // A zoomed window is one with fewer and larger CSS pixels.
  test.each(zoomSteps.flatMap((percent) => pages.map((name) => [name, percent] as const)))(
    '%s at %i percent shows all of its controls, without scrolling sideways',
    async (name, percent) => {
      await drawnScene(name);
      await page.viewport(Math.floor(118_000 / percent), Math.floor(76_000 / percent));
      await expect.poll(stickingOut).toEqual([]);
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    },
  );

  test.each(['board', 'settings-checking', 'connect-secret'])(
    '%s at 200 percent has nothing that axe finds wrong',
    async (name) => {
      await drawnScene(name);
      await page.viewport(590, 380);
      expect(await accessibilityFaults()).toEqual([]);
    },
  );

  test('the zoom keys of browsers change it, on every page', async () => {
    const { fake, model } = await drawnScene('list');
    await userEvent.keyboard('{Control>}={/Control}');
    await expect.poll(() => fake.app.settings.zoomPercent).toBe(110);
    model.settings.open('appearance');
    await expect.element(page.getByLabelText('Size of everything')).toHaveValue('110');
    await userEvent.keyboard('{Control>}-{/Control}');
    await expect.poll(() => fake.app.settings.zoomPercent).toBe(100);
    await userEvent.selectOptions(page.getByLabelText('Size of everything'), '150');
    await expect.poll(() => fake.app.settings.zoomPercent).toBe(150);
    await userEvent.keyboard('{Control>}0{/Control}');
    await expect.poll(() => fake.app.settings.zoomPercent).toBe(100);
  });
});

describe('with less motion', () => {
  afterEach(() => asked({}));

  test('nothing moves: no ring spins, no toast slides, no changed row fades', async () => {
    await asked({ 'prefers-reduced-motion': 'reduce' });
    const { fake, model } = await drawnScene('board');
    const row = fake.row(florist);
    if (!row) throw new Error('The sample has lost an order.');
    fake.upsert({ ...row, isChecking: true, changedAtMs: Date.now() });
    await model.actions.toggleMuted([florist]);
    await expect.element(page.getByText(/Muted/).first()).toBeVisible();
    const moving = document.getAnimations().filter((animation) => {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      return Number(duration) > 0;
    });
    expect(moving).toEqual([]);
  });

  test('without that preference the text of a changed row fades in once', async () => {
    const { fake } = await drawnBoard();
    const row = fake.row(florist);
    if (!row) throw new Error('The sample has lost an order.');
    const fades = () =>
      document
        .getAnimations()
        .filter(
          ({ effect }) =>
            effect instanceof KeyframeEffect && effect.target?.closest(`[data-order="${florist}"]`),
        ).length;
    const seen: number[] = [];
    const watcher = new MutationObserver(() => seen.push(fades()));
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    fake.upsert({ ...row, label: 'Changed', changedAtMs: Date.now() });
    await expect.poll(() => Math.max(fades(), ...seen)).toBeGreaterThan(0);
    watcher.disconnect();
    await expect.poll(fades).toBe(0);
  });
});

test('with forced colors the board keeps its edges, and axe finds nothing wrong', async () => {
  await asked({ 'forced-colors': 'active' });
  await drawnScene('board');
  focusList();
  expect(getComputedStyle(document.body).forcedColorAdjust).toBe('auto');
  expect(await accessibilityFaults()).toEqual([]);
  await asked({});
});

describe('a name with characters that change the direction of text', () => {
  const noPreferences = {
    group: null,
    note: null,
    promisedAtMs: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: null,
  };
  const hostile = '\u202Ereversed\u2066 \u05E9\u05DC\u05D5\u05DD';
  const directing = /[\u202A-\u202E\u2066-\u2069]/;

  /** Texts with direction marks that could reach what stands beside them. */
  function leaking(): readonly string[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (!directing.test(text) || !parent) continue;
      const isAlone = getComputedStyle(parent).unicodeBidi.includes('isolate');
      const isClosed =
        /^[^\u202A-\u202E\u2066-\u2069]*\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069/.test(text);
      if (!isAlone && !isClosed && !parent.closest('title, pre, textarea, .vh')) {
        found.push(`${parent.tagName}.${parent.className}: ${text}`);
      }
    }
    return found;
  }

  test('does not affect the text beside it, wherever it is shown', async () => {
    const { fake, model } = await drawnScene('board');
    const row = fake.row(florist);
    const detail = fake.details.get(florist);
    if (!row || !detail?.order) throw new Error('The sample has lost an order.');
    const { order } = detail;
    const place = { name: hostile, streetAddress: hostile };
    fake.details.set(florist, {
      ...detail,
      preferences: { ...noPreferences, note: hostile, group: hostile },
      order: {
        ...order,
        vehicleType: hostile,
        paymentMethod: hostile,
        noteToCourier: hostile,
        pickup: order.pickup ? { ...order.pickup, ...place } : null,
        destinations: order.destinations.map((stop) => ({ ...stop, ...place })),
        courier: order.courier ? { ...order.courier, name: hostile } : null,
        priceBreakdown: order.priceBreakdown.map((line) => ({
          ...line,
          key: hostile,
          reason: hostile,
        })),
      },
      timeline: JSON.parse(JSON.stringify(detail.timeline).replaceAll('Ho Ka Ho', hostile)),
    });
    fake.upsert({
      ...row,
      label: hostile,
      pickupText: hostile,
      destinationText: hostile,
      status: { raw: hostile, phase: 'unknown' },
      courier: knownCourier(hostile, { atMs: Date.now(), movedMeters: 10 }),
    });
    await expect
      .element(
        page
          .getByRole('complementary')
          .getByText(/reversed/)
          .first(),
      )
      .toBeVisible();
    await expect.poll(() => document.querySelectorAll('.detail bdi').length).toBeGreaterThan(8);
    expect(leaking()).toEqual([]);
    await model.actions.toggleMuted([florist]);
    model.layers.open('palette');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('reversed');
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/reversed/)
          .first(),
      )
      .toBeVisible();
    expect(leaking()).toEqual([]);
  });
});
