import { describe, expect, test } from 'vitest';
import { dbusLabel, MenuLayout } from '../../tools/electron-host/host/dbus/menu-layout.ts';
import { Menu, MenuItem } from '../../tools/electron-host/host/window/menu.ts';

const radio = (label: string, checked = false) => ({ type: 'radio' as const, label, checked });

describe('a menu', () => {
  test('is built from a template, sub-menus and finished items included', () => {
    const ready = new MenuItem({ id: 'ready', label: 'Ready' });
    const menu = Menu.buildFromTemplate([
      ready,
      { label: 'More', submenu: [{ id: 'deep', label: 'Deep' }] },
    ]);
    expect(menu.items.map(({ label, type }) => [label, type])).toEqual([
      ['Ready', 'normal'],
      ['More', 'submenu'],
    ]);
    expect(menu.getMenuItemById('deep')?.label).toBe('Deep');
    expect(menu.getMenuItemById('none')).toBeNull();
    expect(ready.menu).toBe(menu);
  });

  test('a checkbox turns before its listener runs', () => {
    const seen: boolean[] = [];
    const menu = Menu.buildFromTemplate([
      { type: 'checkbox', label: 'Pause', click: (item) => seen.push(item.checked) },
    ]);
    menu.items[0]?.click();
    menu.items[0]?.click();
    expect(seen).toEqual([true, false]);
  });

  test('radio items that stand together are one choice', () => {
    const menu = Menu.buildFromTemplate([
      radio('a', true),
      radio('b'),
      { type: 'separator' },
      radio('c', true),
    ]);
    menu.items[1]?.click();
    expect(menu.items.map(({ checked }) => checked)).toEqual([false, true, false, true]);
  });

  test('a part of Electron that it lacks is refused by name', () => {
    expect(() => Menu.sendActionToFirstResponder('copy:')).toThrow(
      'electron-host: Menu.sendActionToFirstResponder is not supported',
    );
  });
});

describe('a menu on the bus', () => {
  const menu = Menu.buildFromTemplate([
    { label: 'Show' },
    { label: 'Orders', submenu: [{ label: 'All' }, { label: 'Stale', enabled: false }] },
    { type: 'separator' },
    { type: 'checkbox', label: 'Quiet', checked: true },
  ]);
  const layout = new MenuLayout(menu);

  test('entries are numbered in reading order', () => {
    expect(layout.ids.map((id) => layout.item(id)?.label)).toEqual([
      'Show',
      'Orders',
      'All',
      'Stale',
      '',
      'Quiet',
    ]);
  });

  test('only as many levels are given as were asked for', () => {
    expect(layout.node(0, 0)[2]).toEqual([]);
    const children = layout.node(0, 1)[2];
    expect(children).toHaveLength(4);
    const [, orders] = children;
    expect(orders?.value).toMatchObject([2, {}, []]);
    const [, whole] = layout.node(0, -1)[2];
    expect(whole?.value).toMatchObject([2, {}, [{ value: [3, {}, []] }, { value: [4, {}, []] }]]);
  });

  test('state becomes the properties that panels know', () => {
    expect(layout.properties(4)).toMatchObject({ enabled: { value: false } });
    expect(layout.properties(5)).toMatchObject({ type: { value: 'separator' } });
    expect(layout.properties(6)).toMatchObject({
      'toggle-type': { value: 'checkmark' },
      'toggle-state': { value: 1 },
    });
    expect(layout.properties(99)).toEqual({});
  });

  test.each([
    ['Quit', 'Quit'],
    ['&Quit', '_Quit'],
    ['a_b', 'a__b'],
    ['Salt && pepper', 'Salt & pepper'],
  ])('the label %s is %s there', (label, onTheBus) => {
    expect(dbusLabel(label)).toBe(onTheBus);
  });
});
