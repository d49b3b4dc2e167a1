import { describe, expect, test } from 'vitest';
import type { TrayFace, TrayMenuEntry } from '../../../../../core/tray/tray-face.ts';
import type { NativeTray } from '../../../../../main/desktop/tray/tray.ts';
import { trayGround, TrayPresenter } from '../../../../../main/desktop/tray/tray.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

class FakeTray implements NativeTray {
  readonly journal: string[] = [];
  menu: readonly TrayMenuEntry[] = [];

  setImage(path: string): void {
    this.journal.push(`image ${path}`);
  }
  setToolTip(text: string): void {
    this.journal.push(`tooltip ${text}`);
  }
  setMenu(menu: readonly TrayMenuEntry[]): void {
    this.menu = menu;
    this.journal.push('menu');
  }
  setBadge(count: number, look: { readonly imagePath: string }): void {
    this.journal.push(`badge ${count} ${look.imagePath}`);
  }
  destroy(): void {
    this.journal.push('destroy');
  }
}

const idle: TrayFace = {
  icon: 'idle',
  tooltip: 'Waybell: nothing is watched',
  badgeCount: 0,
  isAging: false,
  menu: [{ kind: 'command', text: 'Open Waybell', command: { kind: 'openWindow' } }],
};

const waiting = (text: string): TrayFace => ({
  ...idle,
  isAging: true,
  menu: [...idle.menu, { kind: 'command', text, command: { kind: 'openOrder', id: orderIdAt(1) } }],
});

function tray() {
  const native = new FakeTray();
  const clock = new FakeClock();
  const state = { shown: idle, ground: 'dark', opened: 0 };
  const presenter = new TrayPresenter({
    open(path) {
      state.opened += 1;
      native.journal.push(`open ${path}`);
      return native;
    },
    face: () => state.shown,
    imagePath: (icon) => `${state.ground}/${icon}`,
    clock,
  });
  return { native, clock, state, presenter };
}

/** A tray that was drawn once, with an empty journal. */
function drawnTray(shown = idle) {
  const all = tray();
  all.state.shown = shown;
  all.presenter.start();
  all.native.journal.length = 0;
  return all;
}

describe('tray', () => {
  test('has its picture, words and menu from the start', () => {
    const { native, presenter } = tray();
    presenter.start();
    expect(native.journal).toEqual([
      'open dark/idle',
      'tooltip Waybell: nothing is watched',
      'menu',
    ]);
  });

  test('nothing is done when nothing changed', async () => {
    const { native, clock, presenter } = drawnTray();
    for (let n = 0; n < 50; n += 1) {
      presenter.changed();
      await clock.advance(700);
    }
    expect(native.journal).toEqual([]);
  });

  test('only what changed is set, at most once a second', async () => {
    const { native, clock, state, presenter } = drawnTray();
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9] as const) {
      state.shown = { ...idle, icon: `attention-${n}`, badgeCount: n };
      presenter.changed();
      await clock.advance(100);
    }
    expect(native.journal).toEqual([]);
    await clock.advance(100);
    expect(native.journal).toEqual(['image dark/attention-9', 'badge 9 dark/attention-9']);
  });

  test('a number keeps the picture and the words that go with it', async () => {
    const { native, clock, state, presenter } = drawnTray({
      ...idle,
      icon: 'offline',
      badgeCount: 2,
    });
    state.shown = { ...idle, icon: 'attention-2', tooltip: 'Waybell', badgeCount: 2 };
    presenter.changed();
    await clock.advance(1000);
    expect(native.journal).toContain('badge 2 dark/attention-2');
  });

  test('the menu is built again when a word of it changed', async () => {
    const { native, clock, state, presenter } = drawnTray();
    state.shown = { ...idle, menu: [{ kind: 'text', text: 'Paused by you' }, ...idle.menu] };
    presenter.changed();
    await clock.advance(1000);
    expect(native.journal).toEqual(['menu']);
    expect(native.menu).toHaveLength(2);
  });

  test('what only the menu shows replaces it four times a minute at most, and never holds up the rest', async () => {
    const { native, clock, state, presenter } = drawnTray();
    for (let second = 0; second < 60; second += 1) {
      state.shown = { ...idle, menu: [...idle.menu, { kind: 'text', text: `change ${second}` }] };
      presenter.menuChanged();
      await clock.advance(1000);
    }
    expect(native.journal).toEqual(['menu', 'menu', 'menu', 'menu']);
    state.shown = { ...state.shown, icon: 'attention-1', badgeCount: 1 };
    presenter.menuChanged();
    presenter.changed();
    await clock.advance(1000);
    expect(native.journal).toContain('image dark/attention-1');
  });

  test('another taskbar theme is another picture', async () => {
    const { native, clock, state, presenter } = drawnTray();
    state.ground = 'light';
    presenter.changed();
    await clock.advance(1000);
    expect(native.journal).toEqual(['image light/idle']);
  });

  test('words that grow with time are drawn again without any change', async () => {
    const { native, clock, state } = drawnTray(waiting('Florist: waiting for 20 min'));
    state.shown = waiting('Florist: waiting for 21 min');
    await clock.advance(60_000);
    expect(native.journal).toHaveLength(1);
    expect(clock.waitingTimers).toBe(1);
  });

  test('where no words grow with time, no timer waits', async () => {
    const { clock, presenter } = drawnTray();
    presenter.changed();
    await clock.advance(1000);
    expect(clock.waitingTimers).toBe(0);
  });

  test('after its end nothing is drawn and nothing waits', async () => {
    const { native, clock, state, presenter } = tray();
    presenter.changed();
    presenter.start();
    presenter.changed();
    presenter.destroy();
    presenter.destroy();
    state.shown = { ...idle, icon: 'offline' };
    presenter.changed();
    await clock.advance(120_000);
    expect(native.journal.filter((word) => word === 'destroy')).toHaveLength(1);
    expect(native.journal.at(-1)).toBe('destroy');
    expect([clock.waitingTimers, state.opened]).toEqual([0, 1]);
  });
});

describe('the tray’s picture', () => {
  test.each([
    ['macos', true, '', 'template'],
    ['windows', true, '', 'on-dark'],
    ['windows', false, '', 'on-light'],
    ['linux', false, 'ubuntu:GNOME', 'on-dark'],
    ['linux', false, 'XFCE', 'on-dark'],
    ['linux', false, 'KDE', 'on-light'],
    ['linux', true, 'KDE', 'on-dark'],
  ] as const)('on %s (dark: %s, %s) stands %s', (platform, isDark, desktopName, ground) => {
    expect(trayGround({ platform, isDark, desktopName })).toBe(ground);
  });
});
